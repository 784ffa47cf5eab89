/** The frame of the board's pages. */
import type { Answer } from "../../http/answer.ts";
import { type Html, html, renderHtml } from "../html.ts";
import type { PageRestaurant } from "../layout.ts";

/** The parts of the board, as its navigation names them. */
export type StaffSection = "hoy" | "buscar" | "nueva" | "casa" | "pedido" | "datos";

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
}

const encoder = new TextEncoder();

/** Nothing is loaded but from the board itself; nothing of it is framed, indexed, cached or told to other sites. */
const STAFF_PAGE_HEADERS = {
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
    body: encoder.encode(`<!DOCTYPE html>\n${renderHtml(staffDocument(page))}`),
  };
}

const NAVIGATION: readonly { section: StaffSection; href: string; label: string }[] = [
  { section: "hoy", href: "/", label: "Hoy" },
  { section: "nueva", href: "/nueva", label: "Nueva" },
  { section: "buscar", href: "/buscar", label: "Buscar" },
  { section: "casa", href: "/casa", label: "Casa" },
  { section: "pedido", href: "/pedido", label: "Pedido" },
  { section: "datos", href: "/datos", label: "Datos" },
];

function staffDocument({ restaurant, title, section, actor, content }: StaffPage): Html {
  return html`
    <html lang="es">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="noindex">
        <title>${title} · ${restaurant.name}</title>
        <link rel="stylesheet" href="/tablero.css">
        <script src="/tablero.js" defer></script>
      </head>
      <body>
        ${actor !== null && navigation(section, actor)}
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>
  `;
}

function navigation(current: StaffSection | null, actor: string): Html {
  return html`
    <nav aria-label="Tablero">
      <ul>${NAVIGATION.map(({ section, href, label }) =>
        html`
          <li><a href="${href}" ${section === current && html`
            aria-current="page"
          `}>${label}</a></li>
        `
      )}</ul>
      <form method="post" action="/salir"><bdi>${actor}</bdi> <button>Salir</button></form>
    </nav>
  `;
}
