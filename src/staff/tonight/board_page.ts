/** The day's reservations, for the host at the door: GET / is the page, GET /tablero its content for the script. */
import { addDays } from "../../domain/local_time.ts";
import { type Html, html, renderHtml } from "../../html/html.ts";
import { repeatable } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { ASSETS_VERSION } from "../assets.ts";
import { dayInWords } from "../day_words.ts";
import { icon, STAFF_PAGE_HEADERS, type StaffPage } from "../layout.ts";
import { walkInForm } from "../reservation/new_reservation.ts";
import type { StaffRoute } from "../route.ts";
import { houseNotices, unseenPanel } from "./board_notices.ts";
import { daysStrip, peopleChart, STRIP_DAYS } from "./board_side.ts";
import { boardPath, type BoardScope, boardScope, dayList, MAX_ROWS } from "./day_list.ts";
import type { LiveBoards } from "./live_boards.ts";

type PageDeps = Pick<
  StaffDeps,
  "book" | "restaurant" | "state" | "now" | "clockDoubt" | "randomBytes"
>;

/** `dia` is the service day to show. Default: that of now. */
export function boardRoutes(deps: PageDeps, live: LiveBoards): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/", show: ({ query }) => showDay(query, deps) },
    {
      method: "GET",
      path: "/tablero",
      forScript: true,
      show({ query }) {
        const scope = boardScope(query.get("dia"), deps);
        return live.shared(scope.path, async () => {
          const { content } = await boardContent(scope, deps);
          // Encoded once for all boards: 50 of them read it twice a second on a busy evening.
          return repeatable({
            status: 200,
            headers: STAFF_PAGE_HEADERS,
            body: renderHtml(content),
          });
        });
      },
    },
  ];
}

async function showDay(query: URLSearchParams, deps: PageDeps): Promise<StaffPage> {
  const scope = boardScope(query.get("dia"), deps);
  const { day, today } = scope;
  const { content, unseen } = await boardContent(scope, deps);
  return {
    title: day === today ? "Hoy" : dayInWords(day, today),
    section: "hoy",
    unseen,
    ownHeading: true,
    content: html`
      <noscript>
        <p class="notice">
          Sin JavaScript el tablero no se actualiza solo: vuelve a cargar la página para ver lo nuevo.
        </p>
      </noscript>
      <div class="tools">
        ${day === today && walkInForm(deps)}
        <p class="shift onscript" id="shift">
          <button type="button">${icon("bell")} Empezar turno</button>
          <small role="status"></small>
        </p>
      </div>
      ${content}
      <form id="undo" class="undo" method="post" hidden>
        <p></p>
        <input type="hidden" name="version">
        <button name="accion" value="deshacer">Deshacer</button>
      </form>
    `,
  };
}

/** The part of the page that is read again after each change, and the number of unacknowledged reservations of any day. */
async function boardContent(
  scope: BoardScope,
  deps: PageDeps,
): Promise<{ readonly content: Html; readonly unseen: number }> {
  const { day, today, situation } = scope;
  const [reservations, arrivals, unseen, totals] = await Promise.all([
    deps.book.onServiceDay(day, MAX_ROWS),
    deps.book.arrivals(day),
    deps.book.unacknowledged(today),
    deps.book.totals(today, addDays(today, STRIP_DAYS - 1)),
  ]);
  const content = html`
    <div id="board" data-dia="${day === today ? "" : day}" data-version="${ASSETS_VERSION}">
      ${heading(scope)} ${houseNotices(situation, day, deps.clockDoubt())}
      <div class="columns">
        <div class="day">
          ${unseenPanel(unseen, new Set(reservations.map(({ folio }) => folio)), scope)}
          ${dayList(reservations, arrivals, scope)}
        </div>
        <div id="side">
          ${peopleChart(arrivals, scope)} ${daysStrip(scope, totals)}
          <p><a class="button" href="/imprimir?dia=${day}">${PRINTER} Lista para imprimir</a></p>
        </div>
      </div>
    </div>
  `;
  return { content, unseen: unseen.length };
}

const PRINTER = icon("print");

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
