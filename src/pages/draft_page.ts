/** The page behind a draft's link: the person reads what was prepared and sends it, or not. Looking at it changes nothing. */
import { contactLink, whatsappLink } from "../domain/contact.ts";
import { addDays, type Day, dayOf, type Time, timeOf, wallMinute } from "../domain/local_time.ts";
import {
  openDraft,
  type SealedDraft,
  type SealedHomeDelivery,
} from "../domain/order_draft/link.ts";
import type { Language } from "../domain/text.ts";
import type { LatLng } from "../domain/location.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import type { Answer } from "../http/answer.ts";
import { DRAFT_TEXTS, type DraftTexts } from "./draft_texts.ts";
import { type DraftView, orderMessage, viewDraft, type ViewedLine } from "./draft_view.ts";
import { formatMoney, type Html, html, trustedHtml } from "./html.ts";
import { pageAnswer } from "./layout.ts";

export interface DraftPageOptions {
  /** As it stands in the address; blanks and punctuation around it are not part of it. */
  readonly token: string;
  readonly language: Language;
  readonly restaurant: Restaurant;
  readonly kitchen: Kitchen;
  readonly draftKey: CryptoKey;
  /** How long links hold their prices: when one was prepared follows from when it expires. */
  readonly ttlMinutes: number;
  /** Public address without a trailing slash. */
  readonly baseUrl: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** A picture of the way to a destination, markup of the program's own; null where there is none. Default: none. */
  routePicture?(destination: LatLng): string | null;
}

/** For so long after it expired a link shows what was priced and when, so that staff can check a message. */
const SHOWN_AFTER_MS = 7 * 86_400_000;

/** 200 with the draft, 410 once it has expired, still with the draft for 7 days; 404 where the token does not open. */
export async function draftPage(options: DraftPageOptions): Promise<Answer> {
  const { restaurant, language, now } = options;
  const token = bareToken(options.token);
  const draft = await openDraft(token, options.draftKey);
  if (!draft) return brokenPage(restaurant, language);
  const expired = draft.expiresAt <= now;
  if (now - draft.expiresAt > SHOWN_AFTER_MS) return expiredPage(restaurant, language);
  const texts = DRAFT_TEXTS[language];
  const view = viewDraft(draft, restaurant.menu, texts);
  const link = `${options.baseUrl}/pedido/${token}`;
  const message = orderMessage({ view, restaurantName: restaurant.name, link, texts });
  const content = draftContent({
    view,
    texts,
    pickupAddress: restaurant.address,
    lead: expired ? texts.expired : texts.lead,
    validity: validityText(draft, options),
    kitchenNotice: expired ? null : kitchenNotice(options.kitchen, language),
    button: expired
      ? { label: texts.write, href: contactLink(restaurant, "pedido", language) }
      : { label: texts.send, href: whatsappLink(restaurant.phone, message) },
    routePicture: pictureOf(draft, options),
  });
  const title = expired ? texts.expiredTitle : texts.title;
  const status = expired ? 410 : 200;
  return pageAnswer({ status, language, restaurant, title, heading: title, content });
}

function pictureOf({ delivery }: SealedDraft, { routePicture }: DraftPageOptions): Html | null {
  if (delivery.mode !== "domicilio") return null;
  const markup = routePicture?.(delivery.destination) ?? null;
  return markup === null ? null : trustedHtml(markup);
}

/** The token without what people copy along with a link: blanks within, quotes, stops and brackets around. */
function bareToken(token: string): string {
  // Not by cutting both ends off: a search for the end of a long run of signs begins anew at each of them.
  return /[\w-](?:.*[\w-])?/.exec(token.replace(/\s+/g, ""))?.[0] ?? "";
}

/** `Vigente. Se preparó hoy a las 19:58. Precios fijos hasta las 20:28, quedan 28 minutos.` */
function validityText({ expiresAt }: SealedDraft, options: DraftPageOptions): Html {
  const { language, now, restaurant: { timeZone } } = options;
  const texts = DRAFT_TEXTS[language];
  const prepared = wallMinute(expiresAt - options.ttlMinutes * 60_000, timeZone);
  const today = dayOf(wallMinute(now, timeZone));
  const when = whenText({ day: dayOf(prepared), time: timeOf(prepared) }, today, language);
  const end = html`<strong><time>${timeOf(wallMinute(expiresAt, timeZone))}</time></strong>`;
  const left = Math.ceil((expiresAt - now) / 60_000);
  return left > 0
    ? html`<strong>${texts.valid}.</strong> ${texts.preparedAt(when)} ${texts.validUntil} ${end}, ${
      texts.minutesLeft(left)
    }.`
    : html`<strong class="expired">${texts.expiredMark}.</strong> ${
      texts.preparedAt(when)
    } ${texts.wasValidUntil} ${end}.`;
}

interface DraftContent {
  readonly view: DraftView;
  readonly texts: DraftTexts;
  /** Of the restaurant, where orders are picked up. */
  readonly pickupAddress: string;
  /** What precedes the order. */
  readonly lead: string;
  /** Says when it was prepared and how long the prices hold, or held. */
  readonly validity: Html;
  /** Says that the kitchen is closed and when it opens; null while it is open. */
  readonly kitchenNotice: string | null;
  /** What the one button does: send the order, or write to the restaurant once the order has expired. */
  readonly button: { readonly label: string; readonly href: string };
  /** A picture of the way to the door, where there is one. */
  readonly routePicture: Html | null;
}

function draftContent(content: DraftContent): Html {
  const { view, texts, kitchenNotice } = content;
  return html`
    <p class="lead">${content.lead}</p>
    <p>${content.validity}</p>
    ${kitchenNotice !== null && html`<p class="notice" role="note">${kitchenNotice}</p>`}
    <section aria-labelledby="lines">
    <h2 id="lines">${texts.lines}</h2>
    ${linesTable(view, texts)}
    </section>
    ${view.comments !== null && commentsSection(view.comments, texts)}
    ${view.delivery.mode === "domicilio"
      ? deliverySection(view.delivery, texts, content.routePicture)
      : pickupSection(content.pickupAddress, texts)}
    <section class="confirm" aria-label="${texts.total}">
      <p class="total"><span>${texts.total} <small>${texts.taxIncluded}</small></span>
    <strong>${formatMoney(view.totalCents)} <abbr title="${texts.pesos}">MXN</abbr></strong></p>
      <a class="send" href="${content.button.href}" rel="noreferrer">${content.button.label}</a>
    </section>
  `;
}

function linesTable(view: DraftView, texts: DraftTexts): Html {
  const { delivery } = view;
  return html`<table>
<thead class="unseen"><tr>
<th scope="col">${texts.quantity}</th><th scope="col">${texts.dish}</th><th scope="col">${texts.amount}</th>
</tr></thead>
<tbody>${view.dishes.map((line) => lineRow(line, texts))}</tbody>
${
    view.additions.length > 0 && html`<tbody>
<tr class="group"><th colspan="3" scope="rowgroup">${texts.additions}</th></tr>
${view.additions.map((line) => lineRow(line, texts))}</tbody>`
  }
${
    delivery.mode === "domicilio" && html`
      <tfoot>
        <tr>
          <th colspan="2" scope="row">${texts.shipping}</th>
          <td>${formatMoney(delivery.costCents)}</td>
        </tr>
      </tfoot>
    `
  }
</table>`;
}

function lineRow({ name, quantity, priceCents, amountCents }: ViewedLine, texts: DraftTexts): Html {
  const each = quantity > 1 && html`<small>${texts.each(formatMoney(priceCents))}</small>`;
  return html`
    <tr>
      <td class="quantity">${quantity} ×</td>
      <th scope="row"><bdi>${name}</bdi>${each}</th>
      <td>${formatMoney(amountCents)}</td>
    </tr>
  `;
}

function commentsSection(comments: string, texts: DraftTexts): Html {
  return html`
    <section aria-labelledby="comments">
      <h2 id="comments">${texts.comments}</h2>
      <p class="said" dir="auto">${comments}</p>
    </section>
  `;
}

function deliverySection(
  delivery: SealedHomeDelivery,
  texts: DraftTexts,
  routePicture: Html | null,
): Html {
  const { address, references, street, km, minutes } = delivery;
  return html`<section aria-labelledby="delivery">
<h2 id="delivery">${texts.delivery}</h2>
${routePicture !== null && html`<figure class="route">${routePicture}</figure>`}
<dl>
<dt>${texts.address}</dt><dd class="said" dir="auto">${address}</dd>
${
    references !== null &&
    html`
      <dt>${texts.references}</dt>
      <dd class="said" dir="auto">${references}</dd>
    `
  }
<dt>${texts.pin}</dt><dd>${
    street === null ? texts.pinUnnamed : html`${texts.pinOn} <strong><bdi>${street}</bdi></strong>.`
  } <small>${texts.pinCheck}</small></dd>
</dl>
<dl class="facts">
<div><dt>${texts.distance}</dt><dd>${km} km</dd></div>
<div><dt>${texts.time}</dt><dd>${texts.minutes(minutes.min, minutes.max)}</dd></div>
</dl>
</section>`;
}

function pickupSection(address: string, texts: DraftTexts): Html {
  return html`
    <section aria-labelledby="delivery">
      <h2 id="delivery">${texts.pickup}</h2>
      <p class="said"><bdi>${address}</bdi></p>
    </section>
  `;
}

/** What the pages need to know of the kitchen. */
export interface Kitchen {
  readonly open: boolean;
  /** The restaurant's calendar day. */
  readonly today: Day;
  /** When it serves next, where that is known. */
  readonly opens: { readonly day: Day; readonly time: Time } | null;
}

const LOCALES = { es: "es-MX", en: "en-US" } as const;

/** Says that the kitchen is closed and when it opens; null while it is open. */
export function kitchenNotice({ open, today, opens }: Kitchen, language: Language): string | null {
  if (open) return null;
  const texts = DRAFT_TEXTS[language];
  if (opens === null) return texts.kitchenClosed;
  return `${texts.kitchenClosed} ${texts.opensAt(whenText(opens, today, language))}`;
}

/** The day and time as people say them on `today`. */
function whenText(at: { day: Day; time: Time }, today: Day, language: Language): string {
  const texts = DRAFT_TEXTS[language];
  if (at.day === today) return texts.today(at.time);
  if (at.day === addDays(today, 1)) return texts.tomorrow(at.time);
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  return texts.onDay(format.format(Date.parse(at.day)), at.time);
}

/** The link was whole, but its prices are no longer held: 410. */
function expiredPage(restaurant: Restaurant, language: Language): Answer {
  const texts = DRAFT_TEXTS[language];
  return problemPage(410, texts.expiredTitle, texts.expired, restaurant, language);
}

/** The link was cut, changed, or never was one: 404. */
export function brokenPage(restaurant: Restaurant, language: Language): Answer {
  const texts = DRAFT_TEXTS[language];
  return problemPage(404, texts.brokenTitle, texts.broken, restaurant, language);
}

function problemPage(
  status: number,
  title: string,
  text: string,
  restaurant: Restaurant,
  language: Language,
): Answer {
  const content = html`<p class="lead">${text}</p>
<p><a class="send" href="${contactLink(restaurant, "pedido", language)}" rel="noreferrer">${
    DRAFT_TEXTS[language].write
  }</a></p>`;
  return pageAnswer({ status, language, restaurant, title, heading: title, content });
}
