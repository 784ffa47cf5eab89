/** What staff do to a reservation in one tap: the buttons of a row, a page and a list. */
import { type Move, movesOf, type PartyState, stateOf } from "../domain/reservation/moves.ts";
import type { Reservation, ReservationAction } from "../domain/reservation/reservation.ts";
import { isUnseen, type Present } from "../domain/reservation/service_night.ts";
import { hiddenFields } from "../html/form.ts";
import { attributes, type Html, html, type HtmlValue } from "../html/html.ts";
import { ACTION_WORDS } from "./history.ts";

/** The button of each act: its value, its label and its class. */
export const BUTTONS: Readonly<
  Record<Move | "reminded" | "reconfirmed", { action: string; label: string; look?: string }>
> = {
  arrived: { action: "llego", label: ACTION_WORDS.arrived, look: "good" },
  left: { action: "se_fue", label: ACTION_WORDS.left },
  called: { action: "avisar", label: "Avisar" },
  no_show: { action: "no_vino", label: ACTION_WORDS.no_show },
  cancelled: { action: "cancelar", label: "Cancelar la reservación", look: "bad" },
  undone: { action: "deshacer", label: "Deshacer", look: "main" },
  reminded: { action: "avisada", label: ACTION_WORDS.reminded },
  reconfirmed: { action: "confirmo", label: ACTION_WORDS.reconfirmed },
};

/** @param last what was done, which undoing names */
export function tapLabel(tap: keyof typeof BUTTONS, last: ReservationAction | PartyState): string {
  const { label } = BUTTONS[tap];
  if (tap === "undone" && last in ACTION_WORDS) {
    return `${label} «${ACTION_WORDS[last as keyof typeof ACTION_WORDS]}»`;
  }
  return last === "waiting" || last === "called" ? WAITING_LABELS[tap] ?? label : label;
}

/** Of a party that waits for a table. */
const WAITING_LABELS: Readonly<Partial<Record<keyof typeof BUTTONS, string>>> = {
  arrived: "Sentar",
  cancelled: "Se fueron",
};

/** The button of `move`. One that leads to WhatsApp opens a tab, and the board stays where it is. */
export function moveButton(
  move: Move,
  reservation: Reservation,
  own: Parameters<typeof attributes>[0] = {},
  words: HtmlValue = tapLabel(move, stateOf(reservation)),
): Html {
  const { action, look: usual } = BUTTONS[move];
  // That a waiting party gave up is as plain as a no-show.
  const look = move === "cancelled" && reservation.status === "waiting" ? "" : usual;
  const formtarget = move === "called" && reservation.phone !== null && "_blank";
  const press = { class: look, name: "accion", value: action, formtarget, ...own };
  return html`<button ${attributes(press)}>${words}</button>`;
}

/** The moves that are possible, in a form that returns to `path`. */
export function acts(
  reservation: Reservation,
  present: Present,
  path: string = `/reserva/${reservation.folio}`,
): Html {
  const { folio, version } = reservation;
  const moves = movesOf(reservation, present);
  return html`
    <form class="acting" method="post" action="/reserva/${folio}">
      ${hiddenFields({ version: String(version), volver: path })}
      ${isUnseen(reservation) &&
        html`<button class="main" name="folio" value="${folio}" formaction="/visto">Visto</button>`}
      ${moves.map((move) => moveButton(move, reservation))}
      <a class="button" href="/reserva/${folio}?cambiar=1">Cambiar</a>
      <a class="button quiet" href="/reserva/${folio}">Historial</a>
    </form>
  `;
}
