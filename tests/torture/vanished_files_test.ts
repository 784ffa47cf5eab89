import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { within } from "../../src/in_progress.ts";
import { EXIT_DISK } from "../service/_end.ts";
import { type Answers, freeSlot, NO_LIMITS, noAnswers, startCrowd } from "../service/_guests.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { report, times, torture } from "./_torture.ts";

const ENDS_MS = 10_000;

/** What becomes of the database (""), its log and the log's index under a running service. */
const LOSSES: readonly (readonly [companion: string, became: string, (path: string) => void])[] = [
  ...["", "-wal", "-shm"].flatMap((companion) =>
    [
      [companion, "removed", (path: string) => Deno.removeSync(path)],
      [companion, "moved away", (path: string) => Deno.renameSync(path, `${path}.away`)],
      [companion, "replaced", (path: string) => {
        Deno.copyFileSync(path, `${path}.copy`);
        Deno.renameSync(`${path}.copy`, path);
      }],
    ] as const
  ),
  ["", "cut", (path) => Deno.truncateSync(path, Deno.statSync(path).size - 1)],
  ["-wal", "emptied", (path) => Deno.truncateSync(path)],
  // A cut of only the frames that a commit is writing at that moment is not detected.
  ["-wal", "cut", (path) => Deno.truncateSync(path, Math.floor(Deno.statSync(path).size / 2))],
];

for (const [companion, became, lose] of LOSSES) {
  const loss = `the database's ${companion || "file"} is ${became}`;
  torture(
    `after ${loss}, no reservation is confirmed, and the service ends`,
    async () => {
      const rounds = times(2, 20);
      let confirmed = 0;
      for (let round = 0; round < rounds; round++) {
        confirmed += await confirmedAfter((path) => lose(path + companion), round % 2 === 1);
      }
      assertEquals(confirmed, 0, "reservations confirmed after the loss");
      report(`${loss}: ${rounds} times, no reservation confirmed after it`);
    },
  );
}

/**
 * The number of reservations confirmed for requests after the loss.
 * @param underLoad whether other requests are open during the loss
 */
async function confirmedAfter(
  lose: (database: string) => void,
  underLoad: boolean,
): Promise<number> {
  await using folder = await tempFolder();
  const env = { ...NO_LIMITS, DATA_DIR: folder.path };
  await using service = await startServiceProcess({ env });
  const slot = await freeSlot(service.url);
  const crowd = (first: number, answers: Answers) =>
    startCrowd({ url: service.url, slot, answers, first, lanes: 8 });
  const after = noAnswers();
  const earlier = crowd(0, noAnswers());
  await earlier.until(({ held }) => held.size >= 40);
  if (!underLoad) await earlier.stop();
  lose(join(folder.path, "sobremesa.db"));
  const later = crowd(1_000_000, after);
  await within(ENDS_MS, service.status);
  assertEquals((await service.stop()).code, EXIT_DISK);
  await Promise.all([earlier.stop(), later.stop()]);
  return after.held.size;
}
