/** A database in a file: its calls run one after the other, and fail once the file cannot be relied on. */
import { dirname } from "node:path";
import {
  codeOf,
  type Database,
  DatabaseGone,
  type Row,
  type Statement,
  type StorageOptions,
  turns,
  whenNotBusy,
} from "./database.ts";
import type { DatabaseFiles } from "./database_files.ts";
import {
  DISK_ERRORS,
  type Perform,
  performHere,
  type Reply,
  type Result,
  SQLITE_THREAD,
  type SqliteTasks,
} from "./sqlite_tasks.ts";

/**
 * Opens a database file, creating it and its folder (for its owner only) where they are missing.
 * @param whileServing whether guests are served meanwhile, so that no task may run in place
 */
export async function openFile(
  { path }: DatabaseFiles,
  { onGone, whileServing = false }: Pick<StorageOptions, "onGone"> & { whileServing?: boolean } =
    {},
): Promise<Database> {
  await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await makeForOwnerOnly(path);
  const inTurn = turns();
  const { perform, end } = whileServing ? startThread() : startInPlace(path, inTurn);
  let gone: Error | null = null;
  let closed = false;

  const run = (statements: readonly Statement[]): Promise<Row[][]> => {
    if (closed) return Promise.reject(new Error("the database is closed"));
    return inTurn(async () => {
      if (gone !== null) throw new DatabaseGone(gone);
      try {
        return await perform("run", statements);
      } catch (error) {
        if (!DISK_ERRORS.test(codeOf(error))) throw error;
        gone = error as Error;
        onGone?.(gone);
        throw error;
      }
    });
  };
  const write = (statements: readonly Statement[]) => whenNotBusy(() => run(statements));
  try {
    await whenNotBusy(() => inTurn(() => perform("open", path)));
  } catch (error) {
    end();
    throw error;
  }
  return {
    path,
    damage: null,
    write,
    read: async (statement) => (await write([statement]))[0] ?? [],
    async close() {
      if (closed) return;
      closed = true;
      await inTurn(async () => {
        try {
          if (gone === null) await perform("close");
        } finally {
          end();
        }
      });
    },
  };
}

/** Does a task that needs no open database on a thread of its own. */
export function onThread<Name extends keyof SqliteTasks>(
  name: Name,
  ...args: Parameters<SqliteTasks[Name]>
): Result<Name> {
  const { perform, end } = startThread();
  return perform(name, ...args).finally(end);
}

/** SQLite gives the log and its index the same mode. Errors are ignored: opening the database explains them better. */
async function makeForOwnerOnly(path: string): Promise<void> {
  const options = { createNew: true, write: true, mode: 0o600 };
  const file = await Deno.open(path, options).catch(() => null);
  file?.close();
}

/** Where tasks are done, one at a time. */
interface Performer {
  readonly perform: Perform;
  /** Ends it, and leaves the files as they are. */
  end(): void;
}

function startThread(): Performer {
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
    async perform(name, ...args) {
      reply = Promise.withResolvers();
      worker.postMessage([name, ...args]);
      const found = await reply.promise;
      if ("value" in found) return found.value as never;
      throw Object.assign(new Error(found.message), { code: found.code });
    },
    end: () => worker.terminate(),
  };
}

/** Starting a thread holds the program up for 25 to 35 ms, which the first guest would wait for. */
const IN_PLACE_MS = 250;
const RETRY_MS = 1_000;
/** Kept open until then: where a process may open no more files, Deno ends it instead of starting a thread. */
const SPARE_FILES = 16;

/** Does its tasks in place at first, and on a thread that opens `path` once the program has started. */
function startInPlace(path: string, inTurn: ReturnType<typeof turns>): Performer {
  const here = performHere();
  const spare = Array.from({ length: SPARE_FILES }, () => Deno.openSync("/dev/null"));
  let thread: Performer | null = null;
  let perform = here;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const closeSpare = () => spare.splice(0).forEach((file) => file.close());
  const move = async (): Promise<void> => {
    if (ended) return;
    try {
      closeSpare();
      thread ??= startThread();
      await thread.perform("open", path);
      await here("handOver");
      perform = thread.perform;
    } catch {
      // Another process was writing, or there is no room for a thread.
      moveAfter(RETRY_MS);
    }
  };
  const moveAfter = (ms: number): void => {
    timer = setTimeout(() => inTurn(move), ms);
  };
  moveAfter(IN_PLACE_MS);
  return {
    perform: (name, ...args) => perform(name, ...args),
    end() {
      ended = true;
      clearTimeout(timer);
      closeSpare();
      thread?.end();
      here("end").catch(() => {});
    },
  };
}
