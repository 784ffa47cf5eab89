import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { within } from "../../src/in_progress.ts";
import { eventually, isGone } from "../support/eventually.ts";
import { EXIT_DISK } from "../service/_end.ts";
import {
  type Answers,
  type Crowd,
  freeSlot,
  NO_LIMITS,
  noAnswers,
  reserve,
  startCrowd,
} from "../service/_guests.ts";
import { assertIntact, compare, rowsInFile } from "../service/_rows.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { type Call, CALLS, type FailingDisk, failingDisk } from "./faults/failing_disk.ts";
import { report, times, torture } from "./_torture.ts";

const FAULT_MS = 600;
const SETTLED_MS = 10_000;

interface Trial extends AsyncDisposable {
  readonly disk: FailingDisk;
  readonly dataDir: string;
  readonly answers: Answers;
  start(): Promise<ServiceProcess>;
  /** Starts a crowd of guests with new numbers. */
  crowd(service: ServiceProcess): Promise<Crowd>;
}

/** @param name prefix of the names of the failing files in DATA_DIR */
async function trial(name = "sobremesa.db"): Promise<Trial> {
  const folder = await Deno.makeTempDir();
  const dataDir = join(folder, "data");
  const disk = await failingDisk(folder, join(dataDir, name));
  const answers = noAnswers();
  let crowds = 0;
  return {
    disk,
    dataDir,
    answers,
    start: () => startServiceProcess({ env: { ...NO_LIMITS, ...disk.env, DATA_DIR: dataDir } }),
    async crowd({ url }) {
      return startCrowd({ url, slot: await freeSlot(url), answers, first: 1_000_000 * crowds++ });
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

/** Restarts the service on a working disk: it must have every confirmed reservation, and settle those in doubt. */
async function assertNothingLost({ disk, dataDir, answers, start }: Trial): Promise<void> {
  disk.fail({});
  {
    await using service = await start();
    await eventually(() => isGone(join(dataDir, "doubts.log")), SETTLED_MS).catch((error) => {
      throw new Error(service.lines.join("\n"), { cause: error });
    });
    const { status } = await reserve(service.url, 999_999, await freeSlot(service.url));
    assertEquals(status, 200, "it reserves again");
    assertEquals((await service.stop()).code, 0);
  }
  const rows = new Map(await rowsInFile(dataDir));
  rows.delete(999_999);
  compare(rows, answers);
  await assertIntact(dataDir);
}

for (const call of CALLS) {
  torture(
    `while every ${call} fails, a confirmed folio has a row, and a refusal has none`,
    async () => {
      await using ground = await trial();
      const { disk, answers } = ground;
      {
        await using service = await ground.start();
        const crowd = await ground.crowd(service);
        await crowd.until(({ held }) => held.size > 40);
        disk.fail({ [call]: 100 });
        await within(2_000, service.status);
        await crowd.stop();
        disk.fail({});
        const { code } = await service.stop();
        const mustEnd = call === "write" || call === "sync";
        assert(code === EXIT_DISK || (code === 0 && !mustEnd), `it ended with ${code}`);
        assertEquals(service.errorLines, []);
      }
      report(
        `${call}: ${answers.held.size} confirmed, ${answers.refused.size} refused, ${answers.unanswered.size} without an answer`,
      );
      await assertNothingLost(ground);
    },
  );
}

torture(
  "if the journal of doubts cannot be written either, a guest gets no answer that may be false",
  async () => {
    await using ground = await trial("");
    const { disk, answers } = ground;
    {
      await using service = await ground.start();
      const crowd = await ground.crowd(service);
      await crowd.until(({ held }) => held.size > 40);
      disk.fail({ write: 100, sync: 100 });
      await within(5_000, service.status);
      await crowd.stop();
      assertEquals((await service.stop()).code, EXIT_DISK);
    }
    assert(answers.unanswered.size > 0);
    await assertNothingLost(ground);
  },
);

const MIXTURES: readonly Readonly<Partial<Record<Call, number>>>[] = [
  { read: 5, write: 5 },
  { read: 5, sync: 5 },
  { write: 5, sync: 5 },
  { read: 5, write: 5, sync: 5 },
  { write: 1 },
  { read: 30, write: 30, sync: 30, truncate: 30, open: 30 },
];

torture(
  "0.6 s of a failing disk under load and then a kill lose no confirmed reservation",
  async () => {
    const rounds = times(6, 60);
    let [ended, held] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      await using ground = await trial();
      const { disk, answers } = ground;
      {
        await using service = await ground.start();
        const crowd = await ground.crowd(service);
        await crowd.until(({ held }) => held.size > 200);
        disk.fail(MIXTURES[round % MIXTURES.length]!);
        await within(FAULT_MS, service.status);
        disk.fail({});
        await within(200, service.status);
        const { code } = await service.kill();
        await crowd.stop();
        if (code === EXIT_DISK) ended++;
      }
      held += answers.held.size;
      await assertNothingLost(ground);
    }
    assert(ended > 0, "the service never detected the failing disk");
    report(
      `${rounds} failing disks, ${ended} ended the service, ${held} reservations confirmed and present`,
    );
  },
);
