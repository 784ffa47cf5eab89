import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { endOf } from "../service/_end.ts";
import { freeSlot, NO_LIMITS, reserve, type Slot } from "../service/_guests.ts";
import { assertIntact, rowsInFile } from "../service/_rows.ts";
import { randomNumbers } from "../streets/_town.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { type Disk, disksAfterCuts } from "./faults/power_cut.ts";
import { report, times, torture } from "./_torture.ts";
import { type Call, isSync, readTrace, tracing } from "./faults/trace.ts";

/** Enough to fill the log, which is checkpointed every 700 pages. */
const GUESTS = times(4_000, 12_000);
const LANES = 8;
const CUTS = times(100, 1_000);
/** Probabilities that the disk wrote a sector that no sync covers, for successive cuts. */
const CHANCES = [0, 1, 0.5, 0.9, 0.1];
const DATABASE = "sobremesa.db";
const LOG = `${DATABASE}-wal`;

torture(
  "no answer is sent before its commit is synced, and a power cut at any moment leaves every confirmed reservation",
  async () => {
    await using folder = await tempFolder();
    const { calls, slot } = await tracedLoad(folder.path);
    const answers = calls.flatMap((call) => answered(call));
    assertEquals(answers.length, GUESTS, "the trace shows every confirmed folio");
    assertEquals(sentUnsynced(calls, answers), []);
    const neverSynced = calls.filter((call) => !isSync(call));
    assertEquals(
      sentUnsynced(neverSynced, answers).length,
      GUESTS,
      "without syncs the check fails for every answer",
    );
    report(
      `${GUESTS} reservations confirmed, each after one of ${
        syncsOf(calls, LOG).length
      } syncs of the log`,
    );

    const [first, last] = [answers[0]!.sent, answers.at(-1)!.sent];
    const checkpoints =
      syncsOf(calls, DATABASE).filter(({ begun }) => begun > first && begun < last).length;
    assert(checkpoints > 0, "cuts must hit checkpoints too");
    let latest = { disk: new Map() as Disk, confirmed: [] as readonly Confirmed[] };
    for (const { moment, disk } of disksAfterCuts(calls, moments(first, last), drawnSurvival())) {
      latest = { disk, confirmed: answers.filter(({ sent }) => sent < moment) };
      await checkDisk(disk, latest.confirmed);
    }
    report(
      `${CUTS} power cuts around ${checkpoints} checkpoints: intact, with every confirmed folio`,
    );
    await serveAfterCut(latest.disk, latest.confirmed, slot);
  },
);

/** A confirmed folio, and when its answer was sent. */
interface Confirmed {
  readonly folio: string;
  readonly sent: number;
}

async function tracedLoad(folder: string): Promise<{ calls: Call[]; slot: Slot }> {
  const trace = join(folder, "trace");
  await using service = await startServiceProcess({
    env: { ...NO_LIMITS, DATA_DIR: join(folder, "data") },
    under: tracing(trace),
  });
  const slot = await freeSlot(service.url);
  await reserveAll(service, slot);
  await endOf(service, "SIGTERM");
  const calls = await readTrace(
    trace,
    (target) =>
      target.startsWith("socket:") || [DATABASE, LOG].some((name) => isFile(target, name)),
  );
  const unknown = calls.filter(({ name, target }) =>
    !target.startsWith("socket:") && !["pwrite64", "ftruncate", "fsync", "fdatasync"].includes(name)
  );
  assertEquals(unknown.map(({ name }) => name), [], "calls that the model of the disk lacks");
  return { calls, slot };
}

async function reserveAll({ url }: ServiceProcess, slot: Slot): Promise<void> {
  let next = 0;
  await Promise.all(Array.from({ length: LANES }, async () => {
    while (next < GUESTS) {
      // A compressed answer would not show its folio.
      const { status } = await reserve(url, next++, slot, { "accept-encoding": "identity" });
      assertEquals(status, 200);
    }
  }));
}

const isFile = (target: string, name: string) => target.endsWith(`/${name}`);

const syncsOf = (calls: readonly Call[], name: string) =>
  calls.filter((call) => isSync(call) && call.result === 0 && isFile(call.target, name));

const foliosIn = ({ bytes }: Call) =>
  new TextDecoder("latin1").decode(bytes).match(/R-[0-9A-HJKMNP-TV-Z]{8}/g) ?? [];

function answered(call: Call): Confirmed[] {
  const text = new TextDecoder("latin1").decode(call.bytes.subarray(0, 12));
  if (!call.target.startsWith("socket:") || text !== "HTTP/1.1 200") return [];
  const [folio] = foliosIn(call);
  return folio === undefined ? [] : [{ folio, sent: call.begun }];
}

/**
 * Folios that were sent before they were synced: no sync of the log that began after their first write had returned.
 */
function sentUnsynced(calls: readonly Call[], answers: readonly Confirmed[]): string[] {
  const written = new Map<string, number>();
  for (const call of calls) {
    if (!isFile(call.target, LOG)) continue;
    for (const folio of foliosIn(call)) {
      if (!written.has(folio)) written.set(folio, call.returned);
    }
  }
  const syncs = syncsOf(calls, LOG);
  return answers.filter(({ folio, sent }) => {
    const sync = syncs.find(({ begun }) => begun > (written.get(folio) ?? Infinity));
    return sync === undefined || sync.returned > sent;
  }).map(({ folio }) => folio);
}

const draw = randomNumbers(1);

function moments(first: number, last: number): number[] {
  return Array.from({ length: CUTS }, () => first + draw() * (last - first)).sort((a, b) => a - b);
}

function drawnSurvival(): (moment: number) => boolean {
  const chances = new Map<number, number>();
  return (moment) => {
    const chance = chances.get(moment) ?? CHANCES[chances.size % CHANCES.length]!;
    chances.set(moment, chance);
    return draw() < chance;
  };
}

async function checkDisk(disk: Disk, confirmed: readonly Confirmed[]): Promise<void> {
  await using folder = await tempFolder();
  await putOn(disk, folder.path);
  const rows = await rowsInFile(folder.path);
  await assertIntact(folder.path);
  const present = new Set(rows.values());
  assertEquals(confirmed.filter(({ folio }) => !present.has(folio)), [], "confirmed and lost");
}

async function serveAfterCut(
  disk: Disk,
  confirmed: readonly Confirmed[],
  slot: Slot,
): Promise<void> {
  await using folder = await tempFolder();
  await putOn(disk, folder.path);
  const guests = await rowsInFile(folder.path);
  const env = { ...NO_LIMITS, DATA_DIR: folder.path };
  await using service = await startServiceProcess({ env });
  for (const { folio } of confirmed.slice(-20)) {
    const [n] = [...guests].find(([, theirs]) => theirs === folio)!;
    const { status, body } = await reserve(service.url, n, slot);
    assertEquals([status, body.folio, body.repetida], [200, folio, true]);
  }
}

async function putOn(disk: Disk, folder: string): Promise<void> {
  for (const [path, bytes] of disk) {
    await Deno.writeFile(join(folder, path.slice(path.lastIndexOf("/") + 1)), bytes);
  }
}
