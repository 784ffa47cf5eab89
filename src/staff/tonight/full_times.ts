/** A time's heading on the day's list: the people expected, and the button that marks the time full or opens it. */
import {
  addDays,
  type Day,
  type LocalDateTime,
  localDateTime,
  wallMinute,
  wallMinuteOf,
} from "../../domain/local_time.ts";
import {
  bookableSlots,
  bookingWindow,
  type RequestedTime,
} from "../../domain/schedule/availability.ts";
import { serviceDayOf, type Situation, situationNow } from "../../domain/schedule/situation.ts";
import type { Closure } from "../../domain/schedule/services.ts";
import { hiddenFields } from "../../html/form.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import { seeOther } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { localPath, type StaffRoute } from "../route.ts";

/** POST /lleno. Guests cannot reserve a time that is marked full; staff can, once warned. /cierres opens it. */
export function fullTimesRoute(deps: StaffDeps): StaffRoute {
  return {
    method: "POST",
    path: "/lleno",
    async act({ form, actor, request }) {
      const at = form.get("hora") ?? "";
      const situation = situationNow(deps);
      // It is written even if nothing seems to change: an earlier change may still arrive.
      if (markOf(situation, at) === undefined && !isListed(situation, at)) {
        const text = "Esa hora ya pasó o no está en lista: en línea no se puede reservar.";
        return [422, "No se marcó llena", text];
      }
      const to = localDateTime(wallMinuteOf(at) + 1);
      await deps.closures.by(actor, request.signal).add({ kind: "full", from: at, to }, "");
      return seeOther(localPath(form.get("volver")));
    },
  };
}

/** @param late minutes since the time, if a party is late; else 0 */
export function timeHeading(
  at: LocalDateTime,
  { people, missing, late }: Readonly<Record<"people" | "missing" | "late", number>>,
  { situation, path }: { readonly situation: Situation; readonly path: string },
): Html {
  const { peoplePerTime } = situation.restaurant.booking;
  const mark = markOf(situation, at);
  const isFull = bookingWindow(situation).placesLeft(wallMinuteOf(at)) === 0;
  const expected = missing < people ? `faltan ${missing} de ${people}` : `${people} pers.`;
  const words = html`
    ${at.slice(11)}
    ${late > 0 && html`<small class="lateness">${latenessInWords(late)}</small>`}
    <small>${expected}${peoplePerTime !== null && `, cupo ${peoplePerTime}`}</small>
    ${isFull && html`<span class="chip gone">Llena</span>`}
  `;
  const opening = `/cierres?quitar=${mark?.id}&volver=${encodeURIComponent(path)}`;
  const about = attributes({ "aria-describedby": `h-${at}` });
  const control = !isListed(situation, at) || (isFull && !mark)
    ? null
    : mark
    ? html`<a class="button quiet" href="${opening}" ${about}>Abrir</a>`
    : html`<button class="quiet" ${about}>Marcar llena</button>`;
  return html`
    <form class="time" id="t-${at}" method="post" action="/lleno">
      ${hiddenFields({ hora: at, volver: path })}
      <h2 id="h-${at}">${words}</h2>
      ${control}
    </form>
  `;
}

/** `tarde 25′`; from 100 minutes on, `tarde`. */
export function latenessInWords(minutes: number): string {
  return minutes < 100 ? `tarde ${minutes}′` : "tarde";
}

/** The times of service day `day` that are marked full. */
export function fullTimes(
  { day, situation }: { readonly day: Day; readonly situation: Situation },
): readonly LocalDateTime[] {
  return situation.state.closures
    .flatMap((closure) => closure.kind === "full" ? [closure.from] : [])
    .filter((at) => at >= day && at < addDays(day, 2))
    .filter((at) => serviceDayOf(situation, timeAt(at)) === day);
}

function markOf({ state }: Situation, at: LocalDateTime): Closure | undefined {
  return state.closures.find((closure) => closure.kind === "full" && closure.from === at);
}

/** Whether guests can reserve the time by the schedule, now or later. */
function isListed(situation: Situation, at: LocalDateTime): boolean {
  const minute = wallMinuteOf(at);
  const now = wallMinute(situation.now, situation.restaurant.timeZone);
  return minute >= now && bookableSlots(situation, timeAt(at).day).has(minute);
}

export function timeAt(at: LocalDateTime): RequestedTime {
  return { day: at.slice(0, 10), time: at.slice(11) };
}
