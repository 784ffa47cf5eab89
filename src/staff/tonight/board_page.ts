/** The day: what the host at the door looks at all evening. GET / is the page, GET /tablero its content for the script. */
import { isDay } from "../../domain/local_time.ts";
import { type Answer, repeatable } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports.ts";
import { html, renderHtml } from "../../pages/html.ts";
import { boardContent } from "./board_day.ts";
import { boardScope } from "./board_scope.ts";
import { dayInWords } from "../day_words.ts";
import { icon } from "../icons.ts";
import { STAFF_PAGE_HEADERS, staffPageAnswer } from "../layout.ts";
import type { LiveBoards } from "./live_boards.ts";
import { seeOther, type StaffRoute, type StaffVisit } from "../route.ts";
import { walkInForm } from "./walk_in.ts";

type PageDeps = Pick<
  StaffDeps,
  "book" | "restaurant" | "state" | "now" | "clockDoubt" | "randomBytes"
>;

/** `dia` is the service day to show; that of now where absent. */
export function boardRoutes(deps: PageDeps, live: LiveBoards): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/", show: (visit) => showDay(visit, deps) },
    {
      method: "GET",
      path: "/tablero",
      forScript: true,
      show({ query }) {
        const asked = query.get("dia") ?? "";
        if (asked !== "" && !isDay(asked)) return BAD_DAY;
        const read = async () => {
          const { content } = await boardContent(boardScope(asked || null, deps), deps);
          // Encoded once for all boards: 50 of them read 400 KB twice a second on a busy evening.
          return repeatable({
            status: 200,
            headers: STAFF_PAGE_HEADERS,
            body: renderHtml(content),
          });
        };
        return live.shared(asked, read);
      },
    },
  ];
}

async function showDay({ query, actor }: StaffVisit, deps: PageDeps): Promise<Answer> {
  const asked = query.get("dia");
  if (asked !== null && !isDay(asked)) return seeOther("/");
  const scope = boardScope(asked, deps);
  const { day, today } = scope;
  const { content, unseen } = await boardContent(scope, deps);
  return staffPageAnswer({
    restaurant: deps.restaurant(),
    title: day === today ? "Hoy" : dayInWords(day, today),
    section: "hoy",
    actor,
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
        <p class="shift" id="shift" hidden>
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
  });
}

const BAD_DAY: Answer = {
  status: 400,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  body: "dia: AAAA-MM-DD\n",
};
