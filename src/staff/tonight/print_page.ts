/** GET /imprimir: the day on paper, a line a reservation, for when the tablet is empty or the network is gone. */
import { allergyMarks } from "../../domain/allergies.ts";
import { isDay, timeOf } from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import type { StaffDeps } from "../../ports.ts";
import { type Html, html } from "../../pages/html.ts";
import { boardScope, wallNow } from "./board_day.ts";
import { daySummary } from "./board_summary.ts";
import { dayInWords } from "../day_words.ts";
import { shownPhone } from "../guest_contact.ts";
import { guestComment, guestText } from "../guest_text.ts";
import { icon } from "../icons.ts";
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
            <p class="onscreen buttons">
              <button type="button" class="main" id="print" hidden>${icon(
                "print",
              )} Imprimir</button>
              <a class="button" href="${path}">Volver al tablero</a>
            </p>
            <noscript><p class="onscreen"><small>Imprime esta página desde el menú del navegador.</small></p></noscript>
            ${daySummary(reservations)}
            ${printedList(reservations)}
            <p><small>Impresa a las ${timeOf(wallNow(deps))}.</small></p>
          </div>
        `,
      });
    },
  }];
}

/** One line each for those who may still come, or have; below, what guests and staff wrote, in full. */
function printedList(reservations: readonly Reservation[]): Html {
  const expected = reservations.filter(stands)
    .toSorted((a, b) => rowOrder(a) < rowOrder(b) ? -1 : 1);
  if (expected.length === 0) return html`<p>Nadie ha reservado este día.</p>`;
  const remarked = expected.filter(({ comments, note }) => comments !== null || note !== null);
  return html`
    <table>
      <thead>
        <tr>
          <th scope="col">Hora</th>
          <th scope="col">Pers.</th>
          <th scope="col">Nombre</th>
          <th scope="col">Teléfono</th>
          <th scope="col">Ojo</th>
          <th scope="col">Folio</th>
        </tr>
      </thead>
      <tbody>${expected.map(printedRow)}</tbody>
    </table>
    ${remarked.length > 0 && html`
      <h2>Comentarios y notas</h2>
      <ul class="plainlist">${remarked.map(printedRemark)}</ul>
    `}
  `;
}

function printedRow(reservation: Reservation): Html {
  const { time, partySize, name, phone, occasion, folio, status } = reservation;
  const allergies = allergyWords(reservation);
  return html`
    <tr>
      <td>${time}</td>
      <td>${partySize}</td>
      <td>${status === "arrived" && "✓ "}${guestText(name)}</td>
      <td>${phone !== null && shownPhone(phone)}</td>
      <td>${allergies !== "" && html`
        <mark>${guestText(allergies)}</mark>
      `}${occasion === "cumpleanos" && "Cumpleaños"}</td>
      <td>${folio}</td>
    </tr>
  `;
}

function printedRemark({ time, name, comments, note }: Reservation): Html {
  return html`
    <li>
      <b>${time} ${guestText(name)}:</b> ${comments !== null && guestComment(comments)}
      ${note !== null && html`<i>Nota: ${guestComment(note)}</i>`}
    </li>
  `;
}

/** What the kitchen must not overlook, in the guest's own words, each once: `alergia` says nothing that `nuez` does not. */
function allergyWords({ comments, note }: Reservation): string {
  const words = [comments, note].filter((text) => text !== null).flatMap((text) =>
    allergyMarks(text).map(({ from, to }) => text.slice(from, to).toLowerCase())
  );
  const telling = words.filter((word) => !/^(al[eé]rg|intoleran)/.test(word));
  return [...new Set(telling.length > 0 ? telling : words)].join(", ");
}
