/** The page behind a draft's link, where a person reviews the order and sends it. Opening it changes nothing. */
import { contactLink, type ContactReason, whatsappLink } from "../domain/contact.ts";
import { dayOf, timeOf, wallMinute } from "../domain/local_time.ts";
import {
  openDraft,
  type SealedDraft,
  type SealedHomeDelivery,
} from "../domain/order_draft/link.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import {
  nextKitchenOpening,
  openingNow,
  type Situation,
  situationNow,
} from "../domain/schedule/situation.ts";
import { type Html, html, trustedHtml } from "../html/html.ts";
import { formatMoney } from "../html/words.ts";
import type { Answer } from "../http/answer.ts";
import type { Route } from "../http/router.ts";
import type { Deps } from "../ports/guests.ts";
import { type DraftView, orderMessage, viewDraft, type ViewedLine } from "./draft_view.ts";
import { pageAnswer, section } from "./layout.ts";
import type { Texts } from "./texts/es.ts";
import { whenText } from "./texts/languages.ts";

/** What the pages need of the service. */
export type PageDeps = Omit<Deps, "planner" | "locate" | "onPlannerError">;

/** The routes of the operations that pages ask for the guest, within the guest's limits. */
export interface AskedRoutes {
  readonly reserve: Route;
  readonly locate: Route;
  readonly quote: Route;
  readonly draft: Route;
}

/** For this long, an expired link still shows what was priced and when, so that staff can check a message. */
const SHOWN_AFTER_MS = 7 * 86_400_000;

/**
 * 200 with the draft; 410 once it has expired, for 7 days still with the draft; 404 if the token does not open.
 * @param written the token in the address; blanks and punctuation around it are ignored
 */
export function draftPage(deps: PageDeps, written: string, texts: Texts): Answer {
  const situation = situationNow(deps);
  const { restaurant, now } = situation;
  const token = bareToken(written);
  const draft = openDraft(token, deps.seals);
  if (!draft) return problemPage(404, restaurant, texts);
  if (now - draft.expiresAt > SHOWN_AFTER_MS) return problemPage(410, restaurant, texts);
  const expired = draft.expiresAt <= now;
  const { title, expiredTitle } = texts.draft;
  return pageAnswer({
    status: expired ? 410 : 200,
    texts,
    restaurant,
    title: expired ? expiredTitle : title,
    content: draftContent({ deps, draft, token, situation, texts, expired }),
  });
}

interface OpenedDraft {
  readonly deps: PageDeps;
  readonly draft: SealedDraft;
  readonly token: string;
  readonly situation: Situation;
  readonly texts: Texts;
  readonly expired: boolean;
}

function draftContent(opened: OpenedDraft): Html {
  const { deps, draft, token, situation: { restaurant }, texts, expired } = opened;
  const { draft: words } = texts;
  const view = viewDraft(draft, restaurant.menu, texts);
  const said = html`<p class="said" dir="auto">${view.comments}</p>`;
  const pickup = html`<p class="said"><bdi>${restaurant.address}</bdi></p>`;
  const link = `${deps.baseUrl}/pedido/${token}`;
  const message = orderMessage(view, restaurant.name, link, words);
  const button = expired
    ? contactButton(restaurant, "pedido", texts)
    : linkButton(whatsappLink(restaurant.whatsapp, message), words.send);
  return html`
    <p class="lead">${expired ? words.expired : words.lead}</p>
    <p>${validityText(opened)}</p>
    ${!expired && kitchenNotice(opened.situation, texts)}
    ${section("lines", words.lines, linesTable(view, words))}
    ${view.comments !== null && section("comments", words.comments, said)}
    ${view.delivery.mode === "domicilio"
      ? section("delivery", words.delivery, deliveryFacts(view.delivery, opened))
      : section("delivery", words.pickup, pickup)}
    <section class="confirm" aria-label="${words.total}">
      ${totalLine(view.totalCents, texts)}
      ${button}
    </section>
  `;
}

/** The token without what people copy along with it: blanks within, quotes, stops and brackets around. */
function bareToken(written: string): string {
  // Trimming both ends by patterns would take quadratic time over a long run of signs.
  return /[\w-](?:.*[\w-])?/.exec(written.replace(/\s+/g, ""))?.[0] ?? "";
}

/** `Vigente. Se preparó hoy a las 19:58. Precios fijos hasta las 20:28, quedan 28 minutos.` */
function validityText({ deps, draft: { expiresAt }, situation, texts }: OpenedDraft): Html {
  const { restaurant: { timeZone }, now } = situation;
  const words = texts.draft;
  const prepared = wallMinute(expiresAt - deps.draftTtlMinutes * 60_000, timeZone);
  const today = dayOf(wallMinute(now, timeZone));
  const when = whenText({ day: dayOf(prepared), time: timeOf(prepared) }, today, texts);
  const until = timeOf(wallMinute(expiresAt, timeZone));
  const left = Math.ceil((expiresAt - now) / 60_000);
  return left > 0
    ? html`<strong>${words.valid}.</strong> ${words.priced(when, until, left)}`
    : html`<strong class="expired">${words.expiredMark}.</strong> ${words.wasPriced(when, until)}`;
}

/** Says that the kitchen is closed and when it opens; null while it is open. */
function kitchenNotice(situation: Situation, texts: Texts): Html | null {
  const { kitchenOpen, day } = openingNow(situation);
  if (kitchenOpen) return null;
  const next = nextKitchenOpening(situation);
  const opens = next && ` ${texts.draft.opensAt(whenText(next, day, texts))}`;
  return html`<p class="notice" role="note">${texts.draft.kitchenClosed}${opens}</p>`;
}

function linesTable({ lines, delivery }: DraftView, words: Texts["draft"]): Html {
  return html`
    <table>
      <thead class="unseen">
        <tr>
          <th scope="col">${words.quantity}</th>
          <th scope="col">${words.dish}</th>
          <th scope="col">${words.amount}</th>
        </tr>
      </thead>
      <tbody>${lines.map((line) => lineRow(line, words))}</tbody>
      ${delivery.mode === "domicilio" && html`
        <tfoot>
          <tr>
            <th colspan="2" scope="row">${words.shipping}</th>
            <td>${formatMoney(delivery.costCents)}</td>
          </tr>
        </tfoot>
      `}
    </table>
  `;
}

function lineRow(
  { shown, quantity, priceCents, amountCents }: ViewedLine,
  words: Texts["draft"],
): Html {
  const each = quantity > 1 && html`<small>${words.each(formatMoney(priceCents))}</small>`;
  return html`
    <tr>
      <td class="quantity">${quantity} ×</td>
      <th scope="row"><bdi>${shown}</bdi>${each}</th>
      <td>${formatMoney(amountCents)}</td>
    </tr>
  `;
}

function deliveryFacts(
  { destination, address, references, street, km, minutes }: SealedHomeDelivery,
  { deps, texts }: OpenedDraft,
): Html {
  const { draft: words, picture: ofPicture } = texts;
  const picture = deps.routePicture?.(destination, ofPicture) ?? null;
  const pin = street === null ? words.pinUnnamed : streetLine(street, texts);
  return html`
    ${picture !== null && html`<figure class="route">${trustedHtml(picture)}</figure>`}
    <dl>
      <dt>${words.address}</dt>
      <dd class="said" dir="auto">${address}</dd>
      ${references !== null && html`
        <dt>${words.references}</dt>
        <dd class="said" dir="auto">${references}</dd>
      `}
      <dt>${words.pin}</dt>
      <dd>${pin} <small>${words.pinCheck}</small></dd>
      <dt>${words.time}</dt>
      <dd>${words.minutes(minutes.min, minutes.max)}, ${km} km</dd>
    </dl>
  `;
}

/** Of pesos as the operations answer them. */
export function centsOf(pesos: number): number {
  return Math.round(pesos * 100);
}

/** What an order costs. */
export function totalLine(cents: number, { draft: words }: Texts): Html {
  return html`
    <p class="total">
      <span>${words.total} <small>${words.taxIncluded}</small></span>
      <strong>${formatMoney(cents)} <small>MXN</small></strong>
    </p>
  `;
}

/** The street on which the point of an order lies. */
export function streetLine(street: string, { draft: words }: Texts): Html {
  return html`${words.pinOn} <strong><bdi>${street}</bdi></strong>.`;
}

/** 410 for a link that was whole but is too old to show; 404 for one that was cut, changed, or never was one. */
export function problemPage(
  status: 404 | 410,
  restaurant: Restaurant,
  texts: Texts,
  { text, reason = "pedido" }: { readonly text?: string; readonly reason?: ContactReason } = {},
): Answer {
  const { expiredTitle, expired, brokenTitle, broken } = texts.draft;
  const [title, usual] = status === 410 ? [expiredTitle, expired] : [brokenTitle, broken];
  const content = html`
    <p class="lead">${text ?? usual}</p>
    <p>${contactButton(restaurant, reason, texts)}</p>
  `;
  return pageAnswer({ status, texts, restaurant, title, content });
}

/** Opens WhatsApp with the restaurant's own first message. */
export function contactButton(
  restaurant: Restaurant,
  reason: ContactReason,
  { frame: { write }, restaurant: language }: Texts,
): Html {
  return linkButton(contactLink(restaurant, reason, language), write);
}

function linkButton(href: string, label: string): Html {
  return html`<a class="send" href="${href}" target="_top" rel="noreferrer">${label}</a>`;
}
