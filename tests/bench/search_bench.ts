/**
 * Cost of a search among 100,000 reservations, each with a comment: how long it takes, and by how much longer another
 * call takes while one runs. Fails if a search takes over a second, or delays the others by more than 20 ms at the
 * 95th percentile; or if what is known of a whole telephone number costs more than 1.5 times as much among 1,000,000
 * reservations as among 1,000.
 *
 *   deno run --allow-all tests/bench/search_bench.ts
 */
import { type TestBoard, testBoard } from "../support/test_board.ts";
import { instantOf } from "../support/restaurant_fixture.ts";
import { atMost, median, medians, milliseconds, percentile, print } from "./figures.ts";
import { fill } from "./filled.ts";

const ROWS = 100_000;
const [FEW, MANY] = [1_000, 1_000_000];
const NUMBERS = 500;
const MAX_MS = 1_000;
const MAX_DELAY_MS = 20;
const WANTED = ["terraza", "nuez", "chatgpt", "cumpleaños", "anillo va con", "zzyzx"];

await using board = await testBoard({ now: instantOf("2026-03-14T18:40") });
await using small = await testBoard({ now: instantOf("2026-03-14T18:40") });
const { book } = board.storage;
await fill(board, 0, ROWS);

/** How long another call takes, sent again and again while `run` runs. */
async function besides(run: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const running = run().then(() => isOver = true);
  while (!isOver) {
    times.push(await milliseconds(1, () => book.find(["R-00000001"])));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await running;
  return times;
}

const alone = median(await besides(() => new Promise((resolve) => setTimeout(resolve, 500))));
for (const wanted of WANTED) {
  let ms = 0;
  const times = await besides(async () => {
    ms = await milliseconds(1, () => book.search(wanted, "2026-03-14", 61));
  });
  atMost(MAX_MS, `ms for ${wanted}`, ms);
  atMost(MAX_DELAY_MS, "  ms by which others are delayed", percentile(times, 0.95) - alone);
}

await fill(small, 0, FEW);
await fill(board, ROWS, MANY);
const costs: { few: number; many: number }[] = [];
for (let n = 0; n < NUMBERS; n++) {
  costs.push({
    few: await costOfNumber(small, n % (FEW / 4)),
    many: await costOfNumber(board, n * (MANY / 4 / NUMBERS)),
  });
}
const { few, many } = medians(costs);
print(`what is known of a number among ${MANY} reservations: ${many.toFixed(2)} ms`);
atMost(1.5, `as a multiple of that among ${FEW}`, many / few);

/** Time to read what is known of the number, in milliseconds. */
function costOfNumber({ storage }: TestBoard, number: number): Promise<number> {
  return milliseconds(1, async () => {
    const known = await storage.book.known([`+52${9_990_000_000 + number}`], "2026-03-14T18:40");
    if (known.length !== 4) throw new Error(`${known.length} names are known`);
  });
}
