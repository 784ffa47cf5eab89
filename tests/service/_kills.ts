/** A service that is killed under load repeatedly, on the same data. */
import { assert, assertEquals } from "@std/assert";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import {
  type Answers,
  freeSlot,
  NO_LIMITS,
  noAnswers,
  reserve,
  type Slot,
  startCrowd,
} from "./_guests.ts";
import { assertIntact, compare, type Rows, rowsInFile } from "./_rows.ts";

/** The greatest number of rounds if no kill came between a commit and its answers. */
const MAX_ROUNDS = 60;
/** Answers of a round before the service is killed; those of the requests open then are never read. */
const ANSWERS = 60;

/** The result of the kills. */
export interface Kills {
  readonly rounds: number;
  /** Confirmed reservations. */
  readonly held: number;
  /** Rows that were written without an answer, and then confirmed by a retry. */
  readonly retried: number;
}

/**
 * Kills the service under load, at least `minRounds` times and until a kill has come between a commit and its answers.
 * After each, every confirmed folio must be a row, every other row must belong to a guest whose request was open, and
 * that guest must get its folio by a retry.
 */
export async function surviveKills(minRounds: number): Promise<Kills> {
  await using folder = await tempFolder();
  const dataDir = folder.path;
  const answers = noAnswers();
  let slot: Slot | undefined;
  let unconfirmed: Rows = new Map();
  let retried = 0;
  let round = 0;
  for (; round < minRounds || (retried === 0 && round < MAX_ROUNDS); round++) {
    await using service = await startServiceProcess({ env: { ...NO_LIMITS, DATA_DIR: dataDir } });
    slot ??= await freeSlot(service.url);
    await retry(service, slot, unconfirmed, answers);
    retried += unconfirmed.size;
    await killUnderLoad(service, slot, answers, round);
    unconfirmed = compare(await rowsInFile(dataDir), answers);
  }
  await assertIntact(dataDir);
  assertEquals(answers.refused.size, 0, "a service that is killed refuses no guest");
  assert(answers.held.size >= ANSWERS * round, `only ${answers.held.size} were confirmed`);
  assert(retried > 0, "every row was confirmed: no kill came between a commit and its answers");
  return { rounds: round, held: answers.held.size, retried };
}

/** Fails unless each guest of `unconfirmed` gets the folio of its row by a retry, which `answers` then holds. */
export async function retry(
  { url }: ServiceProcess,
  slot: Slot,
  unconfirmed: Rows,
  answers: Answers,
): Promise<void> {
  for (const [n, folio] of unconfirmed) {
    const { status, body } = await reserve(url, n, slot);
    assertEquals([status, body.folio, body.repetida], [200, folio, true]);
    answers.held.set(n, folio);
    answers.unanswered.delete(n);
  }
}

async function killUnderLoad(
  service: ServiceProcess,
  slot: Slot,
  answers: Answers,
  round: number,
): Promise<void> {
  const before = answers.held.size;
  const crowd = startCrowd({ url: service.url, slot, answers, first: round * 100_000, lanes: 32 });
  await crowd.until(({ held }) => held.size >= before + ANSWERS);
  // Answers come right after a commit: without this delay all kills would hit the same stage of the next commit.
  await new Promise((resolve) => setTimeout(resolve, round % 5));
  const killed = service.kill();
  await crowd.stop();
  await killed;
}
