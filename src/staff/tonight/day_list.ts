/** The day's reservations, a row each: the expected ones by time, the settled ones folded into one line. */
import { allergyMarks } from "../../domain/allergies.ts";
import { type Day, isDay, wallMinute, wallMinuteOf } from "../../domain/local_time.ts";
import {
  MOVES,
  type Reservation,
  type ReservationStatus,
} from "../../domain/reservation/reservation.ts";
import {
  currentServiceDay,
  type Situation,
  situationNow,
} from "../../domain/schedule/situation.ts";
import { memo } from "../../http/memo.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { type Html, html } from "../../pages/html.ts";
import { shortDate } from "../day_words.ts";
import { guestText, partiesInWords, peopleInWords, peopleOf } from "../guest.ts";
import { fullTimes, timeHeading } from "./full_times.ts";
import { icon } from "../layout.ts";

/** What a list of reservations is for. */
export interface ListScope {
  /** Null where the list holds several days: each row then shows its own. */
  readonly day: Day | null;
  /** The service day of now. */
  readonly today: Day;
  /** The list's path, to which its forms return. */
  readonly path: string;
  readonly situation: Situation;
}

export type BoardScope = ListScope & { readonly day: Day };

/** The board of the day `requested`; of the current service day where that is no day. */
export function boardScope(
  requested: string | null,
  deps: Pick<StaffDeps, "restaurant" | "state" | "now">,
): BoardScope {
  const situation = situationNow(deps);
  const today = currentServiceDay(situation);
  const day = requested !== null && isDay(requested) ? requested : today;
  return { day, today, path: boardPath(day, today), situation };
}

/** The path of the board of `day`. Today's board moves to the next service day by itself. */
export function boardPath(day: Day, today: Day): string {
  return day === today ? "/" : `/?dia=${day}`;
}

/** The list begins at the present: past reservations are settled or late, and late ones come first. */
export function dayList(reservations: readonly Reservation[], scope: BoardScope): Html {
  const full = fullTimes(scope);
  if (reservations.length === 0 && full.length === 0) {
    return html`<p>Nadie ha reservado este día.</p>`;
  }
  const sorted = byTime(reservations);
  const expected = sorted.filter(({ status }) => status === "confirmed");
  const rows = Map.groupBy(expected, ({ day, time }) => `${day}T${time}`);
  const times = [...new Set([...rows.keys(), ...full])].sort();
  return html`
    ${settledFold(sorted, scope)}
    ${times.map((at) => timeSection(at, rows.get(at) ?? [], sorted, scope))}
    ${expected.length === 0 && html`<p>Ya no falta nadie.</p>`}
  `;
}

/** By time, then by creation. */
export function byTime(reservations: readonly Reservation[]): readonly Reservation[] {
  const order = ({ day, time, createdAt, folio }: Reservation) =>
    `${day}T${time} ${createdAt} ${folio}`;
  return reservations.toSorted((a, b) => order(a) < order(b) ? -1 : 1);
}

/** `22 reservaciones, 80 personas`. */
export function daySummary(reservations: readonly Reservation[]): string {
  return partiesInWords(reservations.filter(isActive));
}

/** The parties that arrived, did not come or cancelled: one line with counts, which opens to the rows. */
function settledFold(sorted: readonly Reservation[], scope: BoardScope): Html {
  const of = (status: ReservationStatus) => sorted.filter((each) => each.status === status);
  const [arrived, absent, cancelled] = [of("arrived"), of("no_show"), of("cancelled")];
  const counts = [
    arrived.length > 0 &&
    `${arrived.length === 1 ? "llegó 1" : `llegaron ${arrived.length}`} (${
      peopleInWords(peopleOf(arrived))
    })`,
    absent.length > 0 && `${absent.length} no ${absent.length === 1 ? "vino" : "vinieron"}`,
    cancelled.length > 0 && `${cancelled.length} cancelada${cancelled.length === 1 ? "" : "s"}`,
  ].filter((count) => count !== false);
  const summary = daySummary(sorted);
  if (counts.length === 0) return html`<p class="settled"><b>${summary}</b></p>`;
  const settled = [...arrived, ...absent, ...cancelled];
  return html`
    <details class="settled" id="settled">
      <summary id="settled-n"><b>${summary}:</b> <small>${counts.join(" · ")}</small></summary>
      <ol class="rows">
        ${settled.map((reservation) => reservationRow(reservation, scope))}
      </ol>
    </details>
  `;
}

/** A time with its expected parties; its heading counts arrived ones too. */
function timeSection(
  at: string,
  rows: readonly Reservation[],
  all: readonly Reservation[],
  scope: BoardScope,
): Html {
  const people = peopleOf(
    all.filter((each) => isActive(each) && `${each.day}T${each.time}` === at),
  );
  return html`
    <section class="hour" aria-labelledby="h-${at}">
      ${timeHeading(at, people, scope)}
      <ol class="rows">
        ${rows.map((reservation) => reservationRow(reservation, scope))}
      </ol>
    </section>
  `;
}

/** Minutes after its time at which a party that has not come is late. */
const LATE_MINUTES = 15;
const LARGE_PARTY = 8;

/** Whether a reservation is confirmed and not acknowledged. */
export function isUnseen({ acknowledged, status }: Reservation): boolean {
  return acknowledged === null && status === "confirmed";
}

/** Whether the party is marked because it needs several tables. */
export function isLarge({ partySize }: Reservation): boolean {
  return partySize >= LARGE_PARTY;
}

/** Whether the party is expected or has arrived. */
export function isActive({ status }: Reservation): boolean {
  return status === "confirmed" || status === "arrived";
}

/** Rendering 300 rows took 7 ms of each change, during which no guest is answered. */
const rendered = memo<Html>();

/**
 * An `li` whose id is the folio. It opens to a link to the reservation's page, which the script replaces by a part of that page: a row
 * has 0.9 kB instead of 3.4.
 */
export function reservationRow(reservation: Reservation, scope: ListScope): Html {
  const late = lateMinutes(reservation, scope);
  const values = Object.values({ ...reservation, acknowledged: isUnseen(reservation) });
  const key = `${reservation.folio} ${scope.path}`;
  return rendered.of(key, [...values, late, scope.today], () => row(reservation, late, scope));
}

function row(reservation: Reservation, late: number, scope: ListScope): Html {
  const { folio, version, status } = reservation;
  const done = SETTLED[status];
  const classes = [
    "row",
    status,
    isUnseen(reservation) && "new",
    late > 0 && "late",
    isLarge(reservation) && "large",
  ].filter(Boolean).join(" ");
  return html`
    <li id="${folio}" class="${classes}" data-version="${version}"
      ${done && html`data-hecho="${done}: "`}>
      <details id="${folio}-d">
        <summary class="line" id="${folio}-n">${line(reservation, late, scope)}</summary>
        <p class="more unread"><a class="button" href="/reserva/${folio}">Ver la reservación</a></p>
      </details>
      ${mainButton(reservation, scope)}
    </li>
  `;
}

/** What was done last, which the script offers to undo. */
const SETTLED: Readonly<Record<ReservationStatus, string | null>> = {
  confirmed: null,
  arrived: "Llegó",
  no_show: "No vino",
  cancelled: "Cancelada",
};

/** Time, party, name and marks. */
function line(reservation: Reservation, late: number, { day: shown }: ListScope): Html {
  const { day, time, partySize, name } = reservation;
  return html`
    <span class="when">
      <time datetime="${day}T${time}">${shown === null &&
        html`<small>${shortDate(day)}</small>`} ${time}</time>
      ${late > 0 && html`<small>tarde${late < 100 && ` ${late}′`}</small>`}
    </span>
    ${sizeOf(partySize)}
    <span class="guest">
      <span class="named">${guestText(name)}</span>
      ${marks(reservation)}
    </span>
  `;
}

/** The number of people, with its word for screen readers. */
export function sizeOf(partySize: number): Html {
  const [number, word] = peopleInWords(partySize).split(" ");
  return html`<span class="size"><b>${number!}</b> <span class="unseen">${word!}</span></span>`;
}

/** 0 unless the party is expected tonight and its time was {@linkcode LATE_MINUTES} ago or more. */
function lateMinutes(
  { day, time, serviceDay, status }: Reservation,
  { today, situation: { now, restaurant } }: ListScope,
): number {
  if (status !== "confirmed" || serviceDay !== today) return 0;
  const minutes = wallMinute(now, restaurant.timeZone) - wallMinuteOf(`${day}T${time}`);
  return minutes >= LATE_MINUTES ? minutes : 0;
}

/** What the kitchen must not overlook, each word once; without `alergia` where another says of what. */
export function allergyWords({ comments, note }: Reservation): string {
  const words = [comments, note].filter((text) => text !== null).flatMap((text) =>
    allergyMarks(text).map(({ from, to }) => text.slice(from, to).toLowerCase())
  );
  const specific = words.filter((word) => !/^(al[eé]rg|intoleran)/.test(word));
  return [...new Set(specific.length > 0 ? specific : words)].join(", ");
}

function marks(reservation: Reservation): Html | null {
  const { status, occasion, comments, note, table } = reservation;
  const allergies = allergyWords(reservation);
  const all = [
    allergies !== "" && status !== "cancelled" && html`<mark>${guestText(allergies)}</mark>`,
    table !== null && html`<span class="chip">${guestText(table)}</span>`,
    status !== "arrived" && SETTLED[status] && html`
      <span class="chip gone">${SETTLED[status]}</span>
    `,
    occasion === "cumpleanos" && mark("cake", "Cumpleaños"),
    (comments ?? note) !== null && mark("note", note === null ? "Comentario" : "Nota"),
  ].filter((each) => each !== false);
  return all.length === 0 ? null : html`<span class="marks">${all}</span>`;
}

function mark(picture: "cake" | "note", words: string): Html {
  return html`<span title="${words}">${icon(picture)}<span class="unseen">${words}</span></span>`;
}

/** The row's only button while it is closed. Only tonight's parties can arrive. */
function mainButton(
  { folio, version, status, serviceDay }: Reservation,
  { path, today }: ListScope,
): Html | null {
  const arrives = "arrived" in MOVES[status];
  if (arrives && serviceDay !== today) return null;
  const button = arrives
    ? html`<button class="good" name="accion" value="llego" aria-describedby="${folio}-n">Llegó</button>`
    : html`<button name="accion" value="deshacer" aria-describedby="${folio}-n">Deshacer</button>`;
  return html`
    <form class="acts" method="post" action="/reserva/${folio}">
      <input type="hidden" name="version" value="${version}">
      <input type="hidden" name="volver" value="${path}">
      ${button}
    </form>
  `;
}
