/** The point in a pasted text: coordinates, a plus code, or a map's link that holds them. No link is followed. */
import { isDegrees, type LatLng } from "./location.ts";
import type { Read } from "./read.ts";

/** The longest text that is read: links of maps have some hundred characters. */
export const MAX_PASTED = 2_000;

/** Parameters that hold a point, in the order in which they count. `ll` may be what the map shows around `q`. */
const PARAMETERS = ["query", "q", "destination", "daddr", "coordinate", "ll", "sll", "center"];

/** The point that `text` holds; null if it holds words to search for, in a link or beside it too. */
export function readPoint(text: string): Read<LatLng, "enlace_sin_punto"> | null {
  if (text.length > MAX_PASTED) return null;
  const { link, beside } = parted(text);
  const point = link && linkedPoint(link) || pairIn(beside) || saidPair(beside) ||
    plusCodeIn(beside);
  if (point) return { value: point };
  const hasWords = link === null || linkedWords(link) !== null || isAddress(beside);
  return hasWords ? null : { error: "enlace_sin_punto" };
}

/** The words that a map's link was made for, else the text itself. */
export function searchedWords(text: string): string {
  const { link } = parted(text);
  return link && linkedWords(link) || text;
}

/** What is beside the first link of `text`. */
export function withoutLink(text: string): string {
  return parted(text).beside;
}

const LINK = /(?:https?:\/\/|\bgeo:|^www\.|^(?:maps\.app\.)?goo\.gl\/)\S+/i;

function parted(text: string): { readonly link: string | null; readonly beside: string } {
  const plain = text.trim();
  const [link] = plain.length > MAX_PASTED ? [] : LINK.exec(plain) ?? [];
  if (link === undefined) return { link: null, beside: plain };
  const whole = withoutEnd(link).replace(/^(?=www\.|maps\.|goo\.)/i, "https://");
  return { link: whole, beside: plain.replace(link, () => "").trim() };
}

/** The link without the stop, quote or bracket of the sentence around it. */
function withoutEnd(link: string): string {
  const signs = link.includes("(") ? /[.,;:!?…»>"'”’]+$/ : /[.,;:!?…»>"'”’)\]]+$/;
  return link.replace(signs, "");
}

/** An address has a number; what only announces a link, such as `Mi casa:`, has none. */
function isAddress(beside: string): boolean {
  return /\p{L}/u.test(beside) && /\d/.test(beside);
}

function linkedWords(link: string): string | null {
  const { pathname = "", searchParams } = URL.parse(link) ?? {};
  const [, place = ""] = /\/maps\/(?:place|search)\/([^/]+)/.exec(pathname) ?? [];
  const words = [...PARAMETERS.map((name) => searchParams?.get(name)), decoded(place)]
    .map((one) => one?.replaceAll("+", " ").trim() ?? "");
  return words.find((one) => /\p{L}/u.test(one)) ?? null;
}

function linkedPoint(link: string): LatLng | null {
  if (!URL.canParse(link)) return null;
  const { pathname, searchParams, hash } = new URL(link);
  const path = decoded(pathname);
  const steps = path.split("/").filter((step) => !/^(?:@.*|data=.*|)$/.test(step)).reverse();
  const isRoute = path.includes("/maps/dir/");
  const pairs = [
    // A place's pin, or the destination's.
    [...path.matchAll(/!3d(-?[\d.]+)!4d(-?[\d.]+)/g)].at(-1)?.slice(1).join(","),
    ...PARAMETERS.map((name) => searchParams.get(name)?.replace(/^loc:|\(.*/gs, "")),
    [searchParams.get("mlat"), searchParams.get("mlon")].join(","),
    // The last step of a route is where it goes.
    ...steps.slice(0, isRoute ? 1 : undefined).map((step) => step.replaceAll("+", " ")),
    [...path.matchAll(/!2m2!1d(-?[\d.]+)!2d(-?[\d.]+)/g)].at(-1)?.slice(1).reverse().join(","),
    // The middle of the map, which words or a route may be far from.
    isRoute || linkedWords(link) ? "" : /@(-?[\d.]+,-?[\d.]+)/.exec(path)?.[1],
    /^#map=[\d.]+\/(.*)/.exec(hash)?.[1]?.replace("/", ","),
  ];
  for (const pair of pairs) {
    const point = pairIn(pair ?? "");
    if (point) return point;
  }
  return plusCodeIn(decoded(link));
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

const PLUS_DIGITS = "23456789CFGHJMPQRVWX";
const PLUS_CODE = /(?<![\w+])[2-9CFGHJMPQRVWX]{8}\+[2-9CFGHJMPQRVWX]{2,3}(?![\w+])/i;

/** The middle of a full Open Location Code: pairs of digits to base 20, then a digit for 5 rows of 4 cells. */
function plusCodeIn(text: string): LatLng | null {
  const [code] = PLUS_CODE.exec(text) ?? [];
  if (code === undefined) return null;
  const digits = [...code.toUpperCase().replace("+", "")].map((one) => PLUS_DIGITS.indexOf(one));
  const pairs = (first: 0 | 1) =>
    digits.slice(0, 10).reduce((sum, one, i) => i % 2 === first ? sum * 20 + one : sum, 0);
  const cell = digits[10];
  const [row, column] = cell === undefined
    ? [2.5, 2]
    : [Math.floor(cell / 4) + 0.5, cell % 4 + 0.5];
  const lat = centimetres((pairs(0) + row / 5) / 8_000 - 90);
  const lng = centimetres((pairs(1) + column / 4) / 8_000 - 180);
  return isDegrees("lat", lat) && isDegrees("lng", lng) ? { lat, lng } : null;
}

/** A ten-millionth of a degree is a centimetre. */
function centimetres(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}

/** A whole one, of bounded length: the pattern below takes quadratic time for a long row of digits. */
const NUMBER = String.raw`\d{1,3}(?:[.,]\d{1,15})?(?!\d)`;
const SIDE = "([NSEWO]?)";
/** `20.967`, `20° 58' 1.2" N`, `W 89.624°`; O is West in Spanish. */
const ANGLE = String.raw`${SIDE} ?(-?${NUMBER}) ?°? ?` +
  `(?:(${NUMBER}) ?['′’] ?)?(?:(${NUMBER}) ?(?:["″”]|''|’’) ?)?${SIDE}`;
const TWO_ANGLES = new RegExp(String.raw`^\(?${ANGLE} ?[,; ] ?${ANGLE}\)?$`, "i");

function pairIn(text: string): LatLng | null {
  const plain = text.trim().replace(/\s+/g, " ");
  // Numbers of streets: `58 59`. They have no decimals: `20,9690 89,6210`.
  if (/^[\d ,;NSEWO]*$/i.test(plain) && !/,\d{4}/.test(plain)) return null;
  const parts = TWO_ANGLES.exec(plain);
  if (parts === null) return null;
  const [first, second] = [degrees(parts.slice(1, 6)), degrees(parts.slice(6))];
  if (first === null || second === null) return null;
  const isSwapped = /[NS]/.test(second.side) || /[EW]/.test(first.side);
  const [lat, lng] = isSwapped ? [second.value, first.value] : [first.value, second.value];
  return isDegrees("lat", lat) && isDegrees("lng", lng) ? { lat, lng } : null;
}

/** Exactly two in a text are a point: no street, house or telephone number is written so. */
const SAID = /-?(?<![\d.])\d{1,3}\.\d{4,15}(?!\.?\d)/g;

/** The pair in a sentence: `Mi casa es 20.9745, -89.6212`. */
function saidPair(text: string): LatLng | null {
  const numbers = text.match(SAID) ?? [];
  return numbers.length === 2 ? pairIn(numbers.join(", ")) : null;
}

/** Null for degrees with decimals that are followed by minutes or seconds. */
function degrees([before, whole, minutes, seconds, after]: readonly (string | undefined)[]) {
  if (/[.,]/.test(whole!) && (minutes ?? seconds) !== undefined) return null;
  const side = (before || after || "").toUpperCase().replace("O", "W");
  const number = (written: string) => Number(written.replace(",", "."));
  const size = Math.abs(number(whole!)) + number(minutes ?? "0") / 60 +
    number(seconds ?? "0") / 3600;
  const isNegative = whole!.startsWith("-") || /[SW]/.test(side);
  return { side, value: centimetres(isNegative ? -size : size) };
}
