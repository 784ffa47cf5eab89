/**
 * Texts of guests as the board shows them, and links to reach guests. Such a text is untrusted: isolated from the text
 * around it, never a link, and without characters that are invisible or change the direction of reading.
 */
import { allergyMarks } from "../domain/allergies.ts";
import { shownPhone, whatsappLink } from "../domain/contact.ts";
import type { Day } from "../domain/local_time.ts";
import {
  type Reservation,
  type ReservationValues,
  type Said,
  saidBy,
  VALUE_NAMES,
  WALK_IN_NAME,
} from "../domain/reservation/reservation.ts";
import { OTHER_SOURCE, sourceOf } from "../domain/reservation/source.ts";
import { currentServiceDay, type Situation } from "../domain/schedule/situation.ts";
import { type Bilingual, capitalised, type Language } from "../domain/text.ts";
import { attributes, type Html, html } from "../html/html.ts";
import { dayText, markedText } from "../html/words.ts";
import { memo } from "../http/memo.ts";
import type { ArrivalTotals } from "../ports/reservations.ts";
import { atTime, dayInWords } from "./day_words.ts";
import { icon } from "./layout.ts";

/**
 * Invisible characters, except newlines, tabs, and those that people type without knowing: they join letters and emoji
 * (U+200C, U+200D) or select their form (U+FE00 to U+FE0F).
 */
const INVISIBLE =
  /(?![\u200c\u200d\ufe00-\ufe0f\n\t])[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\p{Zl}\p{Zp}]/gu;

/** Accents on accents, which would cover the rows above and below: four are kept, more than any language writes. */
const PILED_UP = /(\p{Mn}{4})\p{Mn}+/gu;

/** One line, such as a name. */
export function guestText(text: string): Html {
  return html`<bdi>${plainGuestText(text)}</bdi>`;
}

/** Finding allergies in the comments of 300 rows takes 10 ms of each change, during which no guest is answered. */
const known = memo<ReturnType<typeof allergyMarks>>(4_000);

function marksIn(text: string): ReturnType<typeof allergyMarks> {
  return known.of(text, [], () => allergyMarks(text));
}

/** Comments or a note on any number of lines, allergies and diets marked, or `marks`. */
export function guestComment(text: string, marks = marksIn(text)): Html {
  return markedText(text, marks, plainGuestText);
}

/** A paragraph for each text that was said, with its name before it: comments need none. */
export function saidParagraphs(said: Said): readonly Html[] {
  return saidBy(said).map(({ name, text }) => {
    const label = name !== "comments" && html`<b>${capitalised(VALUE_NAMES[name])}:</b>`;
    return html`<p>${label} ${guestComment(text)}</p>`;
  });
}

/** What the kitchen must not overlook, each word once; without `alergia` if another says of what. */
export function allergyWords(said: Said): string {
  return allergyWordsIn(saidBy(said).map(({ text }) => text));
}

export function allergyWordsIn(texts: readonly string[]): string {
  const words = texts.flatMap((text) =>
    marksIn(text).map(({ from, to }) => text.slice(from, to).toLowerCase())
  );
  const specific = words.filter((word) => !/^(al[eé]rg|intoleran)/.test(word));
  return [...new Set(specific.length > 0 ? specific : words)].join(", ");
}

/** `text` without them. */
export function plainGuestText(text: string): string {
  return text.replace(INVISIBLE, "").replace(PILED_UP, "$1");
}

const MESSAGES = {
  opening: {
    es: "Hola, le escribimos de {casa} por su reservación {folio}: {mesa}.",
    en: "Hello, this is {casa} about your reservation {folio}: {mesa}.",
  },
  reminder: {
    es:
      "Hola, {nombre}. Le recordamos su reservación en {casa}: {mesa}. Folio {folio}. ¿Nos confirma que vienen? Si cambiaron de planes, respóndanos por aquí.",
    en:
      "Hello, {nombre}. This is a reminder of your reservation at {casa}: {mesa}. Reference {folio}. Could you confirm that you are coming? If your plans have changed, reply here.",
  },
  confirmed: {
    es:
      "Hola, {nombre}. Su reservación en {casa} quedó así: {mesa}. Folio {folio}. Si algo no está bien, respóndanos por aquí. ¡Le esperamos!",
    en:
      "Hello, {nombre}. Your reservation at {casa} is now: {mesa}. Reference {folio}. If anything is wrong, reply here. We look forward to seeing you!",
  },
  cancelled: {
    es:
      "Hola, {nombre}. Su reservación en {casa} quedó cancelada: {mesa}. Folio {folio}. Si fue un error, respóndanos por aquí y la recuperamos.",
    en:
      "Hello, {nombre}. Your reservation at {casa} is cancelled: {mesa}. Reference {folio}. If this is a mistake, reply here and we will bring it back.",
  },
  /** To a party that waits at the door. */
  table: {
    es: "Hola, {nombre}. Ya está su mesa en {casa}. ¡Pasen, por favor!",
    en: "Hello, {nombre}. Your table at {casa} is ready. Please come in!",
  },
  /** Why the reservation cannot be kept, and the offer of another time. */
  news: {
    es:
      "Hola, {nombre}. Le escribimos de {casa} por su reservación {folio}: {mesa}. Lamentamos avisarle que {noticia}. ¿Le acomoda otro día u otra hora? Con gusto le apartamos su mesa.",
    en:
      "Hello, {nombre}. This is {casa} about your reservation {folio}: {mesa}. We are sorry to tell you that {noticia}. Would another day or time suit you? We will gladly keep a table for you.",
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** A message about `reservation` in both languages. `news` completes the sentence "Lamentamos avisarle que". */
export function guestMessage(
  kind: keyof typeof MESSAGES,
  reservation: Reservation,
  situation: Situation,
  news: Bilingual = { es: "", en: "" },
): Bilingual {
  const written = (language: Language) => {
    const values: Readonly<Record<string, string>> = {
      casa: situation.restaurant.name,
      folio: reservation.folio,
      nombre: plainGuestText(reservation.name),
      mesa: language === "es"
        ? tableInWords(reservation, currentServiceDay(situation))
        : englishTable(reservation),
      noticia: news[language],
    };
    const said = MESSAGES[kind][language];
    const own = reservation.name === WALK_IN_NAME ? said.replace(", {nombre}", "") : said;
    return own.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!);
  };
  return { es: written("es"), en: written("en") };
}

/** The phone number with links to call it and to send it `message`, first in the guest's language. */
export function reachGuest(reservation: Reservation, message: Bilingual): Html {
  const { phone } = reservation;
  if (phone === null) return html`<p class="reach"><small>Sin teléfono</small></p>`;
  const link = (language: Language, look: string, words: Html) => {
    const href = whatsappLink(phone, message[language]);
    const tab = { class: `button ${look}`, href, target: "_blank", rel: "noopener noreferrer" };
    return html`<a ${attributes(tab)}>${words}</a>`;
  };
  const [own, other, inOther] = guestLanguage(reservation) === "es"
    ? ["es", "en", "en inglés"] as const
    : ["en", "es", "en español"] as const;
  return html`
    <p class="reach">
      <span>${shownPhone(phone)}</span>
      <a class="button" href="tel:${phone}">${icon("call")} Llamar</a>
      ${link(own, "", html`${icon("chat")} WhatsApp`)}
      ${link(other, "quiet", html`<span class="unseen">WhatsApp</span> ${inOther}`)}
    </p>
  `;
}

/** English if the phone is not Mexican or `landing` names it: `web?lang=en`, `en-US`, `Concierge (English)`. */
export function guestLanguage({ phone, source }: Reservation): Language {
  const isForeign = phone !== null && !phone.startsWith("+52");
  return isForeign || (source !== null && ENGLISH.test(source)) ? "en" : "es";
}

/** Not a Spanish word of an address, as in `reservar-en-linea`. */
const ENGLISH = /(^|[/?&=_.:-])en([-_][a-z]{2})?($|[/?&.:#])|english|ingl[eé]s/i;

/** Where it comes from, as the board counts it; an assistant that is not on its list, as it calls itself. */
export function sourceInWords(reservation: Reservation): Html {
  const { source } = reservation;
  const kind = sourceOf(reservation);
  return guestText(kind === OTHER_SOURCE && source !== null ? source : kind);
}

type Table = Pick<ReservationValues, "day" | "time" | "partySize">;

/** `sábado 14 de marzo a las 20:00, 4 personas`. */
export function tableInWords({ day, time, partySize }: Table, today: Day): string {
  return `${dayInWords(day, today)} ${atTime(time)}, ${peopleInWords(partySize)}`;
}

/** `Saturday, March 14 at 20:00, 4 people`. */
function englishTable({ day, time, partySize }: Table): string {
  const people = partySize === 1 ? "1 person" : `${partySize} people`;
  return `${dayText(day, "en")} at ${time}, ${people}`;
}

/** `1 persona`, `4 personas`. */
export function peopleInWords(people: number): string {
  return people === 1 ? "1 persona" : `${people} personas`;
}

/** `20:30 Ana Pérez, 4 personas`; the name leads to the reservation. */
export function partyLink({ time, folio, name, partySize }: Reservation): Html {
  const people = peopleInWords(partySize);
  return html`<b>${time}</b> <a href="/reserva/${folio}">${guestText(name)}</a>, ${people}`;
}

type Counted = Pick<ArrivalTotals, "isWalkIn" | "parties" | "people">;

/** `69 reservaciones, 240 personas`; walk-ins apart: ` · 5 sin reservación (14 personas)`. */
export function countedInWords(all: readonly Counted[]): string {
  const sumOf = (those: readonly Counted[]) => ({
    parties: those.reduce((sum, { parties }) => sum + parties, 0),
    people: peopleInWords(those.reduce((sum, { people }) => sum + people, 0)),
  });
  const reserved = sumOf(all.filter(({ isWalkIn }) => !isWalkIn));
  const walkIns = sumOf(all.filter(({ isWalkIn }) => isWalkIn));
  const words = `${reservationsInWords(reserved.parties)}, ${reserved.people}`;
  if (walkIns.parties === 0) return words;
  return `${words} · ${walkIns.parties} sin reservación (${walkIns.people})`;
}

export function partiesInWords(
  parties: readonly Pick<Reservation, "isWalkIn" | "partySize">[],
): string {
  return countedInWords(
    parties.map(({ isWalkIn, partySize: people }) => ({ isWalkIn, parties: 1, people })),
  );
}

/** `1 reservación`, `4 reservaciones`. */
export function reservationsInWords(reservations: number): string {
  return reservations === 1 ? "1 reservación" : `${reservations} reservaciones`;
}
