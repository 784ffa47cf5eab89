/** GET /imprimir: the day on paper, a line a reservation, for when the tablet is empty or the network is gone. */
import { isDay, timeOf } from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import type { StaffDeps } from "../../ports.ts";
import { type Html, html } from "../../pages/html.ts";
import { boardScope, wallNow } from "./board_day.ts";
import { daySummary } from "./board_summary.ts";
import { dayInWords } from "../day_words.ts";
import { shownPhone } from "../guest_contact.ts";
import { guestComment, guestText } from "../guest_text.ts";
import { staffPageAnswer } from "../layout.ts";
import { rowOrder, stands } from "./reservation_list.ts";
import { seeOther, type StaffRoute } from "../route.ts";

type PrintDeps = Pick<StaffDeps, "book" | "restaurant" | "house" | "now">;

export function printRoutes(deps: PrintDeps): readonly StaffRoute[] {
  return [{
    method: "GET",
    path: "/imprimir",
    async show({ query }) {
      const asked = query.get("dia");
      if (asked !== null && !isDay(asked)) return seeOther("/imprimir");
      const { day, today, path } = boardScope(asked, deps);
      const reservations = await deps.book.onServiceDay(day);
      const title = dayInWords(day, today);
      return staffPageAnswer({
        restaurant: deps.restaurant(),
        title,
        section: null,
        actor: null,
        content: html`
          <div class="sheet">
            <p class="onscreen">
              <a class="button" href="${path}">Volver al tablero</a>
              <small>Imprime esta página desde el menú del navegador.</small>
            </p>
            ${daySummary(reservations)}
            ${printedTable(reservations)}
            <p><small>Impresa a las ${timeOf(wallNow(deps))}.</small></p>
          </div>
        `,
      });
    },
  }];
}

/** Those who may still come, or have; the cancelled ones would only mislead on paper. */
function printedTable(reservations: readonly Reservation[]): Html {
  const expected = reservations.filter(stands)
    .toSorted((a, b) => rowOrder(a) < rowOrder(b) ? -1 : 1);
  if (expected.length === 0) return html`<p>Nadie ha reservado este día.</p>`;
  return html`
    <table>
      <thead>
        <tr>
          <th scope="col">Hora</th>
          <th scope="col">Pers.</th>
          <th scope="col">Nombre</th>
          <th scope="col">Teléfono</th>
          <th scope="col">Comentarios</th>
          <th scope="col">Folio</th>
        </tr>
      </thead>
      <tbody>
        ${expected.map(printedRow)}
      </tbody>
    </table>
  `;
}

function printedRow(reservation: Reservation): Html {
  const { time, partySize, name, phone, occasion, comments, note, folio, status } = reservation;
  return html`
    <tr>
      <td>${time}</td>
      <td>${partySize}</td>
      <td>${status === "arrived" && "✓ "}${guestText(name)}</td>
      <td>${phone !== null && shownPhone(phone)}</td>
      <td>
        ${occasion === "cumpleanos" && html`<b>Cumpleaños.</b>`}
        ${comments !== null && guestComment(comments)}
        ${note !== null && html`<i>Nota: ${guestComment(note)}</i>`}
      </td>
      <td>${folio}</td>
    </tr>
  `;
}
