/** What the day comes to, in one line. */
import type { Reservation, ReservationStatus } from "../../domain/reservation/reservation.ts";
import { type Html, html } from "../../pages/html.ts";

export const SUMMARY_ID = "summary";

interface Count {
  readonly parties: number;
  readonly people: number;
}

export function daySummary(reservations: readonly Reservation[]): Html {
  const of = (...statuses: ReservationStatus[]) => count(reservations, statuses);
  const expected = of("confirmed", "arrived");
  const [arrived, cancelled, absent] = [of("arrived"), of("cancelled"), of("no_show")];
  return html`
    <p class="summary" id="${SUMMARY_ID}">
      <span><b>${expected.parties}</b> ${expected.parties === 1
        ? "reservación"
        : "reservaciones"}</span>
      <span><b>${expected.people}</b> ${expected.people === 1 ? "persona" : "personas"}</span>
      ${arrived.parties > 0 && html`<span class="chip arrived">${arrivals(arrived)}</span>`}
      ${absent.parties > 0 && html`<span class="chip gone">${absences(absent)}</span>`}
      ${cancelled.parties > 0 && html`<span class="chip gone">${cancellations(cancelled)}</span>`}
    </p>
  `;
}

function arrivals({ parties, people }: Count): string {
  return parties === 1 ? `Llegó 1 (${people})` : `Llegaron ${parties} (${people})`;
}

function absences({ parties }: Count): string {
  return parties === 1 ? "No vino 1" : `No vinieron ${parties}`;
}

function cancellations({ parties }: Count): string {
  return parties === 1 ? "1 cancelada" : `${parties} canceladas`;
}

function count(
  reservations: readonly Reservation[],
  statuses: readonly ReservationStatus[],
): Count {
  const counted = reservations.filter(({ status }) => statuses.includes(status));
  return {
    parties: counted.length,
    people: counted.reduce((sum, { partySize }) => sum + partySize, 0),
  };
}
