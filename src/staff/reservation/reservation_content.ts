/** Everything that is known of one reservation, and everything that can be done to it. */
import {
  type HistoryEntry,
  isItsDay,
  type Move,
  MOVES,
  type Reservation,
  STAFF_SOURCE,
} from "../../domain/reservation/reservation.ts";
import type { Day } from "../../domain/local_time.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import { type Html, html } from "../../pages/html.ts";
import { dayInWords } from "../day_words.ts";
import {
  guestContact,
  type GuestLanguage,
  other,
  peopleInWords,
  preparedMessage,
} from "../guest_contact.ts";
import { guestComment, guestText } from "../guest_text.ts";
import { icon } from "../icons.ts";
import { isUnseen } from "../tonight/reservation_row.ts";
import { historyList, moment, STATUS_WORDS } from "./reservation_history.ts";

export interface ReservationContent {
  /** Said first of all, in earnest; null where there is nothing. */
  readonly notice: Html | null;
  readonly reservation: Reservation;
  /** Oldest first. */
  readonly history: readonly HistoryEntry[];
  readonly situation: Situation;
  /** Of messages to the guest. */
  readonly language: GuestLanguage;
  /** Others that may be the same, made twice. */
  readonly twins: readonly Reservation[];
  /** The forms for changes and for a note, in their order. */
  readonly forms: readonly Html[];
  /** Whether they come first: something about them is to be read. */
  readonly formsFirst: boolean;
}

export function reservationContent(content: ReservationContent): Html {
  const { notice, reservation, situation, history, forms, formsFirst } = content;
  const change = html`<div class="change">${forms}</div>`;
  return html`
    ${notice !== null && html`<div class="alarm" role="alert">${notice}</div>`}
    <div class="reservation">
      <div class="top-facts">${heading(reservation, situation)}</div>
      ${formsFirst && change} ${asItStands(content)} ${!formsFirst && change}
      <section class="card past" aria-labelledby="historial">
        <h2 id="historial">Historial</h2>
        ${historyList(history.toReversed(), situation)}
      </section>
    </div>
  `;
}

function asItStands({ reservation, situation, twins, language }: ReservationContent): Html {
  return html`
    <div class="now">
      ${twinsNotice(twins)} ${acts(reservation, currentServiceDay(situation))}
      <section class="card" aria-label="Datos">
        ${guestContact(reservation, { situation, today: currentServiceDay(situation) })} ${said(
          "Comentarios",
          reservation.comments,
        )} ${said(
          "Nota del personal",
          reservation.note,
        )} ${facts(reservation, situation)}
      </section>
      ${message(reservation, situation, language)}
    </div>
  `;
}

const STATUS_LOOKS = { confirmed: "", arrived: "arrived", no_show: "gone", cancelled: "gone" };

function heading(reservation: Reservation, situation: Situation): Html {
  const { name, status, day, time, serviceDay, partySize, occasion, folio } = reservation;
  const today = currentServiceDay(situation);
  const night = serviceDay !== day && html`
    <small>(noche del ${dayInWords(serviceDay, today)})</small>
  `;
  return html`
    <div class="heading">
      <h1>${guestText(name)}</h1>
      <p class="chips">
        <span class="chip ${STATUS_LOOKS[status]}">${STATUS_WORDS[status]}</span>
        ${occasion === "cumpleanos" &&
          html`<span class="chip party">${icon("cake")} Cumpleaños</span>`}
      </p>
    </div>
    <p class="table">
      <time datetime="${day}T${time}"><b>${time}</b> ${dayInWords(day, today)}</time>${night}
      <span class="size"><b>${partySize}</b> ${icon("people")} <span class="unseen">${peopleInWords(
        partySize,
      ).split(" ")[1]!}</span></span>
    </p>
    <p><a class="tap" href="/?dia=${serviceDay}#${folio}">Ver en su día</a></p>
  `;
}

function twinsNotice(twins: readonly Reservation[]): Html | null {
  if (twins.length === 0) return null;
  return html`
    <div class="notice">
      <p><b>Posible duplicado.</b> El mismo día hay otra con el mismo teléfono o nombre:</p>
      <ul class="wrongs">${twins.slice(0, 5).map(({ folio, name, time, partySize }) =>
        html`<li><a href="/reserva/${folio}">${guestText(name)}, ${time}, ${
          peopleInWords(partySize)
        }</a></li>`
      )}</ul>
    </div>
  `;
}

/** What each move is called on its button, and how it looks. */
export const MOVE_BUTTONS: Readonly<Record<Move, { action: string; label: string; look: string }>> =
  {
    arrived: { action: "llego", label: "Llegó", look: "good" },
    no_show: { action: "no_vino", label: "No vino", look: "" },
    cancelled: { action: "cancelar", label: "Cancelar la reservación", look: "bad" },
    undone: { action: "deshacer", label: "Deshacer", look: "main" },
  };

function acts(reservation: Reservation, today: Day): Html {
  const { folio, version, status, serviceDay } = reservation;
  const buttons = (Object.keys(MOVES[status]) as Move[])
    .filter((move) => isItsDay(move, serviceDay, today)).map((move) => MOVE_BUTTONS[move]);
  return html`
    ${isUnseen(reservation) && html`
      <form class="acting" method="post" action="/visto">
        <input type="hidden" name="folio" value="${folio}">
        <input type="hidden" name="volver" value="/reserva/${folio}">
        <button class="main">Visto</button>
      </form>
    `}
    <form class="acting" method="post" action="/reserva/${folio}">
      <input type="hidden" name="version" value="${version}">
      <input type="hidden" name="volver" value="/reserva/${folio}">
      ${buttons.map(({ action, label, look }) =>
        html`<button class="${look}" name="accion" value="${action}">${label}</button>`
      )}
    </form>
  `;
}

function said(title: string, text: string | null): Html | null {
  return text === null ? null : html`
    <h2 class="small">${title}</h2>
    <p class="words">${guestComment(text)}</p>
  `;
}

function facts(
  { folio, source, createdAt, acknowledged }: Reservation,
  situation: Situation,
): Html {
  const from = source === STAFF_SOURCE
    ? "el personal"
    : source === null
    ? "no lo dijo"
    : guestText(source);
  const seen = acknowledged === null
    ? "nadie todavía"
    : html`${guestText(acknowledged.by)}, ${moment(acknowledged.at, situation)}`;
  return html`
    <dl class="facts">
      <div>
        <dt>Folio</dt>
        <dd>${folio}</dd>
      </div>
      <div>
        <dt>Origen</dt>
        <dd>${from}</dd>
      </div>
      <div>
        <dt>Cuándo</dt>
        <dd>${moment(createdAt, situation)}</dd>
      </div>
      <div>
        <dt>La vio</dt>
        <dd>${seen}</dd>
      </div>
    </dl>
  `;
}

/** The text to send, shown before anything opens, and the way to the other language. */
function message(
  reservation: Reservation,
  situation: Situation,
  language: GuestLanguage,
): Html | null {
  const context = { situation, today: currentServiceDay(situation) };
  const prepared = preparedMessage(reservation, context, language);
  if (prepared === null) return null;
  const { label, text, link } = prepared;
  return html`
    <section class="card" aria-labelledby="avisar">
      <h2 id="avisar">Avisar por WhatsApp</h2>
      <p class="quoted" lang="${language}"><bdi>${text}</bdi></p>
      <p class="buttons">
        <a class="button" href="${link}" target="_blank"
          rel="noopener noreferrer">${icon(
            "chat",
          )} ${label}</a>
        <a class="button quiet" href="/reserva/${reservation.folio}?idioma=${other(
          language,
        )}#avisar">${language === "es" ? "En inglés" : "En español"}</a>
      </p>
    </section>
  `;
}
