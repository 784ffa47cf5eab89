/** The frame of the board's pages. */
import type { Answer } from "../http/answer.ts";
import { type Html, html, renderHtml } from "../pages/html.ts";
import type { PageRestaurant } from "../pages/layout.ts";
import { ASSETS_VERSION, PICTURE_HREF, SCRIPT_HREF, STYLE_HREF } from "./assets.ts";
import { icon, ICON_SHEET, type IconName } from "./icons.ts";

export type StaffSection = "hoy" | "buscar" | "nueva" | "casa" | "datos";

export interface StaffPage {
  /** 200 where absent. */
  readonly status?: number;
  readonly restaurant: PageRestaurant;
  /** Of the browser's tab, and the first heading. */
  readonly title: string;
  /** Null for pages outside the navigation, such as signing in. */
  readonly section: StaffSection | null;
  /** The name typed on this device; null before anybody has signed in. */
  readonly actor: string | null;
  readonly content: Html;
  /** Reservations that are not acknowledged yet: shown before the tab's title. None where absent. */
  readonly unseen?: number;
  /** Whether the content brings its first heading itself. */
  readonly ownHeading?: boolean;
}

/** Nothing is loaded but from the board itself; nothing of it is framed, indexed, cached or told to other sites. */
export const STAFF_PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

/** The page as it is sent. */
export function staffPageAnswer(page: StaffPage): Answer {
  return {
    status: page.status ?? 200,
    headers: STAFF_PAGE_HEADERS,
    body: `<!DOCTYPE html>\n${renderHtml(staffDocument(page))}`,
  };
}

/** The parts of the board, as its navigation shows them. */
const PARTS: readonly (readonly [StaffSection, href: string, label: string, IconName])[] = [
  ["hoy", "/", "Hoy", "today"],
  ["nueva", "/nueva", "Nueva", "add"],
  ["buscar", "/buscar", "Buscar", "search"],
  ["casa", "/casa", "Casa", "house"],
  ["datos", "/datos", "Datos", "data"],
];

function staffDocument(page: StaffPage): Html {
  const { restaurant, title, section, actor, content, unseen = 0, ownHeading } = page;
  return html`
    <html lang="es">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="noindex">
        <meta name="format-detection" content="telephone=no">
        <title>${unseen > 0 && `(${unseen}) `}${title} · ${restaurant.name}</title>
        <link rel="icon" type="image/svg+xml" href="${PICTURE_HREF}">
        <link rel="stylesheet" href="${STYLE_HREF}">
        <script src="${SCRIPT_HREF}" defer></script>
      </head>
      <body data-version="${ASSETS_VERSION}">
    ${ICON_SHEET}
    <a class="unseen button" href="#main">Ir al contenido</a>
    ${restaurant.sample && SAMPLE}
    ${restaurant.leftovers.length > 0 && unfinished(restaurant.leftovers)}
    <header class="top">
    <p class="brand"><bdi>${restaurant.name}</bdi></p>
    ${actor !== null && signedIn(section, actor)}
    </header>
    ${actor !== null && LIVE}
    <main id="main" tabindex="-1">
    ${!ownHeading && html`
      <div class="heading">
        <h1>${title}</h1>
      </div>
    `}
    ${content}
    </main>
      </body>
    </html>
  `;
}

const SAMPLE =
  html`<aside class="notice onscreen"><strong>MUESTRA</strong> Restaurante de ejemplo.</aside>`;

function unfinished(leftovers: readonly string[]): Html {
  return html`
    <aside
      class="notice onscreen"><strong>SIN TERMINAR</strong> Aún trae de la muestra ${leftovers.join(
        ", ",
      )}.</aside>
  `;
}

/** What the script says: that the connection is lost, that a reservation is new. */
const LIVE = html`
  <p class="alarm lost" id="lost" role="alert"></p>
  <p class="unseen" id="said" role="status"></p>
`;

function signedIn(current: StaffSection | null, actor: string): Html {
  return html`
    <nav class="parts" aria-label="Tablero">
      <ul>${PARTS.map(([section, href, label, picture]) =>
        html`<li><a href="${href}" ${section === current && html`aria-current="page"`}>${
          icon(picture)
        } ${label}</a></li>`
      )}</ul>
    </nav>
    <form class="who" method="post"
      action="/salir"><a href="/entrar"><span class="unseen">Cambiar de nombre:</span> <bdi>${actor}</bdi></a> <button class="quiet">Salir</button></form>
  `;
}
