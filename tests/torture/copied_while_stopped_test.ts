import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { endOf } from "../service/_end.ts";
import { eventually } from "../support/eventually.ts";
import {
  type Answers,
  freeSlot,
  NO_LIMITS,
  noAnswers,
  reserve,
  type Slot,
  startCrowd,
} from "../service/_guests.ts";
import { assertIntact, compare, rowsInFile } from "../service/_rows.ts";
import { isStopped } from "../support/process_state.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { report, times, torture } from "./_torture.ts";

const COPIES = times(25, 300);
const LANES = 32;
const FILES = ["sobremesa.db", "sobremesa.db-wal"];
/** Time to read the answers that were sent before the stop. */
const READ_MS = 20;

torture(
  "copies of its files, made while it is stopped under load, are intact and hold every reservation confirmed until then",
  async () => {
    await using service = await startServiceProcess({ env: NO_LIMITS });
    const slot = await freeSlot(service.url);
    const answers = noAnswers();
    const crowd = startCrowd({ url: service.url, slot, answers, first: 0, lanes: LANES });
    let unconfirmed = 0;
    for (let copy = 0; copy < COPIES; copy++) {
      const before = answers.held.size;
      await crowd.until(({ held }) => held.size >= before + 40);
      // To stop at another stage of a commit each time.
      await new Promise((resolve) => setTimeout(resolve, copy % 7));
      await using folder = await tempFolder();
      const then = await copyWhileStopped(service, folder.path, answers);
      unconfirmed += await check(folder.path, then);
      if (copy === COPIES - 1) await serveFrom(folder.path, slot, then);
    }
    await crowd.stop();
    await endOf(service, "SIGTERM");
    assertEquals(
      [answers.refused.size, answers.unanswered.size],
      [0, 0],
      "a stopped process still answers later",
    );
    assertEquals([...compare(await rowsInFile(service.dataDir), answers)], []);
    report(
      `${COPIES} copies intact, ${answers.held.size} reservations confirmed, ${unconfirmed} rows before their answers`,
    );
  },
);

/** @returns the guests' answers when the copy was made */
async function copyWhileStopped(
  { pid, dataDir }: ServiceProcess,
  folder: string,
  answers: Answers,
): Promise<Answers> {
  Deno.kill(pid, "SIGSTOP");
  try {
    await eventually(() => isStopped(pid));
    for (const name of FILES) await Deno.copyFile(join(dataDir, name), join(folder, name));
    await new Promise((resolve) => setTimeout(resolve, READ_MS));
    return { ...answers, held: new Map(answers.held) };
  } finally {
    Deno.kill(pid, "SIGCONT");
  }
}

/** @returns the number of rows without an answer */
async function check(folder: string, { held }: Answers): Promise<number> {
  const rows = await rowsInFile(folder);
  await assertIntact(folder);
  const lost = [...held].filter(([n, folio]) => rows.get(n) !== folio);
  assertEquals(lost, [], "confirmed, and not in the copy");
  const unconfirmed = rows.size - held.size;
  assert(unconfirmed <= LANES, `${unconfirmed} rows of at most ${LANES} open requests`);
  return unconfirmed;
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
