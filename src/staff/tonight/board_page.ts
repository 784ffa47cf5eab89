/** The day: what the host at the door looks at all evening. */
import { addDays, type Day, isDay, weekdayName } from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import type { Answer } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports.ts";
import { type Html, html } from "../../pages/html.ts";
import { ASSETS_VERSION } from "../assets.ts";
import { halfHours, peopleChart } from "./board_chart.ts";
import {
  boardPath,
  type BoardScope,
  boardScope,
  rowContext,
  STRIP_DAYS,
  stripDays,
} from "./board_day.ts";
import { hoursList } from "./board_hours.ts";
import { houseNotices } from "./board_notices.ts";
import { daysStrip } from "./board_strip.ts";
import { daySummary } from "./board_summary.ts";
import { unseenPanel } from "./board_unseen.ts";
import { dayInWords } from "../day_words.ts";
import { icon } from "../icons.ts";
import { staffPageAnswer } from "../layout.ts";
import { seeOther, type StaffRoute, type StaffVisit } from "../route.ts";

type BoardDeps = Pick<StaffDeps, "book" | "feed" | "restaurant" | "house" | "now" | "clockDoubt">;

/** GET /: the service day of now, or that of `dia`. */
export function boardRoutes(deps: BoardDeps): readonly StaffRoute[] {
  return [{ method: "GET", path: "/", show: (visit) => showDay(visit, deps) }];
}

async function showDay({ query, actor }: StaffVisit, deps: BoardDeps): Promise<Answer> {
  const asked = query.get("dia");
  if (asked !== null && !isDay(asked)) return seeOther("/");
  const scope = boardScope(asked, deps);
  const { today, day } = scope;
  // Before the reservations: what happens in between is then told twice, never missed.
  const lastEvent = await deps.feed.last();
  const [reservations, unseen, totals] = await Promise.all([
    deps.book.onServiceDay(day),
    deps.book.unacknowledged(today),
    deps.book.totals(today, addDays(today, STRIP_DAYS - 1)),
  ]);
  return staffPageAnswer({
    restaurant: deps.restaurant(),
    title: day === today ? "Hoy" : dayInWords(day, today),
    section: "hoy",
    actor,
    unseen: unseen.length,
    ownHeading: true,
    content: html`
      <div id="board" data-dia="${day}" data-hoy="${day === today
        ? 1
        : 0}" data-desde="${lastEvent}"
        data-guion="${ASSETS_VERSION}" data-ahora="${deps.now()}">
        ${ALARMS}
        ${heading(scope)}
        ${houseNotices(
          { restaurant: deps.restaurant(), house: deps.house(), now: deps.now() },
          day,
          deps.clockDoubt(),
        )}
        ${unseenPanel(unseen, scope)}
        <div class="columns">
          ${dayColumn(reservations, scope, deps)}
          <div class="side" id="side">
            ${peopleChart(halfHours(day, reservations, deps.restaurant()), day)}
            ${daysStrip(stripDays(today, totals), scope)}
            ${otherWays(scope)}
          </div>
        </div>
      </div>
    `,
  });
}

/** What the script says when something is wrong; without it, that nothing comes by itself. */
const ALARMS = html`
  <p class="alarm lost" id="lost" role="alert" hidden></p>
  <p class="unseen" id="said" role="status"></p>
  <noscript>
    <p class="notice">
      Sin JavaScript el tablero no se actualiza solo: vuelve a cargar la página para ver lo nuevo.
    </p>
  </noscript>
`;

function heading({ day, today }: BoardScope): Html {
  const words = dayInWords(day, today);
  return html`
    <div class="heading">
      <h1>${day === today ? html`Hoy <small>${words}</small>` : words}</h1>
      <p class="steps">
        ${dayLink(addDays(day, -1), today, "‹", "Día anterior")}
        ${day !== today && html`<a class="button" href="/">Hoy</a>`}
        ${dayLink(addDays(day, 1), today, "›", "Día siguiente")}
        <a class="button quiet" href="#side">Otros días</a>
      </p>
      <p class="shift" id="shift" hidden>
        <button type="button" class="main">${icon("bell")} Empezar turno</button>
        <small role="status"></small>
      </p>
    </div>
  `;
}

function dayLink(day: Day, today: Day, arrow: string, what: string): Html {
  const short = `${weekdayName(day).slice(0, 3)} ${Number(day.slice(8))}`;
  return html`
    <a class="button" href="${boardPath(day, today)}">
      ${arrow === "‹" && "‹ "}<span class="unseen">${what}:</span> ${short}${arrow === "›" && " ›"}
    </a>
  `;
}

function dayColumn(
  reservations: readonly Reservation[],
  scope: BoardScope,
  deps: BoardDeps,
): Html {
  const context = rowContext(scope, deps, reservations);
  return html`
    <div class="day">
      ${daySummary(reservations)}
      ${hoursList(reservations, context)}
      <p class="nobody">Nadie ha reservado este día.</p>
    </div>
  `;
}

/** Ways to other days and to single reservations. */
function otherWays({ day }: BoardScope): Html {
  return html`
    <form class="card inline" method="get" action="/">
      <label>Otro día <input type="date" name="dia" value="${day}" required></label>
      <button>Ver</button>
    </form>
    <form class="card inline" method="get" action="/buscar" role="search">
      <label>Nombre, teléfono o folio <input type="search" name="q" autocomplete="off" required></label>
      <button>Buscar</button>
    </form>
    <p><a class="button" href="/imprimir?dia=${day}">${icon("print")} Lista para imprimir</a></p>
  `;
}
