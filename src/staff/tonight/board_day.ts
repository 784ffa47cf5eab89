/** A service day as the board shows it: the part of the page that is read anew whenever something changes. */
import { addDays, type Day } from "../../domain/local_time.ts";
import { possibleDuplicates } from "../../domain/reservation/duplicates.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import type { StaffDeps } from "../../ports.ts";
import { type Html, html } from "../../pages/html.ts";
import { ASSETS_VERSION } from "../assets.ts";
import { dayList } from "./day_list.ts";
import { daysStrip, peopleChart, STRIP_DAYS } from "./board_side.ts";
import { houseNotices } from "./board_notices.ts";
import { icon } from "../icons.ts";
import { dayInWords, shortWeekday } from "../day_words.ts";
import { boardPath, type BoardScope } from "./board_scope.ts";
import type { RowContext } from "./reservation_row.ts";
import { unseenPanel } from "./unseen.ts";

export type BoardDeps = Pick<StaffDeps, "book" | "restaurant" | "state" | "now" | "clockDoubt">;

/** A board's content, and how many reservations of any day are still unseen. */
export interface BoardContent {
  readonly content: Html;
  readonly unseen: number;
}

export async function boardContent(scope: BoardScope, deps: BoardDeps): Promise<BoardContent> {
  const { day, today, situation } = scope;
  const [reservations, unseen, totals] = await Promise.all([
    deps.book.onServiceDay(day),
    deps.book.unacknowledged(today),
    deps.book.totals(today, addDays(today, STRIP_DAYS - 1)),
  ]);
  const content = html`
    <div id="board" data-dia="${day === today ? "" : day}" data-version="${ASSETS_VERSION}">
      ${heading(scope)} ${houseNotices(situation, day, deps.clockDoubt())}
      <div class="columns">
        <div class="day">
          ${unseenPanel(unseen, scope)} ${dayList(
            day,
            reservations,
            rowContext(scope, reservations),
          )}
        </div>
        <div class="side" id="side">
          ${peopleChart(day, reservations, situation.restaurant)} ${daysStrip(scope, totals)}
          <p><a class="button" href="/imprimir?dia=${day}">${icon(
            "print",
          )} Lista para imprimir</a></p>
        </div>
      </div>
    </div>
  `;
  return { content, unseen: unseen.length };
}

/** What the rows of a list need to know, given all of its reservations. */
export function rowContext(
  { today, path, situation }: Omit<BoardScope, "day">,
  reservations: readonly Reservation[],
): RowContext {
  return {
    situation,
    today,
    back: path,
    duplicates: possibleDuplicates(reservations),
    showDay: false,
  };
}

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
    </div>
  `;
}

function dayLink(day: Day, today: Day, arrow: "‹" | "›", what: string): Html {
  const date = html`<span class="date">${shortWeekday(day)} ${Number(day.slice(8))}</span>`;
  return html`
    <a class="button" href="${boardPath(day, today)}"><span class="unseen">${what}</span>
      ${arrow === "‹" ? html`‹ ${date}` : html`${date} ›`}</a>
  `;
}
