/** SQLite's thread, run in place: its program finds the name and the channel that it has in a thread of its own. */
import type { Reply } from "../../src/storage/sqlite_tasks.ts";

const replies: ((reply: Reply) => void)[] = [];
Object.defineProperty(globalThis, "name", { value: "sqlite", configurable: true });
Object.assign(globalThis, { postMessage: (reply: Reply) => replies.shift()!(reply) });
await import("../../src/storage/sqlite_tasks.ts");
const { onmessage } = globalThis as unknown as {
  onmessage(event: { readonly data: readonly unknown[] }): void;
};

/** Does a task. @throws {Error} with its code */
export async function perform(name: string, ...args: readonly unknown[]): Promise<unknown> {
  const reply = await new Promise<Reply>((resolve) => {
    replies.push(resolve);
    onmessage({ data: [name, ...args] });
  });
  if ("value" in reply) return reply.value;
  throw Object.assign(new Error(reply.message), { code: reply.code });
}
