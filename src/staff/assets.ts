/** The board's style sheet, its script in modules, and its icon. */
import { IMMUTABLE, unlessKnown } from "../http/answer.ts";
import type { Route } from "../http/router.ts";
import map from "../html/map.css" with { type: "text" };
import palette from "../html/palette.css" with { type: "text" };
import base from "./assets/base.css" with { type: "text" };
import board from "./assets/board.css" with { type: "text" };
import day from "./assets/day.js" with { type: "text" };
import images from "./assets/imagenes.js" with { type: "text" };
import page from "./assets/page.js" with { type: "text" };
import pages from "./assets/pages.css" with { type: "text" };
import rows from "./assets/rows.js" with { type: "text" };
import shift from "./assets/shift.js" with { type: "text" };
import start from "./assets/tablero.js" with { type: "text" };
import picture from "./assets/tablero.svg" with { type: "text" };

const JAVASCRIPT = "text/javascript; charset=utf-8";
const MODULES = { tablero: start, day, page, rows, shift, imagenes: images };
const FILES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  "/tablero.css": ["text/css; charset=utf-8", [palette, base, board, pages, map].join("\n")],
  "/tablero.svg": ["image/svg+xml", picture],
  ...Object.fromEntries(
    Object.entries(MODULES).map(([name, text]) => [`/${name}.js`, [JAVASCRIPT, text] as const]),
  ),
};

/** A hash of all files. The script reloads a page whose hash is another. */
export const ASSETS_VERSION = new Uint8Array(
  await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(FILES))),
).toHex().slice(0, 16);

/** The addresses in pages. Each contains the hash, so that browsers may cache it indefinitely. */
export const STYLE_HREF = hrefOf("/tablero.css");
export const SCRIPT_HREF = hrefOf("/tablero.js");
export const PICTURE_HREF = hrefOf("/tablero.svg");
export const IMAGES_HREF = hrefOf("/imagenes.js");

const HEADERS = {
  etag: `"${ASSETS_VERSION}"`,
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
};

/** Routes without the guard: the page to sign in needs these files, and they hold no secret. */
export function staffAssetRoutes(): readonly Route[] {
  return Object.entries(FILES).map(([path, [type, text]]) => {
    // A module imports those of its own version.
    const linked = text.replaceAll(/ from "\.(\/\w+\.js)"/g, (_, at) => ` from "${hrefOf(at)}"`);
    const body = type === JAVASCRIPT ? linked : text;
    return {
      method: "GET",
      path,
      answer: ({ request, target: { pathname, search } }) => {
        const caching = pathname + search === hrefOf(path) ? IMMUTABLE : "no-cache";
        const headers = { ...HEADERS, "content-type": type, "cache-control": caching };
        return unlessKnown(request, { status: 200, headers, body });
      },
    };
  });
}

function hrefOf(path: string): string {
  return `${path}?v=${ASSETS_VERSION}`;
}
