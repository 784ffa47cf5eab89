import type { Language } from "../domain/text.ts";
import { addDays, type Day, type Time } from "../domain/local_time.ts";
import { DRAFT_TEXTS } from "./draft_texts.ts";

/** What the pages need to know of the kitchen. */
export interface Kitchen {
  readonly open: boolean;
  /** The restaurant's calendar day. */
  readonly today: Day;
  /** When it serves next, where that is known. */
  readonly opens: { readonly day: Day; readonly time: Time } | null;
}

const LOCALES = { es: "es-MX", en: "en-US" } as const;

/** Says that the kitchen is closed and when it opens; null while it is open. */
export function kitchenNotice({ open, today, opens }: Kitchen, language: Language): string | null {
  if (open) return null;
  const texts = DRAFT_TEXTS[language];
  if (opens === null) return texts.kitchenClosed;
  return `${texts.kitchenClosed} ${texts.opensAt(whenText(opens, today, language))}`;
}

/** The day and time as people say them on `today`. */
export function whenText(at: { day: Day; time: Time }, today: Day, language: Language): string {
  const texts = DRAFT_TEXTS[language];
  if (at.day === today) return texts.today(at.time);
  if (at.day === addDays(today, 1)) return texts.tomorrow(at.time);
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  return texts.onDay(format.format(Date.parse(at.day)), at.time);
}
