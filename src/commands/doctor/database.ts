import type { Config } from "../../config/config.ts";
import { addDays, dayOf } from "../../domain/local_time.ts";
import { newestTime } from "../../storage/believed_clock.ts";
import { checkFile, filePath } from "../../storage/file_database.ts";
import type { CheckedFile } from "../../storage/sqlite_tasks.ts";
import { SCHEMA_STEP, schemaStep, stepProblem } from "../../storage/schema.ts";
import { listBackups } from "../../storage/backup.ts";
import { openServer } from "../../storage/server_database.ts";
import { fail, type Finding, ok, reason, warn } from "./finding.ts";

const SERVER_MS = 5_000;
const DAY_MS = 24 * 60 * 60_000;

/** Whether the database answers, is sound and of this version, and the newest time that a service believed; changes nothing. */
export async function examineDatabase(config: Config): Promise<ExaminedDatabase> {
  try {
    const found = config.databaseUrl.startsWith("file:")
      ? await examineFile(filePath(config.databaseUrl))
      : await examineServer(config);
    if (found !== null) return { finding: judged(found), newest: found.newest };
    const remedy = '"sobremesa serve" makes it at its first start';
    return { finding: warn("database", "there is none yet", remedy), newest: null };
  } catch (error) {
    const remedy =
      'stop the service and put a copy back with "sobremesa restore", or mend what is said';
    return { finding: fail("database", reason(error), remedy), newest: null };
  }
}

export interface ExaminedDatabase {
  readonly finding: Finding;
  /** In epoch milliseconds; null where no service wrote one, or the database cannot be read. */
  readonly newest: number | null;
}

function judged({ step, orphaned }: CheckedFile): Finding {
  const problem = stepProblem(step);
  if (problem !== null) return fail("database", problem.says, problem.remedy);
  if (orphaned.length > 0) {
    const says = `rows in ${orphaned.join(", ")} belong to reservations that are not there, ` +
      "which another program has deleted: their personal data is left";
    return warn("database", says, "delete these rows (PRAGMA foreign_key_check lists them)");
  }
  const behind = step < SCHEMA_STEP
    ? `; the next start brings it from step ${step} to ${SCHEMA_STEP}`
    : "";
  return ok("database", `answers and is sound${behind}`);
}

/** Null where there is no such file. */
async function examineFile(path: string): Promise<CheckedFile | null> {
  try {
    await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  return await checkFile(path);
}

/** Null where no service has used it. */
async function examineServer(
  { databaseUrl, databaseAuthToken }: Config,
): Promise<CheckedFile | null> {
  const server = await openServer({
    url: databaseUrl,
    authToken: databaseAuthToken,
    fetchTimeoutMs: SERVER_MS,
  });
  try {
    const step = await schemaStep(server);
    return step === 0 ? null : { step, newest: await newestTime(server), orphaned: [] };
  } finally {
    await server.close();
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
