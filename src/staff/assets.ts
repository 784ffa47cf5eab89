/** The board's style sheet, its script in modules, and its icon. */
import { type Answer, unlessKnown } from "../http/answer.ts";
import type { Route } from "../http/router.ts";
import palette from "../html/palette.css" with { type: "text" };
import base from "./assets/base.css" with { type: "text" };
import board from "./assets/board.css" with { type: "text" };
import day from "./assets/day.js" with { type: "text" };
import page from "./assets/page.js" with { type: "text" };
import pages from "./assets/pages.css" with { type: "text" };
import rows from "./assets/rows.js" with { type: "text" };
import shift from "./assets/shift.js" with { type: "text" };
import start from "./assets/tablero.js" with { type: "text" };
import picture from "./assets/tablero.svg" with { type: "text" };

const STYLE = await asset(
  "/tablero.css",
  "text/css; charset=utf-8",
  [palette, base, board, pages].join("\n"),
);
const SCRIPTS = {
  "tablero.js": start,
  "day.js": day,
  "page.js": page,
  "rows.js": rows,
  "shift.js": shift,
};
const SCRIPTS_VERSION = await versionOf(Object.values(SCRIPTS).join("\n"));
/** Each names the others with the version of them all. */
const MODULES = await Promise.all(
  Object.entries(SCRIPTS).map(([name, text]) => {
    const linked = text.replaceAll(/ from "\.(\/\w+\.js)"/g, ` from "$1?v=${SCRIPTS_VERSION}"`);
    return asset(`/${name}`, "text/javascript; charset=utf-8", linked, SCRIPTS_VERSION);
  }),
);

/** A bell on brick, in the tab and on a tablet's home screen. */
const PICTURE = await asset("/tablero.svg", "image/svg+xml", picture);

/** The addresses in pages. Each contains a hash of the content, so that browsers may cache it indefinitely. */
export const STYLE_HREF = STYLE.href;
export const SCRIPT_HREF = MODULES[0]!.href;
export const PICTURE_HREF = PICTURE.href;

/** A page of another version of the program has another one: the script then reloads it. */
export const ASSETS_VERSION = `${STYLE.version}${SCRIPTS_VERSION}`;

/** Without the guard: the page to sign in needs them, and they hold no secret. */
export function staffAssetRoutes(): readonly Route[] {
  return [STYLE, ...MODULES, PICTURE].map(({ path, version, answer }) => ({
    method: "GET",
    path,
    answer: ({ request, target }) =>
      unlessKnown(request, answer(target.search === `?v=${version}` ? IMMUTABLE : "no-cache")),
  }));
}

/** For an address with the current hash. */
const IMMUTABLE = "public, max-age=31536000, immutable";

async function versionOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest, 0, 8).toHex();
}

async function asset(path: string, type: string, body: string, known?: string) {
  const version = known ?? await versionOf(body);
  const answer = (cacheControl: string): Answer => ({
    status: 200,
    headers: {
      "content-type": type,
      "cache-control": cacheControl,
      etag: `"${version}"`,
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    },
    body,
  });
  return { path, version, href: `${path}?v=${version}`, answer };
}
