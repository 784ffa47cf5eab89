import { assertEquals } from "@std/assert";
import { writeQueue } from "../../src/storage/write_queue.ts";

/** A queue whose commits take their turns as a database gives them, and end when they are told to. */
function testQueue(limit: number) {
  const batches: number[][] = [];
  let last: Promise<unknown> = Promise.resolve();
  let end = () => {};
  const queue = writeQueue<number>({
    limit,
    commit(take) {
      const turn = last.then(() => {
        batches.push(take());
        return new Promise<void>((resolve) => end = resolve);
      });
      last = turn;
      return turn;
    },
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 10));
  return { queue, batches, settle, end: () => end() };
}

Deno.test("what comes before the first commit shares it, and what comes during one shares the next", async () => {
  const { queue, batches, settle, end } = testQueue(10);
  [1, 2, 3].forEach(queue.push);
  await settle();
  [4, 5].forEach(queue.push);
  await settle();
  queue.push(6);
  assertEquals([batches, queue.length], [[[1, 2, 3]], 3]);
  end();
  await settle();
  assertEquals(batches, [[1, 2, 3], [4, 5, 6]]);
  end();
  await settle();
  assertEquals(queue.length, 0);
  queue.push(7);
  await settle();
  assertEquals(batches.at(-1), [7]);
  end();
  queue.close();
});

Deno.test("more than share a commit take the next ones, in their order", async () => {
  const { queue, batches, settle, end } = testQueue(2);
  [1, 2, 3, 4, 5].forEach(queue.push);
  for (let turn = 0; turn < 3; turn++) {
    await settle();
    end();
  }
  await settle();
  assertEquals(batches, [[1, 2], [3, 4], [5]]);
  queue.close();
});

Deno.test("many are not kept waiting for what else arrives", async () => {
  const { queue, batches, settle, end } = testQueue(100);
  for (let n = 1; n <= 16; n++) queue.push(n);
  await Promise.resolve();
  assertEquals(batches.length, 1, "before any other task");
  queue.push(17);
  end();
  await settle();
  assertEquals(batches.map(({ length }) => length), [16, 1]);
  end();
  queue.close();
});

Deno.test("what waits is given back when the queue closes, and a commit to come takes nothing", async () => {
  const { queue, batches, settle, end } = testQueue(10);
  queue.push(1);
  await settle();
  queue.push(2);
  assertEquals(queue.close(), [2]);
  end();
  await settle();
  assertEquals(batches, [[1], []]);
  end();
});
