/** Changes of a reservation: POST /reserva/{folio}; and acknowledgements: POST /visto. */
import { whatsappLink } from "../../domain/contact.ts";
import { readWhole } from "../../domain/read.ts";
import {
  isTimely,
  type Move,
  moved,
  notedTime,
  type PartyState,
  stateOf,
} from "../../domain/reservation/moves.ts";
import { changesTo, type Reservation } from "../../domain/reservation/reservation.ts";
import { readNote, STAFF_SOURCE, typedFrom } from "../../domain/reservation/fields.ts";
import {
  serviceDayOf,
  type Situation,
  situationNow,
  staffServiceDay,
} from "../../domain/schedule/situation.ts";
import { buttonForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { seeOther } from "../../http/answer.ts";
import type { EditOutcome, ReservationEdit } from "../../ports/reservations.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { BUTTONS } from "../acts.ts";
import { guestLanguage, guestMessage, guestText, tableInWords } from "../guest.ts";
import type { StaffPage } from "../layout.ts";
import { localPath, type Shown, type StaffAct, type StaffRoute, UNKNOWN_ACTION } from "../route.ts";
import { admissionQuestion, brokenBy, warnedOf } from "../admission.ts";
import { NOTES, readReservation, typingRules } from "./reservation_form.ts";
import { historyList, STATE_WORDS } from "../history.ts";
import {
  type PageState,
  reservationAt,
  reservationPage,
  UNKNOWN_RESERVATION,
} from "./reservation_page.ts";
import { tableOf } from "./tables.ts";

interface ReservationAct {
  readonly deps: StaffDeps;
  readonly act: StaffAct;
  readonly reservation: Reservation;
  /** The version that the form was made for. */
  readonly version: number;
  /** The path that the browser goes to next. */
  readonly back: string;
  readonly situation: Situation;
}

/** 303 once it is done; 409 if it is impossible or the reservation has changed; 422 with the form and its errors. */
export function reservationActRoute(deps: StaffDeps): StaffRoute {
  return {
    method: "POST",
    path: "/reserva/{folio}",
    async act(act) {
      const reservation = await reservationAt(deps, act);
      if (reservation === null) return UNKNOWN_RESERVATION;
      const known = { min: 1, max: reservation.version };
      const version = readWhole(act.form.get("version") ?? "", known);
      if (version === null) return UNKNOWN_ACTION;
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

function perform(context: ReservationAct): Shown | Promise<Shown> {
  const action = context.act.form.get("accion") ?? "";
  const taps = Object.keys(BUTTONS) as (keyof typeof BUTTONS)[];
  const tap = taps.find((each) => BUTTONS[each].action === action);
  // Undoing a reminder or its answer changes no value either.
  const isNoted = tap === "undone" && context.reservation.status === "confirmed";
  if (tap === "called") return callGuest(context);
  if (tap === "reminded" || tap === "reconfirmed" || isNoted) return edit(context, tap, {});
  if (tap !== undefined) return performMove(context, tap);
  if (action === "nota" || action === "mesa") return writeNote(context, action);
  return action === "cambiar" ? change(context) : UNKNOWN_ACTION;
}

/** Marks a waiting party as called, and leads to WhatsApp with the text. */
async function callGuest(context: ReservationAct): Promise<Shown> {
  const { reservation, situation, back } = context;
  const done = await performMove(context, "called");
  if (!("status" in done) || done.status !== 303 || reservation.phone === null) return done;
  const message = guestMessage("table", reservation, situation);
  const link = whatsappLink(reservation.phone, message[guestLanguage(reservation)]);
  const content = html`
    <p class="buttons">
      <a class="button main" id="chat" href="${link}">Abrir WhatsApp</a>
      <a class="button" href="${back}#${reservation.folio}">Volver al tablero</a>
    </p>
  `;
  return { title: "WhatsApp", content, headers: { refresh: `0;url=${link}` } };
}

async function performMove(context: ReservationAct, move: Move): Promise<Shown> {
  const { act: { form }, reservation, version, situation } = context;
  if (!isTimely(move, reservation, { today: staffServiceDay(situation), situation })) {
    return impossible(context, move, "es de otro día o para más tarde");
  }
  // What was changed meanwhile is told instead.
  const isAsked = move === "cancelled" && reservation.status !== "waiting" &&
    reservation.version === version;
  if (isAsked && form.get("seguro") !== "si") return cancelQuestion(context);
  const at = notedTime(move, reservation, situation);
  const state = moved(reservation, move, at);
  if (state === null && reservation.version === version) {
    return impossible(context, move, `está ${STATE_WORDS[stateOf(reservation)]}`);
  }
  const table = move === "arrived" ? tableOf(form) : null;
  // A tap on a stale page keeps what it wanted, for the comparison below.
  const wanted = state ?? (move === "arrived" ? { status: move, arrived: at, left: null } : {});
  return await admit(context, move, table === null ? wanted : { ...wanted, table });
}

/** The edit, or the question whether to go beyond a limit. */
async function admit(
  context: ReservationAct,
  action: ReservationEdit["action"],
  changes: ReservationEdit["changes"],
  typed: Pick<PageState, "note"> = {},
): Promise<Shown> {
  const { deps, act: { form }, reservation, version, situation, back } = context;
  const after = { ...reservation, ...changes };
  // What was changed meanwhile is told before.
  const warnings = reservation.version === version
    ? await brokenBy(deps, situation, { action, before: reservation, after })
    : [];
  const warned = warnedOf(warnings, after, form);
  if (warned === null) return await edit(context, action, changes, typed);
  const to = `/reserva/${reservation.folio}`;
  return admissionQuestion(warned, form, { to, back, label: "Sí, de todos modos" });
}

/** @param reason follows «la reservación» */
function impossible(
  { deps, reservation }: ReservationAct,
  move: Move,
  reason: string,
): Promise<StaffPage> {
  const { label } = BUTTONS[move];
  const notice = html`<p>No se puede marcar «${label}»: la reservación ${reason}.</p>`;
  return reservationPage(deps, reservation, { status: 409, notice });
}

/** Asks before a cancellation. The button that confirms is not where the first one was. */
function cancelQuestion({ reservation, version, back, situation }: ReservationAct): StaffPage {
  const { folio, name } = reservation;
  const table = tableInWords(reservation, staffServiceDay(situation));
  return {
    title: "¿Cancelar esta reservación?",
    content: html`
      <p>${guestText(name)}, ${table}, <b>${STATE_WORDS[stateOf(reservation)]}</b>.</p>
      <p class="buttons"><a class="button main" href="${back}">No, dejarla como está</a></p>
      ${buttonForm({
        to: `/reserva/${folio}`,
        action: "cancelar",
        label: "Sí, cancelar la reservación",
        look: "bad",
        hidden: { version: String(version), volver: back, seguro: "si" },
      })}
    `,
  };
}

function writeNote(context: ReservationAct, name: keyof typeof NOTES): Shown | Promise<Shown> {
  const { deps, act, reservation, version } = context;
  const { value, action, limit } = NOTES[name];
  const typed = act.form.get(name) ?? "";
  const read = readNote(typed, limit);
  if ("error" in read) {
    const note = { name, typed, error: read.error };
    return reservationPage(deps, { ...reservation, version }, { status: 422, note });
  }
  return admit(context, action, { [value]: read.value }, { note: { name, typed } });
}

/** Changes day, time or data, unless all are as typed already. */
async function change(context: ReservationAct): Promise<Shown> {
  const { deps, act, reservation, version, back, situation } = context;
  const rules = typingRules(situation, reservation.source === STAFF_SOURCE);
  const values = await readReservation(act.form, rules, (chosen) => {
    const serviceDay = serviceDayOf(situation, chosen);
    const after = { ...reservation, ...chosen, serviceDay };
    return brokenBy(deps, situation, { action: "edited", before: reservation, after });
  });
  if ("typed" in values) {
    return reservationPage(deps, { ...reservation, version }, { edit: values });
  }
  const changes = changesTo(reservation, {
    ...values,
    serviceDay: serviceDayOf(situation, values),
  });
  // If new hours have moved the service day of an unchanged time, it stays as it was taken.
  if (!("day" in changes || "time" in changes)) delete changes.serviceDay;
  if (Object.keys(changes).length === 0) return seeOther(back);
  const typed = { edit: { typed: typedFrom(values) } };
  const isMoved = reservation.status === "arrived"
    ? "serviceDay" in changes
    : "day" in changes || "time" in changes;
  const notice = isMoved && STAYS[stateOf(reservation)];
  if (notice) return reservationPage(deps, reservation, { status: 409, notice, ...typed });
  return edit(context, "edited", changes, typed);
}

const ANOTHER = html`hazle una <a href="/nueva">reservación nueva</a>`;
const WAITS = html`<p>Quien espera mesa no cambia de día ni de hora: ${ANOTHER}.</p>`;
const CAME =
  html`<p>Ya llegó, y se queda en su noche: si fue un error toca «Deshacer» antes de cambiarla; si no, ${ANOTHER}.</p>`;

/** Why a party keeps its day and hour, those who came only their evening: what was noted of it is of that day. */
const STAYS: Readonly<Partial<Record<PartyState, Html>>> = {
  waiting: WAITS,
  called: WAITS,
  gave_up: WAITS,
  arrived: CAME,
  left: CAME,
  no_show:
    html`<p>Quedó en que no vino, y así no aparta mesa: toca «Deshacer» antes de cambiarla, o ${ANOTHER}.</p>`,
};

/** @param typed shown filled in again if the edit comes too late */
async function edit(
  { deps, act: { actor }, reservation: { folio }, version, back, situation }: ReservationAct,
  action: ReservationEdit["action"],
  changes: ReservationEdit["changes"],
  typed: Pick<PageState, "edit" | "note"> = {},
): Promise<Shown> {
  const outcome = await deps.book.edit({ folio, version, action, changes, actor });
  if (outcome.kind === "changed") return seeOther(back);
  if (outcome.kind === "missing") return UNKNOWN_RESERVATION;
  const { reservation, since } = outcome;
  if (isDone(action, changes, outcome)) return seeOther(back);
  const notice = html`
    <p><b>La cambiaron mientras tanto.</b> Lo tuyo no se guardó. Esto cambió:</p>
    ${historyList(since, situation)}
  `;
  return reservationPage(deps, reservation, { status: 409, notice, ...typed });
}

/**
 * Whether the other change has done what this one wants. The minute at which a party came or left does not matter. A
 * party that another has called would be written to twice.
 */
function isDone(
  action: ReservationEdit["action"],
  changes: ReservationEdit["changes"],
  { reservation, since }: Extract<EditOutcome, { kind: "stale" }>,
): boolean {
  if (action === "called" || !since.every((entry) => entry.action === action)) return false;
  // The values after an undoing depend on what it undoes, and are not compared.
  if (action === "undone" || Object.keys(changes).length === 0) return true;
  const { arrived: _, left: __, ...wanted } = changes;
  return Object.keys(changesTo(reservation, wanted)).length === 0;
}
