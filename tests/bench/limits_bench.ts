/**
 * Cost of 10,000 rate-limited addresses for a caller below the limit: GET /api/envio, one caller at a time, as a multiple of
 * the same without other addresses. Fails if it is over 1.1.
 *
 *   deno run --allow-all tests/bench/limits_bench.ts
 */
import { type TestApp, testApp } from "../support/test_app.ts";
import { atMost, median, print } from "./figures.ts";

const ADDRESSES = 10_000;
const ROUNDS = 250;
const ROUND = 50;
/** As many as a caller needs in a round. The clock does not advance, so limited addresses stay limited. */
const LIMIT = { tokens: ROUND, seconds: 3_600 };
const MAX_RATIO = 1.1;
const ENVIO = "/api/envio?lat=20.9671&lng=-89.6237";

const options = { limits: { envio: LIMIT }, app: { logRequest: () => {} } };
await using quiet = await testApp(options);
await using crowded = await testApp(options);
for (let n = 0; n < ADDRESSES; n++) {
  const address = `10.${n >> 16}.${n >> 8 & 255}.${n & 255}`;
  for (let sent = 0; sent < LIMIT.tokens; sent++) await getPrice(crowded, address);
  const status = await getPrice(crowded, address);
  if (status !== 429) throw new Error(`expected a limit, got ${status}`);
}
const times = { quiet: [] as number[], crowded: [] as number[] };
for (let round = 0; round < ROUNDS; round++) {
  // The order alternates, so that both pay for garbage collection alike.
  const turns = [["quiet", quiet], ["crowded", crowded]] as const;
  for (const [name, app] of round % 2 === 0 ? turns : turns.toReversed()) {
    times[name].push(await timeOf(app, `192.0.2.${round}`));
  }
}
const [alone, among] = [median(times.quiet), median(times.crowded)];
print(`GET /api/envio alone ${alone.toFixed(1)} µs, among limited ones ${among.toFixed(1)} µs`);
atMost(MAX_RATIO, `times with ${ADDRESSES} limited addresses`, among / alone);

/** Microseconds for one answer to `address`, which has sent nothing before. */
async function timeOf(app: TestApp, address: string): Promise<number> {
  const begun = performance.now();
  for (let sent = 0; sent < ROUND; sent++) {
    const status = await getPrice(app, address);
    if (status !== 200) throw new Error(`expected a price, got ${status}`);
  }
  return (performance.now() - begun) / ROUND * 1_000;
}

async function getPrice(app: TestApp, address: string): Promise<number> {
  const response = await app.listener(new Request(`${app.url}${ENVIO}`), () => address);
  await response.body?.cancel();
  return response.status;
}
