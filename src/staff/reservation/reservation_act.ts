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
import { buttonForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { type Answer, seeOther } from "../../http/answer.ts";
import type { ReservationEdit } from "../../ports/reservations.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { guestText, tableInWords } from "../guest.ts";
import { staffPageAnswer } from "../layout.ts";
import { localPath, refusalPage, type StaffAct, type StaffRoute } from "../route.ts";
import { type EditState, NOTES, typedFromForm, typingRules } from "./reservation_form.ts";
import { historyList, STATUS_WORDS } from "./reservation_history.ts";
import {
  MOVE_BUTTONS,
  type PageState,
  reservationAt,
  reservationPage,
  UNKNOWN_RESERVATION,
} from "./reservation_page.ts";
import { unlessAccepted, warningsAbout } from "./time_warnings.ts";

/** One act on one reservation. */
interface ReservationAct {
  readonly deps: StaffDeps;
  readonly act: StaffAct;
  readonly reservation: Reservation;
  /** The version that the form was made for. */
  readonly version: number;
  /** Where the browser goes next. */
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
      if (reservation === null) return refusalPage(deps.restaurant(), UNKNOWN_RESERVATION);
      const version = Number(act.form.get("version"));
      const isKnown = Number.isInteger(version) && version > 0 && version <= reservation.version;
      if (!isKnown) return refusalPage(deps.restaurant(), UNKNOWN_ACTION);
      const back = localPath(act.form.get("volver"));
      const situation = situationNow(deps);
      return await perform({ deps, act, reservation, version, back, situation });
    },
  };
}

/** Acknowledges the folios that the form lists, separated by blanks. */
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

function perform(context: ReservationAct): Answer | Promise<Answer> {
  const action = context.act.form.get("accion") ?? "";
  const moves = Object.keys(MOVE_BUTTONS) as Move[];
  const move = moves.find((each) => MOVE_BUTTONS[each].action === action);
  if (move !== undefined) return performMove(context, move);
  if (action === "nota" || action === "mesa") return writeNote(context, action);
  if (action === "cambiar") return change(context);
  return refusalPage(context.deps.restaurant(), UNKNOWN_ACTION);
}

function performMove(context: ReservationAct, move: Move): Answer | Promise<Answer> {
  const { act: { actor, form }, reservation, version, situation } = context;
  if (!isItsDay(move, reservation.serviceDay, currentServiceDay(situation))) {
    return impossible(context, move, "es de otro día");
  }
  if (move === "cancelled" && form.get("seguro") !== "si") return cancelQuestion(context);
  const status = moved(reservation.status, move);
  if (status === null && reservation.version === version) {
    return impossible(context, move, `está ${STATUS_WORDS[reservation.status]}`);
  }
  return edit(context, {
    action: move,
    changes: { status: status ?? reservation.status },
    // A double tap: the only change since is the same one, by the same person.
    isDone: (_, [only, ...more]) =>
      only?.action === move && only.actor === actor && more.length === 0,
    typed: {},
  });
}

/** @param reason why not, after «la reservación» */
function impossible(
  { deps, act, reservation }: ReservationAct,
  move: Move,
  reason: string,
): Promise<Answer> {
  const notice = html`<p>No se puede marcar «${
    MOVE_BUTTONS[move].label
  }»: la reservación ${reason}.</p>`;
  return reservationPage(deps, act, reservation, { status: 409, notice });
}

/** Asks once, naming what would be cancelled. The button that confirms is not where the first one was. */
function cancelQuestion({ act, reservation, version, back, situation }: ReservationAct): Answer {
  const { folio, name, status } = reservation;
  const table = tableInWords(reservation, currentServiceDay(situation));
  return staffPageAnswer({
    restaurant: situation.restaurant,
    title: "¿Cancelar esta reservación?",
    actor: act.actor,
    content: html`
      <p>${guestText(name)}, ${table}, <b>${STATUS_WORDS[status]}</b>.</p>
      <p class="buttons"><a class="button main" href="${back}">No, dejarla como está</a></p>
      ${buttonForm({
        to: `/reserva/${folio}`,
        action: "cancelar",
        label: "Sí, cancelar la reservación",
        look: "bad",
        hidden: { version: String(version), volver: back, seguro: "si" },
      })}
    `,
  });
}

function writeNote(context: ReservationAct, name: keyof typeof NOTES): Answer | Promise<Answer> {
  const { deps, act, reservation, version, back } = context;
  const { value, action, limit } = NOTES[name];
  const typed = act.form.get(name) ?? "";
  const read = readNote(typed, limit);
  if ("error" in read) {
    const note = { name, version, typed, error: read.error };
    return reservationPage(deps, act, reservation, { status: 422, note });
  }
  const note = read.value;
  if (reservation.version === version && reservation[value] === note) return seeOther(back);
  return edit(context, {
    action,
    changes: { [value]: note },
    isDone: (current) => current[value] === note,
    typed: { note: { name, typed } },
  });
}

/** Changes day, time or data; nothing where all are as typed already. */
function change(context: ReservationAct): Answer | Promise<Answer> {
  const { deps, act, reservation, version, back, situation } = context;
  const typed = typedFromForm(act.form);
  const show = (status: number, state: EditState) =>
    reservationPage(deps, act, reservation, { status, edit: { typed, version, ...state } });
  if (act.form.has("horas") || act.form.has("poner")) return show(200, {});
  const read = readTyped(typed, typingRules(situation, reservation.source === STAFF_SOURCE));
  if (!read.ok) return show(422, { errors: read.errors });
  const { values } = read;
  const isSameTime = values.day === reservation.day && values.time === reservation.time;
  const warnings = isSameTime
    ? []
    : unlessAccepted(warningsAbout(values, situation), values, act.form);
  if (warnings.length > 0) return show(422, { warned: { warnings, chosen: values } });
  const changes = changesTo(reservation, {
    ...values,
    serviceDay: serviceDayOf(situation, values),
  });
  // Where new hours have moved the service day of an unchanged time, it stays as it was taken.
  if (!("day" in changes || "time" in changes)) delete changes.serviceDay;
  if (Object.keys(changes).length === 0) return seeOther(back);
  return edit(context, {
    action: "edited",
    changes,
    isDone: (current) => Object.keys(changesTo<EditableValues>(current, values)).length === 0,
    typed: { edit: { typed: typedFrom(values) } },
  });
}

interface Edit {
  readonly action: ReservationEdit["action"];
  readonly changes: Partial<ReservationValues>;
  /** Whether a reservation that was changed by others is nevertheless as wanted. */
  isDone(current: Reservation, since: readonly HistoryEntry[]): boolean;
  /** What the page shows filled in again where the edit comes too late. */
  readonly typed: Pick<PageState, "edit" | "note">;
}

async function edit(context: ReservationAct, wanted: Edit): Promise<Answer> {
  const { deps, act, reservation: { folio }, version, back, situation } = context;
  const { action, changes, isDone, typed } = wanted;
  const outcome = await deps.book.edit({ folio, version, action, changes, actor: act.actor });
  if (outcome.kind === "changed") return seeOther(back);
  if (outcome.kind === "missing") return refusalPage(deps.restaurant(), UNKNOWN_RESERVATION);
  const { reservation, since } = outcome;
  if (isDone(reservation, since)) return seeOther(back);
  const notice = html`
    <p><b>${authors(since)} la cambió mientras tanto.</b> Lo tuyo no se guardó. Esto cambió:</p>
    ${historyList(since, situation)}
  `;
  return reservationPage(deps, act, reservation, { status: 409, notice, ...typed });
}

/** `Luis`, `Luis y Eva`. */
function authors(since: readonly HistoryEntry[]): Html {
  const names = [...new Set(since.map(({ actor }) => actor))];
  return html`${names.map((name, index) => [index > 0 && " y ", guestText(name)])}`;
}

const UNKNOWN_ACTION = [
  422,
  "No se hizo nada",
  "Esa página ya no sirve. Vuelve a abrir el tablero e inténtalo otra vez.",
] as const;
