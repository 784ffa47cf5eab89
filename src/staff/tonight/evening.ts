/** The end of an evening: its figures, also on paper, and the parties still open, to be settled: GET /noche. */
import {
  isExpected,
  isItsDay,
  type Move,
  MOVES,
  type Reservation,
} from "../../domain/reservation/reservation.ts";
import { sourceOf, SOURCES } from "../../domain/reservation/source.ts";
import { hiddenFields } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { dayInWords } from "../day_words.ts";
import { guestText, partiesInWords, peopleInWords, SOURCE_WORDS } from "../guest.ts";
import { card } from "../layout.ts";
import { MOVE_BUTTONS } from "../reservation/reservation_page.ts";
import type { StaffRoute } from "../route.ts";
import { type BoardScope, boardScope } from "./day_list.ts";

type EveningDeps = Pick<StaffDeps, "book" | "restaurant" | "state" | "now">;

/** `dia` is the service day. Default: that of now. */
export function eveningRoutes(deps: EveningDeps): readonly StaffRoute[] {
  return [{
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
  }];
}

/** Those of whom nobody has said whether they came. */
function openParties(all: readonly Reservation[], scope: BoardScope): Html | null {
  const open = all.filter(({ status }) => status === "confirmed");
  if (open.length === 0) return card("abiertas", "Sin cerrar", html`<p>Todas están cerradas.</p>`);
  const rows = open.map((each) => openItem(each, scope));
  const list = html`<ul class="plainlist">${rows}</ul>`;
  return card("abiertas", `Sin cerrar: ${partiesInWords(open)}`, list);
}

function openItem(reservation: Reservation, { day, today }: BoardScope): Html {
  const { folio, time, partySize, name, version, status } = reservation;
  const moves = (["arrived", "no_show"] as const satisfies readonly Move[])
    .filter((move) => move in MOVES[status] && isItsDay(move, day, today));
  return html`
    <li class="between" id="${folio}">
      <p id="${folio}-n">
        <b>${time}</b>
        <a href="/reserva/${folio}">${guestText(name)}</a>, ${peopleInWords(partySize)}
      </p>
      <form class="buttons" method="post" action="/reserva/${folio}">
        ${hiddenFields({ version: String(version), volver: `/noche?dia=${day}` })}
        ${moves.map((move) => MOVE_BUTTONS[move]).map(({ action, label }) =>
          html`<button name="accion" value="${action}" aria-describedby="${folio}-n">${label}</button>`
        )}
      </form>
    </li>
  `;
}

/** What became of a day's reservations, in all, by hour and by source. */
export function eveningFigures(all: readonly Reservation[]): Html {
  const hourOf = ({ day, time }: Reservation) => `${day} ${time.slice(0, 2)}:00`;
  const hours = [...new Set(all.map(hourOf))].sort();
  const rows: readonly (readonly [label: string, Reservation[]])[] = [
    ["Total", [...all]],
    ...hours.map((hour) => [hour.slice(11), all.filter((each) => hourOf(each) === hour)] as const),
    ...SOURCES.map((source) =>
      [SOURCE_WORDS[source], all.filter((each) => sourceOf(each) === source)] as const
    ).filter(([, those]) => those.length > 0),
  ];
  return html`
    <div class="wide">
      <table class="figures">
        <thead>
          <tr>${["Hora, origen", ...COLUMNS.map(([title]) => title)].map((title) =>
            html`<th scope="col">${title}</th>`
          )}</tr>
        </thead>
        <tbody>${rows.map(([label, those]) =>
          html`<tr><th scope="row">${label}</th>${
            COLUMNS.map(([, count]) => html`<td>${count(those)}</td>`)
          }</tr>`
        )}</tbody>
      </table>
    </div>
  `;
}

type Count = (those: readonly Reservation[]) => number;
const having = (isCounted: (each: Reservation) => boolean): Count => (those) =>
  those.filter(isCounted).length;
const people: Count = (those) => those.reduce((sum, { partySize }) => sum + partySize, 0);

/** Parties and people are those that came or still may; a walk-in is among them. */
const COLUMNS: readonly (readonly [title: string, count: Count])[] = [
  ["Grupos", having(isExpected)],
  ["Pers.", (those) => people(those.filter(isExpected))],
  ["Vino", having(({ status }) => status === "arrived")],
  ["No vino", having(({ status }) => status === "no_show")],
  ["Sin res.", having((each) => sourceOf(each) === "walk_in")],
  ["Canc.", having(({ status }) => status === "cancelled")],
];
