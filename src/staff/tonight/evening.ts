/** The end of an evening: its figures, also on paper, and the parties still open, to be settled: GET /noche. */
import {
  isExpected,
  type Reservation,
  type ReservationStatus,
} from "../../domain/reservation/reservation.ts";
import { sourceOf, WALK_IN_SOURCE } from "../../domain/reservation/source.ts";
import { type Html, html } from "../../html/html.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { dayInWords } from "../day_words.ts";
import { guestText, partiesInWords, peopleInWords } from "../guest.ts";
import { card } from "../layout.ts";
import { acts } from "../reservation/reservation_page.ts";
import type { StaffRoute } from "../route.ts";
import { type BoardScope, boardScope } from "./day_list.ts";

/** `dia` is the service day. Default: that of now. */
export function eveningRoute(deps: StaffDeps): StaffRoute {
  return {
    method: "GET",
    path: "/noche",
    async show({ query }) {
      const scope = boardScope(query.get("dia"), deps);
      const { day, today, path } = scope;
      const all = await deps.book.onServiceDay(day);
      return {
        title: `Cierre del ${dayInWords(day, today)}`,
        content: html`
          <p><a class="button" href="${path}">Volver al tablero</a></p>
          ${openParties(all, scope)}
          ${card("cifras", "La noche en cifras", eveningFigures(all), "card sheet")}
        `,
      };
    },
  };
}

/** Those of whom nobody has said whether they came. */
function openParties(all: readonly Reservation[], { day, today }: BoardScope): Html {
  const open = all.filter(({ status }) => status === "confirmed");
  const items = open.map((each) =>
    html`
      <li class="between">
        <p>
          <b>${each.time}</b> <a href="/reserva/${each.folio}">${guestText(each.name)}</a>,
          ${peopleInWords(each.partySize)}
        </p>
        ${acts(each, today, `/noche?dia=${day}`)}
      </li>
    `
  );
  const list = open.length === 0
    ? "Todas están cerradas."
    : html`<ul class="plainlist">${items}</ul>`;
  return card("abiertas", `Sin cerrar: ${partiesInWords(open)}`, list);
}

/** What became of a day's reservations, in all, by hour and by source. */
export function eveningFigures(all: readonly Reservation[]): Html {
  const rows: readonly (readonly [label: string, those: readonly Reservation[]])[] = [
    ["Total", all],
    ...Map.groupBy(all, ({ time }) => `${time.slice(0, 2)}:00`),
    ...[...Map.groupBy(all, sourceOf)].sort(([one], [other]) => one.localeCompare(other)),
  ];
  return figuresTable(TITLES, rows.map(([label, those]) => [label, ...countsOf(those)]));
}

/** @param rows each its label and a count for each further title */
export function figuresTable(
  titles: readonly string[],
  rows: readonly (readonly [label: string | Html, ...counts: number[]])[],
): Html {
  return html`
    <div class="wide">
      <table class="figures">
        <thead>
          <tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr>
        </thead>
        <tbody>${rows.map(([label, ...counts]) => {
          const cells = counts.map((count) => html`<td>${count}</td>`);
          return html`<tr><th scope="row">${label}</th>${cells}</tr>`;
        })}</tbody>
      </table>
    </div>
  `;
}

const TITLES = ["Hora, origen", "Grupos", "Pers.", "Vino", "No vino", "Sin res.", "Canc."];

/** Parties and people are those that came or still may; a walk-in is among them. */
function countsOf(those: readonly Reservation[]): readonly number[] {
  const expected = those.filter(isExpected);
  const having = (wanted: ReservationStatus) =>
    those.filter(({ status }) => status === wanted).length;
  return [
    expected.length,
    expected.reduce((people, { partySize }) => people + partySize, 0),
    having("arrived"),
    having("no_show"),
    those.filter((each) => sourceOf(each) === WALK_IN_SOURCE).length,
    having("cancelled"),
  ];
}
