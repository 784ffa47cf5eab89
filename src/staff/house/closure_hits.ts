/** The reservations that a closure hits, to be worked through: told, moved or cancelled. */
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { type Html, html } from "../../pages/html.ts";
import { hitRow, type Hits, isTold } from "./closure_hit.ts";
import { peopleInWords, reservationsInWords } from "../guest_contact.ts";

export function hitList(hits: Hits): Html {
  const { hit } = hits;
  return html`
    <section class="hits" aria-labelledby="afectadas">
      <h2 id="afectadas">${summary(hits)}</h2>
      ${hit.length === 0
        ? html`<p>Ninguna reservación confirmada cae en ese tiempo.</p>`
        : html`<ul class="hitlist">${hit.map((reservation) => hitRow(reservation, hits))}</ul>`}
    </section>
  `;
}

/** `3 reservaciones, 14 personas`. */
export function hitsInWords(hit: readonly Reservation[]): string {
  if (hit.length === 0) return "ninguna reservación";
  const people = peopleInWords(hit.reduce((sum, { partySize }) => sum + partySize, 0));
  return `${reservationsInWords(hit.length)}, ${people}`;
}

function summary(hits: Hits): string {
  const { hit, standing } = hits;
  if (hit.length === 0 || standing === null) return hitsInWords(hit);
  const told = hit.filter((reservation) => isTold(reservation, hits)).length;
  return `${hitsInWords(hit)}; con aviso: ${told}`;
}
