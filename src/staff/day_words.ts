/** Days, moments and closures in Spanish words. */
import {
  addDays,
  type Day,
  dayOf,
  type LocalDateTime,
  type Time,
  timeOf,
  type WallMinute,
  wallMinute,
} from "../domain/local_time.ts";
import { STEP_MINUTES } from "../domain/schedule/availability.ts";
import type { ClosedTime } from "../domain/schedule/closures.ts";
import type { Pause } from "../domain/schedule/services.ts";
import type { Situation } from "../domain/schedule/situation.ts";
import { type Html, html } from "../html/html.ts";
import { dayText } from "../html/words.ts";

/** `sábado 28 de noviembre`, with the year unless it is that of `today`. */
export function dayInWords(day: Day, today: Day): string {
  const year = day.slice(0, 4) === today.slice(0, 4) ? "" : ` de ${day.slice(0, 4)}`;
  return `${dayText(day, "es")}${year}`;
}

/** `hoy`, `mañana`, or `el sábado 28 de noviembre`. */
export function relativeDay(day: Day, today: Day): string {
  if (day === today) return "hoy";
  return day === addDays(today, 1) ? "mañana" : `el ${dayInWords(day, today)}`;
}

/** `hoy a las 20:30`: the instant `at`, in epoch milliseconds, on the restaurant's clock. */
export function momentInWords(at: number, { now, restaurant }: Situation): string {
  const minute = wallMinute(at, restaurant.timeZone);
  const today = dayOf(wallMinute(now, restaurant.timeZone));
  return `${relativeDay(dayOf(minute), today)} ${atTime(timeOf(minute))}`;
}

/** `Solo para el sábado 28 de noviembre, hasta hoy a las 20:30.` */
export function pauseInWords(pause: Pause, situation: Situation): string {
  const { until } = pause;
  const end = until === null ? "que alguien las abra" : momentInWords(until, situation);
  const days = "night" in pause
    ? `solo para el ${dayInWords(pause.night, pause.night)}`
    : "para todos los días";
  return `${days}, hasta ${end}.`;
}

/** {@linkcode momentInWords} as a `time` element. */
export function moment(at: number, situation: Situation): Html {
  const words = momentInWords(at, situation);
  return html`<time datetime="${new Date(at).toISOString()}">${words}</time>`;
}

/** `sábado 28 de noviembre a las 20:30`. */
function localInWords(local: LocalDateTime, today: Day): string {
  return `${dayInWords(local.slice(0, 10), today)} ${atTime(local.slice(11))}`;
}

/** `a las 20:30`, `a la 1:15`. */
export function atTime(time: string): string {
  return time.startsWith("01") ? `a la ${time.slice(1)}` : `a las ${time}`;
}

/** `13:00 a 17:30, 21:00`: times a step apart are told as one span. */
export function timesInWords(minutes: readonly WallMinute[]): string {
  const isNext = (minute: WallMinute) => !minutes.includes(minute - STEP_MINUTES);
  const isLast = (minute: WallMinute) => !minutes.includes(minute + STEP_MINUTES);
  const [from, to] = [minutes.filter(isNext), minutes.filter(isLast)];
  const words = from.map((minute, n) => [...new Set([minute, to[n]!])].map(timeOf).join(" a "));
  return words.join(", ");
}

/** `mié 18/3`. */
export function shortDate(day: Day): string {
  return `${dayText(day, "es", "shortWeekday")} ${Number(day.slice(8))}/${Number(day.slice(5, 7))}`;
}

/** In speech, an end up to this time belongs to the evening before. */
const SMALL_HOURS = "06:00";

/** `sábado 28 de noviembre, todo el día`, `sábado 28 de noviembre, de 17:00 a 01:30 de la madrugada`. */
export function closureInWords(closed: ClosedTime, today: Day): string {
  if (closed.kind === "day") return `${dayInWords(closed.day, today)}, todo el día`;
  if (closed.kind === "days") {
    return `del ${dayInWords(closed.from, today)} al ${dayInWords(closed.to, today)}, todo el día`;
  }
  const { from, to } = closed;
  if (closed.kind === "full") return `${localInWords(from, today)}, hora llena`;
  const [day, start] = from.split("T") as [Day, Time];
  const [lastDay, end] = to.split("T") as [Day, Time];
  if (day === lastDay) return `${dayInWords(day, today)}, de ${start} a ${end}`;
  if (lastDay !== addDays(day, 1) || end > SMALL_HOURS) {
    return `del ${localInWords(from, today)} al ${localInWords(to, today)}`;
  }
  const until = end === "00:00" ? "medianoche" : `${end} de la madrugada`;
  return `${dayInWords(day, today)}, de ${start} a ${until}`;
}
