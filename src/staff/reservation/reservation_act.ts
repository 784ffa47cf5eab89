/** What staff do to one reservation: POST /reserva/{folio}; and that they have seen some: POST /visto. */
import {
  changesTo,
  type HistoryEntry,
  isItsDay,
  type Move,
  moved,
  type Reservation,
  type ReservationValues,
  STAFF_SOURCE,
} from "../../domain/reservation/reservation.ts";
import {
  type EditableValues,
  readNote,
  readTyped,
  typedFrom,
} from "../../domain/reservation/fields.ts";
import {
  currentServiceDay,
  serviceDayOf,
  type Situation,
  situationNow,
} from "../../domain/schedule/situation.ts";
import type { Answer } from "../../http/answer.ts";
import type { Html } from "../../pages/html.ts";
import type { ReservationEdit } from "../../ports/reservations.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { localPath, refusalPage, seeOther, type StaffAct, type StaffRoute } from "../route.ts";
import {
  editForm,
  type EditState,
  noteForm,
  NOTES,
  typedFromForm,
  typingRules,
} from "./reservation_form.ts";
import { STATUS_WORDS } from "./reservation_history.ts";
import {
  MOVE_BUTTONS,
  reservationAt,
  reservationPage,
  unknownReservationPage,
} from "./reservation_page.ts";
import { cancelQuestion, impossiblePage, moveAgain, stalePage } from "./stale_page.ts";
import { ACCEPTED, notAccepted, type Warning, warningsAbout } from "./time_warnings.ts";

/** One reservation, one act. */
interface ReservationAct {
  readonly deps: StaffDeps;
  readonly act: StaffAct;
  readonly reservation: Reservation;
  /** The version that the form was made for; 0 where it says none that there has been. */
  readonly version: number;
  /** Where to go on to. */
  readonly back: string;
  readonly situation: Situation;
}

/** 303 once it is done; 409 where it cannot be, or the reservation has changed since; 422 with the form where something is wrong. */
export function reservationActRoute(deps: StaffDeps): StaffRoute {
  return {
    method: "POST",
    path: "/reserva/{folio}",
    async act(act) {
      const reservation = await reservationAt(deps, act);
      if (reservation === null) return unknownReservationPage(deps, act);
      const version = readVersion(act.form.get("version"), reservation);
      const back = localPath(act.form.get("volver"));
      const situation = situationNow(deps);
      return await perform({ deps, act, reservation, version, back, situation });
    },
  };
}

/** Marks as seen what the form lists: folios with blanks between them. */
export function acknowledgingRoute({ book }: StaffDeps): StaffRoute {
  return {
    method: "POST",
    path: "/visto",
    async act({ form, actor }) {
      await book.acknowledge(form.getAll("folio").flatMap((listed) => listed.split(" ")), actor);
      return seeOther(localPath(form.get("volver")));
    },
  };
}

function perform(asked: ReservationAct): Answer | Promise<Answer> {
  const action = asked.act.form.get("accion") ?? "";
  const moves = Object.keys(MOVE_BUTTONS) as Move[];
  const move = moves.find((each) => MOVE_BUTTONS[each].action === action);
  if (move !== undefined) return performMove(asked, move);
  if (action === "nota" || action === "mesa") return writeNote(asked, action);
  if (action === "cambiar") return change(asked);
  return refusalPage(asked.deps.restaurant(), UNKNOWN_ACTION);
}

function performMove(asked: ReservationAct, move: Move): Answer | Promise<Answer> {
  const { act: { actor, form }, reservation, version, situation } = asked;
  if (!isItsDay(move, reservation.serviceDay, currentServiceDay(situation))) {
    return impossiblePage(pageOf(asked), move, "es de otro día");
  }
  if (move === "cancelled" && form.get("seguro") !== "si") {
    return cancelQuestion(pageOf(asked), version);
  }
  const status = moved(reservation.status, move);
  if (status === null && reservation.version === version) {
    return impossiblePage(pageOf(asked), move, `está ${STATUS_WORDS[reservation.status]}`);
  }
  return edit(asked, {
    action: move,
    changes: { status: status ?? reservation.status },
    // A button tapped twice: all that happened since is that the same person did the same.
    isDone: (_, [only, ...more]) =>
      only?.action === move && only.actor === actor && more.length === 0,
    again: (current) => moveAgain(pageOf(asked, current), move),
  });
}

function writeNote(asked: ReservationAct, name: keyof typeof NOTES): Answer | Promise<Answer> {
  const { deps, act, reservation, version, back } = asked;
  const { value, action, limit } = NOTES[name];
  const typed = act.form.get(name) ?? "";
  const read = readNote(typed, limit);
  if ("error" in read) {
    const note = { name, version, back, typed, error: read.error };
    return reservationPage(deps, act, reservation, { status: 422, note });
  }
  const note = read.value;
  if (reservation.version === version && reservation[value] === note) return seeOther(back);
  return edit(asked, {
    action,
    changes: { [value]: note },
    isDone: (current) => current[value] === note,
    again: (current) => noteForm(name, current, { back, typed }),
  });
}

/** Day, hour or data as typed. Where all is as typed already, nothing is left to do. */
function change(asked: ReservationAct): Answer | Promise<Answer> {
  const { deps, act, reservation, version, back, situation } = asked;
  const typed = typedFromForm(act.form);
  const accepted = act.form.getAll(ACCEPTED);
  const show = (status: number, state: EditState) =>
    reservationPage(deps, act, reservation, {
      status,
      edit: { typed, version, back, accepted, ...state },
    });
  if (act.form.has("horas") || act.form.has("poner")) return show(200, {});
  const read = readTyped(typed, typingRules(situation, reservation.source === STAFF_SOURCE));
  if (!read.ok) return show(422, { errors: read.errors });
  const { values } = read;
  const warnings = unreadWarnings(asked, values);
  if (warnings.length > 0) return show(422, { warned: { warnings, chosen: values } });
  const changes = changesTo(reservation, {
    ...values,
    serviceDay: serviceDayOf(situation, values),
  });
  // An evening that the hours have moved since is not this change's business.
  if (!("day" in changes || "time" in changes)) delete changes.serviceDay;
  if (Object.keys(changes).length === 0) return seeOther(back);
  const submit = "Guardar de todos modos";
  return edit(asked, {
    action: "edited",
    changes,
    isDone: (current) => Object.keys(changesTo<EditableValues>(current, values)).length === 0,
    again: (current) =>
      editForm(deps, current, { typed: typedFrom(values), back, accepted, submit }),
  });
}

/** A day and time that stay as they are have been decided before. */
function unreadWarnings(
  { reservation, act, situation }: ReservationAct,
  chosen: EditableValues,
): readonly Warning[] {
  if (chosen.day === reservation.day && chosen.time === reservation.time) return [];
  return notAccepted(warningsAbout(chosen, situation), chosen, act.form);
}

interface Edit {
  readonly action: ReservationEdit["action"];
  readonly changes: Partial<ReservationValues>;
  /** Whether a reservation that has changed since is as was wanted all the same. */
  isDone(current: Reservation, since: readonly HistoryEntry[]): boolean;
  /** The form that applies the change on top of the others. */
  again(current: Reservation): Html | Promise<Html>;
}

async function edit(asked: ReservationAct, wanted: Edit): Promise<Answer> {
  const { deps, act, reservation: { folio }, version, back } = asked;
  const { action, changes } = wanted;
  const outcome = version === 0
    ? { kind: "stale" as const, reservation: asked.reservation, since: [] }
    : await deps.book.edit({ folio, version, action, changes, actor: act.actor });
  if (outcome.kind === "changed") return seeOther(back);
  if (outcome.kind === "missing") return unknownReservationPage(deps, act);
  const { reservation, since } = outcome;
  if (wanted.isDone(reservation, since)) return seeOther(back);
  return stalePage(pageOf(asked, reservation), since, await wanted.again(reservation));
}

function pageOf({ act, back, situation, reservation }: ReservationAct, current = reservation) {
  return { reservation: current, situation, actor: act.actor, back };
}

function readVersion(text: string | null, { version }: Reservation): number {
  const read = text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
  return read <= version ? read : 0;
}

/** What is said of a button that no page has. */
const UNKNOWN_ACTION = [
  422,
  "No se hizo nada",
  "Ese botón no existe. Vuelve a abrir el tablero e inténtalo otra vez.",
] as const;
