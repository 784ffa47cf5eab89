/**
 * A process that reserves without end, for tests that end it or take its disk away. Arguments: the database's address, the data
 * folder, the number of the first candidate. Prints `+ number folio` for each table held and `- number` for each request answered
 * that it was not; stops when its input ends.
 */
import { openStore } from "../../src/storage/store.ts";
import { NOW, randomBytes, request } from "./_fixture.ts";

const [url = "", dataDir = "", first = "0"] = Deno.args;
const LANES = 8;

const storage = await openStore({ url, dataDir, now: () => NOW, randomBytes, log: () => {} });
let next = Number(first);
let stopping = false;

await Promise.all([waitForEnd(), ...Array.from({ length: LANES }, lane)]);
await storage.close();

async function lane(): Promise<void> {
  while (!stopping) {
    const n = next++;
    print(await answer(n));
  }
}

async function answer(n: number): Promise<string> {
  const outcome = await storage.reservations.reserve(request(n));
  if (outcome.kind === "unavailable") return `- ${n}`;
  if (outcome.kind !== "held") throw new Error(`expected held, got ${outcome.kind}`);
  return `+ ${n} ${outcome.folio}`;
}

async function waitForEnd(): Promise<void> {
  for await (const _ of Deno.stdin.readable);
  stopping = true;
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
