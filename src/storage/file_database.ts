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
  type Answer,
  type Asked,
  DISK_ERRORS,
  perform,
  SQLITE_THREAD,
  type SqliteTasks,
  sqliteTasks,
  VANISHED,
} from "./sqlite_tasks.ts";

type Name = keyof SqliteTasks;
type Result<Asks extends Name> = Promise<Awaited<ReturnType<SqliteTasks[Asks]>>>;

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
  const thread = whileServing ? startThread() : startInPlace(path, inTurn);
  let gone: Error | null = null;
  let closed = false;

  const run = (statements: readonly Statement[]): Promise<Row[][]> => {
    if (closed) return Promise.reject(new Error("the database is closed"));
    return inTurn(async () => {
      if (gone !== null) throw new DatabaseGone(gone);
      try {
        return await thread.ask("run", statements);
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
    await whenNotBusy(() => inTurn(() => thread.ask("open", path)));
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
          if (gone === null) await thread.ask("close");
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

/** Does a task that needs no open database on a thread of its own, and gives its result. */
export async function onThread<Task extends "copy" | "check" | "isFree">(
  ...asked: Asked<Task>
): Result<Task> {
  const { ask, end } = startThread();
  try {
    return await ask(...asked);
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
  let answer: PromiseWithResolvers<Answer> | null = null;
  worker.onmessage = ({ data }: MessageEvent<Answer>) => answer?.resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    answer?.reject(new Error(event.message));
  };
  return {
    /**
     * Does one task at a time.
     * @throws {Error} with SQLite's `code`, or one of `VANISHED`
     */
    async ask<Task extends Name>(...asked: Asked<Task>): Result<Task> {
      answer = Promise.withResolvers();
      worker.postMessage(asked);
      return valueOf(await answer.promise);
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

/** Does its tasks in place at first, and on a thread that opens `path` once the program has started. */
function startInPlace(path: string, inTurn: InTurn): ReturnType<typeof startThread> {
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
      await there.ask("open", path);
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
    ask: async <Task extends Name>(...asked: Asked<Task>): Result<Task> =>
      moved ? await there!.ask(...asked) : valueOf(await perform(here, asked)),
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
function valueOf<Task extends Name>(answer: Answer): Awaited<Result<Task>> {
  if ("value" in answer) return answer.value as Awaited<Result<Task>>;
  throw Object.assign(new Error(answer.message), { code: answer.code });
}
