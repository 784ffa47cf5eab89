/** Money, days and times in words. */
import { addDays, type Day, type Time } from "../domain/local_time.ts";
import { memo } from "../http/memo.ts";

/** The parts of a date that are written. */
const PARTS = {
  day: { weekday: "long", day: "numeric", month: "long" },
  date: { day: "numeric", month: "short" },
  month: { month: "long" },
  weekday: { weekday: "long" },
  shortWeekday: { weekday: "short" },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

type Part = keyof typeof PARTS;

/** Made when they are first used: the first loads ICU's tables in 13 ms, a tenth of the program's start. */
const formats = memo<Intl.DateTimeFormat>();

/** `viernes 13 de marzo`; `Friday, March 13`. Less of it by `part`: `13 mar`, `viernes`, `vie`. */
export function dayText(day: Day, locale: string, part: Part = "day"): string {
  const format = formats.of(`${locale} ${part}`, [], () => {
    return new Intl.DateTimeFormat(locale, { ...PARTS[part], timeZone: "UTC" });
  });
  const text = format.format(Date.parse(day));
  // Intl writes a comma after the weekday, which Spanish does not have there.
  return locale.startsWith("es") ? text.replace(",", "") : text;
}

/** How a language writes a day and time. */
export interface MomentTexts {
  /** For Intl. */
  readonly locale: string;
  readonly moments: {
    readonly today: string;
    readonly tomorrow: string;
    on(day: string): string;
    at(day: string, time: Time): string;
  };
}

/** `hoy a las 13:00`; `tomorrow at 13:00`; with the day if it is a later one. */
export function whenText(
  { day, time }: { readonly day: Day; readonly time: Time },
  currentDay: Day,
  { locale, moments: { today, tomorrow, on, at } }: MomentTexts,
): string {
  if (day === currentDay) return at(today, time);
  if (day === addDays(currentDay, 1)) return at(tomorrow, time);
  return at(on(dayText(day, locale)), time);
}

/** Centavos as the menu prints them: `$1,234.50`. */
export function formatMoney(cents: number): string {
  const pesos = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ",");
  return `$${pesos}.${String(cents % 100).padStart(2, "0")}`;
}
