/** The page of the order form: the menu with quantities, the delivery, the total and the problems. */
import { delivers } from "../domain/tariff.ts";
import { type Addition, type Dish, nameIn } from "../domain/menu.ts";
import { DRAFT_LIMITS } from "../domain/order_draft/request.ts";
import { currentMenu, type Situation, situationNow } from "../domain/schedule/situation.ts";
import { errorSummary, type FieldProblem, hiddenFields, inputField } from "../html/form.ts";
import { attributes, type Html, html } from "../html/html.ts";
import type { Answer } from "../http/answer.ts";
import { kitchenNotice } from "./home_page.ts";
import {
  centsOf,
  deliveryLink,
  linkButton,
  moneyOf,
  noticeLink,
  notYet,
  pageAnswer,
  type PageDeps,
  section,
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
  /** A link that opens WhatsApp with the order, whose delivery has no price. */
  readonly contact?: string | undefined | null;
}

/** What the parts of the page show. */
export interface OrderView extends OrderState {
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
  const { status, where, total, contact = null } = state;
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
    ${opening(view)} ${kitchenNotice(situation, texts)}
    ${total ? totalOf(total, view) : null}
    ${contact !== null && otherWays(contact, texts)}
    <form ${attributes({ ...form, "accept-charset": "utf-8" })}>
      ${menuFields(view)}
      ${section("_delivery", words.delivery, deliveryFields(view))}
      <section>${ownField("comentarios", reservation.said.comentarios.label, view)}</section>
      <p class="actions">
        <button class="send quiet" name="accion" value="total">${words.showTotal}</button>
        ${sendButton(texts)}
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
  const { texts, texts: { draft, order } } = view;
  const ways = html`
    <span data-sum hidden>${draft.lines} <strong>${view.money(0)}</strong></span>
    <a class="send" href="#_delivery">${order.delivery}</a>
  `;
  const lines: MenuLines = {
    dish: (dish) => dishFields(dish, view),
    addition: (addition, label) => quantity({ ...addition, label }, view),
  };
  return menuParts(currentMenu(view.situation), texts, lines, ways);
}

/** A dish that is sold in one way only has its name beside its field. */
function dishFields(dish: Dish, view: OrderView): Html {
  const { name, description, presentations, soldOut } = dish;
  const { menu: words, restaurant: language } = view.texts;
  const [only] = presentations;
  const isPlain = !soldOut && only?.label === null;
  const sold = (label: string | null) => html`<span class="unseen">${name}</span> ${label}`;
  return html`
    <article>
      ${!isPlain &&
        html`<h3>${name} ${soldOut && html`<small class="mark">${words.soldOut}</small>`}</h3>`}
      ${isPlain && quantity({ ...only, label: html`<strong>${name}</strong>` }, view)}
      ${photoOf(dish, view.photos)}
      <p>${description[language]}</p>
      ${!isPlain && !soldOut &&
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
  const bounds = { type: "number", inputmode: "numeric", min: 0, max: DRAFT_LIMITS.quantity.max };
  const field = ownField(
    quantityName(id),
    html`${label} <small>${view.texts.draft.each(view.money(priceCents))}</small>`,
    view,
    attributes({ ...bounds, "data-cents": priceCents }),
  );
  return html`<div class="quantity-line">${field}</div>`;
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

function deliveryFields(view: OrderView): Html {
  const { texts: { draft, order }, situation: { restaurant } } = view;
  if (!delivers(restaurant)) {
    return html`<p>${hiddenFields({ modo: "recoger" })} ${draft.pickup}</p>`;
  }
  const isPriced = view.deps.hasPrices();
  const mode = view.typed.get("modo") ?? (isPriced ? "domicilio" : "recoger");
  const way = (value: string, label: string) => {
    const mark = attributes({ type: "radio", name: "modo", value, checked: mode === value });
    return html`<label class="check"><input ${mark}> ${label}</label>`;
  };
  // The page of a search opens at its field.
  const searchTo = `/pedir?lang=${view.texts.language}#texto`;
  return html`
    <div id="modo" role="radiogroup" aria-labelledby="_delivery">
      ${way("domicilio", isPriced ? draft.delivery : order.unpriced)}
      ${way("recoger", draft.pickup)}
    </div>
    <div class="home-delivery">
      ${ownField("direccion", draft.address, view)}
      ${ownField("referencias", draft.references, view)}
      ${isPriced && whereFields({ ...view, isPriced: view.total !== undefined, searchTo })}
      ${isPriced && deliveryLink(restaurant, view.texts)}
    </div>
  `;
}

/** The total, on top of the page, where guests look after asking for it. */
function totalOf(
  { total, costo_envio: shipping, calle, ciudad }: OrderTotal,
  { texts, money }: OrderView,
): Html {
  const { draft: { shipping: label } } = texts;
  const street = calle !== null && streetLine(calle, ciudad, texts);
  return html`
    <section data-asked role="status">
      ${totalLine(money(centsOf(total)), texts)}
      ${shipping !== null && html`<p>${label}: ${money(centsOf(shipping))}. ${street}</p>`}
      ${sendButton(texts)}
    </section>
  `;
}

/** What is left without a price: to send the order as it is, and to pick it up. */
function otherWays(contact: string | undefined, { order: { asIs }, draft }: Texts): Html {
  const instead = attributes({ class: "send quiet", form: FORM, name: "accion", value: "recoger" });
  return html`
    <p class="actions">${linkButton(contact, asIs)} <button ${instead}>${draft.pickup}</button></p>
  `;
}

function sendButton({ order: { goOn } }: Texts): Html {
  return html`<button class="send" form="${FORM}" name="accion" value="enviar">${goOn}</button>`;
}
