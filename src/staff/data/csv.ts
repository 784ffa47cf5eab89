/**
 * Comma-separated values (RFC 4180) that people open in a spreadsheet. Whatever a cell holds, no spreadsheet takes it for a formula:
 * what would start one gets an apostrophe before it.
 */

export type CsvValue = string | number | null;

/** Tells a spreadsheet that the text is UTF-8. Goes before the first line. */
export const CSV_START = "\ufeff";

/**
 * What starts a formula, and what looks like it: full-width, small and raised forms are taken for the plain ones by some. Also after
 * what a spreadsheet set to another separator would cut the cell at.
 */
const FORMULA = /(^|[;|\t\r\n])([\s\p{Cf}"']*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−])/gu;
const LAYOUT_FIRST = /^(?=[\t\r\n])/;
const TO_QUOTE = /[",;|\t\r\n]|^\s|\s$/;

/** `values` as a line with its ending. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}

function cell(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = value.replace(FORMULA, "$1$2'").replace(LAYOUT_FIRST, "'");
  return TO_QUOTE.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
