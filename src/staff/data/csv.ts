/** Reservations as comma-separated values (RFC 4180) for a spreadsheet. A text that would start a formula gets an apostrophe before it. */
import { localDateTime, wallMinute } from "../../domain/local_time.ts";
import { type Reservation, VALUE_NAMES } from "../../domain/reservation/reservation.ts";
import { capitalised } from "../../domain/text.ts";
import { STATE_WORDS } from "../history.ts";

export type CsvValue = string | number | null;

/**
 * The start of a formula. Some spreadsheets take full-width, small and raised signs for the plain ones, and one that is set to another
 * separator splits the cell there.
 */
const FORMULA = /(^|[;|\t\r\n])([\s\p{Cf}"']*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−])/gu;

const VALUES = Object.keys(VALUE_NAMES) as (keyof typeof VALUE_NAMES)[];
const TITLES = [...Object.values(VALUE_NAMES), "vista por", "vista el"];

/** The start of the file: a byte order mark, by which a spreadsheet recognises UTF-8, and the names of the columns. */
export const CSV_HEAD = "\ufeff" +
  csvLine(TITLES.map(capitalised));

export function csvLines(reservations: readonly Reservation[], timeZone: string): string {
  const clockTime = (at: number) => localDateTime(wallMinute(at, timeZone)).replace("T", " ");
  return reservations.map((reservation) => {
    const { phone, status, occasion, createdAt, arrivedAt, left, acknowledged } = reservation;
    const shown: Record<keyof typeof VALUE_NAMES, CsvValue> = {
      ...reservation,
      phone: phone && spreadsheetPhone(phone),
      status: STATE_WORDS[status],
      occasion: occasion === "cumpleanos" ? "cumpleaños" : "general",
      createdAt: clockTime(createdAt),
      arrivedAt: arrivedAt && clockTime(arrivedAt),
      left: left && left.replace("T", " "),
    };
    const seen = acknowledged ? [acknowledged.by, clockTime(acknowledged.at)] : [null, null];
    return csvLine([...VALUES.map((value) => shown[value]), ...seen]);
  }).join("");
}

/** `values` as a line that ends in CR LF. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}

function cell(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = value.replace(FORMULA, "$1$2'").replace(/^(?=[\t\r\n])/, "'");
  return /[",;|\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The calling codes, of which none begins with another. */
const CALLING_CODE = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/;

/** `(+52) 999 123 4567`, which no spreadsheet changes, as it does bare digits and a plus sign; {@linkcode normalisePhone} reads it back. */
export function spreadsheetPhone(phone: string): string {
  return phone.replace(
    CALLING_CODE,
    (_, code: string, rest: string) =>
      `(+${code}) ${rest.replace(/^(\d{3})(\d{3})(\d{4})$/, "$1 $2 $3")}`,
  );
}
