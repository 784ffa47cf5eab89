/**
 * Copies and checks database files on a thread of its own: both read whole files in one go, and guests must not wait for that.
 * Started by `on_worker.ts`; takes one {@linkcode BackupTask} and posts one {@linkcode BackupAnswer}.
 */
import type { BackupAnswer, BackupTask } from "./backup_task.ts";
import { connectToFile } from "./file_connection.ts";

const BUSY_TIMEOUT_MS = 10_000;

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
  const connection = connectToFile(path, BUSY_TIMEOUT_MS);
  try {
    await connection.rows({ sql: "VACUUM INTO ?", args: [to] });
  } finally {
    connection.close();
  }
}

/** The last schema step of a sound database. */
async function check(path: string): Promise<number> {
  const connection = connectToFile(path, BUSY_TIMEOUT_MS);
  try {
    const [row] = await connection.rows({ sql: "PRAGMA integrity_check(1)" });
    const found = String(row?.integrity_check);
    if (found !== "ok") throw Object.assign(new Error(found), { code: "SQLITE_CORRUPT" });
    const broken = await connection.rows({ sql: "PRAGMA foreign_key_check" });
    if (broken.length > 0) throw new Error("rows refer to others that are not there");
    const [last] = await connection.rows({ sql: "SELECT max(step) AS step FROM schema_steps" });
    return Number(last?.step);
  } finally {
    connection.close();
  }
}
