/** The point in a pasted text: coordinates, or a map's link that holds them. No link is followed. */
import { isDegrees, type LatLng } from "./location.ts";
import type { Read } from "./read.ts";

/** The longest text that is read: links of maps have some hundred characters. */
const MAX_TEXT = 2_000;

/** Parameters that hold a point, in the order in which they count. `ll` may be what the map shows around `q`. */
const PARAMETERS = ["query", "q", "destination", "daddr", "coordinate", "ll", "sll", "center"];

/** The point that `text` holds; null if it holds words. */
export function readPoint(text: string): Read<LatLng, "enlace_sin_punto"> | null {
  if (text.length > MAX_TEXT) return null;
  const [pasted] =
    /(?:https?:\/\/|\bgeo:|^www\.|^(?:maps\.app\.)?goo\.gl\/)\S+/i.exec(text.trim()) ?? [];
  const link = pasted?.replace(/^(?=www\.|maps\.|goo\.)/i, "https://");
  const point = link === undefined ? pairIn(text.trim()) : linkedPoint(link);
  if (point) return { value: point };
  return link === undefined ? null : { error: "enlace_sin_punto" };
}

function linkedPoint(link: string): LatLng | null {
  if (!URL.canParse(link)) return null;
  const { pathname, searchParams, hash } = new URL(link);
  const path = decoded(pathname);
  const pairs = [
    // A place's pin, or the destination's. The pair after @ is only the middle of the map.
    [...path.matchAll(/!3d(-?[\d.]+)!4d(-?[\d.]+)/g)].at(-1)?.slice(1).join(","),
    ...PARAMETERS.map((name) => searchParams.get(name)?.replace(/^loc:|\(.*/gs, "")),
    [searchParams.get("mlat"), searchParams.get("mlon")].join(","),
    ...path.split("/").reverse().map((step) => step.replaceAll("+", " ")),
    /@(-?[\d.]+,-?[\d.]+)/.exec(path)?.[1],
    /^#map=[\d.]+\/(.*)/.exec(hash)?.[1]?.replace("/", ","),
  ];
  for (const pair of pairs) {
    const point = pairIn(pair ?? "");
    if (point) return point;
  }
  return null;
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Of bounded length: the pattern below takes quadratic time for a long row of digits. */
const NUMBER = String.raw`\d{1,3}(?:\.\d{1,15})?`;
const SIDE = "([NSEWO]?)";
/** `20.967`, `20° 58' 1.2" N`, `W 89.624°`; O is West in Spanish. */
const ANGLE = String.raw`${SIDE} ?(-?${NUMBER}) ?°? ?` +
  `(?:(${NUMBER}) ?['′’] ?)?(?:(${NUMBER}) ?(?:["″”]|''|’’) ?)?${SIDE}`;
const TWO_ANGLES = new RegExp(String.raw`^\(?${ANGLE} ?[,; ] ?${ANGLE}\)?$`, "i");

function pairIn(text: string): LatLng | null {
  const plain = text.trim().replace(/\s+/g, " ");
  // Numbers of streets: `58 59`.
  if (/^[\d ,;NSEWO]*$/i.test(plain)) return null;
  const parts = TWO_ANGLES.exec(plain);
  if (parts === null) return null;
  const [first, second] = [degrees(parts.slice(1, 6)), degrees(parts.slice(6))];
  const isSwapped = /[NS]/.test(second.side) || /[EW]/.test(first.side);
  const [lat, lng] = isSwapped ? [second.value, first.value] : [first.value, second.value];
  return isDegrees("lat", lat) && isDegrees("lng", lng) ? { lat, lng } : null;
}

function degrees([before, whole, minutes = "0", seconds = "0", after]: readonly string[]) {
  const side = (before || after || "").toUpperCase().replace("O", "W");
  const size = Math.abs(Number(whole)) + Number(minutes) / 60 + Number(seconds) / 3600;
  const isNegative = whole!.startsWith("-") || /[SW]/.test(side);
  // A ten-millionth of a degree is a centimetre.
  const rounded = Math.round(size * 1e7) / 1e7;
  return { side, value: isNegative ? -rounded : rounded };
}
