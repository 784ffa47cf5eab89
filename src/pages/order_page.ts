/** The page of the order form: the menu with quantities, the delivery, the total and the problems. */
import { delivers } from "../domain/tariff.ts";
import { type Addition, type Dish, nameIn } from "../domain/menu.ts";
import { MOST_OF_ONE } from "../domain/order_draft/request.ts";
import { currentMenu, type Situation, situationNow } from "../domain/schedule/situation.ts";
import { errorSummary, type FieldProblem, hiddenFields, inputField } from "../html/form.ts";
import { attributes, type Html, html } from "../html/html.ts";
import type { Answer } from "../http/answer.ts";
import { kitchenNotice } from "./home_page.ts";
import {
  deliveryLink,
  messageButtons,
  moneyOf,
  noticeLink,
  notYet,
  pageAnswer,
  type PageDeps,
  sells,
  streetLine,
  totalLine,
} from "./layout.ts";
import { type DishPhotos, dishPhotos, type MenuLines, menuParts, photoOf } from "./menu_page.ts";
import type { Texts } from "./texts/es.ts";
import { placeText, type Where, WHERE_FIELDS, whereFields } from "./where.ts";

/** The fields beside the quantities. */
export const ORDER_FIELDS: readonly string[] = [
  ...["modo", "direccion", "referencias", "comentarios", "accion", "lang"],
  ...WHERE_FIELDS,
];

/** The name of an item's field: its id, after `_` if another field has that name. Ids hold no underscore. */
export function quantityName(id: string): string {
  return ORDER_FIELDS.includes(id) ? `_${id}` : id;
}

/** The address of the form with these quantities and fields filled in. */
export function filledOrder(
  lines: readonly { readonly id?: string | undefined; readonly quantity: number }[],
  fields: Readonly<Record<string, string>>,
  { language }: Pick<Texts, "language">,
): string {
  const quantities = lines.map(({ id, quantity }) => [id ? quantityName(id) : "", `${quantity}`]);
  const query = [["lang", language], ...quantities, ...Object.entries(fields)];
  return `/pedir?${new URLSearchParams(query.filter(([name, value]) => name && value))}`;
}

/** What the page shows of the operation's answer. */
export interface OrderTotal {
  readonly total: number;
  readonly costo_envio: number | null;
  readonly calle: string | null;
  readonly ciudad?: string;
}

export interface OrderState {
  readonly status: number;
  readonly typed: URLSearchParams;
  readonly where: Where;
  readonly problems: readonly FieldProblem[];
  readonly total?: OrderTotal;
  /** The order, whose delivery has no price, to be sent on WhatsApp. */
  readonly messages?: readonly string[];
  /** Whether the form came from another address than the service's own, whose pages alone are taken. */
  readonly isForeign?: boolean;
}

/** What the parts of the page show. */
interface OrderView extends OrderState {
  readonly deps: PageDeps;
  readonly situation: Situation;
  readonly photos: DishPhotos;
  readonly texts: Texts;
  readonly money: ReturnType<typeof moneyOf>;
}

const FORM = "_pedido";
/** The id to which a problem of all quantities links. */
export const FIRST_SECTION = "_0";

export async function orderPage(
  deps: PageDeps,
  state: OrderState,
  texts: Texts,
): Promise<Answer> {
  const { order: words, reservation, language } = texts;
  const { status, where, total, messages = [], isForeign = false } = state;
  const situation = situationNow(deps);
  const { restaurant } = situation;
  if (!sells(situation)) {
    const content = notYet(situation, texts.menu.none, texts);
    return pageAnswer({ status: 200, texts, restaurant, title: words.title, content });
  }
  const money = moneyOf(restaurant);
  const view = { ...state, deps, situation, photos: await dishPhotos(deps), texts, money };
  const form = { id: FORM, method: "post", action: `/pedir?lang=${language}`, novalidate: true };
  const content = html`
    ${opening(view)}
    ${isForeign && html`
      <p class="links"><a href="${deps.baseUrl}/pedir">${deps.baseUrl}/pedir</a></p>
    `}
    ${kitchenNotice(situation, texts)}
    ${total ? totalOf(total, view) : null}
    ${messageButtons(restaurant, messages, words.asIs, texts)}
    <form ${attributes({ ...form, "accept-charset": "utf-8" })}>
      ${wayChoice(view)}
      <div class="order">${menuFields(view)}</div>
      <div id="_rest">
        ${delivers(restaurant) && deliveryFields(view)}
        <section>${ownField("comentarios", reservation.said.comentarios.label, view)}</section>
      </div>
      <p class="actions">
        ${sendButton(texts)}
        <button class="send" name="accion" value="total">${words.showTotal}</button>
      </p>
      <p class="links">${noticeLink(restaurant, texts)}</p>
    </form>
  `;
  const frameOfPage = { status, texts, restaurant, title: words.title, wait: where.wait };
  return pageAnswer({ ...frameOfPage, content, posts: true, form: FORM });
}

/** The problems, the place to look at, or how to order. */
function opening({ problems, where: { found }, texts }: OrderView): Html {
  const { order: words, frame } = texts;
  if (problems.length > 0) return errorSummary(frame.problems, problems);
  if (found === undefined) return html`<p class="lead">${words.lead}</p>`;
  return errorSummary(words.look, [{ field: "texto", text: placeText(found, texts) }]);
}

function menuFields(view: OrderView): Html {
  const { texts, texts: { order } } = view;
  const steps = attributes({ "data-fewer": order.fewer, "data-another": order.another });
  const counted = attributes({ "data-one": order.pieces(1), "data-more": order.pieces(0) });
  const ways = html`
    <span data-sum ${counted} ${steps} hidden><small></small> <strong>${view.money(
      0,
    )}</strong></span>
    <a class="send" href="#_rest">${order.next}</a>
  `;
  const lines: MenuLines = {
    dish: (dish) => dishFields(dish, view),
    addition: (addition, label) => quantity({ ...addition, label }, view),
  };
  return menuParts(currentMenu(view.situation), texts, lines, ways);
}

function dishFields(dish: Dish, view: OrderView): Html {
  const { name, description, presentations, soldOut } = dish;
  const { menu: words, restaurant: language } = view.texts;
  const sold = (label: string | null) => html`<span class="unseen">${name}</span> ${label}`;
  return html`
    <article>
      ${photoOf(dish, view.photos)}
      <h3>${name} ${soldOut && html`<small class="mark">${words.soldOut}</small>`}</h3>
      <p>${description[language]}</p>
      ${!soldOut &&
        presentations.map(({ label, ...one }) =>
          quantity({ ...one, label: sold(nameIn(language, label, one)) }, view)
        )}
    </article>
  `;
}

function quantity(
  { id, label, priceCents }: Pick<Addition, "id" | "priceCents"> & {
    readonly label: string | Html;
  },
  view: OrderView,
): Html {
  const bounds = { type: "number", inputmode: "numeric", min: 0, max: MOST_OF_ONE, placeholder: 0 };
  const field = ownField(
    quantityName(id),
    html`${label} <small>${view.texts.draft.each(view.money(priceCents))}</small>`,
    view,
    attributes({ ...bounds, "data-cents": priceCents }),
  );
  return html`<div class="stepper">${field}</div>`;
}

/** A field as it was typed, of one line if it has attributes of its own. */
function ownField(
  name: string,
  label: string | Html,
  { typed, problems }: OrderView,
  own?: Html,
): Html {
  const problem = problems.find(({ field }) => field === name);
  const shown = { name, label, value: typed.get(name) ?? "", problem, isSummed: true };
  return inputField({ ...shown, ...(own ? { attributes: own } : { rows: 2 }) });
}

/** Delivered or picked up: a style hides the fields of delivery from who picks up. */
function wayChoice(view: OrderView): Html {
  const { texts: { draft, order }, situation: { restaurant } } = view;
  if (!delivers(restaurant)) {
    return html`<p>${hiddenFields({ modo: "recoger" })} ${draft.pickup}</p>`;
  }
  const isPriced = view.deps.hasPrices();
  const mode = view.typed.get("modo") ?? (isPriced ? "domicilio" : "recoger");
  const way = (value: string, label: string) => {
    const mark = attributes({ type: "radio", name: "modo", value, checked: mode === value });
    return html`<label><input ${mark}> ${label}</label>`;
  };
  return html`
    <fieldset class="choices ways" id="modo">
      <legend class="unseen">${order.delivery}</legend>
      ${way("domicilio", isPriced ? draft.delivery : order.unpriced)}
      ${way("recoger", draft.pickup)}
    </fieldset>
  `;
}

function deliveryFields(view: OrderView): Html {
  const { texts, texts: { draft, order, where }, situation: { restaurant } } = view;
  // The page of a search opens at its field.
  const searchTo = `/pedir?lang=${texts.language}#texto`;
  const isPriced = view.deps.hasPrices();
  const label = html`${draft.references} <small>${order.referencesHint}</small>`;
  return html`
    <section class="home-delivery">
      ${isPriced
        ? whereFields({ ...view, isPriced: view.total !== undefined, searchTo })
        : ownField("texto", where.label, view)}
      ${ownField("referencias", label, view)}
      ${isPriced && deliveryLink(restaurant, texts)}
    </section>
  `;
}

/** The total, on top of the page, where guests look after asking for it. */
function totalOf(
  { total, costo_envio: shipping, calle, ciudad }: OrderTotal,
  { texts, money }: OrderView,
): Html {
  const written = (pesos: number) => money(Math.round(pesos * 100));
  const { draft: { shipping: label } } = texts;
  return html`
    <section data-asked role="status">
      ${totalLine(written(total), texts)}
      ${shipping !== null && html`
        <p>${label}: ${written(shipping)}. ${streetLine(calle, ciudad, texts)}</p>
      `}
      ${sendButton(texts)}
    </section>
  `;
}

function sendButton({ order: { goOn } }: Texts): Html {
  return html`<button class="send" form="${FORM}" name="accion" value="enviar">${goOn}</button>`;
}
