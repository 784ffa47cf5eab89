import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Database } from "../../../src/storage/database/database.ts";
import type { AttemptOutcome } from "../../../src/storage/book/attempts.ts";
import { openReservations } from "../../../src/storage/book/reservations.ts";
import { openDatabase } from "../../../src/storage/database/open_database.ts";
import { testOnEach } from "../../support/databases.ts";
import {
  eventually,
  folios,
  held,
  NOW,
  openTestStorage,
  randomBytes,
  request,
  rows,
  tempFolder,
  testStore,
} from "../_fixture.ts";

testStore("a reservation without a source is in the history as api", async (storage) => {
  const folio = await held(storage, request(1));
  const history = await storage.book.history(folio);
  assertEquals(history.map(({ actor }) => actor), ["api"]);
});

testStore("no caller is answered before the commit of the own row", async (storage, database) => {
  await using other = await openTestStorage(database);
  await Promise.all(Array.from({ length: 40 }, async (_, n) => {
    const own = await held(storage, request(n));
    assert((await folios(other)).includes(own));
  }));
});

testOnEach("of two with the same folio the second fails and leaves nothing", async (database) => {
  await using counted = await openOn(database.url, {
    randomBytes: (length) => new Uint8Array(length),
  });
  const outcomes = await Promise.all([1, 2].map((n) => counted.reserve(request(n))));
  assertEquals(outcomes.map(({ kind }) => kind), ["held", "unavailable"]);
  assertEquals(await counted.reserve(request(3)), { kind: "unavailable" });
  assertEquals((await folios(counted)).length, 1);
});

testStore("a row that breaks a rule of the table fails alone, as no outage", async (storage) => {
  const outcomes = await Promise.allSettled(
    Array.from(
      { length: 20 },
      (_, n) => storage.reservations.reserve(request(n, n === 7 ? { partySize: 41 } : {})),
    ),
  );
  const failed = outcomes.flatMap((outcome, n) =>
    outcome.status === "rejected" ? [[n, outcome.reason]] : []
  );
  assertEquals(failed.map(([n]) => n), [7]);
  assertEquals((await folios(storage)).length, 19);
  assertEquals((await rows(storage, "SELECT * FROM idempotency_keys")).length, 19);
});

testOnEach("closing answers the requests that wait and refuses later ones", async (database) => {
  const storage = await openTestStorage(database);
  const waiting = Array.from({ length: 100 }, (_, n) => held(storage, request(n)));
  const closing = storage.close();
  assertEquals(await storage.reservations.reserve(request(1000)), { kind: "unavailable" });
  await closing;
  const given = await Promise.all(waiting);
  await using again = await openTestStorage(database);
  assertEquals(await folios(again), given.toSorted());
});

Deno.test("a disk without room is one error line with the remedy, and one more after a success", async () => {
  await using folder = await tempFolder();
  const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  let isFull = true;
  const lines: string[] = [];
  await using store = await openOn(`file:${folder.path}/full.db`, {
    log: (line, cause) => void lines.push(`${line}: ${cause}`),
    beforeWrite: () => isFull ? Promise.reject(full) : Promise.resolve(),
  });
  const kinds: string[] = [];
  for (const [n, lacksRoom] of [true, true, false, true].entries()) {
    isFull = lacksRoom;
    kinds.push((await store.reserve(request(n))).kind);
  }
  assertEquals(kinds, ["unavailable", "unavailable", "held", "unavailable"]);
  assertEquals(lines.length, 2);
  assertMatch(lines[0]!, /full\.db no se puede escribir .* Revisa que su disco tenga lugar/);
});

const doubts = {
  settle: (): Promise<AttemptOutcome[]> => Promise.reject(new Error("nothing is in doubt here")),
  close: () => Promise.resolve(),
};

type Options = Partial<Parameters<typeof openReservations>[0]> & {
  /** Awaited before each transaction. */
  beforeWrite?(): Promise<void>;
};

/** Reservations on the database at `url`. `sizes` are how many tables each transaction is to hold. */
async function openOn(url: string, { beforeWrite, ...options }: Options = {}) {
  const database = await openDatabase({ url, now: () => NOW });
  const sizes: number[] = [];
  const write: Database["write"] = async (statements) => {
    sizes.push(statements[0]!.args!.filter((arg) => typeof arg === "string").length);
    await beforeWrite?.();
    return await database.write(statements);
  };
  const injected = { url, now: () => NOW, randomBytes, log: () => {}, doubts };
  const store = openReservations({ ...injected, ...options, database: { ...database, write } });
  return {
    ...store,
    database,
    sizes,
    async [Symbol.asyncDispose]() {
      await store.close(1_000);
      await database.close();
    },
  };
}

/** As {@linkcode openOn}, with transactions that end when the test says. */
async function openGated(url: string, batchLimit?: number) {
  let end = () => {};
  const beforeWrite = () => new Promise<void>((resolve) => end = resolve);
  const store = await openOn(url, { batchLimit, beforeWrite });
  let next = 0;
  return {
    ...store,
    reserve: (count: number) => Array.from({ length: count }, () => store.reserve(request(++next))),
    end: () => end(),
    phones: async () =>
      (await rows(store, "SELECT phone FROM reservations ORDER BY id")).map(Object.values),
  };
}

testOnEach("requests share the first commit, and those during one the next", async ({ url }) => {
  await using store = await openGated(url);
  const first = store.reserve(3);
  await eventually(() => store.sizes.length === 1);
  const second = [...store.reserve(2), ...store.reserve(1)];
  assertEquals([store.sizes, store.waiting()], [[3], 3]);
  store.end();
  await Promise.all(first);
  await eventually(() => store.sizes.length === 2);
  store.end();
  const outcomes = await Promise.all(second);
  assert(outcomes.every(({ kind }) => kind === "held"));
  assertEquals([store.sizes, store.waiting()], [[3, 3], 0]);
});

testOnEach("more than share a commit take the next ones, in their order", async ({ url }) => {
  await using store = await openGated(url, 2);
  const outcomes = Promise.all(store.reserve(5));
  for (let commits = 1; commits <= 3; commits++) {
    await eventually(() => store.sizes.length === commits);
    store.end();
  }
  await outcomes;
  assertEquals(store.sizes, [2, 2, 1]);
  const inOrder = [1, 2, 3, 4, 5].map((n) => [request(n).phone]);
  assertEquals(await store.phones(), inOrder);
});

testOnEach("a full batch does not wait for more", async ({ url }) => {
  await using store = await openGated(url, 100);
  const many = store.reserve(16);
  assertEquals(store.sizes, [16], "before any other task");
  const last = store.reserve(1);
  store.end();
  await Promise.all(many);
  await eventually(() => store.sizes.length === 2);
  store.end();
  await Promise.all(last);
  assertEquals(store.sizes, [16, 1]);
});

testOnEach("what waits for longer than a close does is not committed", async ({ url }) => {
  await using store = await openGated(url);
  const [first] = store.reserve(1);
  await eventually(() => store.sizes.length === 1);
  const [second] = store.reserve(1);
  await store.close(20);
  assertEquals(await second, { kind: "unavailable" });
  store.end();
  assertEquals((await first)!.kind, "held");
  assertEquals(store.sizes, [1]);
});
