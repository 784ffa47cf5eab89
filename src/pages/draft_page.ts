/** The page behind a draft's link, where a person reviews the order and sends it. */
import { dayOf, timeOf, wallMinute } from "../domain/local_time.ts";
import { type Menu, nameIn, orderables } from "../domain/menu.ts";
import { mapLink } from "../domain/location.ts";
import { withoutLink } from "../domain/map_link.ts";
import {
  DRAFT_MINUTES,
  openDraft,
  type SealedDraft,
  type SealedHomeDelivery,
} from "../domain/order_draft/link.ts";
import { linesTotalCents } from "../domain/order_draft/request.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import { currentMenu, type Situation, situationNow } from "../domain/schedule/situation.ts";
import { attributes, type Html, html } from "../html/html.ts";
import type { Answer } from "../http/answer.ts";
import { kitchenNotice } from "./home_page.ts";
import {
  contactButton,
  fact,
  messageButtons,
  moneyOf,
  pageAnswer,
  type PageDeps,
  section,
  streetLine,
  totalLine,
} from "./layout.ts";
import { filledOrder } from "./order_page.ts";
import { problemPage, tokenIn } from "./refusal_page.ts";
import type { Texts } from "./texts/es.ts";
import { whenText } from "./texts/languages.ts";
import { mapOf } from "./where.ts";

/** The path of drafts' links. */
export const DRAFTS = "/pedido/";

/** An expired link shows for so long what was priced and when, so that staff can check a message. */
const SHOWN_AFTER_MS = 7 * 86_400_000;

/** 200 with the draft; 410 once it has expired, for 7 days still with the draft; 404 if the token does not open. */
export async function draftPage(deps: PageDeps, pathname: string, texts: Texts): Promise<Answer> {
  const situation = situationNow(deps);
  const { restaurant, now } = situation;
  const token = tokenIn(pathname, DRAFTS);
  const draft = openDraft(token, deps.seals);
  if (!draft) return problemPage(restaurant, texts);
  const expired = draft.expiresAt <= now;
  const { title, expiredTitle, expired: lead } = texts.draft;
  const page = { texts, restaurant, title: expired ? expiredTitle : title };
  if (now - draft.expiresAt > SHOWN_AFTER_MS) {
    const again = waysAgain(filledOrder([], {}, texts), restaurant, texts);
    return pageAnswer({ ...page, status: 410, content: html`<p class="lead">${lead}</p>${again}` });
  }
  const elsewhere = await namedElsewhere(draft, deps);
  const content = draftContent({ deps, draft, token, situation, texts, expired, elsewhere });
  return pageAnswer({ ...page, status: expired ? 410 : 200, content });
}

/** What the words of the address name that is not where the pin is. */
async function namedElsewhere({ delivery }: SealedDraft, deps: PageDeps): Promise<string> {
  if (delivery.mode === "recoger") return "";
  const pin = delivery.destination;
  const found = await deps.locate(withoutLink(delivery.address), { ...deps.restaurant(), pin });
  return found?.elsewhere.join(", ") ?? "";
}

interface OpenedDraft {
  readonly elsewhere: string;
  readonly deps: PageDeps;
  readonly draft: SealedDraft;
  readonly token: string;
  readonly situation: Situation;
  readonly texts: Texts;
  readonly expired: boolean;
}

function draftContent(opened: OpenedDraft): Html {
  const { deps, draft, token, situation, situation: { restaurant }, texts, expired } = opened;
  const { draft: words } = texts;
  const view = viewDraft(draft, restaurant.menu, texts);
  const served = orderables(currentMenu(situation));
  const { delivery } = draft;
  const isHome = delivery.mode === "domicilio";
  const town = isHome ? deps.townAt(delivery.destination) ?? restaurant.town : null;
  const said = html`<p class="said" dir="auto">${view.comments}</p>`;
  const pickup = html`<p class="said"><bdi>${restaurant.address}</bdi></p>`;
  const link = `${deps.baseUrl}${DRAFTS}${token}`;
  const messages = orderMessages(draft, { ...restaurant, town }, texts, link);
  const fields = expired ? { modo: delivery.mode } : fieldsOf(draft);
  const form = filledOrder(view.lines, fields, texts);
  const buttons = expired ? waysAgain(form, restaurant, texts) : html`
    ${messageButtons(restaurant, messages, words.send, texts)}
    <p class="links"><a href="${form}">${words.correct}</a></p>
  `;
  // The bar floats over its own part alone, and so never over the map.
  return html`
    <p class="lead">${expired ? words.expired : words.lead}</p>
    <p>${validityText(opened)}</p>
    ${!expired && kitchenNotice(situation, texts)}
    <div class="draft">
      <div>
        ${section("lines", words.lines, linesTable(view, served, texts))}
        ${view.comments !== null && section("comments", words.comments, said)}
        <section class="confirm" aria-label="${words.total}">
          ${totalLine(view.total, texts)}
          ${buttons}
        </section>
      </div>
      ${isHome
        ? section("delivery", words.delivery, deliveryFacts(delivery, town, opened))
        : section("delivery", words.pickup, pickup)}
    </div>
  `;
}

/** What is left of an expired order: to prepare it anew, or to write. @param form the order form's address */
function waysAgain(form: string, restaurant: Restaurant, texts: Texts): Html {
  return html`
    <p class="actions">
      <a class="send" href="${form}">${texts.draft.again}</a>
      ${contactButton(restaurant, "pedido", texts)}
    </p>
  `;
}

/** The order form's fields, by which a draft is corrected. */
function fieldsOf({ delivery, comments }: SealedDraft): Readonly<Record<string, string>> {
  const said = { modo: delivery.mode, comentarios: comments ?? "" };
  if (delivery.mode === "recoger") return said;
  const { address, references, destination: { lat, lng } } = delivery;
  const where = { direccion: address, referencias: references ?? "" };
  return { ...said, ...where, lat: String(lat), lng: String(lng) };
}

/** `Vigente. Se preparó hoy a las 19:58. Precios fijos hasta las 20:28, quedan 28 minutos.` */
function validityText({ draft: { expiresAt }, situation, texts }: OpenedDraft): Html {
  const { restaurant: { timeZone }, now } = situation;
  const words = texts.draft;
  const prepared = wallMinute(expiresAt - DRAFT_MINUTES * 60_000, timeZone);
  const today = dayOf(wallMinute(now, timeZone));
  const when = whenText({ day: dayOf(prepared), time: timeOf(prepared) }, today, texts);
  const until = timeOf(wallMinute(expiresAt, timeZone));
  const left = Math.ceil((expiresAt - now) / 60_000);
  return left > 0
    ? html`<strong>${words.valid}.</strong> ${words.priced(when, until, left)}`
    : html`<strong class="expired">${words.expiredMark}.</strong> ${words.wasPriced(when, until)}`;
}

function linesTable(
  { lines, shipping }: DraftView,
  served: ReturnType<typeof orderables>,
  texts: Texts,
): Html {
  const { draft: words } = texts;
  return html`
    <table>
      <thead class="unseen">
        <tr>
          <th scope="col">${words.quantity}</th>
          <th scope="col">${words.dish}</th>
          <th scope="col">${words.amount}</th>
        </tr>
      </thead>
      <tbody>${lines.map((line) => lineRow(line, served, texts))}</tbody>
      ${shipping !== null && html`
        <tfoot>
          <tr>
            <th colspan="2" scope="row">${words.shipping}</th>
            <td>${shipping}</td>
          </tr>
        </tfoot>
      `}
    </table>
  `;
}

function lineRow(
  { id, shown, quantity, each, amount }: ViewedLine,
  served: ReturnType<typeof orderables>,
  { draft: words, menu }: Texts,
): Html {
  const item = id !== undefined && (served.get(id) ?? null);
  const gone = item === null ? menu.over : item && item.soldOut && menu.soldOut;
  return html`
    <tr>
      <td class="quantity">${quantity} ×</td>
      <th scope="row"><bdi>${shown}</bdi>${gone && html`
        <small><strong>${gone}</strong></small>
      `}${quantity > 1 && html`<small>${words.each(each)}</small>`}</th>
      <td>${amount}</td>
    </tr>
  `;
}

function deliveryFacts(
  { destination, address, references, street, km, minutes }: SealedHomeDelivery,
  town: string | null,
  { deps, texts, elsewhere, expired }: OpenedDraft,
): Html {
  const { draft: words, where } = texts;
  const said = { class: "said", dir: "auto" };
  const map = attributes({ href: mapLink(destination), target: "_blank", rel: "noreferrer" });
  return html`
    ${mapOf(destination, deps, texts)}
    <dl>
      ${fact(words.address, address, said)}
      ${references !== null && fact(words.references, references, said)}
      ${fact(words.pin, [
        streetLine(street, town, texts),
        html`
          ${elsewhere !== "" && html`<strong>${words.elsewhere(elsewhere)}</strong>`}
          ${!expired && html`<small>${words.pinCheck}</small>`}
        `,
      ])}
      ${fact(words.time, `${words.minutes(minutes.min, minutes.max)}, ${km} km`)}
    </dl>
    <p class="links"><a ${map}>${where.seen}</a></p>
  `;
}

/** An order as a message writes it, also without a price of delivery. */
interface WrittenOrder extends Pick<SealedDraft, "lines" | "comments"> {
  readonly delivery:
    | { readonly mode: "recoger" }
    | Pick<SealedHomeDelivery, "mode" | "address" | "references"> & Partial<SealedHomeDelivery>;
}

/** The draft at its quoted prices. A dish that has left the menu has a text in place of its name. */
function viewDraft(
  draft: WrittenOrder,
  menu: Menu,
  { draft: texts, restaurant: language }: Texts,
) {
  const money = moneyOf({ menu });
  const offered = new Map([...orderables(menu).values()].map((each) => [each.code, each]));
  const lines = draft.lines.map(({ code, quantity, priceCents }) => {
    const item = offered.get(code);
    const name = item?.name ?? texts.offMenu;
    // `name` is for the kitchen, `shown` for the guest.
    const shown = nameIn(language, name, item ?? {});
    const amounts = { each: money(priceCents), amount: money(quantity * priceCents) };
    return { id: item?.id, name, shown, quantity, ...amounts };
  });
  const { delivery } = draft;
  const cents = linesTotalCents(draft.lines);
  const shipping = delivery.mode === "domicilio" ? delivery.costCents ?? null : null;
  return {
    ...draft,
    lines,
    linesTotal: money(cents),
    shipping: shipping === null ? null : money(shipping),
    total: money(cents + (shipping ?? 0)),
  };
}

type DraftView = ReturnType<typeof viewDraft>;
type ViewedLine = DraftView["lines"][number];
type DraftTexts = Texts["draft"];

/** UTF-16 units. WhatsApp links carry texts of about 2,000 characters. */
const MESSAGE_LIMIT = 1800;
/** Of them for the number of a message: there are fewer than lines. */
const NUMBER_ROOM = 20;

/**
 * The whole order with its link; past {@linkcode MESSAGE_LIMIT} without what its link holds. Without a link, or with
 * one that is too long, the whole order in as many messages as it takes.
 */
export function orderMessages(
  draft: WrittenOrder,
  { name, menu, town }: Pick<Restaurant, "name" | "menu" | "town">,
  texts: Texts,
  link?: string,
): readonly string[] {
  const { draft: words } = texts;
  const view = viewDraft(draft, menu, texts);
  const lines = view.lines.map(({ quantity, name, amount }) => `${quantity} × ${name}: ${amount}`);
  const pieces = view.lines.reduce((sum, line) => sum + line.quantity, 0);
  const summary = words.linesSummary(lines.length, pieces, view.linesTotal);
  const totals = totalTexts(view, words);
  const full = [
    words.greeting(name),
    "",
    ...lines,
    "",
    ...deliveryTexts(view, town, words),
    ...totals,
  ];
  const short = [words.greeting(name), "", summary, ...totals];
  const linked = link === undefined ? [] : [[...full, "", link], [...short, "", link]];
  const whole = [...linked, full].map((lines) => lines.join("\n"))
    .find((text) => text.length < MESSAGE_LIMIT);
  return whole === undefined ? inParts(full, words) : [whole];
}

/** The lines in order in as few messages as hold them, each with its number. */
function inParts(lines: readonly string[], { part }: DraftTexts): readonly string[] {
  const parts: string[][] = [[]];
  for (const line of lines) {
    const longer = [...parts.at(-1)!, line];
    if (longer.join("\n").length < MESSAGE_LIMIT - NUMBER_ROOM) parts[parts.length - 1] = longer;
    else parts.push([line]);
  }
  return parts.map((each, nth) => `${part(nth + 1, parts.length)}\n${each.join("\n").trim()}`);
}

function deliveryTexts(
  { delivery, comments }: DraftView,
  town: string | null,
  texts: DraftTexts,
): readonly string[] {
  const said = comments === null ? [] : [`${texts.comments}: ${comments}`];
  if (delivery.mode === "recoger") return said;
  const { destination, street } = delivery;
  const place = [street, town].filter(Boolean).join(", ");
  const pin = texts.pin + (place && ` (${place})`);
  return [
    `${texts.address}: ${delivery.address}`,
    ...(delivery.references === null ? [] : [`${texts.references}: ${delivery.references}`]),
    ...(destination === undefined ? [] : [`${pin}: ${mapLink(destination)}`]),
    ...said,
  ];
}

function totalTexts(
  { delivery, shipping, total }: DraftView,
  texts: DraftTexts,
): readonly string[] {
  const way = delivery.mode === "recoger"
    ? texts.pickup
    : shipping === null
    ? texts.unpriced
    : `${texts.delivery} (${delivery.km} km): ${shipping}`;
  return [way, `${texts.total}: ${total} MXN, ${texts.taxIncluded}`];
}
