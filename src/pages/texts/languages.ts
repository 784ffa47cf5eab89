/** The languages of guests' pages. Another one is a file beside es.ts, one of reasons and an entry here. */
import { acceptsLanguages } from "@std/http";
import { addDays, type Day, type Time } from "../../domain/local_time.ts";
import { type Reason, reasonText } from "../../domain/schedule/reason.ts";
import { dayText } from "../../html/words.ts";
import type { Exchange } from "../../http/router.ts";
import { EN } from "./en.ts";
import { ES, type Texts } from "./es.ts";

/** The languages in the order of their links. The first is the default. */
export const PAGE_TEXTS: readonly Texts[] = [ES, EN];

/** A longer Accept-Language, which no browser sends, is not read. */
const MAX_ACCEPTED = 1_024;

/** The language in the address, or a regional form of it; else the one that the browser prefers, else the first. */
export function textsFor({ request, target: { search } }: Exchange): Texts {
  const isShort = (request.headers.get("accept-language")?.length ?? 0) <= MAX_ACCEPTED;
  const codes = PAGE_TEXTS.map(({ language }) => language);
  const accepted = isShort ? acceptsLanguages(request, ...codes) : undefined;
  const named = (code = "") =>
    PAGE_TEXTS.find(({ language }) => code === language || code.startsWith(`${language}-`));
  return named(new URLSearchParams(search).get("lang") ?? "") ?? named(accepted) ?? PAGE_TEXTS[0]!;
}

/** Why nothing can be reserved, as a sentence. */
export function reasonInWords(reason: Reason, { reasons, locale }: Texts): string {
  return reasonText(reasons, reason, (day) => dayText(day, locale));
}

/** `hoy a las 13:00`; `tomorrow at 13:00`; `el viernes 13 de marzo a las 13:00`. */
export function whenText(
  { day, time }: { readonly day: Day; readonly time: Time },
  currentDay: Day,
  { locale, moments: { today, tomorrow, on, at } }: Texts,
): string {
  if (day === currentDay) return at(today, time);
  if (day === addDays(currentDay, 1)) return at(tomorrow, time);
  return at(on(dayText(day, locale)), time);
}
