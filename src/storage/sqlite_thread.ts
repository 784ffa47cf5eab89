/**
 * SQLite on a thread of its own, so that guests never wait for a disk. It is the SQLite that Deno brings along (`node:sqlite`): libSQL,
 * when it writes its log back, takes a page that it could not read for read, and so breaks the file (README, "Decisions").
 */
import type { LoneTask, SqliteAnswer, SqliteFailure, SqliteTask } from "./sqlite_task.ts";
import { answerOf, type SqliteTasks, sqliteTasks } from "./sqlite_tasks.ts";

export interface SqliteThread {
  /**
   * Does one task at a time.
   * @throws {Error} with SQLite's `code`, or one of `VANISHED`
   */
  ask(task: SqliteTask): Promise<unknown>;
  /** Ends it as it is. */
  end(): void;
}

/** Starting a thread holds the program up for 25 to 35 ms, which the first guest would wait for. */
const IN_PLACE_MS = 250;
const RETRY_MS = 1_000;
/** Kept open until then: where a process may open no more files, Deno ends it instead of starting a thread. */
const SPARE_FILES = 16;

/** Does its tasks in place at first, and on a thread once the program has started. */
export function startSqlite(): SqliteThread {
  const here = sqliteTasks();
  let there: SqliteThread | null = null;
  let moved = false;
  let moving: Promise<void> | null = null;
  let opened: SqliteTask | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const spare = Array.from({ length: SPARE_FILES }, () => Deno.openSync("/dev/null"));

  const move = async (task: SqliteTask): Promise<void> => {
    try {
      closeSpare();
      there ??= startThread();
      await there.ask(task);
      here.handOver();
      moved = true;
    } catch {
      // Another process was writing, or there is no room for a thread: what is done in place goes on.
      moveAfter(RETRY_MS);
    } finally {
      moving = null;
    }
  };
  const moveAfter = (ms: number): void => {
    timer = setTimeout(() => {
      if (opened === null) moveAfter(ms);
      else moving = move(opened);
    }, ms);
  };
  const closeSpare = () => spare.splice(0).forEach((file) => file.close());
  moveAfter(IN_PLACE_MS);
  return {
    async ask(task) {
      if (moving !== null) await moving;
      if (task.kind === "close") clearTimeout(timer);
      if (moved) return await there!.ask(task);
      const value = await inPlace(here, task);
      if (task.kind === "open") opened = task;
      return value;
    },
    end() {
      clearTimeout(timer);
      closeSpare();
      there?.end();
      here.end();
    },
  };
}

async function inPlace(tasks: SqliteTasks, task: SqliteTask): Promise<unknown> {
  try {
    return await tasks.perform(task);
  } catch (error) {
    throw errorOf(answerOf(error));
  }
}

/** Has one of the tasks that need no open database done on a thread of its own, and gives what it gives. */
export async function onThread(task: LoneTask): Promise<number> {
  const { ask, end } = startThread();
  try {
    return Number(await ask(task));
  } finally {
    end();
  }
}

/** Does its tasks on a thread from the first one on. */
export function startThread(): SqliteThread {
  const worker = new Worker(new URL("./sqlite_worker.ts", import.meta.url), { type: "module" });
  let settle: { resolve(value: unknown): void; reject(error: Error): void } | null = null;
  worker.onmessage = ({ data }: MessageEvent<SqliteAnswer>) => {
    if (data.ok) settle?.resolve(data.value);
    else settle?.reject(errorOf(data));
  };
  worker.onerror = (event) => {
    event.preventDefault();
    settle?.reject(new Error(event.message));
  };
  return {
    ask: (task) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        worker.postMessage(task);
      }),
    end: () => worker.terminate(),
  };
}

function errorOf({ code, message }: SqliteFailure): Error {
  return Object.assign(new Error(message), { code });
}
