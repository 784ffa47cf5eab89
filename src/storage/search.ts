/** Finding reservations by what is remembered of them: part of a name, a telephone number, a folio. */
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

const WINDOW = 5_000;

/** After every day. */
export const END_OF_DAYS: Day = "9999-12-31";

/** The first day of the window of {@linkcode eachWindow} that ends before the day ?1; the empty text where nothing is before it. */
export const WINDOW_START = `coalesce((SELECT day FROM reservations WHERE day < ?1
  ORDER BY day DESC LIMIT 1 OFFSET ${WINDOW}), '')`;

const QUOTED = Array.from(APOSTROPHES, (sign) => sign === "'" ? "''" : sign);

/**
 * LIKE lets every name through that could match, and few others, at a fifteenth of what GLOB takes; it says nothing of names with
 * apostrophes, nor of those in which letters that are plain elsewhere may bear accents.
 */
const NAME_MATCHES = `((name LIKE ?7 OR name GLOB '*[\u0100-\u1fff${QUOTED.join("")}]*')
  AND ${QUOTED.reduce((sql, sign) => `replace(${sql}, '${sign}', '')`, "name")} GLOB ?4)`;

const ANY_APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, "g");

/** The index by day has all of it. A null matches nothing. */
const MATCHES = `(${NAME_MATCHES} OR instr(phone, ?5) OR instr(folio, ?6))`;

const list = (rows: string): string =>
  `(SELECT json_group_array(${RESERVATION}) FROM (SELECT * FROM reservations ${rows} LIMIT ?3) AS r)`;

const FIND_UPCOMING = `SELECT '' AS start,
  ${list(`WHERE day >= ?1 AND ${MATCHES} AND service_day >= ?2 ORDER BY day, time`)} AS list`;

const FIND_PAST = `SELECT w.start,
  ${
  list(`WHERE day >= w.start AND day < ?1 AND ${MATCHES} AND service_day < ?2
    ORDER BY day DESC, time DESC`)
} AS list FROM (SELECT ${WINDOW_START} AS start) AS w`;

/** @throws {Error} where the database fails */
export async function searchReservations(
  database: Database,
  { text, today, limit }: Search,
): Promise<readonly Reservation[]> {
  // The database's patterns end at a NUL.
  const plain = text.toWellFormed().normalize("NFC").replace(ANY_APOSTROPHE, "");
  const wanted = plain.replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (wanted === "") return [];
  const letters = Array.from(unaccented(wanted).toLowerCase());
  const patterns = [
    `*${letters.map(classOf).join("")}*`,
    phoneDigits(wanted),
    folioSymbols(wanted.toUpperCase()),
    `%${letters.map(sketchOf).join("")}%`,
  ];
  const found: Reservation[] = [];
  const read = async (sql: string, day: Day): Promise<string> => {
    const args = [day, today, limit - found.length, ...patterns];
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

/**
 * Reads all reservations before a day, latest first, in windows of five thousand: reading a million in one statement delays every
 * other call by half a second. Calls `read` for each window with the day that it ends before, until it has read the first window or
 * `enough` is true.
 * @param read resolves to {@linkcode WINDOW_START}
 */
export async function eachWindow(
  before: Day,
  read: (before: Day) => Promise<string>,
  enough: () => boolean = () => false,
): Promise<void> {
  let end = before;
  do end = await read(end); while (end !== "" && !enough());
}

const PHONE_FORM = /^[\d\p{Zs}\p{Pd}\u2212+.()/]*$/u;
/** Fewer digits are in too many telephone numbers. */
const MIN_DIGITS = 3;
/** How Mexican mobile numbers were written for callers from abroad until 2019; they are stored without the 1. */
const OLD_MEXICAN_MOBILE = /^(?:00)?521(?=\d{10}$)/;

/** Digits in a row of a telephone number, however it is written; null where the text is none. */
function phoneDigits(wanted: string): string | null {
  if (!PHONE_FORM.test(wanted)) return null;
  const digits = wanted.replace(/\D/g, "").replace(OLD_MEXICAN_MOBILE, "52");
  return digits.length >= MIN_DIGITS ? digits : null;
}

const FOLIO_FORM = /^(R[\s\p{Pd}]+)?([0-9A-Z]{1,8})$/u;
/** Fewer symbols are in too many folios, unless `R-` says that they are the first. */
const MIN_SYMBOLS = 4;

/** Symbols in a row of a folio, as people read it out: O for zero, I and L for one. Null where the text is none. */
function folioSymbols(upper: string): string | null {
  const [, prefix, symbols = ""] = FOLIO_FORM.exec(upper) ?? [];
  const read = symbols.replaceAll("O", "0").replace(/[IL]/g, "1");
  if (prefix !== undefined) return `R-${read}`;
  return symbols.length >= MIN_SYMBOLS ? read : null;
}

function unaccented(text: string): string {
  return text.normalize("NFD").replace(/\p{Mn}/gu, "").normalize("NFC");
}

/** Letters that rarely bear accents, and other signs: LIKE knows their case. */
const PLAIN = /^[bdfghjklmp-tvwxz0-9.,&-]$/;

/** For LIKE. */
function sketchOf(letter: string): string {
  if (letter === " ") return "%";
  return PLAIN.test(letter) ? letter : "_";
}

/** Every letter that is another one but for accents and case, by that one: computed at the first search. */
let variants: ReadonlyMap<string, string> | undefined;

/** For GLOB: the letter with any accents, in either case; anything for a blank. */
function classOf(letter: string): string {
  if (letter === " ") return "*";
  variants ??= latinVariants();
  const letters = variants.get(letter);
  if (letters !== undefined) return `[${letters}]`;
  return "*?[".includes(letter) ? `[${letter}]` : letter;
}

/** Up to U+024F, and those with two marks from U+1E00. */
function latinVariants(): Map<string, string> {
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
