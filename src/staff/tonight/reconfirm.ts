/** GET /confirmar: the parties of an evening to come, each with a message that asks whether it comes. */
import type {
  HistoryEntry,
  Reservation,
  ReservationAction,
} from "../../domain/reservation/reservation.ts";
import type { Situation } from "../../domain/schedule/situation.ts";
import { hiddenFields } from "../../html/form.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { BUTTONS, tapLabel } from "../acts.ts";
import { dayInWords } from "../day_words.ts";
import { guestMessage, partyLink, reachGuest } from "../guest.ts";
import { historyList } from "../history.ts";
import type { StaffRoute } from "../route.ts";
import { boardScope, MAX_ROWS } from "./day_list.ts";

/** `dia` is the service day. Default: tomorrow. */
export function reconfirmRoute(deps: StaffDeps): StaffRoute {
  return {
    method: "GET",
    path: "/confirmar",
    async show({ query }) {
      const { day, today, path, situation } = boardScope(query.get("dia"), deps, 1);
      const parties = await deps.book.withChanges(day, MAX_ROWS);
      const items = parties.map(({ reservation, changes }) =>
        partyItem(reservation, changes, situation)
      );
      return {
        title: `Confirmar: ${dayInWords(day, today)}`,
        content: html`
          <p><a class="button" href="${path}">Ver el tablero de ese día</a></p>
          ${items.length === 0 && html`<p>Nadie ha reservado este día.</p>`}
          ${items.length === MAX_ROWS && html`<p>Aquí caben las primeras ${MAX_ROWS}.</p>`}
          <ul class="plainlist">${items}</ul>
        `,
      };
    },
  };
}

/** The party with its message, its history and its buttons. "No viene" is not confirmed: one tap undoes it. */
function partyItem(
  reservation: Reservation,
  changes: readonly HistoryEntry[],
  situation: Situation,
): Html {
  const { folio, version, serviceDay, status } = reservation;
  const volver = `/confirmar?dia=${serviceDay}#${folio}`;
  const last = lastDone(changes);
  const asks = status === "confirmed" ? ["reminded", "reconfirmed", "cancelled"] as const : [];
  const canUndo = status !== "confirmed" || last === "reminded" || last === "reconfirmed";
  const taps = [...asks, ...(canUndo ? ["undone"] as const : [])];
  return html`
    <li id="${folio}" class="between">
      <div>
        <p>${partyLink(reservation)}</p>
        ${historyList(changes, situation)}
      </div>
      <div>
        ${status === "confirmed" &&
          reachGuest(reservation, guestMessage("reminder", reservation, situation))}
        <form class="buttons" method="post" action="/reserva/${folio}">
          ${hiddenFields({ version: String(version), volver, seguro: "si" })}
          ${taps.map((tap) => {
            const value = BUTTONS[tap].action;
            const label = tapLabel(tap, status === "confirmed" ? last ?? status : status);
            const press = { name: "accion", value, "aria-pressed": String(tap === last) };
            return html`
              <button ${attributes(press)}>${tap === "cancelled" ? "No viene" : label}</button>
            `;
          })}
        </form>
      </div>
    </li>
  `;
}

/** The last action that was not undone. A party that was changed since it was asked is to be asked again. */
function lastDone(changes: readonly HistoryEntry[]): ReservationAction | undefined {
  const done: ReservationAction[] = [];
  for (const { action } of changes) {
    if (action === "undone") done.pop();
    else if (action !== "noted" && action !== "seated") done.push(action);
  }
  return done.at(-1);
}
