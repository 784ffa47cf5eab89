/** Money and days in words, and words that are marked. */
import { addDays, type Day } from "../domain/local_time.ts";
import { memo } from "../http/memo.ts";
import { type Html, html } from "./html.ts";

/** The parts of a date that are written. */
const PARTS = {
  day: { weekday: "long", day: "numeric", month: "long" },
  date: { day: "numeric", month: "short" },
  month: { month: "long" },
  weekday: { weekday: "long" },
  shortWeekday: { weekday: "short" },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

type Part = keyof typeof PARTS;

/** Formats are made on first use: the first loads ICU's tables in 13 ms, a tenth of the program's start. */
const formats = memo<Intl.DateTimeFormat>();

/** `viernes 13 de marzo`; `Friday, March 13`; by `part`: `13 mar`, `marzo`, `viernes`, `vie`. */
export function dayText(day: Day, locale: string, part: Part = "day"): string {
  const format = formats.of(`${locale} ${part}`, [], () => {
    return new Intl.DateTimeFormat(locale, { ...PARTS[part], timeZone: "UTC" });
  });
  const text = format.format(Date.parse(day));
  // Intl writes a comma after the weekday, but Spanish has none there.
  return locale.startsWith("es") ? text.replace(",", "") : text;
}

/** `lunes` for 0. */
export function weekdayText(index: number, locale: string): string {
  const monday = "2026-03-09";
  return dayText(addDays(monday, index), locale, "weekday");
}

/** Centavos as pesos: `$1,234.50`. @param isShort whether `.00` is left out */
export function formatMoney(cents: number, isShort = false): string {
  const pesos = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ",");
  const decimals = `.${String(cents % 100).padStart(2, "0")}`;
  return `$${pesos}${isShort && decimals === ".00" ? "" : decimals}`;
}

/** A guest's `text` with its `marks`, on any number of lines. @param plain what is shown of a part */
export function markedText(
  text: string,
  marks: readonly Readonly<Record<"from" | "to", number>>[],
  plain = (part: string) => part,
): Html {
  const part = (from?: number, to?: number) => plain(text.slice(from, to));
  const marked = marks.map(({ from, to }, index) => [
    part(marks[index - 1]?.to, from),
    html`<mark>${part(from, to)}</mark>`,
  ]);
  return html`<bdi class="said">${marked}${part(marks.at(-1)?.to)}</bdi>`;
}
