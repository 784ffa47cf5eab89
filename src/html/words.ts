/** Money, days and times in words; days and times in both languages. */
import { addDays, type Day, type Time } from "../domain/local_time.ts";
import type { Language } from "../domain/text.ts";
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

const LOCALES: Readonly<Record<Language, string>> = { es: "es-MX", en: "en-US" };

/** Made when they are first used: the first loads ICU's tables in 13 ms, a tenth of the program's start. */
const formats = memo<Intl.DateTimeFormat>();

function formatOf(language: Language, part: Part): Intl.DateTimeFormat {
  return formats.of(`${language} ${part}`, [], () => {
    return new Intl.DateTimeFormat(LOCALES[language], { ...PARTS[part], timeZone: "UTC" });
  });
}

/** `viernes 13 de marzo`; `Friday, March 13`. Less of it by `part`: `13 mar`, `viernes`, `vie`. */
export function dayText(day: Day, language: Language, part: Part = "day"): string {
  const text = formatOf(language, part).format(Date.parse(day));
  // Intl writes a comma after the weekday, which Spanish does not have there.
  return language === "es" ? text.replace(",", "") : text;
}

const WHEN = {
  es: { today: "hoy", tomorrow: "mañana", on: (day: string) => `el ${day}`, at: "a las" },
  en: { today: "today", tomorrow: "tomorrow", on: (day: string) => `on ${day},`, at: "at" },
};

/** `hoy a las 13:00`; `tomorrow at 13:00`; with the day if it is a later one. */
export function whenText(
  { day, time }: { readonly day: Day; readonly time: Time },
  currentDay: Day,
  language: Language,
): string {
  const { today, tomorrow, on, at } = WHEN[language];
  if (day === currentDay) return `${today} ${at} ${time}`;
  if (day === addDays(currentDay, 1)) return `${tomorrow} ${at} ${time}`;
  return `${on(dayText(day, language))} ${at} ${time}`;
}

/** Centavos as the menu prints them: `$1,234.50`. */
export function formatMoney(cents: number): string {
  const pesos = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ",");
  return `$${pesos}.${String(cents % 100).padStart(2, "0")}`;
}
