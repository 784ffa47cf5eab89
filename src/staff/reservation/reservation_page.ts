/** The page of one reservation: GET /reserva/{folio}. */
import { possibleDuplicates } from "../../domain/reservation/duplicates.ts";
import { type Reservation, STAFF_SOURCE } from "../../domain/reservation/reservation.ts";
import type { Situation } from "../../domain/schedule/situation.ts";
import { typedFrom } from "../../domain/reservation/typed.ts";
import type { Answer } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports.ts";
import { type Html, html } from "../../pages/html.ts";
import { guestLanguage } from "../guest_contact.ts";
import { staffPageAnswer } from "../layout.ts";
import { reservationContent } from "./reservation_content.ts";
import { expectedOn } from "./reservation_fields.ts";
import { editForm, type EditFormState, noteForm, type NoteFormState } from "./reservation_forms.ts";
import { currentSituation, lastSegment, type StaffRoute, type StaffVisit } from "../route.ts";

export function reservationPageRoute(deps: StaffDeps): StaffRoute {
  return {
    method: "GET",
    path: "/reserva/{folio}",
    async show(visit) {
      const reservation = await reservationAt(deps, visit);
      if (reservation === null) return unknownReservationPage(deps, visit);
      return reservationPage(deps, visit, reservation);
    },
  };
}

/** The reservation whose folio ends the address, in capitals or not; null where there is none. */
export async function reservationAt(
  { book }: StaffDeps,
  { pathname }: StaffVisit,
): Promise<Reservation | null> {
  const [reservation] = await book.find([lastSegment(pathname).toUpperCase()]);
  return reservation ?? null;
}

/** What differs from the page as it is first shown: what was typed, and what is wrong with it. */
export interface PageState {
  readonly status?: number;
  /** Said first of all, in earnest. */
  readonly notice?: Html;
  readonly edit?: Partial<EditFormState>;
  readonly note?: Partial<NoteFormState>;
}

export async function reservationPage(
  deps: StaffDeps,
  { actor, query }: StaffVisit,
  reservation: Reservation,
  state: PageState = {},
): Promise<Answer> {
  const { folio, serviceDay } = reservation;
  const situation = currentSituation(deps);
  const [history, sameDay] = await Promise.all([
    deps.book.history(folio),
    deps.book.onServiceDay(serviceDay),
  ]);
  const twins = possibleDuplicates(sameDay).get(folio) ?? [];
  const edit = { ...freshEdit(reservation, situation), ...state.edit };
  const forms = [
    editForm({ ...edit, expected: await expectedOn(deps.book, edit.typed.dia) }),
    noteForm({ ...freshNote(reservation), ...state.note }),
  ];
  const content = reservationContent({
    notice: state.notice ?? null,
    reservation,
    history,
    situation,
    language: query.get("idioma") === "en"
      ? "en"
      : query.get("idioma") === "es"
      ? "es"
      : guestLanguage(reservation.source),
    twins: sameDay.filter((other) => twins.includes(other.folio)),
    forms: state.note === undefined ? forms : forms.toReversed(),
    formsFirst: state.edit !== undefined || state.note !== undefined,
  });
  return staffPageAnswer({
    status: state.status,
    restaurant: situation.restaurant,
    title: `Reservación ${folio}`,
    section: null,
    actor,
    content,
    ownHeading: true,
  });
}

/** The form as the reservation stands. */
export function freshEdit(reservation: Reservation, situation: Situation): EditFormState {
  const { folio, version, source, status } = reservation;
  return {
    folio,
    version,
    back: `/reserva/${folio}`,
    typed: typedFrom(reservation),
    errors: {},
    warned: null,
    accepted: [],
    cancelled: status === "cancelled",
    open: false,
    submit: "Guardar los cambios",
    phoneOptional: source === STAFF_SOURCE,
    situation,
    expected: [],
  };
}

function freshNote(reservation: Reservation): NoteFormState {
  const { folio, version, note } = reservation;
  return { reservation, version, back: `/reserva/${folio}`, typed: note ?? "", error: null };
}

/** 404, with a way to search. */
export function unknownReservationPage(deps: StaffDeps, { actor }: StaffVisit): Answer {
  return staffPageAnswer({
    status: 404,
    restaurant: deps.restaurant(),
    title: "No hay tal reservación",
    section: null,
    actor,
    content: html`
      <p>Ningún folio es así. Quizá falta o sobra una letra, o sus datos ya se borraron.</p>
      <p><a class="button" href="/buscar">Buscar</a> <a class="button quiet" href="/">Ir al tablero</a></p>
    `,
  });
}
