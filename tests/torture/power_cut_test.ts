import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { endOf } from "../service/_end.ts";
import { freeSlot, NO_LIMITS, reserve, type Slot } from "../service/_guests.ts";
import { assertIntact } from "../service/_intact.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { type Disk, disksAfterCuts } from "./_power_cut.ts";
import { requireProgram, tell, times, torture } from "./_torture.ts";
import { type Call, isSync, readTrace, tracing } from "./_trace.ts";

const GUESTS = times(800, 5_000);
const LANES = 8;
const CUTS = times(60, 600);
const DATABASE = "sobremesa.db";
const LOG = `${DATABASE}-wal`;
const FOLIO = /R-[0-9A-HJKMNP-TV-Z]{8}/g;

torture("no answer is written before its commit is synced, and a power cut at any moment leaves every folio that was told", async () => {
  await requireProgram("strace", "--version");
  const folder = await Deno.makeTempDir();
  const { calls, dataDir } = await tracedLoad(folder);
  const answers = calls.filter(isAnswer);
  assertEquals(answers.length, GUESTS, "every guest was told a folio, and the trace shows it");
  assertEquals(answeredUnsynced(calls), []);
  const unsyncing = calls.filter((call) => !isSync(call));
  assertEquals(answeredUnsynced(unsyncing).length, GUESTS, "without syncs this would be told");
  const syncs = calls.filter((call) => isSync(call) && call.target.endsWith(LOG));
  tell(`${GUESTS} folios told, each after one of ${syncs.length} syncs of the log`);

  const checkpoints = calls.filter((call) => isSync(call) && call.target.endsWith(DATABASE));
  assert(checkpoints.length > 1, "the log was written back, so cuts meet that as well");
  let atRisk = 0;
  for (const cut of disksAfterCuts(calls, momentsIn(answers), survivors)) {
    await checkDisk(cut.disk, join(folder, "cut"), foliosToldBefore(answers, cut.moment));
    atRisk++;
  }
  tell(`${atRisk} power cuts, ${checkpoints.length} checkpoints among them: all intact`);
  await serveAfterCut(calls, answers, join(folder, "last"));
  await Deno.remove(folder, { recursive: true });
  await Deno.stat(dataDir).catch(() => {});
});
