/**
 * Copies and checks database files on a thread of its own: both read whole files in one go, and guests must not wait for that.
 * Started by `on_worker.ts`; takes one {@linkcode BackupTask} and posts one {@linkcode BackupAnswer}.
 */
import { createClient } from "@libsql/client";
import type { BackupAnswer, BackupTask } from "./backup_task.ts";

interface Scope {
  onmessage(event: MessageEvent<BackupTask>): void;
  postMessage(answer: BackupAnswer): void;
}

const scope = self as unknown as Scope;

scope.onmessage = async ({ data }) => {
  scope.postMessage(await answer(data));
};

async function answer(task: BackupTask): Promise<BackupAnswer> {
  try {
    if (task.kind === "copy") await copy(task.path, task.to);
    return { ok: true, step: await check(task.kind === "copy" ? task.to : task.path) };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return { ok: false, code, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** One state of the database, whoever writes to it meanwhile, without free pages. */
async function copy(path: string, to: string): Promise<void> {
  const client = createClient({ url: `file:${encodeURIComponent(path)}` });
  try {
    await client.execute("PRAGMA busy_timeout=10000");
    await client.execute({ sql: "VACUUM INTO ?", args: [to] });
  } finally {
    client.close();
  }
}

/** The last schema step of a sound database. */
async function check(path: string): Promise<number> {
  const client = createClient({ url: `file:${encodeURIComponent(path)}` });
  try {
    const { rows } = await client.execute("PRAGMA integrity_check(1)");
    const found = String(rows[0]?.integrity_check);
    if (found !== "ok") throw Object.assign(new Error(found), { code: "SQLITE_CORRUPT" });
    const broken = await client.execute("PRAGMA foreign_key_check");
    if (broken.rows.length > 0) throw new Error("rows refer to others that are not there");
    const steps = await client.execute("SELECT max(step) AS step FROM schema_steps");
    return Number(steps.rows[0]?.step);
  } finally {
    client.close();
  }
}
