/** A database in a file: one call after the other, and none once the file cannot be relied on. */
import { dirname } from "node:path";
import {
  codeOf,
  type Database,
  DatabaseGone,
  DatabaseUnusable,
  type InTurn,
  type Row,
  type Statement,
  type StorageOptions,
  turns,
  whenNotBusy,
} from "./database.ts";
import {
  type CheckedFile,
  DISK_ERRORS,
  type LoneTask,
  SQLITE_THREAD,
  type SqliteAnswer,
  type SqliteTask,
  sqliteTasks,
  VANISHED,
} from "./sqlite_tasks.ts";

/**
 * Opens the file that `url` names, creating it and its folder (for its owner only) where they are missing.
 * @param whileServing whether guests are served meanwhile, so that nothing may be done in place
 */
export async function openFile(
  url: string,
  { onGone, whileServing = false }: Pick<StorageOptions, "onGone"> & { whileServing?: boolean } =
    {},
): Promise<Database> {
  const path = filePath(url);
  await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await makeForOwnerOnly(path);
  const inTurn = turns();
  const open: SqliteTask = { kind: "open", path };
  const thread = whileServing ? startThread() : startInPlace(open, inTurn);
  let gone: Error | null = null;
  let closed = false;

  const run = (statements: readonly Statement[]): Promise<Row[][]> => {
    if (closed) return Promise.reject(new Error("the database is closed"));
    return inTurn(async () => {
      if (gone !== null) throw new DatabaseGone(gone);
      try {
        return await thread.ask({ kind: "run", statements }) as Row[][];
      } catch (error) {
        giveUp(error);
        throw codeOf(error) === VANISHED.before ? new DatabaseGone(error as Error) : error;
      }
    });
  };
  const giveUp = (error: unknown): void => {
    if (gone !== null || !DISK_ERRORS.test(codeOf(error))) return;
    gone = error as Error;
    onGone?.(gone);
  };
  const write = (statements: readonly Statement[]) => whenNotBusy(() => run(statements));
  try {
    await whenNotBusy(() => inTurn(() => thread.ask(open)));
  } catch (error) {
    thread.end();
    throw error;
  }
  return {
    kind: "file",
    path,
    damage: null,
    write,
    read: async (statement) => (await write([statement]))[0] ?? [],
    async close() {
      if (closed) return;
      closed = true;
      await inTurn(async () => {
        try {
          if (gone === null) await thread.ask({ kind: "close" });
        } finally {
          thread.end();
        }
      });
    },
  };
}

/**
 * The path in a `file:` URL.
 * @throws {DatabaseUnusable} where it names no file
 */
export function filePath(url: string): string {
  const [, encoded = ""] = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]*)/.exec(url) ?? [];
  const path = decodeURIComponent(encoded);
  if (path !== "" && !path.endsWith("/") && path !== ":memory:") return path;
  throw new DatabaseUnusable(
    `The database ${url} names no file. Write file: and a path, e.g. file:data/sobremesa.db`,
  );
}

/**
 * Checks the whole database at `path`, on a thread of its own.
 * @throws {Error} where it is not a sound one of this program's
 */
export function checkFile(path: string): Promise<CheckedFile> {
  return onThread({ kind: "check", path });
}

/** Does a task that needs no open database on a thread of its own, and gives its result. */
export async function onThread<Result>(task: LoneTask): Promise<Result> {
  const { ask, end } = startThread();
  try {
    return await ask(task) as Result;
  } finally {
    end();
  }
}

/** The log and its index take over its mode. Errors are ignored: opening the database gives better ones. */
async function makeForOwnerOnly(path: string): Promise<void> {
  const options = { createNew: true, write: true, mode: 0o600 };
  const file = await Deno.open(path, options).catch(() => null);
  file?.close();
}

function startThread() {
  const worker = new Worker(new URL("./sqlite_tasks.ts", import.meta.url), {
    type: "module",
    name: SQLITE_THREAD,
  });
  let asked: PromiseWithResolvers<SqliteAnswer> | null = null;
  worker.onmessage = ({ data }: MessageEvent<SqliteAnswer>) => asked?.resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    asked?.reject(new Error(event.message));
  };
  return {
    /**
     * Does one task at a time.
     * @throws {Error} with SQLite's `code`, or one of `VANISHED`
     */
    async ask(task: SqliteTask): Promise<unknown> {
      asked = Promise.withResolvers();
      worker.postMessage(task);
      return valueOf(await asked.promise);
    },
    /** Ends it as it is. */
    end: (): void => worker.terminate(),
  };
}

/** Starting a thread holds the program up for 25 to 35 ms, which the first guest would wait for. */
const IN_PLACE_MS = 250;
const RETRY_MS = 1_000;
/** Kept open until then: where a process may open no more files, Deno ends it instead of starting a thread. */
const SPARE_FILES = 16;

/** Does its tasks in place at first, and on a thread once the program has started. @param open opens the database there */
function startInPlace(open: SqliteTask, inTurn: InTurn): ReturnType<typeof startThread> {
  const here = sqliteTasks();
  const spare = Array.from({ length: SPARE_FILES }, () => Deno.openSync("/dev/null"));
  let there: ReturnType<typeof startThread> | null = null;
  let [moved, ended] = [false, false];

  const closeSpare = () => spare.splice(0).forEach((file) => file.close());
  const move = async (): Promise<void> => {
    if (ended) return;
    try {
      closeSpare();
      there ??= startThread();
      await there.ask(open);
      here.handOver();
      moved = true;
    } catch {
      // Another process was writing, or there is no room for a thread.
      moveAfter(RETRY_MS);
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const moveAfter = (ms: number): void => {
    timer = setTimeout(() => inTurn(move), ms);
  };
  moveAfter(IN_PLACE_MS);
  return {
    ask: async (task) => moved ? await there!.ask(task) : valueOf(await here.answer(task)),
    end() {
      ended = true;
      clearTimeout(timer);
      closeSpare();
      there?.end();
      here.end();
    },
  };
}

/** @throws {Error} with the code of a failure */
function valueOf(answer: SqliteAnswer): unknown {
  if (answer.ok) return answer.value;
  const { code, message } = answer;
  throw Object.assign(new Error(message), { code });
}
