/** What stands in a draft's place when its link does not open: the way on is to ask again or to write to the restaurant. */
import { contactLink } from "../domain/contact.ts";
import type { Language } from "../domain/text.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import type { Answer } from "../http/answer.ts";
import { DRAFT_TEXTS } from "./draft_texts.ts";
import { html } from "./html.ts";
import { pageAnswer } from "./layout.ts";

/** The link was whole, but its prices are no longer held: 410. */
export function expiredPage(restaurant: Restaurant, language: Language): Answer {
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
