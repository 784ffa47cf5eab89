/** A row of a list: one reservation's line, with what was asked, and its button. */
import { type Day, type WallMinute, wallMinute, wallMinuteOf } from "../../domain/local_time.ts";
import { movesOf, stateOf } from "../../domain/reservation/moves.ts";
import { type Reservation, saidBy, VALUE_NAMES } from "../../domain/reservation/reservation.ts";
import {
  isDue,
  isLarge,
  isUnseen,
  lateMinutes,
  minutesOver,
} from "../../domain/reservation/service_night.ts";
import { capitalised } from "../../domain/text.ts";
import { bookingWindow } from "../../domain/schedule/availability.ts";
import type { Situation } from "../../domain/schedule/situation.ts";
import { hiddenFields } from "../../html/form.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import { memo } from "../../http/memo.ts";
import { moveButton } from "../acts.ts";
import { shortDate } from "../day_words.ts";
import { allergyWords, guestText, peopleInWords, saidParagraphs } from "../guest.ts";
import { type KnownGuests, knownMarks, knownValues, visitInWords } from "../known_guest.ts";
import { latenessInWords } from "./full_times.ts";
import { icon } from "../layout.ts";
import { ACTION_WORDS } from "../history.ts";

/** What a list of reservations is for. */
export interface ListScope {
  /** Null for a list of several days: each row then shows its own. */
  readonly day: Day | null;
  /** The service day of now. */
  readonly today: Day;
  /** Since when those in the room have come. Default: the list is of another day. */
  readonly since?: WallMinute | undefined;
  /** The list's path, to which its forms return. */
  readonly path: string;
  /** Of a list of those who wait: with {@linkcode withOverstays}. */
  readonly situation: Situation;
  /** By phone, the list's reservations. Default: a row does not name the others of its phone. */
  readonly byPhone?: ReadonlyMap<string | null, readonly Reservation[]>;
  /** Default: nothing is known of guests. */
  readonly known?: KnownGuests;
}

/** For two full days of a board. Rendering 300 rows took 7 ms of each change, during which no guest is answered. */
const rendered = memo<Html>(4_000);

export function rowList(rows: readonly Reservation[], scope: ListScope): Html {
  return html`<ol class="rows">${rows.map((each) => reservationRow(each, scope))}</ol>`;
}

/**
 * An `li` whose id is the folio. It opens to what was asked and a link to the reservation's page, which the script
 * replaces by a part of that page: a row has 0.9 kB instead of 3.4.
 */
export function reservationRow(reservation: Reservation, scope: ListScope): Html {
  const news = newsOf(reservation, scope);
  const values = Object.values({ ...reservation, acknowledged: isUnseen(reservation) });
  const samePhone = scope.byPhone?.get(reservation.phone) ?? [];
  const others = [samePhone.length, ...samePhone.map(({ folio }) => folio)];
  const guest = scope.known === undefined ? [] : knownValues(scope.known(reservation));
  const key = `${reservation.folio} ${scope.path}`;
  return rendered.of(
    key,
    [...values, ...Object.values(news), scope.today, ...guest, ...others],
    () => row(reservation, news, scope),
  );
}

/** The words below its time, whether they alarm, and whether it is due or, if it waits, fits into the room. */
function newsOf(party: Reservation, scope: ListScope) {
  const { day, time, status, told, partySize } = party;
  const { now, restaurant: { booking, timeZone } } = scope.situation;
  if (status === "waiting") {
    const minute = wallMinute(now, timeZone);
    const waited = minute - wallMinuteOf(`${day}T${time}`);
    const below = told ? `${waited} min de ${told}` : `${waited} min`;
    // Without a limit of the room it is not known.
    const places = booking.room === null ? 0 : bookingWindow(scope.situation).placesLeft(minute);
    return { below, isLate: told ? waited > told : false, due: places >= partySize };
  }
  const [late, over] = [lateMinutes(party, scope), minutesOver(party, scope)];
  const alarm = late > 0 ? latenessInWords(late) : over > 0 ? `${over} min de más` : "";
  const below = alarm || stayInWords(party);
  return { below, isLate: alarm !== "", due: isDue(party, scope) };
}

type News = ReturnType<typeof newsOf>;

function row(reservation: Reservation, { below, isLate, due }: News, scope: ListScope): Html {
  const { folio, version, status } = reservation;
  const done = doneInWords(reservation);
  const fits = status === "waiting" && due;
  const classes = [
    "row",
    status,
    isUnseen(reservation) && "new",
    isLate && "late",
    fits && "fits",
    isLarge(reservation) && "large",
  ].filter(Boolean).join(" ");
  const can = fits && reservation.called === null && html`<span class="chip">Caben</span>`;
  const about = { id: folio, class: classes, "data-version": version };
  return html`
    <li ${attributes({ ...about, "data-hecho": done && `${done}: ` })}>
      <details id="${folio}-d">
        <summary class="line" id="${folio}-n">${rowLine(reservation, below, scope, can)}</summary>
        <div class="more unread">
          ${saidParagraphs(reservation)}
          <p><a class="button" href="/reserva/${folio}">Ver la reservación</a></p>
        </div>
      </details>
      ${mainButtons(reservation, due, scope)}
    </li>
  `;
}

/** What was done last, which the script offers to undo. */
function doneInWords(reservation: Reservation): string | null {
  const state = stateOf(reservation);
  if (state === "called") return `${ACTION_WORDS.called} ${reservation.called!.slice(11)}`;
  return state === "confirmed" || state === "waiting" ? null : ACTION_WORDS[state];
}

/**
 * Time, party, name and marks.
 * @param below the time: what became of it
 * @param first who wrote it, or that it fits, before the marks
 */
export function rowLine(
  reservation: Reservation,
  below: string,
  scope: Pick<ListScope, "day" | "byPhone" | "known">,
  first: Html | false = false,
): Html {
  const { day, time, partySize, name } = reservation;
  const date = scope.day === null && html`<small>${shortDate(day)}</small>`;
  const all = [first, ...marks(reservation, scope)].filter((each) => each);
  return html`
    <span class="when">
      <time datetime="${day}T${time}">${date} ${time}</time>
      ${below !== "" && html`<small>${below}</small>`}
    </span>
    ${sizeOf(partySize, visitInWords(reservation, scope.known?.(reservation)))}
    <span class="guest">
      <span class="named">${guestText(name)}</span>
      ${all.length > 0 && html`<span class="marks">${all}</span>`}
    </span>
  `;
}

/** `llegó 20:07`, or `20:07–22:15` once they have left; nothing if that is the time itself, or they have not come. */
function stayInWords({ arrived, time, left }: Reservation): string {
  if (arrived === null) return "";
  const came = arrived.slice(11);
  if (left !== null) return `${came}–${left.slice(11)}`;
  return came === time ? "" : `llegó ${came}`;
}

/** The number of people, with its word for screen readers; below it how often they come. */
function sizeOf(partySize: number, visit: string | false): Html {
  const [number, word] = peopleInWords(partySize).split(" ");
  const people = html`<b>${number!}</b> <span class="unseen">${word!}</span>`;
  return html`<span class="size">${people} ${visit && html`<small>${visit}</small>`}</span>`;
}

/** What a party must not eat first, what else is known of it, where it sits, what else it asked for. */
function marks(
  reservation: Reservation,
  { byPhone, known }: Pick<ListScope, "byPhone" | "known">,
): readonly (Html | false)[] {
  const { status, table, occasion } = reservation;
  const done = doneInWords(reservation);
  const allergies = allergyWords(reservation);
  const samePhone = byPhone?.get(reservation.phone) ?? [];
  const next = samePhone[(samePhone.indexOf(reservation) + 1) % samePhone.length];
  const firstLine = ({ name, text }: ReturnType<typeof saidBy>[number]) => {
    const line = html`<span class="asked">${guestText(text.split("\n", 1)[0]!)}</span>`;
    if (name === "comments") return line;
    const label = capitalised(VALUE_NAMES[name]);
    return html`${name === "note" ? mark("note", label) : `${label}:`} ${line}`;
  };
  return [
    allergies !== "" && status !== "cancelled" && html`<mark>${guestText(allergies)}</mark>`,
    ...(known === undefined ? [] : knownMarks(reservation, known(reservation))),
    table !== null && html`<span class="chip">${guestText(table)}</span>`,
    status !== "arrived" && done !== null &&
    html`<span class="chip ${status !== "waiting" && "gone"}">${done}</span>`,
    samePhone.length > 1 &&
    html`<a class="others" href="#${next!.folio}">${samePhone.length} de este teléfono</a>`,
    occasion === "cumpleanos" && mark("cake", "Cumpleaños"),
    ...saidBy(reservation).map(firstLine),
  ];
}

function mark(picture: "cake" | "note", words: string): Html {
  return html`<span title="${words}">${icon(picture)}<span class="unseen">${words}</span></span>`;
}

/** The buttons of a closed row: to call a waiting party, and the main one, which is filled if the party is due. */
function mainButtons(reservation: Reservation, due: boolean, scope: ListScope): Html | null {
  const { folio, version, phone } = reservation;
  const possible = movesOf(reservation, scope).filter((move) =>
    move !== "no_show" && move !== "cancelled" && (move !== "called" || phone !== null)
  );
  if (possible.length === 0) return null;
  const about = { "aria-describedby": `${folio}-n` };
  const call = html`${icon("chat")} <span class="unseen">Avisar</span>`;
  const buttons = possible.slice(0, possible[0] === "called" ? 2 : 1).map((move) => {
    if (move === "called") return moveButton(move, reservation, { ...about, class: "call" }, call);
    const look = move === "arrived" && due && "good";
    return moveButton(move, reservation, { ...about, class: look });
  });
  return html`
    <form class="acts" method="post" action="/reserva/${folio}">
      ${hiddenFields({ version: String(version), volver: scope.path })} ${buttons}
    </form>
  `;
}
