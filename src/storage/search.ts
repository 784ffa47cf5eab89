/** Finding a reservation by what somebody remembers of it: part of a name, a telephone number, a folio. */
import { addDays, type Day } from "../domain/local_time.ts";
import { APOSTROPHES } from "../domain/text.ts";
import type { Reservation } from "../domain/reservation/reservation.ts";
import { RESERVATION } from "./columns.ts";
import type { Database } from "./database.ts";

export interface Search {
  readonly text: string;
  /** The service day that divides those to come from those past. */
  readonly today: Day;
  readonly limit: number;
}

/** For GLOB: names in which letters that are plain elsewhere may bear accents, and those with an apostrophe, which may be left out. */
const FAR_LETTERS = `*[\u0100-\u1fff''${APOSTROPHES.slice(1)}]*`;

/** A name without its apostrophes. */
const BARE_NAME = Array.from(APOSTROPHES).reduce(
  (sql, sign) => `replace(${sql}, '${sign === "'" ? "''" : sign}', '')`,
  "name",
);

const WINDOW = 10_000;

/** After every day. */
export const END_OF_DAYS: Day = "9999-12-31";

/** Where the window begins that ends before the day ?1: `from`, or the empty text where nothing is before it. */
export const WINDOW_START = `coalesce((SELECT day FROM reservations WHERE day < ?1
  ORDER BY day DESC LIMIT 1 OFFSET ${WINDOW}), '')`;

/** All of it is in the index by day. Patterns that are null match nothing. */
const MATCHES = `((name LIKE ?4 OR name GLOB '${FAR_LETTERS}') AND ${BARE_NAME} GLOB ?5
  OR instr(phone, ?6) OR instr(folio, ?7))`;

const list = (rows: string) =>
  `SELECT json_group_array(${RESERVATION}) FROM (SELECT * FROM reservations ${rows} LIMIT ?3) AS r`;

const UPCOMING = list(`WHERE day >= ?1 AND ${MATCHES} AND service_day >= ?2 ORDER BY day, time`);
const PAST = list(`WHERE day >= w.start AND day < ?1 AND ${MATCHES} AND service_day < ?2
  ORDER BY day DESC, time DESC`);

const FIND_UPCOMING = `SELECT '' AS start, (${UPCOMING}) AS list`;
const FIND_PAST = `SELECT w.start, (${PAST}) AS list FROM (SELECT ${WINDOW_START} AS start) AS w`;

/** @throws {Error} where the database fails */
export async function searchReservations(
  database: Database,
  { text, today, limit }: Search,
): Promise<readonly Reservation[]> {
  const patterns = searchPatterns(text);
  if (patterns === null) return [];
  const { nameSketch, name, phone, folio } = patterns;
  const found: Reservation[] = [];
  const read = async (sql: string, day: Day): Promise<string> => {
    const args = [day, today, limit - found.length, nameSketch, name, phone, folio];
    const [row] = await database.read({ sql, args });
    found.push(...JSON.parse(String(row?.list)));
    return String(row?.start);
  };
  const enough = () => found.length >= limit;
  await read(FIND_UPCOMING, today);
  // The evening before today ends on today's calendar day.
  if (!enough()) await eachWindow(addDays(today, 1), (day) => read(FIND_PAST, day), enough);
  return found;
}

/** What is searched for, in the terms of the database. */

export interface SearchPatterns {
  /** For LIKE: lets every name through that could match, and most others not. It costs a fifth of what the other costs. */
  readonly nameSketch: string;
  /** For GLOB: the names that match, accents and case aside, anything for blanks. */
  readonly name: string;
  /** Digits in a row of a telephone number; null where the text is none. */
  readonly phone: string | null;
  /** Symbols in a row of a folio, with its `R-` where the text has it; null where the text is none. */
  readonly folio: string | null;
}

const PHONE_FORM = /^[\d\p{Zs}\p{Pd}\u2212+.()/]*$/u;
/** Fewer digits are found in too many telephone numbers. */
const LEAST_DIGITS = 3;
/** How Mexican mobile numbers were written for callers from abroad until 2019; they are kept without the 1. */
const OLD_MEXICAN_MOBILE = /^(?:00)?521(?=\d{10}$)/;

/** Fewer symbols are found in too many folios, unless it is said that they are a folio's first. */
const FOLIO_FORM = /^(R[\s\p{Pd}]+)?([0-9A-Z]{1,8})$/u;
const LEAST_SYMBOLS = 4;

const ANY_APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, "g");

/** The patterns for `text`; null where there is nothing to search for. */
export function searchPatterns(text: string): SearchPatterns | null {
  // The database's patterns end where a NUL is.
  const wanted = text.toWellFormed().normalize("NFC").replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (wanted === "") return null;
  const letters = Array.from(unaccented(wanted.replace(ANY_APOSTROPHE, "")).toLowerCase());
  if (letters.length === 0) return null;
  return {
    nameSketch: `%${letters.map(sketchOf).join("")}%`,
    name: `*${letters.map(classOf).join("")}*`,
    phone: phoneDigits(wanted),
    folio: folioSymbols(wanted.toUpperCase()),
  };
}

/** Any formatting aside. */
function phoneDigits(wanted: string): string | null {
  if (!PHONE_FORM.test(wanted)) return null;
  const digits = wanted.replace(/\D/g, "").replace(OLD_MEXICAN_MOBILE, "52");
  return digits.length >= LEAST_DIGITS ? digits : null;
}

/** With or without `R-`, as people read it out: O for zero, I and L for one. */
function folioSymbols(upper: string): string | null {
  const [, prefix, symbols = ""] = FOLIO_FORM.exec(upper) ?? [];
  const read = symbols.replaceAll("O", "0").replace(/[IL]/g, "1");
  if (prefix !== undefined) return `R-${read}`;
  return symbols.length >= LEAST_SYMBOLS ? read : null;
}

function unaccented(text: string): string {
  return text.normalize("NFD").replace(/\p{Mn}/gu, "").normalize("NFC");
}

/** Letters that rarely bear accents, and what is none: LIKE knows their case. */
const PLAIN = /^[bdfghjklmp-tvwxz0-9.,&-]$/;

function sketchOf(letter: string): string {
  if (letter === " ") return "%";
  return PLAIN.test(letter) ? letter : "_";
}

/** Every letter that is another one but for accents and case, by that one: reckoned at the first search. */
let known: ReadonlyMap<string, string> | undefined;

function classOf(letter: string): string {
  if (letter === " ") return "*";
  known ??= variants();
  const letters = known.get(letter);
  if (letters !== undefined) return `[${letters}]`;
  return "*?[".includes(letter) ? `[${letter}]` : letter;
}

/** Of the Latin letters: up to U+024F, and those with two marks from U+1E00. */
function variants(): Map<string, string> {
  const found = new Map<string, string>();
  for (const [from, to] of [[0x41, 0x250], [0x1e00, 0x1f00]] as const) {
    for (let code = from; code < to; code++) {
      const letter = String.fromCharCode(code);
      if (!/\p{L}/u.test(letter)) continue;
      const base = unaccented(letter).toLowerCase();
      found.set(base, (found.get(base) ?? "") + letter);
    }
  }
  return found;
}

/**
 * Reads all reservations before a day, latest first, in windows of days that hold some ten thousand each: reading a million at a
 * stroke would hold up everybody else for half a second, a window for some milliseconds.
 */

/**
 * Calls `read` for each window with the day that it ends before, until it has read the first one or `enough` is true.
 * @param read resolves to where its window began: {@linkcode WINDOW_START}
 */
export async function eachWindow(
  before: Day,
  read: (before: Day) => Promise<string>,
  enough: () => boolean = () => false,
): Promise<void> {
  let end = before;
  do end = await read(end); while (end !== "" && !enough());
}
