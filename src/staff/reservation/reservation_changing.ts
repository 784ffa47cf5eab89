/** What changes a reservation: its day, hour or data as typed, and its state; refused where the reservation has changed since. */
import {
  changesTo,
  type HistoryEntry,
  type Move,
  moved,
  type Reservation,
  STAFF_SOURCE,
} from "../../domain/reservation/reservation.ts";
import { serviceDayOf, timeWarnings } from "../../domain/reservation/staff_time.ts";
import type { Situation } from "../../domain/schedule/situation.ts";
import { type EditableValues, readTyped, typedFrom } from "../../domain/reservation/typed.ts";
import type { Answer } from "../../http/answer.ts";
import type { ReservationBook, StaffDeps } from "../../ports.ts";
import { editForm, type EditFormState } from "./reservation_forms.ts";
import { freshEdit, reservationPage, unknownReservationPage } from "./reservation_page.ts";
import { currentSituation, seeOther, type StaffAct } from "../route.ts";
import { stalePage } from "./stale_page.ts";
import { ACCEPTED, notAccepted, type Warning, warningsInWords } from "./time_warnings.ts";
import { typedFromForm, typingRules } from "./typed_form.ts";

/** One reservation, one act. */
export interface ReservationAct {
  readonly deps: StaffDeps;
  readonly act: StaffAct;
  readonly reservation: Reservation;
  /** The version that the form was made for; 0 where it says none. */
  readonly version: number;
  /** Where to go on to. */
  readonly back: string;
}

/** 303 once it is saved; 422 with the page where a field is wrong or a warning unread; 409 where the reservation has changed since. */
export function changeReservation(asked: ReservationAct): Promise<Answer> {
  const { deps, act, reservation, version, back } = asked;
  const situation = currentSituation(deps);
  const typed = typedFromForm(act.form);
  const show = (status: number, edit: Partial<EditFormState>) =>
    reservationPage(deps, act, reservation, {
      status,
      edit: { typed, version, back, accepted: act.form.getAll(ACCEPTED), open: true, ...edit },
    });
  if (act.form.has("horas") || act.form.has("poner")) return show(200, {});
  const read = readTyped(typed, typingRules(situation, reservation.source === STAFF_SOURCE));
  if (!read.ok) return show(422, { errors: read.errors });
  const warnings = unreadWarnings(asked, read.values, situation);
  if (warnings.length > 0) return show(422, { warned: { warnings, chosen: read.values } });
  return save(asked, read.values, situation);
}

/** A day and time that stay as they are have been decided before. */
function unreadWarnings(
  { reservation, act }: ReservationAct,
  chosen: EditableValues,
  situation: Situation,
): readonly Warning[] {
  if (chosen.day === reservation.day && chosen.time === reservation.time) return [];
  const warnings = warningsInWords(timeWarnings(situation, chosen), chosen, situation);
  return notAccepted(warnings, chosen, act.form);
}

async function save(
  asked: ReservationAct,
  values: EditableValues,
  situation: Situation,
): Promise<Answer> {
  const { deps, act, reservation, version, back } = asked;
  const { folio } = reservation;
  if (reservation.version !== version) {
    const since = (await deps.book.history(folio)).filter((entry) => entry.version > version);
    return staleChange(asked, values, reservation, since);
  }
  const serviceDay = serviceDayOf(situation, values);
  const changes = changesTo(reservation, { ...values, serviceDay });
  // An evening that the hours have moved since is not this change's business.
  const isMoved = "day" in changes || "time" in changes;
  if (!isMoved) delete changes.serviceDay;
  if (Object.keys(changes).length === 0) return seeOther(back);
  const { actor } = act;
  const outcome = await deps.book.edit({ folio, version, action: "edited", changes, actor });
  if (outcome.kind === "changed") return seeOther(back);
  if (outcome.kind === "missing") return unknownReservationPage(deps, act);
  return staleChange(asked, values, outcome.reservation, outcome.since);
}

/** Nothing is saved: the page shows what changed, and the form as it was typed. Where all is as typed already, nothing is left to do. */
function staleChange(
  { deps, act, back }: ReservationAct,
  values: EditableValues,
  current: Reservation,
  since: readonly HistoryEntry[],
): Answer {
  const situation = currentSituation(deps);
  if (Object.keys(changesTo(current, values)).length === 0) return seeOther(back);
  const again = editForm({
    ...freshEdit(current, situation),
    back,
    typed: typedFrom(values),
    accepted: act.form.getAll(ACCEPTED),
    open: true,
    submit: "Guardar de todos modos",
  });
  return stalePage({ reservation: current, situation, actor: act.actor, back }, since, again);
}

/** A move as asked for. */
export interface AskedMove {
  readonly reservation: Reservation;
  /** The version they saw. */
  readonly version: number;
  readonly move: Move;
  readonly actor: string;
}

export type Moving =
  | { readonly kind: "moved" }
  /** The state it is in has no such way out. */
  | { readonly kind: "impossible"; readonly reservation: Reservation }
  /** The reservation has changed since. */
  | {
    readonly kind: "stale";
    readonly reservation: Reservation;
    readonly since: readonly HistoryEntry[];
  }
  | { readonly kind: "missing" };

/** @throws {Error} where the database fails */
export async function moveReservation(
  book: ReservationBook,
  { reservation, version, move, actor }: AskedMove,
): Promise<Moving> {
  const { folio } = reservation;
  if (reservation.version !== version) {
    const since = (await book.history(folio)).filter((entry) => entry.version > version);
    return isDoubleTap(since, move, actor)
      ? { kind: "moved" }
      : { kind: "stale", reservation, since };
  }
  const status = moved(reservation.status, move);
  if (status === null) return { kind: "impossible", reservation };
  const changes = { status };
  const outcome = await book.edit({ folio, version, action: move, changes, actor });
  if (outcome.kind === "changed") return { kind: "moved" };
  if (outcome.kind === "missing") return outcome;
  return isDoubleTap(outcome.since, move, actor) ? { kind: "moved" } : outcome;
}

/** Whether all that happened since is that the same person did the same: a button tapped twice. */
function isDoubleTap(since: readonly HistoryEntry[], move: Move, actor: string): boolean {
  const [only, ...more] = since;
  return only?.action === move && only.actor === actor && more.length === 0;
}
