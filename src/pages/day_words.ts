/** Days and times in words, in both languages. */
import { addDays, type Day, type Time } from "../domain/local_time.ts";
import type { Language } from "../domain/text.ts";

/** The parts of a date that are written. */
const PARTS = {
  day: { weekday: "long", day: "numeric", month: "long" },
  date: { day: "numeric", month: "short" },
  weekday: { weekday: "long" },
  shortWeekday: { weekday: "short" },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

type Formats = Readonly<Record<keyof typeof PARTS, Intl.DateTimeFormat>>;
const FORMATS: Readonly<Record<Language, Formats>> = { es: formats("es-MX"), en: formats("en-US") };

function formats(locale: string): Formats {
  const entries = Object.entries(PARTS).map(([part, options]) => {
    return [part, new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" })];
  });
  return Object.fromEntries(entries) as Formats;
}

/** `viernes 13 de marzo`; `Friday, March 13`. Less of it by `part`: `13 mar`, `viernes`, `vie`. */
export function dayText(day: Day, language: Language, part: keyof Formats = "day"): string {
  const text = FORMATS[language][part].format(Date.parse(day));
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
