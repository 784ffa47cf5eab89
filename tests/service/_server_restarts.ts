/** A service whose database server goes and comes back under load, and what must be true of it then. */
import { join } from "node:path";
import { assertEquals } from "@std/assert";
import type { ServiceProcess } from "../support/service_process.ts";
import { eventually, isGone } from "./_eventually.ts";
import { type Answers, freeSlot, noAnswers, startCrowd } from "./_guests.ts";
import type { RelayedServer } from "./_on_server.ts";
import { compare, rowsAt } from "./_rows.ts";

/**
 * Kills the database server and starts it again, `rounds` times under load. A guest who is told 502 must have no row, and one who is
 * told a folio must have it.
 * @returns what guests were told
 */
export async function surviveServerRestarts(
  { sqld, start }: RelayedServer,
  rounds: number,
): Promise<Answers> {
  await using service = await start("one");
  const slot = await freeSlot(service.url);
  const answers = noAnswers();
  const crowd = startCrowd({ url: service.url, slot, answers, first: 0 });
  for (let round = 0; round < rounds; round++) {
    await more(answers, "held", crowd.until);
    await sqld.kill();
    await more(answers, "refused", crowd.until);
    await sqld.restart();
  }
  await more(answers, "held", crowd.until);
  await crowd.stop();
  await settled(service);
  await assertTrue(sqld.url, answers);
  return answers;
}

/** Resolves when no reservation is in doubt any more. */
export async function settled({ dataDir }: ServiceProcess): Promise<void> {
  await eventually(() => isGone(join(dataDir, "doubts.log")), 25_000);
}

export async function assertTrue(url: string, answers: Answers): Promise<void> {
  assertEquals(answers.unanswered.size, 0, "the service lived, so everybody has an answer");
  assertEquals([...compare(await rowsAt(url), answers)], []);
}

async function more(
  answers: Answers,
  outcome: "held" | "refused",
  until: (holds: (answers: Answers) => boolean) => Promise<void>,
): Promise<void> {
  const wanted = answers[outcome].size + 40;
  await until((now) => now[outcome].size >= wanted);
}
