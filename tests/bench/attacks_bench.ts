/**
 * What attackers make the service do. Files of thousands of mistakes, by the time for twice as many: fails if it is
 * over 3 times, where each mistake that meets each other takes 4. The median of 20 sign-ins of new devices while 40
 * wrong keys a second come from new addresses: fails if it is over 200 ms. The 99th percentile of reads beside 500
 * clients that send or read slowly, as a multiple of that without: fails if it is over 5.
 *
 *   deno run --allow-all tests/bench/attacks_bench.ts
 */
import { floods } from "../restaurant/_floods.ts";
import { keyIn, signIn } from "../service/_board.ts";
import { problemsOf } from "../support/edited_sample.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { slowClients } from "../torture/faults/slow_clients.ts";
import { atMost, median, milliseconds, percentile } from "./figures.ts";

const half = floods(0.5);
for (const [mistakes, text] of Object.entries(floods())) {
  const [one, twice] = [half[mistakes]!, text];
  const once = await milliseconds(7, () => problemsOf(one));
  const longer = await milliseconds(7, () => problemsOf(twice)) / once;
  atMost(3, `times as long for twice as many ${mistakes} (${once.toFixed(0)} ms)`, longer);
}

await using service = await startServiceProcess({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
const key = await keyIn(service.dataDir);
let networks = 0;
const from = () => ({ "x-forwarded-for": `2001:db8:0:${(++networks).toString(16)}::1` });
const guess = () => signIn(service, `una llave que no es ${networks}`, from()).catch(String);
const attack = setInterval(() => void Promise.all([guess(), guess()]), 50);
const times: number[] = [];
for (let device = 0; device < 20; device++) {
  await new Promise((resolve) => setTimeout(resolve, 150));
  times.push(await milliseconds(1, () => signIn(service, key, from())));
}
clearInterval(attack);
atMost(200, "ms for a sign-in beside 40 wrong keys a second", median(times));

const SLOW = 500;
const ROUNDS = 5;

async function readsP99(): Promise<number> {
  const read = async () => await (await fetch(`${service.url}/api/info`)).arrayBuffer();
  const times = await Array.fromAsync({ length: 1_000 }, () => milliseconds(1, read));
  return percentile(times, 0.99);
}

const p99: { readonly alone: number; readonly beside: number }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const alone = await readsP99();
  await using _ = await slowClients(Number(new URL(service.url).port), SLOW);
  p99.push({ alone, beside: await readsP99() });
}
const ratio = median(p99.map(({ alone, beside }) => beside / alone));
atMost(5, `times the p99 of reads, beside ${SLOW} slow clients`, ratio);
