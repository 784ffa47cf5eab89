/** A service whose database server is killed and restarted under load. */
import { join } from "node:path";
import { assertEquals } from "@std/assert";
import type { ServiceProcess } from "../support/service_process.ts";
import { eventually, isGone } from "./_eventually.ts";
import { type Answers, freeSlot, noAnswers, startCrowd } from "./_guests.ts";
import type { RelayedServer } from "./_on_server.ts";
import { compare, rowsAt } from "./_rows.ts";

/**
 * Kills and restarts the database server under load, `rounds` times. A guest with a 502 must have no row, and one with a folio must
 * have its row.
 * @returns the guests' answers
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

/** Resolves when no reservation is in doubt. */
export async function settled({ dataDir }: ServiceProcess): Promise<void> {
  await eventually(() => isGone(join(dataDir, "doubts.log")), 25_000);
}

export async function assertTrue(url: string, answers: Answers): Promise<void> {
  assertEquals(answers.unanswered.size, 0, "the service did not end, so every guest has an answer");
  assertEquals([...compare(await rowsAt(url), answers)], []);
}

/** Resolves once 40 more guests have this outcome. */
export async function more(
  answers: Answers,
  outcome: "held" | "refused",
  until: (holds: (answers: Answers) => boolean) => Promise<void>,
): Promise<void> {
  const wanted = answers[outcome].size + 40;
  await until((now) => now[outcome].size >= wanted);
}
