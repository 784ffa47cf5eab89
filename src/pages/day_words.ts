/** Days and times as people say them, in both languages. */
import { addDays, type Day, type Time } from "../domain/local_time.ts";
import type { Language } from "../domain/text.ts";

const FORMATS: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  es: dayFormat("es-MX"),
  en: dayFormat("en-US"),
};

function dayFormat(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
}

/** `viernes, 13 de marzo`; `Friday, March 13`. */
export function dayText(day: Day, language: Language): string {
  return FORMATS[language].format(Date.parse(day));
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
