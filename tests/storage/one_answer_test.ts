/** No more people at a time than there is room for, whatever comes at once and through which instance. */
import { assert, assertEquals } from "@std/assert";
import { testOnEach } from "../support/databases.ts";
import {
  cancel,
  eventually,
  held,
  NOW,
  openTestStorage,
  request,
  rows,
  setStatus,
  testStore,
  values,
} from "./_fixture.ts";

const ROOM = { capacity: 30 };
const CALLERS = 200;
const SOLD = "SELECT sum(party_size) AS people FROM reservations WHERE status <> 'cancelled'";

/** Parties of 1 to 7 by turns, so that the last places fit some of them only. */
function caller(n: number) {
  return request(n, { ...ROOM, partySize: 1 + n % 7 });
}

for (const partySize of [1, null]) {
  testOnEach(
    `${CALLERS} callers at once on two instances get exactly the limit, ${
      partySize === null ? "in parties of mixed size" : "one by one"
    }`,
    async (database) => {
      await using one = await openTestStorage(database);
      await using other = await openTestStorage(database);
      const outcomes = await Promise.all(Array.from({ length: CALLERS }, async (_, n) => {
        const { reservations } = n % 2 === 0 ? one : other;
        const asked = { ...caller(n), ...(partySize === null ? {} : { partySize }) };
        return { asked, outcome: await reservations.reserve(asked) };
      }));
      const winners = outcomes.filter(({ outcome }) => outcome.kind === "held");
      assertEquals(winners.reduce((sum, { asked }) => sum + asked.partySize, 0), 30);
      assertEquals((await rows(one, SOLD))[0]?.people, 30);
      const refused = outcomes.filter(({ outcome }) => outcome.kind !== "held");
      assert(refused.every(({ outcome }) => outcome.kind === "closed"));
    },
  );
}

testStore("those who did not come leave room, those who came do not", async (storage) => {
  const { reservations, book } = storage;
  const all = { ...ROOM, partySize: 30 };
  const folio = await held(storage, request(1, all));
  const move = { folio, actor: "Lupe" };
  await book.edit({ ...move, version: 1, action: "arrived", changes: { status: "arrived" } });
  assertEquals((await reservations.reserve(request(2, all))).kind, "closed");
  await book.edit({ ...move, version: 2, action: "no_show", changes: { status: "no_show" } });
  assertEquals((await reservations.reserve(request(2, all))).kind, "held");
});

testStore("staff take more than there is room for, and guests get none of it", async (storage) => {
  await storage.book.take(values({ partySize: 40 }), "Lupe", "R-0123ABCD");
  const outcome = await storage.reservations.reserve(request(1, { ...ROOM, partySize: 1 }));
  assertEquals(outcome.kind, "closed");
  const later = request(2, { ...ROOM, time: "21:00", partySize: 30 });
  assertEquals((await storage.reservations.reserve(later)).kind, "held");
});

testStore("a retry of what took the last places gets its folio", async (storage) => {
  const asked = request(1, { ...ROOM, partySize: 30 });
  const folio = await held(storage, asked);
  const again = { kind: "replayed" as const, folio, createdAt: NOW, repeated: true };
  assertEquals(await storage.reservations.reserve(asked), again);
  assertEquals(await storage.reservations.findReplay(asked), again);
});

testOnEach(
  "people who are expected or came are counted while there is a limit, on every instance",
  async (database) => {
    let limited = true;
    const options = { pollMs: 20, countsPeople: () => limited };
    await using one = await openTestStorage(database, options);
    await using other = await openTestStorage(database, options);
    const folio = await held(one, request(1));
    const came = await held(one, request(2, { time: "21:00", partySize: 2 }));
    await setStatus(one, came, "arrived");
    await setStatus(one, await held(one, request(3, { time: "21:30" })), "no_show");
    const expected = { "2026-03-14T20:30": 4, "2026-03-14T21:00": 2 };
    const said = () => JSON.stringify(other.house.current().expected);
    await eventually(() => said() === JSON.stringify(expected));
    await cancel(one, folio);
    await eventually(() => said() === '{"2026-03-14T21:00":2}');
    limited = false;
    await eventually(() => said() === "{}");
  },
);
