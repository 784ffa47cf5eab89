/** Reservations as the board lists them. The row is the same on every page, and the same when it comes live. */
import { type Day, dayOf, timeOf, wallMinute } from "../../domain/local_time.ts";
import {
  type Move,
  MOVES,
  type Reservation,
  type ReservationStatus,
  STAFF_SOURCE,
} from "../../domain/reservation/reservation.ts";
import { type Html, html } from "../../pages/html.ts";
import { dayInWords } from "../day_words.ts";
import { guestComment, guestText } from "../guest_text.ts";
import { guestContact } from "../guest_contact.ts";
import { icon } from "../icons.ts";

/** What a row says and does beyond the reservation itself. */
export interface RowContext {
  readonly restaurantName: string;
  /** IANA name. */
  readonly timeZone: string;
  /** The service day of now. */
  readonly today: Day;
  /** The page to come back to after acting: the forms' `volver`. */
  readonly back: string;
  /** Of each reservation that may have been made twice, the folios of the others: domain/duplicates.ts. */
  readonly duplicates: ReadonlyMap<string, readonly string[]>;
  /** Whether the list holds several days, so that each row tells its own. */
  readonly showDay: boolean;
}

/** Whether nobody has seen it yet, and somebody should. */
export function isUnseen({ acknowledged, status }: Reservation): boolean {
  return acknowledged === null && status === "confirmed";
}

/** Whether the party is expected or there. */
export function stands({ status }: Reservation): boolean {
  return status === "confirmed" || status === "arrived";
}

/** Rows in the order of this text are in the order of the evening. */
export function rowOrder({ day, time, createdAt, folio }: Reservation): string {
  return `${day}T${time} ${createdAt} ${folio}`;
}

/** One reservation: an `li` whose id is the folio. */
export function reservationRow(reservation: Reservation, context: RowContext): Html {
  const { folio, day, time, version, createdAt, status, comments, note } = reservation;
  const classes = ["row", status, ...isUnseen(reservation) ? ["new"] : []].join(" ");
  return html`
    <li id="${folio}" class="${classes}" data-version="${version}"
      data-hora="${day}T${time}"
      data-creada="${createdAt}" data-orden="${rowOrder(reservation)}">
      ${when(reservation, context)}
      <div class="guest">
        <p class="name" id="${folio}-n"><a href="/reserva/${folio}">${guestText(
          reservation.name,
        )}</a></p>
        ${chips(reservation, context)}
        ${guestContact(reservation, context)}
        ${comments !== null && html`<p class="comment">${guestComment(comments)}</p>`}
        ${note !== null && html`<p class="note"><b>Nota:</b> ${guestComment(note)}</p>`}
        ${origin(reservation, context)}
      </div>
      ${actions(reservation, context)}
    </li>
  `;
}

/** What is read at a metre: hour and party. */
function when({ day, time, partySize }: Reservation, { showDay, today }: RowContext): Html {
  const people = partySize === 1 ? "persona" : "personas";
  return html`
    <p class="when">
      ${showDay && html`<span class="date">${dayInWords(day, today)}</span>`}
      <time datetime="${day}T${time}">${time}</time>
      <span class="size"><b>${partySize}</b> ${icon(
        "people",
      )} <span class="unseen">${people}</span></span>
    </p>
  `;
}

const STATUS_CHIPS: Readonly<Record<ReservationStatus, Html | null>> = {
  confirmed: null,
  arrived: html`<span class="chip arrived">Llegó</span>`,
  no_show: html`<span class="chip gone">No vino</span>`,
  cancelled: html`<span class="chip gone">Cancelada</span>`,
};

/** The folios that a row names as its possible doubles: the first few, for the guest who tried again and again. */
export function namedDoubles(folio: string, { duplicates }: RowContext): readonly string[] {
  return (duplicates.get(folio) ?? []).slice(0, 3);
}

function chips(reservation: Reservation, context: RowContext): Html | null {
  const { folio, status, occasion } = reservation;
  const doubles = namedDoubles(folio, context);
  const all = [
    STATUS_CHIPS[status],
    isUnseen(reservation) && html`<span class="chip new">Nueva</span>`,
    occasion === "cumpleanos" && html`<span class="chip party">${icon("cake")} Cumpleaños</span>`,
    doubles.length > 0 &&
    html`<span class="chip warn">Posible duplicado: ${doubles.join(", ")}</span>`,
  ].filter((chip) => chip !== null && chip !== false);
  return all.length === 0 ? null : html`<p class="chips">${all.flatMap((chip) => [chip, " "])}</p>`;
}

/** Folio, who made it and when, and who has seen it. */
function origin(reservation: Reservation, context: RowContext): Html {
  const { folio, source, createdAt, acknowledged } = reservation;
  const from = source === STAFF_SOURCE ? "la tomó el personal" : source && guestText(source);
  return html`
    <p class="origin">
      <span>${folio}</span> ${from && html`<span>${from}</span>`}
      <span>hecha ${moment(createdAt, context)}</span>
      ${acknowledged !== null && html`
        <span>vista por ${guestText(acknowledged.by)} ${moment(acknowledged.at, context)}</span>
      `}
    </p>
  `;
}

/** An instant in words that hold without a script; the script says how long ago it was. */
function moment(at: number, { timeZone, today }: RowContext): Html {
  const minute = wallMinute(at, timeZone);
  const day = dayOf(minute);
  const date = day === today ? "" : `${Number(day.slice(8))}/${Number(day.slice(5, 7))} `;
  return html`<time class="ago" data-at="${at}" datetime="${new Date(at).toISOString()}">${date}${
    timeOf(minute)
  }</time>`;
}

interface Button {
  /** What the form's `accion` says. */
  readonly action: string;
  readonly label: string;
  readonly look: string;
}

const BUTTONS: Readonly<Record<Move, Button>> = {
  arrived: { action: "llego", label: "Llegó", look: "good" },
  no_show: { action: "no_vino", label: "No vino", look: "" },
  cancelled: { action: "cancelar", label: "Cancelar", look: "bad" },
  undone: { action: "deshacer", label: "Deshacer", look: "" },
};

/** The moves that are possible as it stands, one button each; the form works without a script. */
function actions(reservation: Reservation, { back }: RowContext): Html {
  const { folio, status, version } = reservation;
  const buttons = (Object.keys(MOVES[status]) as Move[]).map((move) => BUTTONS[move]);
  return html`
    <form class="acts" method="post" action="/reserva/${folio}">
      <input type="hidden" name="version" value="${version}">
      <input type="hidden" name="volver" value="${back}">
      <div role="group" aria-labelledby="${folio}-n">
        ${buttons.map(({ action, label, look }) =>
          html`<button class="${look}" name="accion" value="${action}">${label}</button>`
        )}
      </div>
    </form>
  `;
}
