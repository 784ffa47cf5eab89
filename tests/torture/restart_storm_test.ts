import { assert, assertEquals } from "@std/assert";
import { randomNumbers } from "../streets/_town.ts";
import { keyIn, readDay, signIn } from "../service/_board.ts";
import { endOf } from "../service/_end.ts";
import { draftLink, freeSlot, NO_LIMITS, reserve, statusOf } from "../service/_guests.ts";
import { spawn } from "../service/_spawned.ts";
import { assertIntact } from "../service/_rows.ts";
import { programCommand, startServiceProcess } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { report, times, torture } from "./_torture.ts";

const STORMS = times(1, 20);
const STARTS = 20;
/** Greatest time before a kill, as a multiple of a start's duration: kills hit before, during and after the start. */
const MAX_LIFE = 2;

torture(
  "after kills at any moment of two concurrent starts on one folder, a clean start finds all data intact",
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
      await using folder = await tempFolder();
      // From the first start on, which creates tables, keys and folders.
      await blow(folder.path);
      const before = await life(folder.path);
      await blow(folder.path);
      await cleanStart(folder.path, before);
    }
    assert(served > 0, "some starts must serve before they are killed");
    assert(served < 2 * STARTS * STORMS, "and some must not");
    report(
      `${STORMS} storms of ${STARTS} starts of two at once, ${served} of which served in time`,
    );
  },
);

/** Milliseconds of a start beside another one, as in the storm. */
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

/** Data that must survive the storm. */
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
  // This start is killed too.
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
    // If the other one serves in the same folder, this one is refused and has ended.
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
  const page = await statusOf(before.link.replace(before.url, service.url));
  assertEquals(page, 200, "a link from before the kills opens");
  assertEquals(await keyIn(dataDir), before.key);
  assertEquals((await reserve(service.url, 1_000, slot)).status, 200);
  const cookie = await signIn(service);
  assert(cookie !== null, "the key in the file is accepted");
  assertEquals(await readDay(service, cookie), 200);
  await endOf(service, "SIGTERM");
  await assertIntact(dataDir);
}
