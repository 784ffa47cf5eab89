import { dayOf, wallMinute } from "../domain/local_time.ts";
import type { Situation } from "../domain/schedule/situation.ts";
import type { TypingRules } from "../domain/reservation/typed.ts";
import type { StaffDeps } from "../ports.ts";

/** The restaurant and what is switched, now: one value for all that a page says. */
export function currentSituation({ restaurant, house, now }: StaffDeps): Situation {
  return { restaurant: restaurant(), house: house(), now: now() };
}

/** By which rules staff type, now. */
export function typingRules({ restaurant, now }: Situation, phoneOptional: boolean): TypingRules {
  const { timeZone } = restaurant;
  return { today: dayOf(wallMinute(now, timeZone)), timeZone, phoneOptional };
}
