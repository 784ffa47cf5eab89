/**
 * Cost of the hour's copy of 100,000 reservations, checked whole: how long it takes, and by what it makes reads of the
 * board, answers to guests and reservations slower, at the 99th percentile. Fails over a second, or if reads take more
 * than twice as long.
 *
 *   deno run --allow-all tests/bench/copies_bench.ts
 */
import { copyHour } from "../../src/storage/database/backup.ts";
import { request } from "../storage/_fixture.ts";
import { instantOf } from "../support/restaurant_fixture.ts";
import { testBoard } from "../support/test_board.ts";
import { atMost, median, milliseconds, percentile, print } from "./figures.ts";
import { fill } from "./filled.ts";

const ROWS = 100_000;
const ROUNDS = 15;
const MAX_MS = 1_000;
const MAX_RATIO = 2;
/** A busy evening's: one each 5 milliseconds, whether or not the one before was answered. */
const EVERY_MS = 5;

await using board = await testBoard({ now: instantOf("2026-03-14T18:40") });
await fill(board, 0, ROWS);
const { storage, app } = board;

let guests = 0;
const WORK: Readonly<Record<string, () => Promise<unknown>>> = {
  "reads of the board": () => board.get("/tablero"),
  "answers to guests": () => app.get("/api/disponibilidad"),
  "reservations": () => storage.reservations.reserve(request(guests++)),
};

const copies: number[] = [];

/** How long calls take that are sent until `over`. */
async function timed(call: () => Promise<unknown>, over: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  over.finally(() => isOver = true);
  const one = async () => void times.push(await milliseconds(1, call));
  const calls: Promise<void>[] = [];
  while (!isOver) {
    calls.push(one());
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  await Promise.all(calls);
  return times;
}

async function copied(): Promise<void> {
  const copy = () => copyHour(storage.database.path!, Date.now(), true);
  copies.push(await milliseconds(1, copy));
}

await copied();
for (const [what, call] of Object.entries(WORK)) {
  const [alone, meanwhile]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const idle = new Promise((resolve) => setTimeout(resolve, median(copies)));
    alone.push(...await timed(call, idle));
    meanwhile.push(...await timed(call, copied()));
  }
  const [before, then] = [percentile(alone, 0.99), percentile(meanwhile, 0.99)];
  const numbers = `${alone.length} and ${meanwhile.length} calls`;
  print(
    `${what}, 99th percentile: ${before.toFixed(1)} ms, during a copy ${
      then.toFixed(1)
    } ms (${numbers})`,
  );
  if (what !== "reservations") atMost(MAX_RATIO, "  ratio", then / before);
}
atMost(MAX_MS, `the hour's copy of ${ROWS} reservations, in milliseconds`, median(copies));
