import { assertEquals, assertRejects } from "@std/assert";
import { whileSignedIn } from "../../../src/staff/sign_in/guard.ts";

const LOOK_MS = 5;

/** A stream of `count` bytes, or without end, that records why it was cancelled. */
function counted(count = Infinity) {
  const cancelled = Promise.withResolvers<unknown>();
  let sent = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      if (sent === count) return controller.close();
      await new Promise((resolve) => timer = setTimeout(resolve, 1));
      controller.enqueue(Uint8Array.of(sent++ % 256));
    },
    cancel(reason) {
      clearTimeout(timer);
      cancelled.resolve(reason);
    },
  });
  return { stream, cancelled: cancelled.promise };
}

Deno.test("all of a stream passes while the session holds", async () => {
  const { stream } = counted(20);
  const chunks = await Array.fromAsync(whileSignedIn(stream, () => Promise.resolve(true), LOOK_MS));
  assertEquals(chunks.map(([byte]) => byte), Array.from({ length: 20 }, (_, byte) => byte));
});

Deno.test("it ends once the session does, and its source is cancelled", async () => {
  let holds = true;
  const { stream, cancelled } = counted();
  const reader = whileSignedIn(stream, () => Promise.resolve(holds), LOOK_MS).getReader();
  assertEquals((await reader.read()).value, Uint8Array.of(0));
  holds = false;
  while (!(await reader.read()).done);
  await cancelled;
});

Deno.test("a silent stream ends too", async () => {
  const silent = new ReadableStream<Uint8Array<ArrayBuffer>>();
  const reader = whileSignedIn(silent, () => Promise.resolve(false), LOOK_MS).getReader();
  assertEquals((await reader.read()).done, true);
});

Deno.test("a session that cannot be looked up is not ended", async () => {
  const { stream } = counted(20);
  const unknown = () => Promise.reject(new Error("no database"));
  assertEquals((await Array.fromAsync(whileSignedIn(stream, unknown, LOOK_MS))).length, 20);
});

Deno.test("a reader that leaves cancels the source, and nothing goes on looking", async () => {
  let looks = 0;
  const { stream, cancelled } = counted();
  const guarded = whileSignedIn(stream, () => Promise.resolve(++looks > 0), LOOK_MS);
  const reader = guarded.getReader();
  await reader.read();
  await reader.cancel("gone");
  assertEquals(await cancelled, "gone");
  const seen = looks;
  await new Promise((resolve) => setTimeout(resolve, 4 * LOOK_MS));
  assertEquals(looks, seen);
});

Deno.test("a stream that breaks is broken for its reader", async () => {
  const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.error(new Error("broken")),
  });
  const reader = whileSignedIn(broken, () => Promise.resolve(true), LOOK_MS).getReader();
  await assertRejects(() => reader.read(), Error, "broken");
});
