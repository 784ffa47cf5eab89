/** Reservations that nobody has acknowledged yet, of whatever day: none may go unnoticed because it is for another one. */
import { type Day, weekdayName } from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { type Html, html } from "../../pages/html.ts";
import type { BoardScope } from "./board_day.ts";
import { guestText } from "../guest_text.ts";
import { icon } from "../icons.ts";

export const UNSEEN_HEAD_ID = "unseen-head";
export const UNSEEN_LIST_ID = "unseen-list";
const SEE_ALL_FORM = "see-all";

/** The id of its item. */
export function unseenItemId(folio: string): string {
  return `u-${folio}`;
}

/** The oldest has waited longest. */
export function unseenOrder({ createdAt, folio }: Reservation): string {
  return `${createdAt} ${folio}`;
}

export function unseenPanel(unseen: readonly Reservation[], scope: BoardScope): Html {
  const sorted = unseen.toSorted((a, b) => unseenOrder(a) < unseenOrder(b) ? -1 : 1);
  return html`
    <section class="news" aria-labelledby="${UNSEEN_HEAD_ID}-t">
      ${unseenHead(unseen.length, scope)}
      <ol id="${UNSEEN_LIST_ID}">
        ${sorted.map((reservation) => unseenItem(reservation, scope))}
      </ol>
    </section>
  `;
}

/** How many there are; the tab's title counts along. */
export function unseenHead(count: number, { path }: BoardScope): Html {
  return html`
    <div id="${UNSEEN_HEAD_ID}" class="${count === 0 ? "none" : "some"}" data-cuantas="${count}">
      <h2 id="${UNSEEN_HEAD_ID}-t">
        ${icon("bell")} ${count === 0
          ? "Nada nuevo por ver"
          : count === 1
          ? "1 nueva por ver"
          : `${count} nuevas por ver`}
      </h2>
      ${count > 0 && html`
        <form id="${SEE_ALL_FORM}" class="acts" method="post" action="/visto">
          <input type="hidden" name="volver" value="${path}">
          <button class="main">${count === 1 ? "Visto" : "Todo visto"}</button>
        </form>
      `}
    </div>
  `;
}

/** A line that leads to the reservation: on this page where it is of this day. */
export function unseenItem(reservation: Reservation, { day, path }: BoardScope): Html {
  const { folio, serviceDay, time, partySize, name } = reservation;
  const date = serviceDay === day ? null : shortDay(reservation.day);
  return html`
    <li id="${unseenItemId(folio)}" data-orden="${unseenOrder(
      reservation,
    )}" data-creada="${reservation.createdAt}">
      <input type="hidden" name="folio" value="${folio}" form="${SEE_ALL_FORM}">
      <a href="${date === null ? `#${folio}` : `/reserva/${folio}`}">
        <time datetime="${reservation.day}T${time}">${date !== null &&
          `${date} · `}<b>${time}</b></time>
        <span class="size"><b>${partySize}</b> ${icon(
          "people",
        )} <span class="unseen">${partySize === 1 ? "persona" : "personas"}</span></span>
        <span class="named" id="${unseenItemId(folio)}-n">${guestText(name)}</span>
      </a>
      <form class="acts" method="post" action="/visto">
        <input type="hidden" name="folio" value="${folio}">
        <input type="hidden" name="volver" value="${path}">
        <button aria-describedby="${unseenItemId(
          folio,
        )}-n">Visto</button>
      </form>
    </li>
  `;
}

/** `mar 17/3`: a line has little room. */
function shortDay(day: Day): string {
  return `${weekdayName(day).slice(0, 3)} ${Number(day.slice(8))}/${Number(day.slice(5, 7))}`;
}
