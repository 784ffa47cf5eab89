/** Reservations of any day to come that no one of the staff has acknowledged. */
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { type Html, html } from "../../pages/html.ts";
import type { BoardScope } from "./board_scope.ts";
import { shortDate } from "../day_words.ts";
import { guestText } from "../guest_text.ts";
import { icon } from "../icons.ts";

const SEE_ALL_FORM = "see-all";

/** One line that opens to the list, oldest first; the tab's title counts along. */
export function unseenPanel(unseen: readonly Reservation[], scope: BoardScope): Html {
  const count = unseen.length;
  if (count === 0) return html`<div id="news" data-cuantas="0"></div>`;
  const sorted = unseen.toSorted((a, b) => a.createdAt - b.createdAt);
  const words = count === 1 ? "1 nueva por ver" : `${count} nuevas por ver`;
  return html`
    <div id="news" class="news" data-cuantas="${count}">
      <details id="news-list">
        <summary>${icon("bell")} ${words}</summary>
        <ol>${sorted.map((reservation) => unseenItem(reservation, scope))}</ol>
      </details>
      <form id="${SEE_ALL_FORM}" class="acts" method="post" action="/visto">
        <input type="hidden" name="volver" value="${scope.path}">
        <button class="main">${count === 1 ? "Visto" : "Todo visto"}</button>
      </form>
    </div>
  `;
}

/** A line that leads to the reservation: on this page where it is of this day. */
function unseenItem(reservation: Reservation, { day: shown, path }: BoardScope): Html {
  const { folio, serviceDay, day, time, partySize, name, createdAt } = reservation;
  const here = serviceDay === shown;
  return html`
    <li id="u-${folio}" data-creada="${createdAt}">
      <input type="hidden" name="folio" value="${folio}" form="${SEE_ALL_FORM}">
      <a href="${here ? `#${folio}` : `/reserva/${folio}`}" id="u-${folio}-n">
        <span>${!here && `${shortDate(day)} · `}<b>${time}</b></span>
        <span class="size"><b>${partySize}</b> <span class="unseen">${partySize === 1
          ? "persona"
          : "personas"}</span></span>
        <span class="named">${guestText(name)}</span>
      </a>
      <form class="acts" method="post" action="/visto">
        <input type="hidden" name="folio" value="${folio}">
        <input type="hidden" name="volver" value="${path}">
        <button aria-describedby="u-${folio}-n">Visto</button>
      </form>
    </li>
  `;
}
