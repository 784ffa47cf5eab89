/** The menu as an order form, with what was typed, the total that was asked for and the problems. */
import type { Menu } from "../domain/menu.ts";
import { DRAFT_LIMITS } from "../domain/order_draft/request.ts";
import { currentMenu, situationNow } from "../domain/schedule/situation.ts";
import { errorSummary, inputField } from "../html/form.ts";
import { attributes, type Html, html } from "../html/html.ts";
import { formatMoney } from "../html/words.ts";
import type { Answer } from "../http/answer.ts";
import { contactButton, type PageDeps } from "./draft_page.ts";
import { deliveryLink, pageAnswer, section } from "./layout.ts";
import type { Texts } from "./texts/es.ts";
import { type Where, WHERE_FIELDS, whereFields } from "./where.ts";

/** The fields beside the quantities. */
export const ORDER_FIELDS: readonly string[] = [
  ...["modo", "direccion", "referencias", "comentarios", "accion", "lang"],
  ...WHERE_FIELDS,
];

/** The name of the field for the quantity of an item: its id, unless another field has that name. */
export function quantityName(id: string): string {
  return ORDER_FIELDS.includes(id) ? `id:${id}` : id;
}

/** What is wrong, and the name of the field to correct; null for none. */
export interface OrderProblem {
  readonly field: string | null;
  readonly text: string;
}

/** The operation's answer, as far as the page shows it. */
export interface OrderTotal {
  readonly total: number;
  readonly costo_envio: number | null;
  readonly calle: string | null;
}

export interface OrderState {
  readonly status: number;
  readonly typed: URLSearchParams;
  readonly where: Where;
  readonly problems?: readonly OrderProblem[];
  readonly total?: OrderTotal;
  /** Whether writing to the restaurant is a remedy. */
  readonly offersContact?: boolean;
  /** Whether the guest is to look at the point before the order is sent. */
  readonly asksToLook?: boolean;
}

const FORM = "pedido";

export function orderPage(deps: PageDeps, state: OrderState, texts: Texts): Answer {
  const situation = situationNow(deps);
  const { restaurant } = situation;
  const { order: words, language } = texts;
  const { problems = [], where: { wait } } = state;
  const menu = currentMenu(situation);
  const quantities = quantityNames(menu);
  const summary = problems.map(({ field, text }) => ({ id: idOf(field, quantities), text }));
  const content = html`
    ${problems.length > 0
      ? errorSummary(words.problems, summary)
      : html`<p class="lead">${state.asksToLook ? words.look : words.lead}</p>`}
    ${state.offersContact === true && contactButton(restaurant, "pedido", texts)}
    <form id="${FORM}" method="post" action="/pedir?lang=${language}" accept-charset="utf-8"
      novalidate>
      ${TOTAL_BY_ENTER}
      ${menuFields(menu, state, texts)}
      ${section("delivery", words.delivery, deliveryFields(deps, state, texts))}
      ${section("comments", words.comments, ownField("comentarios", words.commentsLabel, state))}
      ${section("total", texts.draft.total, totalAndButtons(state, texts))}
    </form>
  `;
  const { headers, ...page } = pageAnswer({
    status: state.status,
    texts,
    restaurant,
    title: words.title,
    content,
    posts: true,
    form: FORM,
    hasErrors: problems.length > 0,
  });
  return { ...page, headers: wait ? { ...headers, "retry-after": String(wait) } : headers };
}

/** The Enter key presses this button, which sends nothing on. */
const TOTAL_BY_ENTER =
  html`<button class="unseen" name="accion" value="total" tabindex="-1" aria-hidden="true"></button>`;

/** The id of a field; null if the page has none: a dish that is sold out. `lineas` are all quantities. */
function idOf(field: string | null, quantities: readonly string[]): string | null {
  if (field === null || ORDER_FIELDS.includes(field)) return field;
  const name = field === "lineas" ? quantities[0] : field;
  return name !== undefined && quantities.includes(name) ? quantityId(name) : null;
}

/** An id of the menu may be that of another part of the page. */
function quantityId(name: string): string {
  return `cantidad-${name}`;
}

function quantityNames({ sections, additions }: Menu): readonly string[] {
  const presentations = sections.flatMap(({ dishes }) => dishes)
    .flatMap((dish) => dish.soldOut ? [] : dish.presentations);
  return [...presentations, ...additions].map(({ id }) => quantityName(id));
}

function menuFields({ sections, additions }: Menu, state: OrderState, texts: Texts): Html {
  const { menu: words, restaurant: language } = texts;
  const offered = sections.filter(({ dishes }) => dishes.length > 0);
  return html`
    ${offered.map(({ name, dishes }, index) =>
      section(
        `s${index}`,
        name,
        dishes.map((dish) =>
          html`
            <h3>${dish.name}</h3>
            <p><small>${dish.description[language]}</small></p>
            ${dish.soldOut
              ? html`<p class="mark">${words.soldOut}</p>`
              : dish.presentations.map(({ id, label, priceCents }) =>
                quantity({ id, label: label ?? dish.name, priceCents }, state, texts)
              )}
          `
        ),
      )
    )}
    ${additions.length > 0 && section(
      "additions",
      words.additions,
      additions.map(({ id, name, priceCents }) =>
        quantity({ id, label: name, priceCents }, state, texts)
      ),
    )}
  `;
}

interface Quantity {
  readonly id: string;
  readonly label: string;
  readonly priceCents: number;
}

function quantity(
  { id, label, priceCents }: Quantity,
  { typed, problems = [] }: OrderState,
  { order: words }: Texts,
): Html {
  const name = quantityName(id);
  const bounds = { type: "number", inputmode: "numeric", min: 0, max: DRAFT_LIMITS.quantity.max };
  return html`
    <div class="quantity-line">${inputField({
      name,
      id: quantityId(name),
      label: html`${label} <small>${words.each(formatMoney(priceCents))}</small>`,
      value: typed.get(name) ?? "",
      problem: problemOf(name, problems),
      attributes: attributes({ ...bounds, "data-cents": priceCents }),
      isSummed: true,
    })}</div>
  `;
}

function problemOf(name: string, problems: readonly OrderProblem[]) {
  const found = problems.find(({ field }) => field === name);
  return found ? { field: name, text: found.text } : null;
}

function deliveryFields(deps: PageDeps, state: OrderState, texts: Texts): Html {
  const { order: words, draft } = texts;
  const { typed, where, problems = [] } = state;
  const mode = typed.get("modo") ?? "domicilio";
  const way = (value: string, label: string) => {
    const mark = attributes({ type: "radio", name: "modo", value, checked: mode === value });
    return html`<label class="check"><input ${mark}> ${label}</label>`;
  };
  const isTold = problems.some(({ field }) => field === "texto");
  return html`
    <div id="modo" role="radiogroup" aria-labelledby="delivery">
      ${way("domicilio", draft.delivery)} ${way("recoger", draft.pickup)}
    </div>
    <div class="home-delivery">
      ${ownField("direccion", words.address, state)}
      ${ownField("referencias", words.references, state)}
      ${whereFields({ deps, texts, typed, where, isTold })}
      ${deliveryLink(texts)}
    </div>
  `;
}

function ownField(name: string, label: string, { typed, problems = [] }: OrderState): Html {
  const [value, problem] = [typed.get(name) ?? "", problemOf(name, problems)];
  return inputField({ name, label, value, problem, rows: 2, isSummed: true });
}

function totalAndButtons({ total }: OrderState, { order: words, draft }: Texts): Html {
  return html`
    ${total ? totalOf(total, words, draft) : null}
    <p class="total" data-total hidden></p>
    <p class="actions">
      <button class="send quiet" name="accion" value="total">${words.showTotal}</button>
      <button class="send" name="accion" value="enviar">${words.goOn}</button>
    </p>
  `;
}

function totalOf(
  { total, costo_envio: shipping, calle }: OrderTotal,
  words: Texts["order"],
  draft: Texts["draft"],
): Html {
  const [sum, ofIt] = [total, shipping ?? 0].map((pesos) => formatMoney(Math.round(pesos * 100)));
  const street = calle !== null && html`${draft.pinOn} <strong><bdi>${calle}</bdi></strong>.`;
  return html`
    <p class="total" role="status">
      <span>${draft.total} <small>${draft.taxIncluded}</small></span>
      <strong>${sum!} <abbr title="${draft.pesos}">MXN</abbr></strong>
    </p>
    ${shipping !== null && html`<p>${words.shippingOf(ofIt!)} ${street}</p>`}
  `;
}
