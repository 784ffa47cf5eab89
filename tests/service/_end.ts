/** The orderly end of a service. */
import { assertEquals } from "@std/assert";
import type { ServiceProcess } from "../support/service_process.ts";
import { freeSlot, noAnswers, startCrowd } from "./_guests.ts";
import { compare, rowsInFile } from "./_rows.ts";

/** The exit code of a service whose disk fails: EX_IOERR of sysexits.h. */
export const EXIT_DISK = 74;
/** A service that has not ended by then does not end by itself. */
export const MAX_END_MS = 60_000;

/** Ends the service with `signal`. Kills it and fails if it does not end. */
export async function endOf(service: ServiceProcess, signal: "SIGTERM" | "SIGINT"): Promise<void> {
  const timer = setTimeout(() => Deno.kill(service.pid, "SIGKILL"), MAX_END_MS);
  const { code, signal: killedBy } = await service.stop(signal);
  clearTimeout(timer);
  assertEquals([code, killedBy, service.errorLines], [0, null, []]);
}

/**
 * Ends the service while guests reserve. Every request that it has begun to read must be answered, and no table may be held without
 * an answer.
 * @returns the number of confirmed reservations
 */
export async function endUnderLoad(
  service: ServiceProcess,
  signal: "SIGTERM" | "SIGINT",
  lanes = 16,
): Promise<number> {
  const slot = await freeSlot(service.url);
  const answers = noAnswers();
  const crowd = startCrowd({ url: service.url, slot, answers, first: 0, lanes });
  await crowd.until(({ held }) => held.size > 100);
  const ended = endOf(service, signal);
  await crowd.stop();
  await ended;
  assertEquals(answers.refused.size, 0);
  const unanswered = compare(await rowsInFile(service.dataDir), answers);
  assertEquals([...unanswered], [], "a table was held without an answer");
  return answers.held.size;
}
