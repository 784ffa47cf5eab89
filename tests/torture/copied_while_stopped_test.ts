import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { endOf } from "../service/_end.ts";
import { eventually } from "../service/_eventually.ts";
import {
  type Answers,
  freeSlot,
  NO_LIMITS,
  noAnswers,
  reserve,
  type Slot,
  startCrowd,
} from "../service/_guests.ts";
import { assertIntact } from "../service/_intact.ts";
import { compare, rowsInFile } from "../service/_rows.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { report, times, torture } from "./_torture.ts";

const COPIES = times(25, 300);
const LANES = 32;
const FILES = ["sobremesa.db", "sobremesa.db-wal"];
/** Answers that were sent before the stop are read within this time, in milliseconds. */
const READ_MS = 20;

torture(
  "copies of its files, taken while it is stopped under load, open intact with every folio told until then",
  async () => {
    await using service = await startServiceProcess({ env: NO_LIMITS });
    const slot = await freeSlot(service.url);
    const answers = noAnswers();
    const crowd = startCrowd({ url: service.url, slot, answers, first: 0, lanes: LANES });
    let untold = 0;
    for (let copy = 0; copy < COPIES; copy++) {
      const before = answers.held.size;
      await crowd.until(({ held }) => held.size >= before + 40);
      // At another stage of a commit each time.
      await new Promise((resolve) => setTimeout(resolve, copy % 7));
      const folder = await Deno.makeTempDir();
      const then = await copyWhileStopped(service, folder, answers);
      untold += await check(folder, then);
      if (copy === COPIES - 1) await serveFrom(folder, slot, then);
      await Deno.remove(folder, { recursive: true });
    }
    await crowd.stop();
    await endOf(service, "SIGTERM");
    assertEquals([answers.refused.size, answers.unanswered.size], [0, 0], "a stop is no end");
    assertEquals([...compare(await rowsInFile(service.dataDir), answers)], []);
    report(
      `${COPIES} copies intact, ${answers.held.size} folios told, ${untold} rows ahead of their answers`,
    );
  },
);

/** @returns what guests had been told when the copy was made */
async function copyWhileStopped(
  { pid, dataDir }: ServiceProcess,
  folder: string,
  answers: Answers,
): Promise<Answers> {
  Deno.kill(pid, "SIGSTOP");
  try {
    await eventually(() => allStopped(pid), 2_000);
    for (const name of FILES) await Deno.copyFile(join(dataDir, name), join(folder, name));
    await new Promise((resolve) => setTimeout(resolve, READ_MS));
    return { ...answers, held: new Map(answers.held) };
  } finally {
    Deno.kill(pid, "SIGCONT");
  }
}

async function allStopped(pid: number): Promise<boolean> {
  for await (const { name } of Deno.readDir(`/proc/${pid}/task`)) {
    const stat = await Deno.readTextFile(`/proc/${pid}/task/${name}/stat`);
    if (!/^\d+ \(.*\) T/.test(stat)) return false;
  }
  return true;
}

/** @returns how many rows no guest had been told of */
async function check(folder: string, { held }: Answers): Promise<number> {
  const rows = await rowsInFile(folder);
  await assertIntact(folder);
  const lost = [...held].filter(([n, folio]) => rows.get(n) !== folio);
  assertEquals(lost, [], "told, and not in the copy");
  const untold = rows.size - held.size;
  assert(untold <= LANES, `${untold} rows of at most ${LANES} requests under way`);
  return untold;
}

async function serveFrom(dataDir: string, slot: Slot, { held }: Answers): Promise<void> {
  await using service = await startServiceProcess({ env: { ...NO_LIMITS, DATA_DIR: dataDir } });
  const last = [...held].slice(-20);
  assert(last.length > 0);
  for (const [n, folio] of last) {
    const { status, body } = await reserve(service.url, n, slot);
    assertEquals([status, body.folio, body.repetida], [200, folio, true]);
  }
}
