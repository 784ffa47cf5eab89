/** What is left of reservations that were erased: how many there were, and who erased them. */
import type { Situation } from "../../domain/situation.ts";
import type { ErasedMonth, Erasure, ErasureEntry } from "../../staff_deps.ts";
import { type Html, html } from "../html.ts";
import { monthInWords } from "./day_words.ts";
import { guestText } from "./guest_text.ts";
import { moment } from "./reservation_history.ts";

/** How many lines are read: of months, two years. */
export const ERASURES_SHOWN = 24;

export function erasuresCard(
  { entries, months }: Awaited<ReturnType<Erasure["left"]>>,
  situation: Situation,
): Html {
  return html`
    <section class="card" aria-labelledby="borrados">
      <h2 id="borrados">Lo que ya se borró</h2>
      ${entries.length === 0
        ? html`<p>Todavía nada.</p>`
        : html`${monthTable(months)} ${entryTable(entries, situation)}`}
    </section>
  `;
}

function monthTable(months: readonly ErasedMonth[]): Html {
  return html`
    <h3 id="meses">Cuántas reservaciones hubo</h3>
    <table class="counts" aria-labelledby="meses">
      <thead>
        <tr>
          <th scope="col">Mes</th>
          <th scope="col" class="number">Mesas</th>
          <th scope="col" class="number">Personas</th>
          <th scope="col" class="number">Canceladas</th>
          <th scope="col" class="number">No vino</th>
        </tr>
      </thead>
      <tbody>${months.map(({ month, parties, people, cancelled, noShows }) =>
        html`<tr><th scope="row">${monthInWords(month)}</th>${
          [parties, people, cancelled, noShows].map((count) =>
            html`<td class="number">${count}</td>`
          )
        }</tr>`
      )}</tbody>
    </table>
  `;
}

const REASONS: Readonly<Record<ErasureEntry["reason"], string>> = {
  retention: "Por antigüedad",
  request: "A petición de la persona",
};

function entryTable(entries: readonly ErasureEntry[], situation: Situation): Html {
  return html`
    <h3 id="borrado-por">Quién y cuándo</h3>
    <table class="counts" aria-labelledby="borrado-por">
      <thead>
        <tr>
          <th scope="col">Cuándo</th>
          <th scope="col">Por qué</th>
          <th scope="col">Quién</th>
          <th scope="col" class="number">Mesas</th>
        </tr>
      </thead>
      <tbody>${entries.map(({ at, reason, actor, reservations }) =>
        html`
          <tr>
            <td>${moment(at, situation)}</td>
            <td>${REASONS[reason]}</td>
            <td>${guestText(actor)}</td>
            <td class="number">${reservations}</td>
          </tr>
        `
      )}</tbody>
    </table>
  `;
}
