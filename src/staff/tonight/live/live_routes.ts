import { isDay } from "../../../domain/local_time.ts";
import type { Answer } from "../../../http/answer.ts";
import { ASSETS_VERSION } from "../../assets.ts";
import type { StaffRoute } from "../../route.ts";
import type { LiveBoards } from "./live_boards.ts";
import { eventText } from "./server_sent_event.ts";

/**
 * GET /eventos: what happens to a day's reservations, as it happens. `dia` is the day shown, `hoy=1` where the board goes on to the next
 * one by itself, `desde` the last event known, `v` the version of the script that asks.
 */
export function liveRoutes(live: LiveBoards): readonly StaffRoute[] {
  return [{
    method: "GET",
    path: "/eventos",
    forScript: true,
    show({ query, request }) {
      const day = query.get("dia") ?? "";
      if (!isDay(day)) return BAD_DAY;
      if (request.method === "HEAD") return { ...OTHER_VERSION, body: null };
      if (query.get("v") !== ASSETS_VERSION) return OTHER_VERSION;
      const since = eventNumber(request.headers.get("last-event-id") ?? query.get("desde"));
      return live.open({ day, followsToday: query.get("hoy") === "1", since });
    },
  }];
}

/** Null where `text` is no number of an event. */
function eventNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** A script of another version of the program would not understand what it is told. */
const OTHER_VERSION: Answer = {
  status: 200,
  headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  body: eventText({ event: "recargar", data: "todo" }),
};

const BAD_DAY: Answer = {
  status: 400,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  body: "dia: AAAA-MM-DD\n",
};
