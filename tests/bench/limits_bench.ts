/**
 * What 10,000 addresses that have met their limit cost a caller who has not: GET /api/envio, one caller at a time, as a multiple of
 * the same with no other address known. Fails where it is more than a tenth.
 *
 *   deno run --allow-all tests/bench/limits_bench.ts
 */
// deno-lint-ignore-file no-console -- a bench speaks through the console
import { type TestApp, testApp } from "../support/test_app.ts";
import { median } from "./peers/measure.ts";

const ADDRESSES = 10_000;
const LIMIT = { tokens: 2, seconds: 3_600 };
const ROUNDS = 60;
const ROUND = 200;
const MOST = 1.1;
const ENVIO = "/api/envio?lat=20.9671&lng=-89.6237";

const options = { limits: { envio: LIMIT }, app: { logRequest: () => {} } };
await using quiet = await testApp(options);
await using crowded = await testApp(options);
for (let n = 0; n < ADDRESSES; n++) {
  const statuses = [];
  for (let sent = 0; sent <= LIMIT.tokens; sent++) {
    statuses.push(await ask(crowded, `10.${n >> 16}.${n >> 8 & 255}.${n & 255}`));
  }
  if (statuses.join() !== "200,200,429") throw new Error(`expected a limit, got ${statuses}`);
}
const times = { quiet: [] as number[], crowded: [] as number[] };
for (let round = 0; round < ROUNDS; round++) {
  times.quiet.push(await timeOf(quiet));
  times.crowded.push(await timeOf(crowded));
}
const [alone, among] = [median(times.quiet), median(times.crowded)];
console.log(
  `GET /api/envio alone ${alone.toFixed(1)} µs, among ${ADDRESSES} limited addresses ${
    among.toFixed(1)
  } µs: ${(among / alone).toFixed(2)} times (at most ${MOST})`,
);
if (among / alone > MOST) Deno.exitCode = 1;

/** Microseconds for one answer. The clock goes on as it must for the caller to have a token each time. */
async function timeOf(app: TestApp): Promise<number> {
  let spent = 0;
  for (let sent = 0; sent < ROUND; sent++) {
    app.clock.advance(LIMIT.seconds * 1_000);
    const begun = performance.now();
    const status = await ask(app, "192.0.2.1");
    spent += performance.now() - begun;
    if (status !== 200) throw new Error(`expected a price, got ${status}`);
  }
  return spent / ROUND * 1_000;
}

async function ask(app: TestApp, address: string): Promise<number> {
  const response = await app.listener(new Request(`${app.url}${ENVIO}`), () => address);
  await response.body?.cancel();
  return response.status;
}
