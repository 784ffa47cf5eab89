/**
 * Cost of a full day on the board: the page of a day with 300 reservations, read from a file database and rendered, in
 * milliseconds, and as a multiple of the page of 30; and that of a day on which all 300 have one number, each under a
 * name of its own. Fails if a median is over 100 ms, or if it grows faster than the day.
 *
 *   deno run --allow-all tests/bench/day_page_bench.ts
 */
import type { ReservationRequest } from "../../src/domain/reservation/reservation.ts";
import { held, request } from "../storage/_fixture.ts";
import { instantOf } from "../support/restaurant_fixture.ts";
import { type TestBoard, testBoard } from "../support/test_board.ts";
import { atMost, medians, milliseconds } from "./figures.ts";

const FULL = 300;
const SHORT = 30;
const TURNS = 45;
const MAX_MS = 100;
const MAX_RATIO = FULL / SHORT;
const TIMES = ["19:00", "19:30", "20:00", "20:30", "21:00", "21:30", "22:00", "22:30"];
const COMMENT =
  "Una persona es celíaca y otra tiene alergia a los mariscos; mesa tranquila, por favor.";

await using board = await testBoard({ now: instantOf("2026-03-14T18:40") });
await fill(board, "2026-03-14", FULL);
await fill(board, "2026-03-13", SHORT);
await fill(board, "2026-03-12", FULL, { phone: "+529990000000" });
const rounds: { full: number; short: number; shared: number }[] = [];
for (let turn = 0; turn < TURNS; turn++) {
  rounds.push({
    full: await timeOf("/"),
    short: await timeOf("/?dia=2026-03-13"),
    shared: await timeOf("/?dia=2026-03-12"),
  });
}
// The first turns warm up.
const { full, short, shared } = medians(rounds.slice(5));
atMost(MAX_MS, `ms for the page of ${FULL} reservations`, full);
atMost(MAX_RATIO, `times as long as that of ${SHORT}`, full / short);
atMost(MAX_MS, `ms for that of ${FULL} under one number`, shared);

/** Time to get a day's page over HTTP, in milliseconds. */
function timeOf(path: string): Promise<number> {
  return milliseconds(1, async () => {
    const { status } = await board.get(path);
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
  });
}

async function fill(
  { storage }: TestBoard,
  day: string,
  count: number,
  changes: Partial<ReservationRequest> = {},
): Promise<void> {
  const tables = Array.from({ length: count }, (_, index) =>
    held(
      storage,
      request(Number(day.slice(8)) * 1_000 + index, {
        day,
        serviceDay: day,
        time: TIMES[index % TIMES.length]!,
        comments: index % 2 === 0 ? COMMENT : null,
        source: "Asistente",
        ...changes,
      }),
    ));
  const folios = await Promise.all(tables);
  await storage.book.acknowledge(folios.slice(count / 10), "Wendy");
}
