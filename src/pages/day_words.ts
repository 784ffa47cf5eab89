/** Days and times as people say them, in both languages. */
import { addDays, type Day, type Time } from "../domain/local_time.ts";
import type { Language } from "../domain/text.ts";

/** How much of a day is said. */
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

/** `viernes, 13 de marzo`; `Friday, March 13`. Less of it by `part`: `13 mar`, `viernes`, `vie`. */
export function dayText(day: Day, language: Language, part: keyof Formats = "day"): string {
  return FORMATS[language][part].format(Date.parse(day));
}

/** `hoy a las 13:00`; `tomorrow at 13:00`; the day where it is a later one. */
export function whenText(
  { day, time }: { readonly day: Day; readonly time: Time },
  today: Day,
  language: Language,
): string {
  const [hoy, manana, at] = language === "es"
    ? ["hoy", "mañana", "a las"]
    : ["today", "tomorrow", "at"];
  if (day === today) return `${hoy} ${at} ${time}`;
  if (day === addDays(today, 1)) return `${manana} ${at} ${time}`;
  const on = language === "es" ? "el" : "on";
  return `${on} ${dayText(day, language)}, ${at} ${time}`;
}
