/** Finds reservations by part of a name, of a telephone number, of a folio, or of what was said about them. */
import { nationalNumber, soughtPhone } from "../../domain/contact.ts";
import type { Day } from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { foldText, hasInOrder } from "../../domain/text.ts";
import { type Database, readJson } from "../database/database.ts";
import { SAID_COLUMNS } from "./columns.ts";

const END_OF_DAYS: Day = "9999-12-31";

interface Found extends Pick<Reservation, "folio" | "phone" | "serviceDay" | "table"> {
  /** The name, and what was said. */
  readonly texts: readonly (string | null)[];
}

/** SQL for each text in which words are searched for. An occasion counts if there is one. */
const TEXTS = ["name", ...SAID_COLUMNS, "source", "table_label", "nullif(occasion, 'general')"];
const TABLE = "'mesa ' || table_label";

/** Of a time on today's calendar day the service may be yesterday's. */
const FOUND = `json_object('folio', folio, 'phone', phone, 'table', table_label,
  'texts', json_array(${TEXTS}), 'serviceDay', iif(day = ?2, service_day, day))`;

/** Characters that fold to one each. Apostrophes fold to nothing, and so may signs from U+00A8 on. */
const FOLDED_ONE_BY_ONE = "\u0001-&(-_a-\u00a7\u00bf-\u00ff";

/** Every text that could match, and few others: comparing all in the program took three times as long. */
const couldMatch = (text: string) =>
  `(${text} LIKE ?3 OR ${text} GLOB '*[^${FOLDED_ONE_BY_ONE}]*')`;
export const NAME_COULD_MATCH = couldMatch("name");
const COULD_MATCH = `(${
  couldMatch(`(${[...TEXTS, TABLE].map((text) => `ifnull(${text}, '')`).join(" || ")})`)
}
  OR instr(phone, ?4) OR instr(folio, ?5))`;

/**
 * Those that could match before the day ?1, latest first, of a thousand reservations and the rest of their first day:
 * reading a million in one statement delays every other call by half a second.
 */
const WINDOW = `SELECT json_object('from', w.start, 'rows', (SELECT json_group_array(${FOUND}) FROM
    (SELECT * FROM reservations WHERE day >= w.start AND day < ?1 AND ${COULD_MATCH}
      ORDER BY day DESC, time DESC, id DESC) AS r))
  FROM (SELECT coalesce((SELECT day FROM reservations WHERE day < ?1
    ORDER BY day DESC LIMIT 1 OFFSET 1000), '') AS start) AS w`;

/** The folios of those that hold `text`: from `today` on by time, then those past, latest first. */
export async function searchFolios(
  database: Database,
  { text, today, limit }: { readonly text: string; readonly today: Day; readonly limit: number },
): Promise<readonly string[]> {
  const wanted = foldText(text.toWellFormed().replace(/\p{Cc}/gu, " "));
  if (wanted === "") return [];
  const words = wanted.split(" ");
  const named = words.filter((word) => !PHONE_FORM.test(word));
  const digits = phoneDigits(words.filter((word) => PHONE_FORM.test(word)).join(""));
  const symbols = folioSymbols(wanted.toUpperCase());
  const args = [today, outlineOf(wanted), digits, symbols];
  const holds = ({ texts }: Found, words: readonly string[]) =>
    texts.some((text) => text !== null && hasInOrder(foldText(text), words));
  const matches = (row: Found) =>
    (digits !== null && row.phone?.includes(digits) && holds(row, named)) ||
    (symbols !== null && row.folio.includes(symbols)) ||
    isAt(row.table, wanted) || holds(row, words);
  const [upcoming, past]: [string[], string[]] = [[], []];
  for (let end = END_OF_DAYS; end !== "";) {
    const read: { from: Day; rows: Found[] } = await readJson(database, WINDOW, [end, ...args]);
    for (const row of read.rows.filter(matches)) {
      (row.serviceDay >= today ? upcoming : past).push(row.folio);
    }
    end = read.from;
    if (end <= today && upcoming.length + past.length >= limit) break;
  }
  return [...upcoming.toReversed(), ...past].slice(0, limit);
}

/** Whether `wanted` names the table: `mesa 4` is that of the label 4, T4 or Mesa 4, not of 14. */
function isAt(table: string | null, wanted: string): boolean {
  const [, sought] = /^mesa (.+)$/.exec(wanted) ?? [];
  if (sought === undefined || table === null) return false;
  const label = foldText(table);
  return [label, label.replace(/^\p{L}+ */u, "")].includes(sought);
}

/** A pattern for LIKE: any letter where one may bear an accent, anything between words. */
export function outlineOf(wanted: string): string {
  return `%${wanted.replace(/[^bdfghjklmp-tvwxz0-9 ]/gu, "_").replaceAll(" ", "%")}%`;
}

const PHONE_FORM = /^[\d\p{Zs}\p{Pd}\u2212+.()/]*$/u;
/** Fewer digits match too many telephone numbers. */
const MIN_DIGITS = 3;

/** The digits of a part of a telephone number, without what is dialled before it; null if they are few. */
function phoneDigits(wanted: string): string | null {
  const digits = wanted.replace(/\D/g, "");
  if (digits.length < MIN_DIGITS) return null;
  const phone = soughtPhone(wanted.replace(/[^\d+]/g, ""));
  // Of a few last digits a zero is no trunk prefix.
  return phone ? nationalNumber(phone) : digits.replace(/^0+(?=[0-9]{7})/, "");
}

const FOLIO_FORM = /^(R[\s\p{Pd}]+|R(?=[0-9A-Z]{8}$))?([0-9A-Z]{1,8})$/u;
/** Fewer symbols match too many folios, unless they follow `R-`. */
const MIN_SYMBOLS = 4;

/** The symbols of a part of a folio, where O stands for zero, I and L for one; null if the text is not one. */
function folioSymbols(upper: string): string | null {
  const [, prefix, symbols = ""] = FOLIO_FORM.exec(upper) ?? [];
  const read = symbols.replaceAll("O", "0").replace(/[IL]/g, "1");
  if (prefix !== undefined) return `R-${read}`;
  return symbols.length >= MIN_SYMBOLS ? read : null;
}
