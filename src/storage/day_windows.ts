/**
 * Reads all reservations before a day, latest first, in windows of days that hold some ten thousand each: reading a million at a
 * stroke would hold up everybody else for half a second, a window for some milliseconds.
 */
import type { Day } from "../domain/local_time.ts";

const WINDOW = 10_000;

/** After every day. */
export const END_OF_DAYS: Day = "9999-12-31";

/** Where the window begins that ends before the day ?1: `from`, or the empty text where nothing is before it. */
export const WINDOW_START = `coalesce((SELECT day FROM reservations WHERE day < ?1
  ORDER BY day DESC LIMIT 1 OFFSET ${WINDOW}), '')`;

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
