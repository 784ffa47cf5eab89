/** The page of one reservation, with all its data and actions: GET /reserva/{folio}. */
import { stateOf } from "../../domain/reservation/moves.ts";
import { possibleDuplicates, type Reservation } from "../../domain/reservation/reservation.ts";
import { type Situation, situationNow, staffServiceDay } from "../../domain/schedule/situation.ts";
import { type Html, html } from "../../html/html.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { acts } from "../acts.ts";
import { dayInWords, moment } from "../day_words.ts";
import { knownGuests, knownPeople } from "../known_guest.ts";
import {
  guestMessage,
  guestText,
  peopleInWords,
  reachGuest,
  saidParagraphs,
  sourceInWords,
} from "../guest.ts";
import { tablesOn } from "../room.ts";
import { card, icon, isJustDone, type StaffPage } from "../layout.ts";
import type { Refusal, StaffRoute, StaffVisit } from "../route.ts";
import {
  editForm,
  noteForm,
  type NoteState,
  SAVED_QUERY,
  type TypedState,
} from "./reservation_form.ts";
import { historyList, STATE_WORDS } from "../history.ts";
import { tableButtons } from "./tables.ts";

export function reservationPageRoute(deps: StaffDeps): StaffRoute {
  return {
    method: "GET",
    path: "/reserva/{folio}",
    async show(visit) {
      const reservation = await reservationAt(deps, visit);
      if (reservation === null) return UNKNOWN_RESERVATION;
      const edit = visit.query.has("cambiar") ? {} : undefined;
      const isSaved = visit.query.toString() === SAVED_QUERY;
      return reservationPage(deps, reservation, { edit, isSaved });
    },
  };
}

/** The reservation whose folio ends the path, in either case; null if there is no such reservation. */
export async function reservationAt(
  { book }: StaffDeps,
  { pathname }: StaffVisit,
): Promise<Reservation | null> {
  const [reservation] = await book.find([pathname.slice("/reserva/".length).toUpperCase()]);
  return reservation ?? null;
}

/** How the page differs from its first state: what was typed, and what is wrong with it. */
export interface PageState {
  readonly status?: number;
  /** Shown first, as an alarm. */
  readonly notice?: Html;
  readonly edit?: Partial<TypedState> | undefined;
  readonly isSaved?: boolean;
  readonly note?: NoteState;
}

export async function reservationPage(
  deps: StaffDeps,
  reservation: Reservation,
  state: PageState = {},
): Promise<StaffPage> {
  const { folio } = reservation;
  const situation = situationNow(deps);
  const history = await deps.book.history(folio);
  const change = html`<div class="change">${await editForm(deps, reservation, state.edit)}</div>`;
  const content = html`
    ${state.notice !== undefined && html`
      <div class="alarm" role="alert" tabindex="-1" autofocus>${state.notice}</div>
    `}
    ${state.isSaved === true && isJustDone(history.at(-1)?.at, deps.now()) &&
      html`<p class="done" role="status">Guardado.</p>`}
    ${heading(reservation, situation)}
    ${state.edit !== undefined && change}
    <div class="columns reservation">
      <div class="card">${await opened(deps, reservation, situation, state.note)}</div>
      <div>
        ${state.edit === undefined && change}
        ${card("historial", "Historial", historyList(history.toReversed(), situation))}
      </div>
    </div>
  `;
  const status = state.status ?? state.edit?.status;
  return { status, title: `Reservación ${folio}`, content, ownHeading: true };
}

export const UNKNOWN_RESERVATION: Refusal = [
  404,
  "No hay tal reservación",
  "Ningún folio es así. Quizá falta o sobra una letra, o sus datos ya se borraron. Búscala por nombre en el tablero.",
];

const STATUS_LOOKS = {
  confirmed: "",
  waiting: "",
  arrived: "arrived",
  no_show: "gone",
  cancelled: "gone",
};

function heading(reservation: Reservation, situation: Situation): Html {
  const { name, status, day, time, serviceDay, partySize, occasion, folio } = reservation;
  const today = staffServiceDay(situation);
  const night = serviceDay !== day &&
    html`<small>(noche del ${dayInWords(serviceDay, today)})</small>`;
  return html`
    <div class="heading">
      <h1>${guestText(name)}</h1>
      <p class="chips">
        <span class="chip ${STATUS_LOOKS[status]}">${STATE_WORDS[stateOf(reservation)]}</span>
        ${occasion === "cumpleanos" &&
          html`<span class="chip party">${icon("cake")} Cumpleaños</span>`}
      </p>
    </div>
    <p class="table">
      <time datetime="${day}T${time}"><b>${time}</b> ${dayInWords(day, today)}</time> ${night}
      <b>${peopleInWords(partySize)}</b>
    </p>
    <p><a class="button quiet" href="/?dia=${serviceDay}#${folio}">Ver en su día</a></p>
  `;
}

/** What a row opens to as well, by the board's script. */
async function opened(
  deps: StaffDeps,
  reservation: Reservation,
  situation: Situation,
  typed: PageState["note"],
): Promise<Html> {
  const { folio, serviceDay, phone, status, isWalkIn } = reservation;
  const today = staffServiceDay(situation);
  const [alike, known, tables] = await Promise.all([
    deps.book.alike(reservation),
    knownGuests(deps, [phone], situation),
    tablesOn(serviceDay, deps, situation),
  ]);
  const state = stateOf(reservation);
  // A walk-in that was noted by mistake had no reservation.
  const told = state === "confirmed" || state === "cancelled" && !isWalkIn ? state : "opening";
  const about = status === "waiting" ? "table" : told;
  return html`
    <div class="more" id="mas-${folio}">
      ${duplicatesNotice(possibleDuplicates(reservation, alike))}
      ${tableButtons(reservation, tables, situation)}
      ${reachGuest(reservation, guestMessage(about, reservation, situation))}
      ${saidParagraphs(reservation)}
      ${phone !== null && knownPeople(known(reservation), situation, deps)}
      ${acts(reservation, { today, situation })}
      ${(["mesa", "nota"] as const).map((name) =>
        noteForm(name, reservation, typed?.name === name ? typed : undefined)
      )} ${origin(reservation, situation)}
    </div>
  `;
}

function duplicatesNotice(duplicates: readonly Reservation[]): Html | null {
  if (duplicates.length === 0) return null;
  return html`
    <div class="notice">
      <p><b>Posible duplicado.</b> El mismo día hay otra con el mismo teléfono o nombre:</p>
      <ul class="wrongs">${duplicates.slice(0, 5).map((duplicate) =>
        html`<li>${reservationLink(duplicate)}</li>`
      )}</ul>
    </div>
  `;
}

/** Opens in another tab, so that typed text is not lost. */
export function reservationLink({ folio, name, time, partySize }: Reservation): Html {
  const people = peopleInWords(partySize);
  return html`<a href="/reserva/${folio}" target="_blank">${
    guestText(name)
  }, ${time}, ${people}</a>`;
}

/** The folio, where the reservation comes from, when it was made, and who acknowledged it. */
function origin(reservation: Reservation, situation: Situation): Html {
  const { folio, createdAt, acknowledged } = reservation;
  const parts = [
    folio,
    sourceInWords(reservation),
    html`hecha ${moment(createdAt, situation)}`,
    acknowledged &&
    html`vista por ${guestText(acknowledged.by)} ${moment(acknowledged.at, situation)}`,
  ].filter((part) => part !== null);
  return html`<p>${parts.map((part, index) => [index > 0 && " · ", part])}</p>`;
}
