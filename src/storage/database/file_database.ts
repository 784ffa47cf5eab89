/** A database in a file: its calls run one after the other, and fail once the file cannot be relied on. */
import { dirname } from "node:path";
import { oneAtATime } from "../../in_progress.ts";
import {
  coded,
  codeOf,
  type Database,
  DatabaseGone,
  explainDatabaseError,
  type Row,
  type Statement,
  whenNotBusy,
} from "./database.ts";
import { type DatabaseFiles, makeFolder } from "./database_files.ts";
import { DISK_ERRORS, type Reply, SQLITE_THREAD, type SqliteTasks } from "./sqlite_tasks.ts";

/** Opens a database file, creating it and its folder for their owner only. Its functions share the thread. */
export async function openFile(
  { path }: DatabaseFiles,
  { onGone }: { onGone?(reason: Error): void } = {},
): Promise<Database> {
  await makeFolder(dirname(path));
  // SQLite gives log and index the same mode. Opening explains the error of a file that cannot be made.
  const making = Deno.open(path, { createNew: true, write: true, mode: 0o600 });
  await making.then((file) => file.close(), () => {});
  const inOrder = oneAtATime();
  const { perform, end } = startThread();
  let gone: Error | null = null;
  let closed = false;

  const run = (
    statements: readonly Statement[],
    task: "run" | "changeSchema" = "run",
  ): Promise<Row[][]> => {
    if (closed) return Promise.reject(new Error("the database is closed"));
    return inOrder(async () => {
      if (gone !== null) throw new DatabaseGone(gone);
      try {
        return await perform(task, statements);
      } catch (error) {
        if (!DISK_ERRORS.test(codeOf(error))) throw error;
        gone = error as Error;
        onGone?.(gone);
        throw error;
      }
    });
  };
  const write: Database["write"] = (statements) => whenNotBusy(() => run(statements));
  await whenNotBusy(() => inOrder(() => perform("open", path))).catch((error) => {
    end();
    throw error;
  });
  return {
    path,
    damage: null,
    write,
    changeSchema: (statements) => whenNotBusy(() => run(statements, "changeSchema")),
    read: async (statement) => (await write([statement]))[0] ?? [],
    async close() {
      if (closed) return;
      closed = true;
      await inOrder(async () => {
        if (gone === null) await perform("close");
      }).catch((error) => Promise.reject(explainDatabaseError(error, `file:${path}`))).finally(end);
    },
  };
}

/** The file at `path`, opened for each statement. It is not changed, and no lock of another process hinders it. */
export function readOnly(path: string): Pick<Database, "read"> {
  return { read: (statement) => onThread("read", path, statement) };
}

/** Does a task that needs no open database on a thread of its own. */
export function onThread<Name extends keyof SqliteTasks>(
  name: Name,
  ...args: Parameters<SqliteTasks[Name]>
): Result<Name> {
  const { perform, end } = startThread();
  return perform(name, ...args).finally(end);
}

type Result<Name extends keyof SqliteTasks> = Promise<Awaited<ReturnType<SqliteTasks[Name]>>>;

function startThread() {
  const worker = new Worker(new URL("./sqlite_tasks.ts", import.meta.url), {
    type: "module",
    name: SQLITE_THREAD,
  });
  let reply: PromiseWithResolvers<Reply> | null = null;
  worker.onmessage = ({ data }: MessageEvent<Reply>) => reply?.resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    reply?.reject(new Error(event.message));
  };
  return {
    /** @throws {Error} whose `code` is that of a {@linkcode Reply} */
    async perform<Name extends keyof SqliteTasks>(
      name: Name,
      ...args: Parameters<SqliteTasks[Name]>
    ): Result<Name> {
      reply = Promise.withResolvers();
      worker.postMessage([name, ...args]);
      const found = await reply.promise;
      if ("value" in found) return found.value as Awaited<Result<Name>>;
      throw coded(found.code, found.message);
    },
    /** Leaves the files as they are. */
    end: () => worker.terminate(),
  };
}
