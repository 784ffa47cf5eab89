/** The orderly end of a service. */
import { assert, assertEquals } from "@std/assert";
import type { ServiceProcess } from "../support/service_process.ts";
import { openBoard, signIn } from "./_board.ts";
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

const BOARDS = 20;

/**
 * Ends the service while guests reserve and boards are open. Every request that it has begun to read must be answered,
 * and no table may be held without an answer.
 */
export async function endUnderLoad(
  service: ServiceProcess,
  signal: "SIGTERM" | "SIGINT",
): Promise<void> {
  const slot = await freeSlot(service.url);
  const answers = noAnswers();
  const cookie = await signIn(service);
  assert(cookie !== null, "staff can sign in");
  const boards = Array.from({ length: BOARDS }, () => openBoard(service, cookie));
  const crowd = startCrowd({ url: service.url, slot, answers, first: 0, lanes: 32 });
  await crowd.until(({ held }) => held.size > 100);
  const ended = endOf(service, signal);
  await crowd.stop();
  await ended;
  await Promise.all(boards);
  assertEquals(answers.refused.size, 0);
  const unanswered = compare(await rowsInFile(service.dataDir), answers);
  assertEquals([...unanswered], [], "a table was held without an answer");
}
