/** The frame of the board's pages, and the parts that they share. */
import type { Day } from "../domain/local_time.ts";
import type { StaffDeps, StaffRole } from "../ports/staff.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import {
  attributes,
  type Html,
  html,
  type HtmlValue,
  pageHeaders,
  renderHtml,
  trustedHtml,
} from "../html/html.ts";
import { type HiddenFields, hiddenFields } from "../html/form.ts";
import type { Answer } from "../http/answer.ts";
import icons from "./assets/icons.svg" with { type: "text" };
import { ASSETS_VERSION, PICTURE_HREF, SCRIPT_HREF, STYLE_HREF } from "./assets.ts";

export interface StaffPage {
  /** Default: 200. */
  readonly status?: number;
  readonly headers?: Answer["headers"];
  /** The browser tab's title and the first heading. */
  readonly title: string;
  /** Marked in the navigation; absent on a page outside of it. */
  readonly section?: keyof typeof SECTIONS;
  readonly content: Html;
  /** The number of unacknowledged reservations, for the tab's title and the navigation. Default: 0. */
  readonly unseen?: number;
  /** The newest of them, which stays in sight. Default: none until the script has read it. */
  readonly news?: Html;
  /** Buttons that stay in sight. */
  readonly tools?: Html;
  /** The day that a new reservation is probably for. */
  readonly day?: Day;
  /** The bar that undoes what led to the page. Default: the script's, hidden until an act. */
  readonly undo?:
    | { readonly to: string; readonly words: HtmlValue; readonly fields: HiddenFields }
    | undefined;
  /** Whether it answers a form, of which it may hold what was typed: the script does not load it anew. */
  readonly answersForm?: boolean;
  /** Whether the content holds the first heading. */
  readonly ownHeading?: boolean;
}

/** A page loads from the board alone. It is not framed, indexed or cached, and sends no referrer to other sites. */
export const STAFF_PAGE_HEADERS = {
  ...pageHeaders(
    ["style-src 'self'", "script-src 'self'", "connect-src 'self'", "img-src 'self'"],
    true,
  ),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex",
  "cache-control": "no-store",
};

/** For answers to a form that name no guest: the browser keeps them, or Back would ask to send the form again. */
export const RETURNABLE = { "cache-control": "private, no-cache" };

/** Who signed in on a device. */
export interface SignedIn {
  /** The name typed on it. */
  readonly actor: string;
  readonly role: StaffRole;
}

/** @param who null for a page without navigation */
export function staffPageAnswer(
  page: StaffPage,
  restaurant: Restaurant,
  who: SignedIn | null,
): Answer {
  return {
    status: page.status ?? 200,
    headers: { ...STAFF_PAGE_HEADERS, ...page.headers },
    body: `<!DOCTYPE html>\n${renderHtml(staffDocument(page, restaurant, who))}`,
  };
}

/** The parts of the board, as its navigation shows them. */
const SECTIONS = {
  hoy: { href: "/", label: "Hoy", picture: "today" },
  nueva: { href: "/nueva", label: "Nueva", picture: "add" },
  buscar: { href: "/buscar", label: "Buscar", picture: "search" },
  casa: { href: "/casa", label: "Ajustes", picture: "house" },
  datos: { href: "/datos", label: "Datos", picture: "data" },
} as const;

function staffDocument(page: StaffPage, restaurant: Restaurant, who: SignedIn | null): Html {
  const { title, content, unseen = 0, answersForm = false, ownHeading } = page;
  const { sample, leftovers } = restaurant;
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
        <script src="${SCRIPT_HREF}" type="module"></script>
      </head>
      <body data-version="${ASSETS_VERSION}" ${attributes({ "data-answer": answersForm })}>
    ${trustedHtml(icons)}
    <a class="unseen button" href="#main">Ir al contenido</a>
    ${sample && banner("MUESTRA", "Restaurante de ejemplo.")}
    ${leftovers.length > 0 &&
      banner("SIN TERMINAR", `Aún trae de la muestra ${leftovers.join(", ")}.`)}
    <header class="top">
    <p class="brand"><bdi>${restaurant.name}</bdi></p>
    ${who !== null && signedIn(page, who)}
    </header>
    ${who !== null && watch(page)}
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

function banner(sign: string, words: string): Html {
  return html`<aside class="notice onscreen"><strong>${sign}</strong> ${words}</aside>`;
}

/** What stays in sight, kept up to date by the script: a lost connection, the last act, new reservations. */
function watch({ tools, undo, news = html`<div id="news"></div>` }: StaffPage): Html {
  const bar = attributes({ action: undo?.to ?? null, hidden: undo === undefined });
  return html`
    <section class="watch" aria-label="Avisos">
      <p class="alarm lost" id="lost" role="alert"></p>
      <div class="tools">
        ${tools ?? null}
        <form id="undo" class="undo" method="post" ${bar}>
          <p role="status">${undo?.words ?? null}</p>
          ${hiddenFields({ version: "", ...undo?.fields })}
          <button name="accion" value="deshacer">Deshacer</button>
          <button type="button" class="quiet onscript" aria-label="Cerrar">✕</button>
        </form>
      </div>
      ${news}
    </section>
    <p class="unseen" id="said" role="status"></p>
  `;
}

function signedIn({ section: current, unseen, day }: StaffPage, { actor, role }: SignedIn): Html {
  const open = Object.entries(SECTIONS).filter(([section]) =>
    role === "owner" || section !== "datos"
  );
  const parts = open.map(([section, { href, label, picture }]) => {
    const here = attributes({ "aria-current": section === current && "page" });
    const to = section === "nueva" && day ? `${href}?dia=${day}` : href;
    const count = section === "hoy" && html`<b class="chip count" id="count">${unseen || null}</b>`;
    return html`<a href="${to}" ${here}>${icon(picture)} ${label} ${count}</a>`;
  });
  const name = html`<span class="unseen">Cambiar de nombre:</span> <bdi>${actor}</bdi>`;
  const leave = html`<button class="quiet">Salir</button>`;
  return html`
    <nav class="parts" aria-label="Tablero">${parts}</nav>
    <form class="who" method="post" action="/salir"><a href="/entrar">${name}</a> ${leave}</form>
  `;
}

/** A part of a page with a heading, whose id is `id`. */
export function card(
  id: string,
  title: string | Html,
  content: HtmlValue,
  look: string = "card",
): Html {
  return html`
    <section class="${look}" aria-labelledby="${id}">
      <h2 id="${id}">${title}</h2>
      ${content}
    </section>
  `;
}

/** For this time a page tells what led to it, and offers to undo it: it may be opened again the next day. */
const TOLD_MS = 60_000;

/** Whether a page still tells what was done at `at`: not after the clock was set back. Both in epoch milliseconds. */
export function isJustDone(at: number | null | undefined, now: number): boolean {
  return Math.abs(now - (at ?? -Infinity)) < TOLD_MS;
}

/** Says that the restaurant's file was saved, on a page that this led to, while it is news. */
export async function savedNotice(
  { restaurantBook, now }: Pick<StaffDeps, "restaurantBook" | "now">,
  query: URLSearchParams,
  words = "Listo: se guardó.",
): Promise<Html | null> {
  const [newest] = query.has("hecho") ? await restaurantBook.all() : [];
  if (!isJustDone(newest?.at, now())) return null;
  return html`<p class="done" role="status">${words}</p>`;
}

/** A notice of what went wrong, which screen readers say at once. */
export function alarm(words: string | Html): Html {
  return html`<p class="alarm" role="alert">${words}</p>`;
}

/** The icon `i-${name}` of the sheet, which every page holds once. Words beside it say the same. */
export function icon(name: string): Html {
  return html`
    <svg class="icon" aria-hidden="true">
      <use href="#i-${name}" />
    </svg>
  `;
}

export function titledTable(look: string, titles: readonly string[], rows: readonly Html[]): Html {
  return html`
    <table class="${look}">
      <thead>
        <tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>
  `;
}
