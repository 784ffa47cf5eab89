import type { Config } from "../../config/config.ts";
import { addDays, dayOf } from "../../domain/local_time.ts";
import { newestTime } from "../../storage/believed_clock.ts";
import type { Database } from "../../storage/database.ts";
import { filePath, onThread } from "../../storage/file_database.ts";
import { SCHEMA_STEP, schemaStep, stepProblem } from "../../storage/schema.ts";
import { listBackups } from "../../storage/backup.ts";
import { openServer } from "../../storage/server_database.ts";
import { fail, type Finding, ok, reason, warn } from "./finding.ts";

const SERVER_MS = 5_000;
const DAY_MS = 24 * 60 * 60_000;

/** Whether the database answers, is sound and of this version; changes nothing in it. */
export async function checkDatabase(config: Config): Promise<Finding> {
  try {
    const step = config.databaseUrl.startsWith("file:")
      ? await stepOfFile(filePath(config.databaseUrl))
      : await stepOfServer(config);
    if (step === null) {
      return warn("database", "there is none yet", '"sobremesa serve" makes it at its first start');
    }
    return judged(step);
  } catch (error) {
    const remedy =
      'stop the service and put a copy back with "sobremesa restore", or mend what is said';
    return fail("database", reason(error), remedy);
  }
}

function judged(step: number): Finding {
  const problem = stepProblem(step);
  if (problem !== null) return fail("database", problem.says, problem.remedy);
  const behind = step < SCHEMA_STEP
    ? `; the next start brings it from step ${step} to ${SCHEMA_STEP}`
    : "";
  return ok("database", `answers and is sound${behind}`);
}

/** Null where there is no such file. */
async function stepOfFile(path: string): Promise<number | null> {
  try {
    await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  return await onThread({ kind: "check", path });
}

async function stepOfServer(config: Config): Promise<number | null> {
  return await onServer(config, schemaStep) || null;
}

async function onServer(
  { databaseUrl, databaseAuthToken }: Config,
  ask: (server: Database) => Promise<number | null>,
): Promise<number | null> {
  const server = await openServer({
    url: databaseUrl,
    authToken: databaseAuthToken,
    fetchTimeoutMs: SERVER_MS,
  });
  try {
    return await ask(server);
  } finally {
    await server.close();
  }
}

/**
 * The newest time that a service believed, in epoch milliseconds; null where none did, or the database cannot be read, which is a
 * finding of its own.
 */
export async function newestTimeIn(config: Config): Promise<number | null> {
  try {
    if (!config.databaseUrl.startsWith("file:")) return await onServer(config, newestTime);
    const path = filePath(config.databaseUrl);
    await Deno.stat(path);
    return await onThread({ kind: "clock", path }) || null;
  } catch {
    return null;
  }
}

/** Whether last night's copy is there. @param now epoch milliseconds */
export async function checkBackups({ databaseUrl }: Config, now: number): Promise<Finding> {
  if (!databaseUrl.startsWith("file:")) {
    return ok("backups", "the database is on a server: its operator makes the copies");
  }
  // A copy of a later day was made by a clock that was wrong. Some places are a day ahead of UTC.
  const today = dayOf(Math.floor(now / 60_000));
  const nights = (await listBackups(filePath(databaseUrl)))
    .filter(({ nightly, day }) => nightly && day <= addDays(today, 1));
  const last = nights.at(-1);
  const remedy = 'let the service run at night, or copy now with "sobremesa backup FILE"';
  if (last === undefined) return warn("backups", "there is no nightly copy yet", remedy);
  const { size } = await Deno.stat(last.path);
  const says = `${nights.length} nights, the last of ${last.day} (${(size / 1e6).toFixed(1)} MB)`;
  const age = now - Date.parse(`${last.day}T00:00:00Z`);
  return age < 3 * DAY_MS ? ok("backups", says) : warn("backups", says, remedy);
}
