/** How staff reach a guest. */
import { whatsappLink } from "../domain/contact.ts";
import type { Day } from "../domain/local_time.ts";
import type { Reservation } from "../domain/reservation/reservation.ts";
import { type Html, html } from "../pages/html.ts";
import { atTime, dayInWords } from "./day_words.ts";
import { icon } from "./icons.ts";

export interface ContactContext {
  readonly restaurantName: string;
  /** The service day of now. */
  readonly today: Day;
}

/** `999 123 4567` for Mexican numbers, any other as it is kept. */
export function shownPhone(phone: string): string {
  const mexican = /^\+52(\d{3})(\d{3})(\d{4})$/.exec(phone);
  return mexican === null ? phone : mexican.slice(1).join(" ");
}

/** A link that opens WhatsApp with words about this reservation, for a person to read, finish and send. */
export function guestMessageLink(
  { folio, day, time, partySize, phone }: Reservation & { phone: string },
  { restaurantName, today }: ContactContext,
): string {
  const table = `${dayInWords(day, today)} ${atTime(time)}, ${peopleInWords(partySize)}`;
  return whatsappLink(
    phone,
    `Hola, le escribimos de ${restaurantName} por su reservación ${folio}: ${table}.`,
  );
}

/** `1 persona`, `4 personas`. */
export function peopleInWords(people: number): string {
  return people === 1 ? "1 persona" : `${people} personas`;
}

/** `1 reservación`, `4 reservaciones`. */
export function reservationsInWords(reservations: number): string {
  return reservations === 1 ? "1 reservación" : `${reservations} reservaciones`;
}

/** The number, and the two ways to use it; a word where staff took no number. */
export function guestContact(reservation: Reservation, context: ContactContext): Html {
  const { phone } = reservation;
  if (phone === null) return html`<p class="reach"><small>Sin teléfono</small></p>`;
  const message = guestMessageLink({ ...reservation, phone }, context);
  return html`
    <p class="reach">
      <span class="phone">${shownPhone(phone)}</span>
      <a class="button quiet" href="${message}" target="_blank" rel="noopener noreferrer">
        ${icon("chat")} WhatsApp
      </a>
      <a class="button quiet" href="tel:${phone}">${icon("call")} Llamar</a>
    </p>
  `;
}
