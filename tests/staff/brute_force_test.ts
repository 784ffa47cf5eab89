/** Whoever tries keys gets nowhere, and keeps nobody out who has the right one. */
import { assert, assertEquals, assertGreaterOrEqual } from "@std/assert";
import type { TestBoard } from "../support/test_board.ts";
import {
  assertNothingChanges,
  attackedBoard,
  header,
  jar,
  STAFF_KEY,
  tryKey,
} from "./_attacked.ts";

/** The proxy on this machine is the operator's, so that tests can come from many addresses. */
const PROXIES = ["127.0.0.1"];

type Answer = Awaited<ReturnType<typeof tryKey>>;

/** Moves the clock until `answer` has come: who waits for a turn waits by that clock. */
async function whenAnswered(board: TestBoard, answer: Promise<Answer>): Promise<Answer> {
  let done = false;
  const finished = answer.finally(() => done = true);
  while (!done) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (!done) board.clock.advance(100);
  }
  return await finished;
}

const guess = (n: number) => `una llave que no es ${n}`;

/** Spends the tries that `address` has at once. */
async function spend(board: TestBoard, address: string, cookie = ""): Promise<readonly number[]> {
  const statuses = [];
  for (let n = 0; n < 5; n++) {
    statuses.push((await tryKey(board, guess(n), { address, cookie })).status);
  }
  return statuses;
}

Deno.test("a wrong key opens nothing, and more than a few are answered 429 with Retry-After", async () => {
  await using board = await attackedBoard({ proxies: PROXIES });
  await assertNothingChanges(board, async () => {
    assertEquals(await spend(board, "203.0.113.7"), Array(5).fill(403));
    const started = board.clock.now();
    const next = await whenAnswered(board, tryKey(board, guess(6)));
    assertEquals(next.status, 429);
    assert(Number(next.retryAfter) >= 1, "Retry-After is in seconds");
    assertEquals(next.cookie, "");
    assertGreaterOrEqual(board.clock.now() - started, 1_000);
  });
});

Deno.test("after any number of wrong ones the right key still gets in, from the same address", async () => {
  await using board = await attackedBoard({ proxies: PROXIES });
  await spend(board, "203.0.113.7");
  const statuses = [];
  for (let n = 0; n < 20; n++) {
    statuses.push((await whenAnswered(board, tryKey(board, guess(n)))).status);
  }
  // One in twelve seconds comes back meanwhile.
  assertGreaterOrEqual(statuses.filter((status) => status === 429).length, 15);
  assert(statuses.every((status) => status === 429 || status === 403), `${statuses}`);
  const right = await whenAnswered(board, tryKey(board, STAFF_KEY));
  assertEquals(right.status, 303);
  const page = await board.fetch("/", { headers: { cookie: right.cookie } });
  assertEquals(page.status, 200);
  await page.body?.cancel();
});

Deno.test("a hundred tries at once are not looked at at once: most are sent away unread", async () => {
  await using board = await attackedBoard({ proxies: PROXIES });
  const tries = Array.from({ length: 100 }, (_, n) => tryKey(board, guess(n)));
  const answers = await whenAnswered(board, Promise.all(tries) as never) as never as Answer[];
  const counts = Map.groupBy(answers, ({ status }) => status);
  assertEquals(counts.get(403)?.length, 5);
  assertEquals(counts.get(429)?.length, 95);
});

Deno.test("an attack from one address keeps no other waiting", async () => {
  await using board = await attackedBoard({ proxies: PROXIES });
  const flood = Array.from({ length: 60 }, (_, n) => tryKey(board, guess(n)));
  const right = await tryKey(board, STAFF_KEY, { address: "198.51.100.20" });
  assertEquals(right.status, 303, "without the clock having moved");
  await whenAnswered(board, Promise.all(flood) as never);
});

Deno.test("an attack from the very same address keeps no device waiting on which staff signed in before", async () => {
  await using board = await attackedBoard({ proxies: PROXIES });
  const { sobremesa_equipo = "" } = jar(board.cookie);
  const flood = Array.from({ length: 60 }, (_, n) => tryKey(board, guess(n)));
  const cookie = header({ sobremesa_equipo });
  const right = await tryKey(board, STAFF_KEY, { cookie });
  assertEquals(right.status, 303, "without the clock having moved");
  await whenAnswered(board, Promise.all(flood) as never);
});

Deno.test("the device stays known when the key is changed under attack", async () => {
  await using board = await attackedBoard({ proxies: PROXIES });
  const { sobremesa_equipo = "" } = jar(board.cookie);
  const flood = Array.from({ length: 60 }, (_, n) => tryKey(board, guess(n)));
  await board.storage.staffKey.replace("otra llave del comedor");
  const cookie = header({ sobremesa_equipo });
  assertEquals((await tryKey(board, STAFF_KEY, { cookie })).status, 403, "the old key is none");
  assertEquals((await tryKey(board, "otra llave del comedor", { cookie })).status, 303);
  await whenAnswered(board, Promise.all(flood) as never);
});

Deno.test("a device that nobody signed in on is an address like any other", async () => {
  await using board = await attackedBoard({ proxies: PROXIES });
  const forged = header({ sobremesa_equipo: `AAAAAAAAAAAAAAAAAAAAAA.${"A".repeat(43)}` });
  assertEquals(await spend(board, "203.0.113.7", forged), Array(5).fill(403));
  assertEquals((await whenAnswered(board, tryKey(board, guess(1)))).status, 429);
});

Deno.test("an address that nobody has said to believe is not believed: a forged one gives no new tries", async () => {
  await using board = await attackedBoard();
  for (let n = 0; n < 4; n++) {
    assertEquals((await tryKey(board, guess(n), { address: `203.0.113.${n}` })).status, 403);
  }
  const next = await whenAnswered(board, tryKey(board, guess(6), { address: "203.0.113.99" }));
  // The board's own sign-in from this machine was the fifth.
  assertEquals(next.status, 429);
  assert(board.app.logged.includes("untrusted proxy"));
});

Deno.test("what is too short or too long for a key is no key, nor is its hash reckoned", async () => {
  await using board = await attackedBoard({ proxies: PROXIES });
  for (const [n, key] of ["", "corta", "x".repeat(60_000)].entries()) {
    assertEquals((await tryKey(board, key, { address: `203.0.113.${n}` })).status, 403);
  }
});

Deno.test("who waits for a turn does not hold up the end of the service", async () => {
  const board = await attackedBoard({ proxies: PROXIES });
  await spend(board, "203.0.113.7");
  const waits = tryKey(board, guess(9));
  await new Promise((resolve) => setTimeout(resolve, 20));
  await board[Symbol.asyncDispose]();
  assertEquals((await waits).status, 429);
});
