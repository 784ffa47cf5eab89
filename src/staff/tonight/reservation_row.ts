/** One reservation as a line: what the door must see at a glance, one button, and everything else on a tap. */
import { allergyMarks } from "../../domain/allergies.ts";
import {
  type Day,
  dayOf,
  startOfDay,
  timeOf,
  wallMinute,
  wallMinuteOf,
} from "../../domain/local_time.ts";
import { MOVES, type Reservation, STAFF_SOURCE } from "../../domain/reservation/reservation.ts";
import type { Situation } from "../../domain/schedule/situation.ts";
import { type Html, html } from "../../pages/html.ts";
import { shortDate } from "../day_words.ts";
import { guestComment, guestText } from "../guest_text.ts";
import { guestContact } from "../guest_contact.ts";
import { icon } from "../icons.ts";

/** What a row says and does beyond the reservation itself. */
export interface RowContext {
  readonly situation: Situation;
  /** The service day of now. */
  readonly today: Day;
  /** The page to come back to after acting: the forms' `volver`. */
  readonly back: string;
  /** Of each reservation that may have been made twice, the folios of the others: domain/duplicates.ts. */
  readonly duplicates: ReadonlyMap<string, readonly string[]>;
  /** Whether the list holds several days, so that each row tells its own. */
  readonly showDay: boolean;
}

/** Minutes after its time at which a party that has not come is late. */
const LATE_MINUTES = 15;
/** Parties from this size on are marked: they need tables put together. */
const LARGE_PARTY = 8;
/** Of the possible doubles of a row, how many are named. */
const NAMED_DOUBLES = 3;

/** Whether a reservation is confirmed and no one of the staff has acknowledged it. */
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

/** An `li` whose id is the folio. */
export function reservationRow(reservation: Reservation, context: RowContext): Html {
  const { folio, version, status, partySize } = reservation;
  const late = lateMinutes(reservation, context);
  const classes = [
    "row",
    status,
    isUnseen(reservation) && "new",
    late > 0 && "late",
    partySize >= LARGE_PARTY && "large",
  ].filter(Boolean).join(" ");
  return html`
    <li id="${folio}" class="${classes}" data-version="${version}">
      <details id="mas-${folio}">
        <summary id="${folio}-n">${line(reservation, late, context)}</summary>
        ${more(reservation, context)}
      </details>
      ${mainButton(reservation, context)}
    </li>
  `;
}

/** What is read at a glance. */
function line(reservation: Reservation, late: number, { showDay }: RowContext): Html {
  const { day, time, partySize, name } = reservation;
  return html`
    <span class="when">
      <time datetime="${day}T${time}">${showDay &&
        html`<small>${shortDate(day)}</small>`} ${time}</time>
      ${late > 0 && html`<small class="behind">tarde${late < 100 && ` ${late}′`}</small>`}
    </span>
    <span class="size"><b>${partySize}</b> <span class="unseen">${partySize === 1
      ? "persona"
      : "personas"}</span></span>
    <span class="guest">
      <span class="named">${guestText(name)}</span>
      ${marks(reservation)}
    </span>
  `;
}

/** Zero unless the party is expected tonight and its time is long enough ago. */
function lateMinutes(
  { day, time, serviceDay, status }: Reservation,
  { today, situation: { now, restaurant } }: RowContext,
): number {
  if (status !== "confirmed" || serviceDay !== today) return 0;
  const minutes = wallMinute(now, restaurant.timeZone) - wallMinuteOf(`${day}T${time}`);
  return minutes >= LATE_MINUTES ? minutes : 0;
}

/** What the kitchen must not overlook, in the guest's own words, each once: `alergia` says nothing that `nuez` does not. */
export function allergyWords({ comments, note }: Reservation): string {
  const words = [comments, note].filter((text) => text !== null).flatMap((text) =>
    allergyMarks(text).map(({ from, to }) => text.slice(from, to).toLowerCase())
  );
  const telling = words.filter((word) => !/^(al[eé]rg|intoleran)/.test(word));
  return [...new Set(telling.length > 0 ? telling : words)].join(", ");
}

function marks(reservation: Reservation): Html | null {
  const { status, occasion, comments, note } = reservation;
  const allergies = allergyWords(reservation);
  const all = [
    allergies !== "" && html`<mark>${guestText(allergies)}</mark>`,
    status === "no_show" && html`<span class="chip gone">No vino</span>`,
    status === "cancelled" && html`<span class="chip gone">Cancelada</span>`,
    occasion === "cumpleanos" && mark("cake", "Cumpleaños"),
    (comments ?? note) !== null && mark("note", note === null ? "Comentario" : "Nota"),
  ].filter((each) => each !== false);
  return all.length === 0 ? null : html`<span class="marks">${all}</span>`;
}

function mark(picture: "cake" | "note", words: string): Html {
  return html`<span title="${words}">${icon(picture)}<span class="unseen">${words}</span></span>`;
}

/** The one act that a row needs without being opened. Only tonight's parties can arrive. */
function mainButton(reservation: Reservation, { back, today }: RowContext): Html | null {
  const { status, serviceDay } = reservation;
  if ("arrived" in MOVES[status]) {
    if (serviceDay !== today) return null;
    return actForm(reservation, back, [{ action: "llego", label: "Llegó", look: "good" }]);
  }
  return actForm(reservation, back, [UNDO]);
}

const UNDO = { action: "deshacer", label: "Deshacer", look: "" };

function actForm(
  { folio, version }: Reservation,
  back: string,
  buttons: readonly { readonly action: string; readonly label: string; readonly look: string }[],
): Html {
  return html`
    <form class="acts" method="post" action="/reserva/${folio}">
      <input type="hidden" name="version" value="${version}">
      <input type="hidden" name="volver" value="${back}">
      ${buttons.map(({ action, label, look }) =>
        html`
          <button class="${look}" name="accion" value="${action}"
            aria-describedby="${folio}-n">${label}</button>
        `
      )}
    </form>
  `;
}

/** What opens on a tap: how to reach the guest, what was said, and what is done more rarely. */
function more(reservation: Reservation, context: RowContext): Html {
  const { folio, comments, note, status, serviceDay } = reservation;
  const { back, today } = context;
  const buttons = [
    status === "no_show" && UNDO,
    "no_show" in MOVES[status] && serviceDay <= today &&
    { action: "no_vino", label: "No vino", look: "" },
    "cancelled" in MOVES[status] && { action: "cancelar", label: "Cancelar…", look: "bad" },
  ].filter((button) => button !== false);
  return html`
    <div class="more">
      ${doublesNotice(reservation, context)}
      ${comments !== null && html`<p class="comment">${guestComment(comments)}</p>`}
      ${note !== null && html`<p class="note"><b>Nota:</b> ${guestComment(note)}</p>`}
      ${guestContact(reservation, context)}
      <div class="buttons">
        ${buttons.length > 0 && actForm(reservation, back, buttons)}
        <a class="button" href="/reserva/${folio}">Cambiar, nota, historial</a>
      </div>
      ${origin(reservation, context)}
    </div>
  `;
}

function doublesNotice({ folio }: Reservation, { duplicates }: RowContext): Html | null {
  const doubles = (duplicates.get(folio) ?? []).slice(0, NAMED_DOUBLES);
  if (doubles.length === 0) return null;
  return html`
    <p><span class="chip warn">Posible duplicado</span> ${doubles.map((double) =>
      html`
        <a class="tap" href="/reserva/${double}">${double}</a>
      `
    )}</p>
  `;
}

/** Folio, who made it and when, and who has seen it. */
function origin(
  { folio, source, createdAt, acknowledged }: Reservation,
  { situation, today }: RowContext,
): Html {
  const from = source === STAFF_SOURCE ? "la tomó el personal" : source && guestText(source);
  const moment = (at: number) => {
    const minute = wallMinute(at, situation.restaurant.timeZone);
    const day = dayOf(minute);
    return `${startOfDay(day) === startOfDay(today) ? "" : `${shortDate(day)} `}${timeOf(minute)}`;
  };
  return html`
    <p class="origin">
      <span>${folio}</span> ${from && html`<span>${from}</span>`}
      <span>hecha ${moment(createdAt)}</span>
      ${acknowledged !== null && html`
        <span>vista por ${guestText(acknowledged.by)} ${moment(acknowledged.at)}</span>
      `}
    </p>
  `;
}
