import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { randomNumbers } from "../routing/town.ts";
import { openStream, signIn } from "../service/_board.ts";
import { endOf } from "../service/_end.ts";
import { draftLink, freeSlot, NO_LIMITS, reserve } from "../service/_guests.ts";
import { assertIntact } from "../service/_intact.ts";
import { spawn } from "../service/_spawned.ts";
import { programCommand, startServiceProcess } from "../support/service_process.ts";
import { report, times, torture } from "./_torture.ts";

const STORMS = times(1, 20);
const STARTS = 20;
/** How long a start may live, as a multiple of what one takes: kills come before anything is done, in it and after it. */
const MAX_LIFE = 2;

torture(
  "killed at any moment of its start, two at once on one folder, a clean start finds all intact",
  async () => {
    const draw = randomNumbers(20);
    const startMs = await measuredStart();
    let served = 0;
    const blow = async (dataDir: string) => {
      for (let start = 0; start < STARTS / 2; start++) {
        const lives = [draw(), draw()].map((part) => part * MAX_LIFE * startMs);
        const ends = await Promise.all(lives.map((ms) => killedAfter(ms, dataDir)));
        served += ends.filter((serving) => serving).length;
      }
    };
    for (let storm = 0; storm < STORMS; storm++) {
      const dataDir = await Deno.makeTempDir();
      // From the very first start on: tables, keys and folders are made in it.
      await blow(dataDir);
      const before = await life(dataDir);
      await blow(dataDir);
      await cleanStart(dataDir, before);
      await Deno.remove(dataDir, { recursive: true });
    }
    assert(served > 0, "some starts served before they were killed");
    assert(served < 2 * STARTS * STORMS, "and some did not");
    report(
      `${STORMS} storms of ${STARTS} starts of two at once, ${served} of which served in time`,
    );
  },
);

/** In milliseconds, with company: starts of the storm have it as well. */
async function measuredStart(): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 3; n++) {
    const begun = performance.now();
    const starting = await Promise.all([startServiceProcess(), startServiceProcess()]);
    times.push(performance.now() - begun);
    await Promise.all(starting.map((service) => service[Symbol.asyncDispose]()));
  }
  return Math.min(...times);
}

/** What must outlive the storm. */
interface Life {
  readonly folios: readonly string[];
  readonly link: string;
  readonly url: string;
  readonly key: string;
}

const GUESTS = 50;

async function life(dataDir: string): Promise<Life> {
  await using service = await startServiceProcess({ env: { ...NO_LIMITS, DATA_DIR: dataDir } });
  const slot = await freeSlot(service.url);
  const folios: string[] = [];
  for (let n = 0; n < GUESTS; n++) folios.push((await reserve(service.url, n, slot)).body.folio);
  const link = await draftLink(service.url);
  // Even this one does not end by itself.
  await service.kill();
  return { folios, link, url: service.url, key: await keyIn(dataDir) };
}

/** @returns whether it served before it was killed */
async function killedAfter(ms: number, dataDir: string): Promise<boolean> {
  const env = { ...NO_LIMITS, PORT: "0", DATA_DIR: dataDir };
  await using started = spawn(programCommand(["serve"]), env);
  await new Promise((resolve) => setTimeout(resolve, ms));
  try {
    started.child.kill("SIGKILL");
  } catch (error) {
    // Where the other one serves in the same folder, this one is refused and has ended by itself.
    if (!(error instanceof TypeError)) throw error;
  }
  return await started.readUntil(/"serving"/).then(() => true, () => false);
}

async function cleanStart(dataDir: string, before: Life): Promise<void> {
  await using service = await startServiceProcess({ env: { ...NO_LIMITS, DATA_DIR: dataDir } });
  const slot = await freeSlot(service.url);
  for (const [n, folio] of before.folios.entries()) {
    const { status, body } = await reserve(service.url, n, slot);
    assertEquals([status, body.folio, body.repetida], [200, folio, true]);
  }
  const page = await fetch(before.link.replace(before.url, service.url));
  assertEquals(page.status, 200, "a link made amid the storm opens");
  await page.body?.cancel();
  assertEquals(await keyIn(dataDir), before.key);
  assertEquals((await reserve(service.url, 1_000, slot)).status, 200);
  const cookie = await signIn(service, await keyIn(dataDir));
  assert(cookie !== null, "the key in the file opens the board");
  await openStream(service, cookie);
  await endOf(service, "SIGTERM");
  await assertIntact(dataDir);
}

async function keyIn(dataDir: string): Promise<string> {
  return (await Deno.readTextFile(join(dataDir, "staff_key"))).trim();
}
