/**
 * What attackers make the service do. Files of thousands of mistakes, by the time for twice as many: fails if it is over 3 times,
 * where each mistake that meets each other takes 4. The median of 20 sign-ins of new devices while 40 wrong keys a second come
 * from new addresses: fails if it is over 200 ms.
 *
 *   deno run --allow-all tests/bench/attacks_bench.ts
 */
import { floods } from "../restaurant/_floods.ts";
import { keyIn, signIn } from "../service/_board.ts";
import { problemsOf } from "../support/edited_sample.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { atMost, median, milliseconds } from "./figures.ts";

const half = floods(0.5);
for (const [mistakes, text] of Object.entries(floods())) {
  const [one, twice] = [half[mistakes]!, text];
  const once = await milliseconds(7, () => problemsOf(one));
  const ratio = await milliseconds(7, () => problemsOf(twice)) / once;
  atMost(3, `times as long for twice as many ${mistakes} (${once.toFixed(0)} ms)`, ratio);
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
