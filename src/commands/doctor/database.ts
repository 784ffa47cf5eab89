import type { Config } from "../../config/config.ts";
import { onThread } from "../../storage/sqlite_thread.ts";
import { filePath } from "../../storage/file_database.ts";
import { lastStep } from "../../storage/migrate.ts";
import { listBackups } from "../../storage/nightly_backups.ts";
import { SCHEMA_STEPS } from "../../storage/schema_steps.ts";
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
  const known = SCHEMA_STEPS.length;
  if (step > known) {
    const says = `a newer version has used it (schema step ${step}, this program knows ${known})`;
    return fail("database", says, "use that version or a later one, or restore an older copy");
  }
  const behind = step < known ? `; the next start brings it from step ${step} to ${known}` : "";
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

async function stepOfServer({ databaseUrl, databaseAuthToken }: Config): Promise<number | null> {
  const server = await openServer({
    url: databaseUrl,
    authToken: databaseAuthToken,
    fetchTimeoutMs: SERVER_MS,
  });
  try {
    return await lastStep(server) || null;
  } finally {
    await server.close();
  }
}

/** Whether last night's copy is there. @param now epoch milliseconds */
export async function checkBackups({ databaseUrl }: Config, now: number): Promise<Finding> {
  if (!databaseUrl.startsWith("file:")) {
    return ok("backups", "the database is on a server: its operator makes the copies");
  }
  const nights = (await listBackups(filePath(databaseUrl))).filter(({ nightly }) => nightly);
  const last = nights.at(-1);
  const remedy = 'let the service run at night, or copy now with "sobremesa backup FILE"';
  if (last === undefined) return warn("backups", "there is no nightly copy yet", remedy);
  const { size } = await Deno.stat(last.path);
  const says = `${nights.length} nights, the last of ${last.day} (${(size / 1e6).toFixed(1)} MB)`;
  const age = now - Date.parse(`${last.day}T00:00:00Z`);
  return age < 3 * DAY_MS ? ok("backups", says) : warn("backups", says, remedy);
}
