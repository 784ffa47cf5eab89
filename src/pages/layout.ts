/** The frame of the guests' pages, and the parts that they share. */
import { contactLink, type ContactReason, restaurantLink } from "../domain/contact.ts";
import { orderables } from "../domain/menu.ts";
import { noticeHref, type Restaurant } from "../domain/restaurant.ts";
import { hasHours, reservationsActive } from "../domain/schedule/services.ts";
import { currentMenu, type Situation } from "../domain/schedule/situation.ts";
import { delivers } from "../domain/tariff.ts";
import {
  attributes,
  type Html,
  html,
  type HtmlValue,
  pageHeaders,
  renderHtml,
  trustedHtml,
} from "../html/html.ts";
import { enterButton } from "../html/form.ts";
import { formatMoney } from "../html/words.ts";
import type { Answer } from "../http/answer.ts";
import type { Exchange, Route } from "../http/router.ts";
import type { Deps } from "../ports/guests.ts";
import guests from "./guests.js" with { type: "text" };
import { FACE, hashOf, type Look, lookOf } from "./look.ts";
import type { Texts } from "./texts/es.ts";
import { PAGE_TEXTS } from "./texts/languages.ts";

/** What the pages need of the service, and the operations' routes, which they call within the guest's limits. */
export interface PageDeps extends Omit<Deps, "planner" | "onPlannerError"> {
  readonly asked: Readonly<Record<"reserve" | "locate" | "quote" | "draft", Route>>;
}

/** Answers a request for a page, in the guest's language. */
export type Show = (exchange: Exchange, texts: Texts) => Answer | Promise<Answer>;

export interface Page {
  readonly status: number;
  readonly texts: Texts;
  /** Whether the page exists in no other language. */
  readonly monolingual?: boolean;
  readonly restaurant: Restaurant;
  /** The first heading, and the browser tab's title. It holds nothing personal. */
  readonly title: string;
  /** Present on a page that search engines may show. */
  readonly listing?: Listing;
  readonly content: Html;
  /** Whether the content holds the first heading. */
  readonly ownHeading?: true;
  /** Its own style sheet, after that of all pages. */
  readonly sheet?: string;
  /** Whether the page posts a form to this service. It then runs the script. */
  readonly posts?: true;
  /** Whether a page without such a form runs the script. */
  readonly scripted?: true;
  /** Query of the links to other languages, after `lang`: `&dia=2026-03-12`. */
  readonly query?: string;
  /** The id of the form that a change of language sends, with `accion=idioma`, so that what was typed stays. */
  readonly form?: string;
  /** Seconds until what was refused may be tried again. */
  readonly wait?: number | undefined;
}

/** What search engines and link previews show of a page. */
export interface Listing {
  /** The page's address without its language. */
  readonly url: string;
  readonly description: string;
  /** Structured data in the vocabulary of schema.org. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The path of the images. */
export const IMAGES = "/imagen/";

/** Sent without its comments and indents, inline. */
const SCRIPT = guests.replace(/^ +(\/\/.*\n)?|^\/\/.*\n/gm, "");
const SCRIPT_SOURCE = `script-src ${hashOf(SCRIPT)}`;

const PRIVATE = { "x-robots-tag": "noindex", "cache-control": "no-store" };
/** For pages that answer a form: the browser keeps them, or Back would ask to send the form again. */
const RETURNABLE = { ...PRIVATE, "cache-control": "private, no-cache" };
/** For pages that caches may keep, and revalidate before each use. */
const PUBLIC = { "cache-control": "no-cache", vary: "Accept-Language, Accept-Encoding" };

export function pageAnswer(page: Page): Answer {
  const look = lookOf(page.restaurant, page.sheet ?? "", page.content);
  const sources = [
    // The icon is in the page.
    "img-src 'self' data:",
    look.source,
    "font-src 'self'",
    ...(isScripted(page) ? [SCRIPT_SOURCE] : []),
    ...(page.posts ? ["connect-src 'self'"] : []),
  ];
  return {
    status: page.status,
    headers: {
      ...pageHeaders(sources, page.posts ?? false),
      ...(page.listing ? PUBLIC : page.form ? RETURNABLE : PRIVATE),
      // Invented data must not be indexed.
      ...(page.listing && isInvented(page.restaurant) ? { "x-robots-tag": "noindex" } : {}),
      "content-language": page.texts.language,
      ...(page.wait ? { "retry-after": String(page.wait) } : {}),
    },
    body: `<!DOCTYPE html>\n${renderHtml(pageDocument(page, look))}`,
  };
}

function isScripted({ posts, scripted }: Page): boolean {
  return posts ?? scripted ?? false;
}

function pageDocument(page: Page, { style, icon }: Look): Html {
  const { texts, texts: { language }, restaurant } = page;
  // A form that came back with its problems says so in the tab's title.
  const isRefusal = page.posts === true && page.status !== 200;
  return html`
    <html lang="${language}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        ${(!page.listing || isInvented(restaurant)) && html`<meta name="robots" content="noindex">`}
        <meta name="format-detection" content="telephone=no">
        <title>${isRefusal && `${texts.frame.error}: `}${titleOf(page)}</title>
        <link rel="preload" as="font" type="font/woff2" href="${FACE.href}" crossorigin>
        <link rel="icon" href="${icon}">
        ${page.listing ? listingOf(page, page.listing) : null}
        <style>${trustedHtml(style)}</style>
      </head>
      <body>
    ${page.form !== undefined && enterButton(page.form)}
    ${isInvented(restaurant) && inventedBanner(restaurant, texts)}
    <header>
    ${page.title !== restaurant.name &&
      html`<a class="brand" href="/?lang=${language}" target="_top"><bdi>${restaurant.name}</bdi></a>`}
    ${!page.monolingual && languageLinks(page)}
    </header>
    <main>
    ${!page.ownHeading && html`<h1>${page.title}</h1>`}
    ${page.content}
    </main>
    ${isScripted(page) && html`<script>${trustedHtml(SCRIPT)}</script>`}
      </body>
    </html>
  `;
}

function titleOf({ title, restaurant }: Page): string {
  return title === restaurant.name ? title : `${title} · ${restaurant.name}`;
}

/** The addresses of the page in each language, the texts of link previews, and the structured data. */
function listingOf(page: Page, { url, description, data }: Listing): Html {
  const { texts: { language, locale }, restaurant: { face: { photo } } } = page;
  // A "<" in a text would end the element.
  const json = JSON.stringify({ "@context": "https://schema.org", ...data })
    .replaceAll("<", "\\u003c");
  return html`
    <meta name="description" content="${description}">
    <link rel="canonical" href="${url}?lang=${language}">
    ${PAGE_TEXTS.map(({ language }) =>
      html`<link rel="alternate" hreflang="${language}" href="${url}?lang=${language}">`
    )}
    <link rel="alternate" hreflang="x-default" href="${url}">
    <meta property="og:type" content="website">
    <meta property="og:title" content="${titleOf(page)}">
    <meta property="og:description" content="${description}">
    <meta property="og:url" content="${url}?lang=${language}">
    <meta property="og:locale" content="${locale.replace("-", "_")}">
    ${photo &&
      html`<meta property="og:image" content="${new URL(`.${IMAGES}${photo}`, url).href}">`}
    <script type="application/ld+json">${trustedHtml(json)}</script>
  `;
}

/** A part of a page under its heading. */
export function section(id: string, heading: HtmlValue, content: HtmlValue): Html {
  return html`
    <section aria-labelledby="${id}">
      <h2 id="${id}">${heading}</h2>
      ${content}
    </section>
  `;
}

/** A term of a list with its value. */
export function fact(
  term: string,
  value: HtmlValue,
  mark: Parameters<typeof attributes>[0] = {},
): Html {
  return html`
    <dt>${term}</dt>
    <dd ${attributes(mark)}>${value}</dd>
  `;
}

/** A link to the delivery page; null if the restaurant does not deliver. */
export function deliveryLink(restaurant: Restaurant, { language, delivery }: Texts): Html | null {
  if (!delivers(restaurant)) return null;
  return html`<p class="links"><a href="/envio?lang=${language}">${delivery.title}</a></p>`;
}

export function sells(situation: Situation): boolean {
  return orderables(currentMenu(situation)).size > 0;
}

/** Whether guests may ask for a table, tonight or another day. */
export function takesTables({ restaurant, state }: Situation): boolean {
  return hasHours(restaurant) && reservationsActive(state);
}

/** Links to the form for a table, where tables are taken, and to menu and order, where anything is sold. */
export function guestLinks(situation: Situation, { home, language }: Texts): Html {
  return html`
    ${takesTables(situation) && html`
      <a class="send" href="/reservar?lang=${language}">${home.reserve}</a>
    `}
    ${sells(situation) && html`
      <a class="send quiet" href="/carta?lang=${language}" target="_top">${home.menu}</a>
      <a class="send quiet" href="/pedir?lang=${language}">${home.order}</a>
    `}
  `;
}

/** A link to the privacy notice, for where personal data is asked. */
export function noticeLink(restaurant: Restaurant, { language, frame }: Texts): Html | null {
  const href = noticeHref(restaurant, `/aviso?lang=${language}`);
  return href === null ? null : html`<a href="${href}" target="_top">${frame.privacy}</a>`;
}

/** What a page says that has nothing to show yet. */
export function notYet(situation: Situation, words: string, texts: Texts): Html {
  return html`
    <p class="lead">${words}</p>
    <p class="actions">
      ${guestLinks(situation, texts)} ${contactButton(situation.restaurant, "duda", texts)}
    </p>
  `;
}

/** Writes centavos for guests, without `.00` where no price of the restaurant's menu has centavos. */
export function moneyOf({ menu }: Pick<Restaurant, "menu">): (cents: number) => string {
  const isShort = orderables(menu).values().every(({ priceCents }) => priceCents % 100 === 0);
  return (cents) => formatMoney(cents, isShort);
}

export function totalLine(total: string, { draft: words }: Texts): Html {
  return html`
    <p class="total">
      <span>${words.total} <small>${words.taxIncluded}</small></span>
      <strong>${total} <small>MXN</small></strong>
    </p>
  `;
}

/** @param street the street on which the point of an order lies; null for one without a name */
export function streetLine(
  street: string | null,
  town: string | null | undefined,
  { draft: words, picture }: Texts,
): Html {
  const place = [street ?? picture.nameless, town].filter(Boolean).join(", ");
  return html`${words.pinOn} <strong><bdi>${place}</bdi></strong>.`;
}

/** A link that opens WhatsApp with the restaurant's own first message. */
export function contactButton(
  restaurant: Restaurant,
  reason: ContactReason,
  { frame: { write }, restaurant: language }: Texts,
): Html | null {
  return linkButton(contactLink(restaurant, reason, language), write);
}

/** Links that open WhatsApp with each of the messages that an order takes. */
export function messageButtons(
  restaurant: Restaurant,
  messages: readonly string[],
  label: string,
  { draft: { part } }: Texts,
): Html {
  const count = messages.length;
  const buttons = messages.map((message, nth) =>
    linkButton(
      restaurantLink(restaurant, message),
      count > 1 ? `${label} ${part(nth + 1, count)}` : label,
    )
  );
  return count > 1 ? html`<p class="actions">${buttons}</p>` : html`${buttons}`;
}

/** @param href none while the restaurant has no number */
export function linkButton(href: string | undefined, label: string): Html | null {
  if (href === undefined) return null;
  return html`<a class="send" href="${href}" target="_top" rel="noreferrer">${label}</a>`;
}

/** Whether the restaurant is the sample, or holds some of its data. */
function isInvented({ sample, leftovers }: Restaurant): boolean {
  return sample || leftovers.length > 0;
}

function inventedBanner({ sample }: Restaurant, { frame }: Texts): Html {
  const { word, note } = sample ? frame.sample : frame.unfinished;
  return html`<aside class="sample"><strong>${word}</strong> ${note}</aside>`;
}

/** Links to the same page in the other languages: a query alone keeps the address. */
function languageLinks({ texts, query = "", form }: Page): readonly Html[] {
  return PAGE_TEXTS.filter((other) => other !== texts).map(({ language, name }) => {
    const href = `?lang=${language}${query}`;
    if (form !== undefined) {
      const sent = { form, formaction: href, formnovalidate: true, lang: language };
      const mark = attributes({ class: "language", name: "accion", value: "idioma", ...sent });
      return html`<button ${mark}>${name}</button>`;
    }
    const link = attributes({ class: "language", href, lang: language, hreflang: language });
    return html`<a ${link}>${name}</a>`;
  });
}
