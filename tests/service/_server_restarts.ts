/** A service whose database server goes and comes back under load, and what must be true of it then. */
import { join } from "node:path";
import { assertEquals } from "@std/assert";
import type { ServiceProcess } from "../support/service_process.ts";
import { eventually, isGone } from "./_eventually.ts";
import { freeSlot, nobodyTold, startCrowd, type Told } from "./_guests.ts";
import type { FarServer } from "./_on_server.ts";
import { compare, rowsAt } from "./_rows.ts";

/**
 * Kills the database server and starts it again, `rounds` times under load. A guest who is told 502 must have no row, and one who is
 * told a folio must have it.
 * @returns what guests were told
 */
export async function surviveServerRestarts(
  { sqld, start }: FarServer,
  rounds: number,
): Promise<Told> {
  await using service = await start("one");
  const slot = await freeSlot(service.url);
  const told = nobodyTold();
  const crowd = startCrowd({ url: service.url, slot, told, first: 0 });
  for (let round = 0; round < rounds; round++) {
    await more(told, "held", crowd.until);
    await sqld.kill();
    await more(told, "refused", crowd.until);
    await sqld.restart();
  }
  await more(told, "held", crowd.until);
  await crowd.stop();
  await settled(service);
  await assertTrue(sqld.url, told);
  return told;
}

/** Resolves when no reservation is in doubt any more. */
export async function settled({ dataDir }: ServiceProcess): Promise<void> {
  await eventually(() => isGone(join(dataDir, "doubts.log")), 25_000);
}

export async function assertTrue(url: string, told: Told): Promise<void> {
  assertEquals(told.unanswered.size, 0, "the service lived, so everybody has an answer");
  assertEquals([...compare(await rowsAt(url), told)], []);
}

async function more(
  told: Told,
  outcome: "held" | "refused",
  until: (holds: (told: Told) => boolean) => Promise<void>,
): Promise<void> {
  const wanted = told[outcome].size + 40;
  await until((now) => now[outcome].size >= wanted);
}
