/** The days that an export covers. */
import { addDays, type Day, isDay, startOfDay } from "../../domain/local_time.ts";

export interface DayRange {
  readonly from: Day;
  /** Inclusive. */
  readonly to: Day;
}

/** Ten years: more is a slip of the finger, and would keep the database busy for nothing. */
const MOST_DAYS = 3_660;
const MINUTES = 1_440;

/** The days that were typed, or what is wrong with them. */
export function typedRange(fields: URLSearchParams): DayRange | string {
  const from = fields.get("desde") ?? "";
  const to = fields.get("hasta") ?? "";
  if (!isDay(from) || !isDay(to)) return "Elige los dos días del calendario.";
  if (from > to) return "El primer día va antes que el último.";
  if ((startOfDay(to) - startOfDay(from)) / MINUTES >= MOST_DAYS) {
    return "Elige a lo más diez años de una vez.";
  }
  return { from, to };
}

/** The month that holds `day`. */
export function monthOf(day: Day): DayRange {
  const from = `${day.slice(0, 7)}-01`;
  return { from, to: addDays(nextMonth(from), -1) };
}

/** `range` month by month, in order. */
export function* monthsOf({ from, to }: DayRange): Generator<DayRange> {
  for (let start = from; start <= to;) {
    const { to: end } = monthOf(start);
    yield { from: start, to: end < to ? end : to };
    start = addDays(end, 1);
  }
}

/** The first day of the month after that which begins on `first`. */
function nextMonth(first: Day): Day {
  return `${addDays(first, 31).slice(0, 7)}-01`;
}
