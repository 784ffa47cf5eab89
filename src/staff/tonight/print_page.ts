/** GET /imprimir: the day on paper, for when the tablet's battery or the network fails. */
import { shownPhone } from "../../domain/contact.ts";
import { timeOf, wallMinute } from "../../domain/local_time.ts";
import { isExpected, type Reservation } from "../../domain/reservation/reservation.ts";
import { type Html, html } from "../../html/html.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { boardScope } from "./day_list.ts";
import { eveningFigures } from "./evening.ts";
import { isLarge } from "./row.ts";
import { specialRequests } from "./special.ts";
import { dayInWords } from "../day_words.ts";
import { allergyWords, guestComment, guestText, partiesInWords } from "../guest.ts";
import { icon, staffPageAnswer } from "../layout.ts";
import type { StaffRoute } from "../route.ts";

export function printRoute(deps: StaffDeps): StaffRoute {
  return {
    method: "GET",
    path: "/imprimir",
    async show({ query }) {
      const { day, today, path, situation } = boardScope(query.get("dia"), deps);
      const all = await deps.book.onServiceDay(day);
      const expected = all.filter(isExpected);
      const title = dayInWords(day, today);
      const { now, restaurant } = situation;
      const printed = timeOf(wallMinute(now, restaurant.timeZone));
      const content = html`
        <div class="sheet">
          <p class="onscreen buttons">
            <button type="button" class="main onscript" id="print">${PICTURE} Imprimir</button>
            <a class="button" href="${path}">Volver al tablero</a>
          </p>
          <noscript><p class="onscreen"><small>${WITHOUT_SCRIPT}</small></p></noscript>
          ${specialRequests(expected, { day, today }, true)}
          <h2>${partiesInWords(expected)}</h2>
          ${printedList(expected)} ${all.length > 0 &&
            html`<h2>La noche en cifras</h2>${eveningFigures(all)}`}
          <p><small>Impresa a las ${printed}.</small></p>
        </div>
      `;
      return staffPageAnswer({ title, content }, restaurant, null);
    },
  };
}

const PICTURE = icon("print");
const WITHOUT_SCRIPT = "Imprime esta página desde el menú del navegador.";

const TITLES = ["Hora", "Pers.", "Mesa", "Nombre", "Ojo", "Teléfono", "Folio"];

/** A line for each party expected or arrived, and its comments and note in full below it. */
function printedList(expected: readonly Reservation[]): Html {
  if (expected.length === 0) return html`<p>Nadie ha reservado este día.</p>`;
  return html`
    <table class="parties">
      <thead>
        <tr>${TITLES.map((title) => html`<th scope="col">${title}</th>`)}</tr>
      </thead>
      <tbody>${expected.map(printedRow)}</tbody>
    </table>
  `;
}

function printedRow(reservation: Reservation): Html {
  const { time, partySize, name, phone, occasion, folio, status, table } = reservation;
  const allergies = allergyWords(reservation);
  const marked = allergies !== "" && html`<mark>${guestText(allergies)}</mark>`;
  const others = [isLarge(reservation) && "Grupo", occasion === "cumpleanos" && "Cumple"];
  return html`
    <tr>
      <td>${time}</td>
      <td>${partySize}</td>
      <td>${table !== null && guestText(table)}</td>
      <td>${status === "arrived" && "✓ "}${guestText(name)}</td>
      <td>${marked} ${others.filter(Boolean).join(", ")}</td>
      <td>${phone !== null && shownPhone(phone)}</td>
      <td>${folio}</td>
    </tr>
    ${remark(reservation)}
  `;
}

function remark({ comments, note }: Reservation): Html | null {
  if (comments === null && note === null) return null;
  return html`
    <tr class="remark">
      <td colspan="5">
        ${comments !== null && guestComment(comments)} ${note !== null &&
          html`<i>Nota: ${guestComment(note)}</i>`}
      </td>
    </tr>
  `;
}
