/** The page behind a draft's link: the person reads what was prepared and sends it, or not. Looking at it changes nothing. */
import { contactLink, whatsappLink } from "../domain/contact.ts";
import { openDraft, type SealedDraft } from "../domain/order_draft/link.ts";
import type { Language } from "../domain/text.ts";
import { dayOf, timeOf, wallMinute } from "../domain/local_time.ts";
import type { LatLng } from "../domain/location.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import type { Answer } from "../http/answer.ts";
import { draftContent } from "./draft_content.ts";
import { DRAFT_TEXTS } from "./draft_texts.ts";
import { viewDraft } from "./draft_view.ts";
import { type Html, html, trustedHtml } from "./html.ts";
import { type Kitchen, kitchenNotice, whenText } from "./kitchen_notice.ts";
import { pageAnswer } from "./layout.ts";
import { brokenPage, expiredPage } from "./link_problem.ts";
import { orderMessage } from "./order_message.ts";

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
  const view = viewDraft(draft, restaurant.menu);
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
