/** How staff reach a guest: by telephone, or by a message that WhatsApp opens for a person to read, finish and send. */
import { whatsappLink } from "../domain/contact.ts";
import { type Day, startOfDay } from "../domain/local_time.ts";
import type { Reservation } from "../domain/reservation/reservation.ts";
import type { Situation } from "../domain/schedule/situation.ts";
import { type Html, html } from "../pages/html.ts";
import { atTime, dayInWords } from "./day_words.ts";
import { plainGuestText } from "./guest_text.ts";
import { icon } from "./icons.ts";

export interface ContactContext {
  readonly situation: Pick<Situation, "restaurant">;
  /** The service day of now. */
  readonly today: Day;
}

export type GuestLanguage = "es" | "en";

/** A message that suits the reservation as it stands. */
export interface PreparedMessage {
  /** What it is for, in Spanish. */
  readonly label: string;
  readonly text: string;
  readonly link: string;
}

/** The number and the ways to use it, first of all a message that asks nothing yet. */
export function guestContact(reservation: Reservation, context: ContactContext): Html {
  return reachGuest(reservation, (language) => openingText(reservation, context, language));
}

/**
 * The number and the ways to use it, a word where staff took none.
 * @param text of a message, in the guest's language and, beside it, in the other one
 */
export function reachGuest(
  { phone, source }: Reservation,
  text: (language: GuestLanguage) => string,
  label = "WhatsApp",
  look = "",
): Html {
  if (phone === null) return html`<p class="reach"><small>Sin teléfono</small></p>`;
  const own = guestLanguage(source);
  const link = (language: GuestLanguage) => whatsappLink(phone, text(language));
  return html`
    <p class="reach">
      <span class="phone">${shownPhone(phone)}</span>
      <a class="button" href="tel:${phone}">${icon("call")} Llamar</a>
      <a class="button ${look}" href="${link(own)}" target="_blank" rel="noopener noreferrer">
        ${icon("chat")} ${label}
      </a>
      <a class="button quiet" href="${link(other(own))}" target="_blank" rel="noopener noreferrer">
        <span class="unseen">${label}</span> ${own === "es" ? "en inglés" : "en español"}
      </a>
    </p>
  `;
}

/**
 * The language of what a guest sent as `landing`, where it names one, as in `web?lang=en`, `en-US` or `Concierge (English)`; Spanish
 * otherwise.
 */
export function guestLanguage(source: string | null): GuestLanguage {
  return source !== null && ENGLISH.test(source) ? "en" : "es";
}

const ENGLISH = /(^|[/?&_=.:-])en([-_][a-z]{2})?($|[/?&_.:#-])|english|ingl[eé]s/i;

export function other(language: GuestLanguage): GuestLanguage {
  return language === "es" ? "en" : "es";
}

/** The message that may be wanted after a change; null where there is none, or no number to send it to. */
export function preparedMessage(
  reservation: Reservation,
  context: ContactContext,
  language: GuestLanguage,
): PreparedMessage | null {
  const { phone, status } = reservation;
  if (phone === null || (status !== "confirmed" && status !== "cancelled")) return null;
  const label = status === "cancelled" ? "Avisar que quedó cancelada" : "Confirmar cómo quedó";
  const text = changeText(reservation, context, language);
  return { label, text, link: whatsappLink(phone, text) };
}

function openingText(
  reservation: Reservation,
  { situation: { restaurant: { name } }, today }: ContactContext,
  language: GuestLanguage,
): string {
  const { folio } = reservation;
  const table = tableFor(reservation, today, language);
  return language === "en"
    ? `Hello, this is ${name} about your reservation ${folio}: ${table}.`
    : `Hola, le escribimos de ${name} por su reservación ${folio}: ${table}.`;
}

function changeText(
  reservation: Reservation,
  { situation: { restaurant: { name: house } }, today }: ContactContext,
  language: GuestLanguage,
): string {
  const { folio, status } = reservation;
  const guest = plainGuestText(reservation.name);
  const table = tableFor(reservation, today, language);
  if (language === "en") {
    return status === "cancelled"
      ? `Hello, ${guest}. Your reservation at ${house} is cancelled: ${table}. Reference ${folio}. If this is a mistake, reply here and we will bring it back.`
      : `Hello, ${guest}. Your reservation at ${house} is now: ${table}. Reference ${folio}. If anything is wrong, reply here. We look forward to seeing you!`;
  }
  return status === "cancelled"
    ? `Hola, ${guest}. Su reservación en ${house} quedó cancelada: ${table}. Folio ${folio}. Si fue un error, respóndanos por aquí y la recuperamos.`
    : `Hola, ${guest}. Su reservación en ${house} quedó así: ${table}. Folio ${folio}. Si algo no está bien, respóndanos por aquí. ¡Le esperamos!`;
}

/** What spoils a reservation, to end the sentence "Lamentamos avisarle que". */
export type GuestNews = Readonly<Record<GuestLanguage, string>>;

/** The news for that guest and the offer of another time. */
export function newsText(
  reservation: Reservation,
  context: ContactContext,
  news: GuestNews,
): (language: GuestLanguage) => string {
  const { name: house } = context.situation.restaurant;
  const { folio } = reservation;
  const guest = plainGuestText(reservation.name);
  return (language) => {
    const table = tableFor(reservation, context.today, language);
    return language === "en"
      ? `Hello, ${guest}. This is ${house} about your reservation ${folio}: ${table}. We are sorry to tell you that ${news.en}. Would another day or time suit you? We will gladly keep a table for you.`
      : `Hola, ${guest}. Le escribimos de ${house} por su reservación ${folio}: ${table}. Lamentamos avisarle que ${news.es}. ¿Le acomoda otro día u otra hora? Con gusto le apartamos su mesa.`;
  };
}

/** `sábado 14 de marzo a las 20:00, 4 personas`, or `Saturday 14 March at 20:00, 4 people`. */
function tableFor(
  { day, time, partySize }: Pick<Reservation, "day" | "time" | "partySize">,
  today: Day,
  language: GuestLanguage,
): string {
  if (language === "es") {
    return `${dayInWords(day, today)} ${atTime(time)}, ${peopleInWords(partySize)}`;
  }
  const date = ENGLISH_DAY.format(startOfDay(day) * 60_000);
  return `${date} at ${time}, ${partySize === 1 ? "1 person" : `${partySize} people`}`;
}

const ENGLISH_DAY = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  weekday: "long",
  day: "numeric",
  month: "long",
});

/** `999 123 4567` for Mexican numbers, any other as it is stored. */
export function shownPhone(phone: string): string {
  const mexican = /^\+52(\d{3})(\d{3})(\d{4})$/.exec(phone);
  return mexican === null ? phone : mexican.slice(1).join(" ");
}

/** `1 persona`, `4 personas`. */
export function peopleInWords(people: number): string {
  return people === 1 ? "1 persona" : `${people} personas`;
}

/** `1 reservación`, `4 reservaciones`. */
export function reservationsInWords(reservations: number): string {
  return reservations === 1 ? "1 reservación" : `${reservations} reservaciones`;
}
