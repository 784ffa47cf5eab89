/** How the guests' pages look: their style sheet, the face of headings, the restaurant's colour, and the icons. */
import { escape } from "@std/html";
import { createHash } from "node:crypto";
import type { Restaurant } from "../domain/restaurant.ts";
import { legibleAccent } from "../html/accent.ts";
import { type Html, html, renderHtml } from "../html/html.ts";
import map from "../html/map.css" with { type: "text" };
import palette from "../html/palette.css" with { type: "text" };
import fraunces from "./fraunces.woff2" with { type: "bytes" };
import guests from "./guests.css" with { type: "text" };

/** The face of the house's name and of headings, under its hash. */
export const FACE = {
  href: `/letra/${createHash("sha256").update(fraunces).digest("hex").slice(0, 16)}.woff2`,
  bytes: fraunces,
};

/** An inline text's source in a Content-Security-Policy. */
export function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** The style sheet, inline in every page, so that it arrives with the first bytes on a slow network. */
const STYLES = sent([palette, guests].join("\n").replace("FACE_HREF", FACE.href));

function sent(sheet: string): string {
  return sheet.replace(/\/\*[^]*?\*\/\n?/g, "");
}

export interface Look {
  /** The style sheet with the restaurant's own colour. */
  readonly style: string;
  /** Its source in a policy. */
  readonly source: string;
  /** The icon of the browser's tab. */
  readonly icon: string;
}

/** @param sheet a page's own style sheet @param content the page's, which may hold a picture of the map */
export function lookOf({ name, face: { accent } }: Restaurant, sheet: string, content: Html): Look {
  const { day, night } = legibleAccent(accent);
  const own = `:root { --house: ${day}; --accent: var(--day, ${day}) var(--night, ${night}); }`;
  const pictures = renderHtml(content).includes('class="map"') ? map : "";
  const style = [STYLES, sent(sheet + pictures), accent === null ? "" : own].join("\n");
  return { style, source: `style-src ${hashOf(style)}`, icon: initialOn(day, name) };
}

/** The name's initial on the restaurant's colour. */
function initialOn(colour: string, name: string): string {
  const initial = escape([...name.trim()][0]?.toLocaleUpperCase("es") ?? "");
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour}"/><text x="16" y="23" font-family="Georgia,serif" font-size="20" fill="#fff" text-anchor="middle">${initial}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Outlines in a square of 24. */
const ICONS = {
  way:
    "M12 21.5s-7-6-7-11.3a7 7 0 0 1 14 0c0 5.3-7 11.3-7 11.3zM12 12.7a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  call:
    "M6.5 3.5h3l1.5 4.2-2 1.6a12 12 0 0 0 5.7 5.7l1.6-2 4.2 1.5v3a2 2 0 0 1-2.2 2A16.5 16.5 0 0 1 4.5 5.7a2 2 0 0 1 2-2.2z",
  chat: "M3.5 20.5l1.5-4.4a8.5 8.5 0 1 1 3.2 3zM8.5 10.5h7M8.5 13.5h4",
  calendar:
    "M4 6.5a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM4 10.5h16M8.5 3.5v4M15.5 3.5v4",
  share: "M12 15V3.5M8 7.5l4-4 4 4M5 12.5v7a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-7",
  check: "M4.5 12.5l5 5L19.5 7",
};

/** A small picture beside words that say the same. */
export function guestIcon(name: keyof typeof ICONS): Html {
  return html`
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="${ICONS[name]}" />
    </svg>
  `;
}
