/** The languages of guests' pages. Another one is a file beside es.ts and an entry here. */
import { acceptsLanguages } from "@std/http";
import { addDays, type Day, type Time } from "../../domain/local_time.ts";
import { dayText } from "../../html/words.ts";
import type { Exchange } from "../../http/router.ts";
import { EN } from "./en.ts";
import { ES, type Texts } from "./es.ts";

/** In the order of the links to them. The first is for guests who ask for none of them. */
export const LANGUAGES: readonly Texts[] = [ES, EN];

/** The language in the address, else the one that the browser prefers, else the first. */
export function textsFor({ request, target: { search } }: Exchange): Texts {
  const accepted = acceptsLanguages(request, ...LANGUAGES.map(({ language }) => language));
  const named = (code: string | null | undefined) =>
    LANGUAGES.find(({ language }) => language === code);
  return named(new URLSearchParams(search).get("lang")) ?? named(accepted) ?? LANGUAGES[0]!;
}

/** `hoy a las 13:00`; `tomorrow at 13:00`; with the day if it is a later one. */
export function whenText(
  { day, time }: { readonly day: Day; readonly time: Time },
  currentDay: Day,
  { locale, moments: { today, tomorrow, on, at } }: Texts,
): string {
  if (day === currentDay) return at(today, time);
  if (day === addDays(currentDay, 1)) return at(tomorrow, time);
  return at(on(dayText(day, locale)), time);
}
