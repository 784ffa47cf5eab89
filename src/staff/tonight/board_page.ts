/** The day's reservations, for the host at the door: GET / is the page, GET /tablero its content for the script. */
import {
  addDays,
  type Day,
  daysFrom,
  type Time,
  timeOf,
  wallMinute,
} from "../../domain/local_time.ts";
import type { DayTotals, Reservation } from "../../domain/reservation/reservation.ts";
import { bookableSlots, bookingWindow } from "../../domain/schedule/availability.ts";
import { totalOf } from "../../domain/reservation/service_night.ts";
import { servicesOn } from "../../domain/schedule/services.ts";
import { eveningsBefore } from "../../domain/schedule/situation.ts";
import { attributes, type Html, html, renderHtml } from "../../html/html.ts";
import { dayText } from "../../html/words.ts";
import { eTag } from "@std/http";
import { repeatable, unlessKnown } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { ASSETS_VERSION } from "../assets.ts";
import { dayInWords } from "../day_words.ts";
import { firstStepsCard } from "../first_steps.ts";
import { guestText, peopleInWords, reservationsInWords } from "../guest.ts";
import { knownGuests } from "../known_guest.ts";
import { icon, isJustDone, STAFF_PAGE_HEADERS, type StaffPage } from "../layout.ts";
import { tablesOn } from "../room.ts";
import type { StaffRoute, StaffVisit } from "../route.ts";
import { dayNotices, unseenPanel } from "./board_notices.ts";
import {
  boardPath,
  type BoardScope,
  boardScope,
  dayList,
  MAX_ROWS,
  roomPanel,
  waitingPanel,
} from "./day_list.ts";
import type { LiveBoards } from "../live_boards.ts";
import { tablesStrip } from "./tables_strip.ts";

/** `dia` is the service day to show. Default: that of now. */
export function boardRoutes(deps: StaffDeps, live: LiveBoards): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/", show: (visit) => showDay(visit, deps) },
    {
      method: "GET",
      path: "/tablero",
      async show({ query, request }) {
        const scope = boardScope(query.get("dia"), deps);
        const answer = await live.shared(scope.path, async () => {
          const { content, news } = await boardContent(scope, deps);
          const body = renderHtml(html`${news}${content}`);
          const etag = (await eTag(body))!;
          // Encoded once for all boards: on a busy evening 50 of them read it again and again.
          return repeatable({ status: 200, headers: { ...STAFF_PAGE_HEADERS, etag }, body });
        });
        return unlessKnown(request, answer);
      },
    },
  ];
}

async function showDay({ query, role }: StaffVisit, deps: StaffDeps): Promise<StaffPage> {
  const scope = boardScope(query.get("dia"), deps);
  const { day, today } = scope;
  const { content, news } = await boardContent(scope, deps);
  const [arrived] = query.has("llego") ? await deps.book.find([query.get("llego")!]) : [];
  return {
    title: day === today ? "Hoy" : dayInWords(day, today),
    section: day === today ? "hoy" : undefined,
    day: day === today ? undefined : day,
    undo: undoArrival(arrived, deps.now()),
    news,
    tools: html`
      ${day === today && html`<a class="button" href="/llegaron">Sin reservación</a>`} ${SHIFT}
    `,
    ownHeading: true,
    content: html`
      ${day === today &&
        role === "owner" &&
        await firstStepsCard(deps, query)} ${WITHOUT_SCRIPT} ${content}
    `,
  };
}

/** The bar that undoes a party's arrival, if it was written down just now. */
function undoArrival(party: Reservation | undefined, now: number): StaffPage["undo"] {
  const isNew = party?.version === 1 && isJustDone(party.createdAt, now);
  if (!isNew || party.status !== "arrived") return undefined;
  const words = html`Llegó: ${guestText(party.name)}, ${peopleInWords(party.partySize)}`;
  return { to: `/reserva/${party.folio}`, words, fields: { version: "1", volver: "/" } };
}

const SHIFT = html`
  <p class="shift onscript" id="shift">
    <button type="button">${icon("bell")} Empezar turno</button>
    <small role="status"></small>
  </p>
`;

/** It is shown too if the browser lacks what the script needs. */
const WITHOUT_SCRIPT = html`
  <p class="notice offscript">
    En este navegador el tablero no se actualiza solo: vuelve a cargar la página para ver lo nuevo.
  </p>
`;

/** The parts that are read again after each change: the day, and the unacknowledged reservations of any day. */
async function boardContent(
  scope: BoardScope,
  deps: StaffDeps,
): Promise<{ readonly content: Html; readonly news: Html }> {
  const { day, today, situation } = scope;
  const evenings = day === today ? eveningsBefore(situation, today) : [];
  const [reservations, arrivals, unseen, totals, tables, before] = await Promise.all([
    deps.book.onServiceDay(day, MAX_ROWS),
    deps.book.arrivals(day),
    deps.book.unacknowledged(today),
    deps.book.totals(today, addDays(today, STRIP_DAYS - 1)),
    day === today ? tablesOn(today, deps, situation) : [],
    Promise.all(evenings.map((each) => deps.book.arrivals(each))),
  ]);
  const phones = reservations.map(({ phone }) => phone);
  const known = await knownGuests(deps, phones, situation);
  const listed = { ...scope, known };
  const content = html`
    <div id="board" data-dia="${day === today ? "" : day}" data-version="${ASSETS_VERSION}">
      ${heading(scope)} ${dayNotices(situation, day, deps)}
      ${evenings.map((each, nth) =>
        lastEvening(each, totalOf(before[nth]!, "confirmed").parties, today)
      )}
      ${tablesStrip(tables, scope)}
      <div class="columns">
        <div class="day">
          ${dayList(reservations, arrivals, listed)}
        </div>
        <div>
          ${waitingPanel(reservations, arrivals, listed)}
          ${roomPanel(reservations, arrivals, listed)}
          <div id="side">
            ${daysStrip(scope, totals)}
            <p class="buttons">
              ${day === today && html`<a class="button" href="/dia">Menú del día</a>`}
              <a class="button" href="/imprimir?dia=${day}">${icon("print")} Lista para imprimir</a>
              <a class="button" href="/noche?dia=${day}">Cierre de la noche</a>
              <a class="button" href="/confirmar">Confirmar las de mañana</a>
            </p>
          </div>
        </div>
      </div>
    </div>
  `;
  const folios = new Set(reservations.map(({ folio }) => folio));
  return { content, news: unseenPanel(unseen, folios, scope) };
}

/** What an evening before today has left open. */
function lastEvening(before: Day, open: number, today: Day): Html | null {
  if (open === 0) return null;
  const night = before === addDays(today, -1) ? "Anoche" : `El ${dayInWords(before, today)}`;
  return html`
    <div class="notice between">
      <p>${night} ${open === 1 ? "quedó" : "quedaron"} <b>${open} sin marcar</b>.</p>
      <a class="button quiet" href="/noche?dia=${before}">Marcar</a>
    </div>
  `;
}

function heading({ day, today }: BoardScope): Html {
  const words = dayInWords(day, today);
  const [short] = words.split(" de ", 1) as [string];
  const [before, after] = [-1, 1].map((days) => boardPath(addDays(day, days), today));
  const title = day === today
    ? html`Hoy <small>${words}</small>`
    : html`${short}<small>${words.slice(short.length)}</small>`;
  return html`
    <div class="heading">
      <h1>${title}</h1>
      <p class="steps">
        <a class="button" href="${before!}"><span class="unseen">Día anterior</span> ‹</a>
        <a class="button" href="${after!}"><span class="unseen">Día siguiente</span> ›</a>
        <a class="button quiet" href="#side">Días</a>
      </p>
    </div>
  `;
}

/** How many days the strip shows, with today. */
const STRIP_DAYS = 14;

/** The number of a day's full times that there is room for. */
const MAX_NAMED_TIMES = 3;

/** The days ahead, each with the people expected or "cerrado", and its full times to come. */
function daysStrip(scope: BoardScope, totals: readonly DayTotals[]): Html {
  const { day, today, situation } = scope;
  const known = new Map(totals.map((totals) => [totals.serviceDay, totals]));
  const days = daysFrom(today, STRIP_DAYS);
  const { placesLeft } = bookingWindow(situation);
  const now = wallMinute(situation.now, situation.restaurant.timeZone);
  const full = daysFrom(today, STRIP_DAYS + 1)
    .flatMap((each) => [...bookableSlots(situation, each)])
    .filter(([minute]) => minute >= now && placesLeft(minute) === 0);
  const byDay = Map.groupBy(full, ([, serviceDay]) => serviceDay);
  const fullOn = (each: Day) => (byDay.get(each) ?? []).map(([minute]) => timeOf(minute));
  return html`
    <nav class="card strip" aria-labelledby="strip-t">
      <h2 id="strip-t">Los próximos ${STRIP_DAYS} días</h2>
      <ol>${days.map((each) => stripDay(each, known.get(each), fullOn(each), scope))}</ol>
      <p><small>Personas, y entre paréntesis reservaciones.</small></p>
      <form class="inline" method="get" action="/">
        <label>Otro día <input type="date" id="otro-dia" name="dia" value="${day}" required></label>
        <button>Ver</button>
      </form>
    </nav>
  `;
}

function stripDay(
  serviceDay: Day,
  { people, parties }: Omit<DayTotals, "serviceDay"> = { people: 0, parties: 0 },
  full: readonly Time[],
  { day, today, situation: { restaurant, state } }: BoardScope,
): Html {
  const closed = servicesOn(restaurant, serviceDay, state).length === 0;
  const words = [
    `${peopleInWords(people)}, ${reservationsInWords(parties)}`,
    closed && "cerrado",
    full.length > 0 && `lleno a las ${full.join(", ")}`,
  ].filter(Boolean).join(", ");
  const link = attributes({
    href: boardPath(serviceDay, today),
    class: serviceDay === day ? "button main" : "button",
    "aria-current": serviceDay === day && "date",
  });
  const name = serviceDay === today ? "hoy" : dayText(serviceDay, "es", "shortWeekday");
  const more = full.length > MAX_NAMED_TIMES ? " …" : "";
  const named = `${full.slice(0, MAX_NAMED_TIMES).join(" ")}${more}`;
  return html`
    <li>
      <a ${link}>
        <span class="unseen">${dayInWords(serviceDay, today)}: ${words}</span>
        <span aria-hidden="true">${name} <i>${Number(serviceDay.slice(8))}</i></span>
        <b aria-hidden="true">${closed && people === 0 ? "—" : people}</b>
        <span aria-hidden="true">${closed ? "cerrado" : `(${parties})`}</span>
        ${full.length > 0 && html`<strong aria-hidden="true">lleno ${named}</strong>`}
      </a>
    </li>
  `;
}
