/**
 * Copies and checks database files on a thread of its own: both read whole files in one go, and guests must not wait for that. Not
 * on libSQL's threads, as everything else: it has one for each core, and where there is one core all would wait.
 * Started by `backup_task.ts`; takes one {@linkcode BackupTask} and posts one {@linkcode BackupAnswer}.
 */
import Libsql from "libsql";
import type { BackupAnswer, BackupTask } from "./backup_task.ts";
import type { Row } from "./database.ts";

const BUSY_TIMEOUT_MS = 10_000;

interface Scope {
  onmessage(event: MessageEvent<BackupTask>): void;
  postMessage(answer: BackupAnswer): void;
}

const scope = self as unknown as Scope;

scope.onmessage = ({ data }) => {
  scope.postMessage(answer(data));
};

function answer(task: BackupTask): BackupAnswer {
  try {
    if (task.kind === "copy") copy(task.path, task.to);
    return { ok: true, step: check(task.kind === "copy" ? task.to : task.path) };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return { ok: false, code, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** One state of the database, whoever writes to it meanwhile, without free pages. */
function copy(path: string, to: string): void {
  const connection = new Libsql(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    connection.prepare("VACUUM INTO ?").all([to]);
  } finally {
    connection.close();
  }
}

/** The last schema step of a sound database. */
function check(path: string): number {
  const connection = new Libsql(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    const [row] = connection.prepare("PRAGMA integrity_check(1)").all() as Row[];
    const found = String(row?.integrity_check);
    if (found !== "ok") throw Object.assign(new Error(found), { code: "SQLITE_CORRUPT" });
    const broken = connection.prepare("PRAGMA foreign_key_check").all();
    if (broken.length > 0) throw new Error("rows refer to others that are not there");
    const [last] = connection.prepare("SELECT max(step) AS step FROM schema_steps").all() as Row[];
    return Number(last?.step);
  } finally {
    connection.close();
  }
}
