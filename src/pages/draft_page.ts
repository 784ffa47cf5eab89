/** The page behind a draft's link: the person reads what was prepared and sends it, or not. Looking at it changes nothing. */
import { whatsappLink } from "../domain/contact.ts";
import { openDraft, type SealedDraft } from "../domain/order_draft/link.ts";
import type { Language } from "../domain/text.ts";
import { timeOf, wallMinute } from "../domain/local_time.ts";
import type { LatLng } from "../domain/location.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import type { Answer } from "../http/answer.ts";
import { draftContent } from "./draft_content.ts";
import { DRAFT_TEXTS } from "./draft_texts.ts";
import { viewDraft } from "./draft_view.ts";
import { type Html, html, trustedHtml } from "./html.ts";
import { type Kitchen, kitchenNotice } from "./kitchen_notice.ts";
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
  /** Public address without a trailing slash. */
  readonly baseUrl: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** A picture of the way to a destination, markup of the program's own; null where there is none. Default: none. */
  routePicture?(destination: LatLng): string | null;
}

/** 200 with the draft, 410 once it has expired, 404 where the token does not open. */
export async function draftPage(options: DraftPageOptions): Promise<Answer> {
  const { restaurant, language, now } = options;
  const token = bareToken(options.token);
  const draft = await openDraft(token, options.draftKey);
  if (!draft) return brokenPage(restaurant, language);
  if (draft.expiresAt <= now) return expiredPage(restaurant, language);
  const texts = DRAFT_TEXTS[language];
  const view = viewDraft(draft, restaurant.menu);
  const link = `${options.baseUrl}/pedido/${token}`;
  const message = orderMessage({ view, restaurantName: restaurant.name, link, texts });
  const content = draftContent({
    view,
    texts,
    pickupAddress: restaurant.address,
    validity: validityText(draft, options),
    kitchenNotice: kitchenNotice(options.kitchen, language),
    sendLink: whatsappLink(restaurant.phone, message),
    routePicture: pictureOf(draft, options),
  });
  const { title } = texts;
  return pageAnswer({ status: 200, language, restaurant, title, heading: title, content });
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

function validityText({ expiresAt }: SealedDraft, options: DraftPageOptions): Html {
  const texts = DRAFT_TEXTS[options.language];
  const time = timeOf(wallMinute(expiresAt, options.restaurant.timeZone));
  const left = texts.minutesLeft(Math.ceil((expiresAt - options.now) / 60_000));
  return html`${texts.validUntil} <strong><time>${time}</time></strong>, ${left}.`;
}
