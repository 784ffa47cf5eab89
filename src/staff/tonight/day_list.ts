/** The day's reservations: expected ones by time, settled ones folded into one line, and those in the room. */
import { addDays, type Day, isDay, type LocalDateTime } from "../../domain/local_time.ts";
import { stateOf } from "../../domain/reservation/moves.ts";
import { isExpected, type Reservation } from "../../domain/reservation/reservation.ts";
import {
  isHere,
  lateMinutes,
  roomSince,
  servedUntil,
  totalOf,
} from "../../domain/reservation/service_night.ts";
import { situationNow, staffServiceDay } from "../../domain/schedule/situation.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import type { ArrivalTotals } from "../../ports/reservations.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { countedInWords, peopleInWords, reservationsInWords } from "../guest.ts";
import { halfHours, roomInWords, withOverstays } from "../room.ts";
import { fullTimes, timeHeading } from "./full_times.ts";
import { type ListScope, rowList } from "./row.ts";
import { specialRequests } from "./special.ts";

export type BoardScope = ListScope & { readonly day: Day };

/** The board of the day `requested`; if that is not a day, of the one `ahead` days from the current service day. */
export function boardScope(
  requested: string | null,
  deps: Pick<StaffDeps, "restaurant" | "state" | "now">,
  ahead = 0,
): BoardScope {
  const situation = situationNow(deps);
  const today = staffServiceDay(situation);
  const day = requested !== null && isDay(requested) ? requested : addDays(today, ahead);
  const since = day === today ? roomSince({ today, situation }) : undefined;
  return { day, today, since, path: boardPath(day, today), situation };
}

/** The path of the board of `day`. Today's board moves to the next service day by itself. */
export function boardPath(day: Day, today: Day): string {
  return day === today ? "/" : `/?dia=${day}`;
}

/** Expected rows on a board, and as many settled ones. All 60,000 of a day took 510 to 860 MB, these at most 160. */
export const MAX_ROWS = 1_000;

const NOBODY = "Nadie ha reservado este día.";

/** The list begins at the present: past reservations are settled or late. The totals are of the whole day. */
export function dayList(
  reservations: readonly Reservation[],
  totals: readonly ArrivalTotals[],
  board: BoardScope,
): Html {
  const reachable = reservations.filter(({ phone }) => phone !== null);
  const byPhone = Map.groupBy(reachable, ({ phone }) => phone);
  const full = fullTimes(board);
  const scope = { ...board, byPhone, full };
  if (totals.length === 0 && full.length === 0) {
    return html`<p>${NOBODY}</p>`;
  }
  const expected = reservations.filter(({ status }) => status === "confirmed");
  const rows = Map.groupBy(expected, ({ day, time }) => `${day}T${time}`);
  // A time without expected parties is there too, hidden: the script keeps a row that was just settled in its place.
  const times = [...new Set([...totals.map(({ day, time }) => `${day}T${time}`), ...full])].sort();
  const served = servedUntil(scope.day, scope.situation);
  const begun = times.filter((at) => at < served).length;
  const hidden = totalOf(totals, "confirmed").parties - expected.length;
  const room = roomInWords(totals, scope);
  const waiting = totalOf(totals, "waiting").people;
  return html`
    <div class="folds">
      ${settledFold(reservations, totals, scope)} ${specialRequests(reservations, scope)}
      ${room !== null && html`<a class="button quiet" href="#sala">${room}</a>`}
      ${waiting > 0 && html`<a class="button quiet" href="#esperan">Esperan ${waiting}</a>`}
    </div>
    ${servedFold(times.slice(0, begun), rows, totals, scope)}
    ${times.slice(begun).map((at) => timeSection(at, rows.get(at) ?? [], totals, scope))}
    ${hidden > 0 && html`
      <p class="notice">
        Aquí caben las primeras ${MAX_ROWS}. Después hay <b>${reservationsInWords(hidden)} más</b>:
        están en <a href="/buscar">Buscar</a> y en la
        <a href="/imprimir?dia=${scope.day}">lista para imprimir</a>.
      </p>
    `}
    ${expected.length === 0 &&
      html`<p>${totals.length === 0 ? NOBODY : "Ya no falta nadie."}</p>`}
  `;
}

/** The parties that left, did not come or cancelled: one line with counts, which opens to the rows. */
function settledFold(
  reservations: readonly Reservation[],
  totals: readonly ArrivalTotals[],
  scope: BoardScope,
): Html {
  const booked = totals.filter(({ isWalkIn }) => !isWalkIn);
  const { parties: arrived, people } = totalOf(booked, "arrived");
  const { parties: absent } = totalOf(totals, "no_show");
  const rows = (["arrived", "no_show", "cancelled"] as const)
    .flatMap((status) => reservations.filter((each) => each.status === status));
  const gaveUp = rows.filter((each) => stateOf(each) === "gave_up").length;
  const cancelled = totalOf(totals, "cancelled").parties - gaveUp;
  const counts = [
    arrived > 0 &&
    `${arrived === 1 ? "llegó 1" : `llegaron ${arrived}`} (${peopleInWords(people)})`,
    absent > 0 && `${absent} no ${absent === 1 ? "vino" : "vinieron"}`,
    cancelled > 0 && `${cancelled} cancelada${cancelled === 1 ? "" : "s"}`,
    gaveUp > 0 && `${gaveUp} sin mesa`,
  ].filter((count) => count !== false);
  const summary = countedInWords(totals.filter(isExpected));
  const all = totalOf(totals, "arrived", "no_show", "cancelled").parties;
  if (all === 0) return html`<p class="settled"><b>${summary}</b></p>`;
  const hidden = all - rows.length;
  const settled = rows.filter((each) => !isHere(each, scope));
  return html`
    <details class="settled" id="settled">
      <summary id="settled-n"><b>${summary}:</b> <small>${counts.join(" · ")}</small></summary>
      ${settled.length > 0
        ? rowList(settled, scope)
        : html`<p>Quienes llegaron siguen <a href="#sala">en sala</a>.</p>`}
      ${hidden > 0 && html`<p>Y ${hidden} más, que están en <a href="/buscar">Buscar</a>.</p>`}
    </details>
  `;
}

/** The times of a service that is over, such as lunch at dinner: one line with who is not marked yet, which opens. */
function servedFold(
  times: readonly string[],
  rows: ReadonlyMap<string, readonly Reservation[]>,
  totals: readonly ArrivalTotals[],
  scope: BoardScope & { readonly full: readonly LocalDateTime[] },
): Html | null {
  const open = times.flatMap((at) => rows.get(at) ?? []);
  const sections = times.map((at) => timeSection(at, rows.get(at) ?? [], totals, scope));
  if (open.length === 0) return html`${sections}`;
  return html`
    <details class="settled" id="served">
      <summary id="served-n"><b>Ya terminó:</b> <small>${open.length} sin marcar</small></summary>
      ${sections}
    </details>
  `;
}

/** A time with its expected parties; its heading counts arrived ones too. */
function timeSection(
  at: string,
  rows: readonly Reservation[],
  totals: readonly ArrivalTotals[],
  scope: BoardScope & { readonly full: readonly LocalDateTime[] },
): Html {
  const here = totals.filter(({ day, time }) => `${day}T${time}` === at);
  const { people } = totalOf(here, "confirmed", "arrived");
  const { people: missing } = totalOf(here, "confirmed");
  const late = Math.max(0, ...rows.map((row) => lateMinutes(row, scope)));
  const hidden = attributes({ hidden: rows.length === 0 && !scope.full.includes(at) });
  return html`
    <section class="hour" id="s-${at}" aria-labelledby="h-${at}" ${hidden}>
      ${timeHeading(at, { people, missing, late }, scope)}
      ${rowList(rows, scope)}
    </section>
  `;
}

/** The parties in the room by arrival, and the people by half hour; null if there is nothing to show. */
export function roomPanel(
  reservations: readonly Reservation[],
  totals: readonly ArrivalTotals[],
  scope: BoardScope,
): Html | null {
  const words = roomInWords(totals, scope);
  const { room } = scope.situation.restaurant.booking;
  const halves = room === null ? null : halfHours(scope, totals);
  if (words === null && halves === null) return null;
  const here = reservations.filter((each) => isHere(each, scope))
    .sort((one, other) => one.arrived!.localeCompare(other.arrived!));
  return html`
    <section class="card room" id="sala" aria-labelledby="sala-t">
      <h2 id="sala-t">${words ?? "En sala"}</h2>
      ${halves}
      ${rowList(here, scope)}
    </section>
  `;
}

/** The parties that wait at the door for a table, by arrival; null if there is none. */
export function waitingPanel(
  reservations: readonly Reservation[],
  totals: readonly ArrivalTotals[],
  scope: BoardScope,
): Html | null {
  const waiting = reservations.filter(({ status }) => status === "waiting")
    .sort((one, other) => one.createdAt - other.createdAt);
  const people = waiting.reduce((sum, { partySize }) => sum + partySize, 0);
  return waiting.length === 0 ? null : html`
    <section class="card room" id="esperan" aria-labelledby="esperan-t">
      <h2 id="esperan-t">Esperan ${peopleInWords(people)}</h2>
      ${rowList(waiting, { ...scope, situation: withOverstays(scope.situation, totals) })}
    </section>
  `;
}
