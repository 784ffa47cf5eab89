/** The thread that `sqlite_thread.ts` starts: takes one task after the other and answers each. */
import type { SqliteAnswer, SqliteTask } from "./sqlite_task.ts";
import { answerOf, sqliteTasks } from "./sqlite_tasks.ts";

interface Scope {
  onmessage(event: MessageEvent<SqliteTask>): void;
  postMessage(answer: SqliteAnswer): void;
}

const scope = self as unknown as Scope;
const { perform } = sqliteTasks();

scope.onmessage = async ({ data }) => {
  try {
    const value = perform(data);
    // Only a copy is waited for: a turn of the event loop would cost each commit.
    scope.postMessage({ ok: true, value: value instanceof Promise ? await value : value });
  } catch (error) {
    scope.postMessage(answerOf(error));
  }
};
