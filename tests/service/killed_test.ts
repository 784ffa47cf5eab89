import { assert, assertEquals } from "@std/assert";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import {
  freeSlot,
  NO_LIMITS,
  nobodyTold,
  reserve,
  type Slot,
  startCrowd,
  type Told,
} from "./_guests.ts";
import { compare, type Rows, rowsInFile } from "./_rows.ts";

const ROUNDS = 20;
/** So many at most where no kill has come between a commit and its answers. */
const MOST_ROUNDS = 60;
/** Answers of a round before the service is killed; those of the requests then under way are never read. */
const ANSWERS = 60;

Deno.test("killed under load, the service has every folio that it told, and retries get those that it did not tell", async () => {
  const dataDir = await Deno.makeTempDir();
  const told = nobodyTold();
  let slot: Slot | undefined;
  let untold: Rows = new Map();
  let retried = 0;
  for (let round = 0; round < ROUNDS || (retried === 0 && round < MOST_ROUNDS); round++) {
    await using service = await startServiceProcess({ env: { ...NO_LIMITS, DATA_DIR: dataDir } });
    slot ??= await freeSlot(service.url);
    await retry(service, slot, untold, told);
    retried += untold.size;
    await killUnderLoad(service, slot, told, round);
    untold = compare(await rowsInFile(dataDir), told);
  }
  assertEquals(told.refused.size, 0, "nobody is refused by a service that is killed");
  assert(told.held.size >= ANSWERS * ROUNDS, `only ${told.held.size} folios were told`);
  assert(retried > 0, "every row was told: no kill came between a commit and its answers");
  await Deno.remove(dataDir, { recursive: true });
});

async function retry({ url }: ServiceProcess, slot: Slot, untold: Rows, told: Told): Promise<void> {
  for (const [n, folio] of untold) {
    const { status, body } = await reserve(url, n, slot);
    assertEquals([status, body.folio, body.repetida], [200, folio, true]);
    told.held.set(n, folio);
    told.unanswered.delete(n);
  }
}

async function killUnderLoad(
  service: ServiceProcess,
  slot: Slot,
  told: Told,
  round: number,
): Promise<void> {
  const before = told.held.size;
  const crowd = startCrowd({ url: service.url, slot, told, first: round * 100_000, lanes: 32 });
  await crowd.until(({ held }) => held.size >= before + ANSWERS);
  // Answers come right after a commit: kills that followed them at once would all meet the same stage of the next one.
  await new Promise((resolve) => setTimeout(resolve, round % 5));
  const killed = service.kill();
  await crowd.stop();
  await killed;
}
