/** What an act that lets people in or seats them would break: staff are warned, and may go on in one more tap. */
import {
  type Day,
  localDateTime,
  type WallMinute,
  wallMinute,
  wallMinuteOf,
} from "../domain/local_time.ts";
import { ADMITS } from "../domain/reservation/moves.ts";
import {
  isExpected,
  type Reservation,
  type ReservationAction,
  type ReservationValues,
} from "../domain/reservation/reservation.ts";
import { isHere } from "../domain/reservation/service_night.ts";
import { type TimeWarning, timeWarnings } from "../domain/reservation/staff_time.ts";
import { type RequestedTime, STEP_MINUTES } from "../domain/schedule/availability.ts";
import { withoutPeople, withPeople } from "../domain/schedule/room.ts";
import {
  currentServiceDay,
  type Situation,
  staffServiceDay,
} from "../domain/schedule/situation.ts";
import { hiddenFields, sentFields } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import type { StaffDeps } from "../ports/staff.ts";
import { atTime, dayInWords } from "./day_words.ts";
import { guestText } from "./guest.ts";
import type { StaffPage } from "./layout.ts";
import { roomNow, withOverstays } from "./room.ts";

type Admitted =
  & Pick<ReservationValues, "day" | "time" | "serviceDay" | "partySize" | "status" | "table">
  & Pick<ReservationValues, "arrived" | "left">
  & Partial<Pick<Reservation, "folio">>;

/** An act, and the reservation before and after it. */
interface Admission {
  readonly action: ReservationAction;
  /** Null where the act makes it. */
  readonly before: Admitted | null;
  readonly after: Admitted;
}

/** Reads the parties of a service day. */
interface Days {
  readonly book: Pick<StaffDeps["book"], "onServiceDay">;
}

export interface ShownWarning {
  /** Unique among the warnings of an act. */
  readonly code: string;
  readonly text: Html;
}

/** As of this instance's list: only guests' holds are exact. Empty where the act breaks nothing. */
export async function brokenBy(
  deps: Days,
  situation: Situation,
  admission: Admission,
): Promise<readonly ShownWarning[]> {
  const { action, after: { serviceDay, status, arrived }, after } = admission;
  if (!ADMITS[action] || status === "waiting") return [];
  // An act on an evening that is over lets no one in, nor one on a service of today that is.
  const isOver = serviceDay < staffServiceDay(situation) ||
    status === "arrived" && !isHere(after, roomNow(situation));
  const now = localDateTime(wallMinute(situation.now, situation.restaurant.timeZone));
  const isLate = action === "arrived" && serviceDay < currentServiceDay(situation) &&
    arrived !== null && arrived < now;
  if (!isTimeChosen(admission) && (isOver || isLate)) return [];
  const limits = await limitWarnings(deps, situation, admission);
  return [...limits, ...await tableWarnings(deps, situation, admission)];
}

/**
 * Of acts that are done together, those that break nothing, each judged beside those before it.
 * @param parties all of their service day
 */
export async function fitting<Each extends Admission>(
  parties: readonly Reservation[],
  situation: Situation,
  admissions: readonly Each[],
): Promise<readonly Each[]> {
  const fit: Each[] = [];
  let beside = situation;
  for (const each of admissions) {
    // Who came at another time may have left.
    const { day, time } = each.after;
    const together = fit.filter(({ after }) => after.day === day && after.time === time);
    const come = new Map(together.map(({ after }) => [after.folio, after]));
    const all = parties.map((one) => ({ ...one, ...come.get(one.folio) }));
    const book = { onServiceDay: () => Promise.resolve(all) };
    if ((await brokenBy({ book }, beside, each)).length > 0) continue;
    fit.push(each);
    if (!takesPlace(each.before)) beside = counting(withPeople, each.after, beside);
  }
  return fit;
}

/** Whether staff chose the time at which the party is expected. */
function isTimeChosen({ action, before, after }: Admission): boolean {
  const isOther = before?.day !== after.day || before.time !== after.time;
  return after.status !== "arrived" && (action === "taken" || action === "edited" && isOther);
}

/** A time that staff chose is held against all that keeps guests from it; other acts against what would be too many. */
async function limitWarnings(
  { book }: Days,
  situation: Situation,
  admission: Admission,
): Promise<readonly ShownWarning[]> {
  const { action, before, after } = admission;
  const { partySize, status } = after;
  const was = takesPlace(before) ? before : null;
  const kept = action === "edited" ? before : was;
  const isSameTime = kept?.day === after.day && kept.time === after.time;
  const isNoLarger = isSameTime && partySize <= kept.partySize;
  if (isNoLarger && Math.abs(startOf(kept) - startOf(after)) < STEP_MINUTES) return [];
  const now = localDateTime(wallMinute(situation.now, situation.restaurant.timeZone));
  const isHere = status === "arrived";
  const [day, time] = isHere ? [now.slice(0, 10), now.slice(11)] : [after.day, after.time];
  const booked = was === null ? situation : counting(withoutPeople, was, situation);
  const others = isHere ? withOverstays(booked, await othersOf(after, book)) : booked;
  // A party that comes long before or after its time is in the room in other hours.
  const judged = isNoLarger ? roomAlone(others) : others;
  const warnings = timeWarnings(judged, { day, time, partySize })
    .map((each) => ({ code: each.kind, text: textOf(each, day) }));
  if (isTimeChosen(admission)) return warnings;
  return warnings.filter(({ code }) =>
    code === "full" ||
    !isSameTime && (code === "closed" || code === "outside_hours" && !isHere)
  );
}

/** The other parties of its service day. */
async function othersOf(
  { folio, serviceDay }: Admitted,
  { onServiceDay }: Days["book"],
): Promise<readonly (Reservation & { readonly people: number })[]> {
  return (await onServiceDay(serviceDay)).filter((other) => other.folio !== folio)
    .map((other) => ({ ...other, people: other.partySize }));
}

/** When the party's stay begins. */
function startOf({ day, time, arrived }: Admitted): WallMinute {
  return wallMinuteOf(arrived ?? `${day}T${time}`);
}

/** The situation with the limit of the room, and nothing else that keeps guests from a time. */
function roomAlone({ restaurant, state, now }: Situation): Situation {
  const booking = { ...restaurant.booking, peoplePerTime: null };
  return { restaurant: { ...restaurant, booking }, state: { ...state, closures: [] }, now };
}

function takesPlace(party: Admitted | null): party is Admitted {
  return party !== null && isExpected(party) && party.left === null;
}

/** The situation with the party's people among those who take room, or without them. */
function counting(
  change: typeof withoutPeople,
  { day, time, arrived, left, partySize: people }: Admitted,
  situation: Situation,
): Situation {
  const { state } = situation;
  const at = `${day}T${time}`;
  const booked = change(state.booked, { at, people });
  const stays = change(state.stays, { at: arrived ?? at, left, people });
  return { ...situation, state: { ...state, booked, stays } };
}

/** The parties that sit at the table of `after`, or that expect it at the time for which it is given. */
async function tableWarnings(
  { book }: Days,
  situation: Situation,
  { before, after }: Admission,
): Promise<readonly ShownWarning[]> {
  const { table, day, time, status } = after;
  const isGiven = before?.table !== table || before?.day !== day || before.time !== time;
  const isSeated = status === "arrived" && (!takesPlace(before) || before.status !== status);
  if (table === null || !takesPlace(after) || !(isGiven || isSeated)) return [];
  const room = roomNow(situation);
  const holds = (other: Reservation) =>
    other.folio !== after.folio && other.table === table && takesPlace(other) &&
    (isGiven && other.day === day && other.time === time ||
      status === "arrived" && isHere(other, room));
  return (await book.onServiceDay(after.serviceDay)).filter(holds).map(({ folio, name }) => ({
    code: folio,
    text: html`La mesa ${guestText(table)} la tiene ${guestText(name)}.`,
  }));
}

function textOf(warning: TimeWarning, day: Day): Html {
  switch (warning.kind) {
    case "past":
      return html`Esa hora ya pasó.`;
    case "far":
      return html`En línea solo se reserva hasta el ${dayInWords(warning.lastDay, day)}.`;
    case "closed":
      return html`Ese día o a esa hora está cerrado${
        warning.reason !== "" && html`: ${guestText(warning.reason)}`
      }.`;
    case "paused":
      return html`Las reservaciones en línea están en pausa.`;
    case "night_paused":
      return html`En línea no se reserva para esa noche: está en pausa.`;
    case "kitchen_early":
      return html`La cocina cierra antes esa noche, ${
        atTime(warning.closes.slice(11))
      }: quien llegue a esa hora ya no alcanza a cenar.`;
    case "outside_hours":
      return html`A esa hora la cocina no atiende, o ya no alcanza el tiempo.`;
    case "full":
      return warning.left === 0
        ? html`Esa hora está llena.`
        : html`A esa hora solo ${
          warning.left === 1 ? "queda 1 lugar" : `quedan ${warning.left} lugares`
        }.`;
  }
}

export interface Warned {
  readonly warnings: readonly ShownWarning[];
  /** The value of the button that accepts: the day and time, and the codes of these warnings. */
  readonly accepted: string;
}

/** The name of the button that accepts warnings. */
const ACCEPTED = "aceptado";

/** Null if there is no warning about this day and time, or `form` accepts them. */
export function warnedOf(
  warnings: readonly ShownWarning[],
  { day, time }: RequestedTime,
  form: URLSearchParams,
): Warned | null {
  const accepted = [day, time, ...warnings.map(({ code }) => code)].join(" ");
  return warnings.length === 0 || form.get(ACCEPTED) === accepted ? null : { warnings, accepted };
}

/** The warnings, and the button that accepts them, to be put into the form. */
export function warningNotice({ warnings, accepted }: Warned, label: string): Html {
  return html`
    <div class="notice" role="alert" tabindex="-1" autofocus>
      <p><b>Todavía no se guardó.</b></p>
      <ul class="wrongs">${warnings.map(({ text }) => html`<li>${text}</li>`)}</ul>
      <p class="buttons">
        <button class="main" name="${ACCEPTED}" value="${accepted}">${label}</button>
      </p>
    </div>
  `;
}

/**
 * Asks once more, with what was sent but an earlier answer.
 * @param label of the button that goes on
 * @param other another button
 */
export function admissionQuestion(
  warned: Warned,
  form: URLSearchParams,
  { to, back, label }: Readonly<Record<"to" | "back" | "label", string>>,
  other: Html | null = null,
): StaffPage {
  return {
    status: 422,
    title: "¿De todos modos?",
    content: html`
      <form class="card narrow" method="post" action="${to}">
        ${hiddenFields(sentFields(form, ACCEPTED))} ${warningNotice(warned, label)}
        <p class="buttons">
          ${other} <a class="button" href="${back}">No, dejarlo como está</a>
        </p>
      </form>
    `,
  };
}
