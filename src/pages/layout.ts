/** The frame of every page: document, headers, and the style that both must agree on. */
import type { Language } from "../domain/text.ts";
import type { Answer } from "../http/answer.ts";
import { type Html, html, renderHtml, trustedHtml } from "./html.ts";
import { STYLES } from "./styles.ts";

/** What of the restaurant every page shows. */
export interface PageRestaurant {
  readonly name: string;
  readonly sample: boolean;
}

export interface Page {
  readonly status: number;
  readonly language: Language;
  /** Whether there is no other language. */
  readonly only?: boolean;
  readonly restaurant: PageRestaurant;
  /** The first heading; in the browser's tab and in link previews, before the restaurant's name: nothing personal. */
  readonly title: string;
  readonly content: Html;
}

const TEXTS = {
  es: { sampleNote: "Restaurante de ejemplo: nadie prepara estos pedidos.", other: "English" },
  en: { sampleNote: "A sample restaurant: nobody cooks these orders.", other: "Español" },
};

const styleHash = new Uint8Array(
  await crypto.subtle.digest("SHA-256", new TextEncoder().encode(STYLES)),
);

/** Headers of every page: nothing is loaded, run, framed, indexed, cached or passed on to other sites. */
const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${btoa(String.fromCharCode(...styleHash))}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

/** The page as it is sent. */
export function pageAnswer(page: Page): Answer {
  return {
    status: page.status,
    headers: { ...PAGE_HEADERS, "content-language": page.language },
    body: `<!DOCTYPE html>\n${renderHtml(pageDocument(page))}`,
  };
}

function pageDocument(page: Page): Html {
  const { language, restaurant } = page;
  return html`
    <html lang="${language}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="noindex">
        <meta name="format-detection" content="telephone=no">
        <title>${page.title} · ${restaurant.name}</title>
        <style>${trustedHtml(STYLES)}</style>
      </head>
      <body>
    ${restaurant.sample && sampleBanner(language)}
    <header>
    <p class="brand"><bdi>${restaurant.name}</bdi></p>
    ${!page.only && languageLink(language)}
    </header>
    <main>
    <h1>${page.title}</h1>
    ${page.content}
    </main>
      </body>
    </html>
  `;
}

function sampleBanner(language: Language): Html {
  return html`<aside class="sample"><strong>MUESTRA</strong> ${TEXTS[language].sampleNote}</aside>`;
}

/** The same page in the other language: a query alone keeps the address. */
function languageLink(language: Language): Html {
  const other = language === "es" ? "en" : "es";
  return html`
    <a class="language" href="?lang=${other}" lang="${other}"
      hreflang="${other}">${TEXTS[language].other}</a>
  `;
}
