import { UNSWITCHED } from "./house.ts";
import { addDays, type Day, dayOf, wallMinute } from "./local_time.ts";
import { servicesOn } from "./schedule.ts";
import type { Situation } from "./situation.ts";

/**
 * The day that staff mean by "hoy": that on which the running service started, so that after midnight the evening goes on; the
 * calendar day where none runs that started the day before. The weekly hours alone decide: an evening that is closed when it has
 * begun must not take its guests off the board at midnight.
 */
export function currentServiceDay({ restaurant, now }: Situation): Day {
  const minute = wallMinute(now, restaurant.timeZone);
  const today = dayOf(minute);
  const evening = servicesOn(restaurant.hours, addDays(today, -1), UNSWITCHED);
  return evening.some(({ closes }) => minute < closes) ? addDays(today, -1) : today;
}
