/** No more people at a time than there is room for, whatever comes at once and through which instance. */
import { assert, assertEquals } from "@std/assert";
import { localDateTime, startOfDay } from "../../../src/domain/local_time.ts";
import type { ReservationRequest } from "../../../src/domain/reservation/reservation.ts";
import type { ReservationEdit } from "../../../src/ports/reservations.ts";
import { mostPeople } from "../../../src/domain/schedule/room.ts";
import { drawing } from "../../saturdays/world.ts";
import { testOnEach } from "../../support/databases.ts";
import {
  cancel,
  eventually,
  held,
  openTestStorage,
  request,
  rows,
  setStatus,
  testStore,
  values,
} from "../_fixture.ts";

const ROOM = { capacity: 30 };
const CALLERS = 200;
const SOLD = "SELECT sum(party_size) AS people FROM reservations WHERE status <> 'cancelled'";

/** Parties of 1 to 7 by turns, so that the last places fit some of them only. */
function caller(n: number) {
  return request(n, { ...ROOM, partySize: 1 + n % 7 });
}

/** What a caller asks for, by how it is limited. Parties of the room's are there together from 21:30 on. */
const LIMITED: Readonly<Record<string, (n: number) => ReservationRequest>> = {
  "one by one": (n) => ({ ...caller(n), partySize: 1 }),
  "in parties of mixed size": caller,
  "in the room, from several times on": (n) => ({
    ...caller(n),
    capacity: null,
    room: { people: 30, stayMinutes: 120 },
    time: ["20:30", "21:00", "21:30"][n % 3]!,
  }),
};

for (const [how, ask] of Object.entries(LIMITED)) {
  testOnEach(
    `${CALLERS} callers at once on two instances get exactly the limit, ${how}`,
    async (database) => {
      await using one = await openTestStorage(database);
      await using other = await openTestStorage(database);
      const outcomes = await Promise.all(Array.from({ length: CALLERS }, async (_, n) => {
        const { reservations } = n % 2 === 0 ? one : other;
        const asked = ask(n);
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

testStore(
  "the room holds its limit at every minute, and refuses no party that it has room for",
  async (storage) => {
    const { book, reservations } = storage;
    const draw = drawing("room");
    const room = { people: 30, stayMinutes: 70 };
    /** In minutes of the evening's day. */
    interface Party {
      readonly booked: number;
      readonly people: number;
      arrived?: number;
      left?: number;
    }
    const parties = new Map<string, Party>();
    /** Whether the party is there, told a second time. One that overstays makes room. */
    const isThere = ({ booked, arrived = booked, left = Infinity }: Party, minute: number) =>
      arrived <= minute && minute < Math.min(left, arrived + room.stayMinutes);
    const peopleAt = (minute: number) =>
      [...parties.values()].reduce(
        (sum, party) => isThere(party, minute) ? sum + party.people : sum,
        0,
      );
    const localAt = (minute: number) => localDateTime(startOfDay("2026-03-14") + minute);
    const outcomes = { held: 0, closed: 0, arrived: 0, left: 0 };
    for (let n = 0; n < 240; n++) {
      // From 22:30 to 02:30: by midnight half of them are on another day.
      const from = 1350 + (n % 5 === 0 ? draw(240) : 30 * draw(8));
      const local = localAt(from);
      const partySize = 1 + draw(7);
      const asked = { day: local.slice(0, 10), time: local.slice(11), partySize };
      const most = Math.max(
        ...Array.from({ length: room.stayMinutes }, (_, more) => peopleAt(from + more)),
      );
      await storage.poll.refresh();
      const polled = storage.poll.current().stays;
      assertEquals(mostPeople(polled, startOfDay("2026-03-14") + from, room), most);
      const { kind, ...outcome } = await reservations.reserve(request(n, { ...asked, room }));
      assertEquals(
        kind,
        most + partySize <= room.people ? "held" : "closed",
        `${local} ${partySize}`,
      );
      outcomes[kind as keyof typeof outcomes]++;
      if ("folio" in outcome) parties.set(outcome.folio, { booked: from, people: partySize });
      const open = [...parties].filter(([, { left }]) => left === undefined);
      const [folio, party] = open.at(draw(open.length || 1)) ?? [];
      if (folio === undefined || party === undefined || n % 4 === 3) continue;
      const [{ version } = { version: 0 }] = await book.find([folio]);
      const change = (
        action: "arrived" | "left" | "no_show",
        changes: ReservationEdit["changes"],
      ) => book.edit({ folio, version, action, actor: "Lupe", changes });
      if (party.arrived !== undefined) {
        party.left = party.arrived + draw(150);
        await change("left", { left: localAt(party.left) });
        outcomes.left++;
      } else if (n % 4 === 0) {
        await change("no_show", { status: "no_show" });
        parties.delete(folio);
      } else {
        // Some come early, some so late that their stay meets none that their booked time did.
        party.arrived = party.booked - 40 + draw(220);
        await change("arrived", { status: "arrived", arrived: localAt(party.arrived) });
        outcomes.arrived++;
      }
    }
    const { held, closed, arrived, left } = outcomes;
    assert(Math.min(held, closed) > 60 && Math.min(arrived, left) > 20, JSON.stringify(outcomes));
  },
  { countsPeople: () => true },
);

testStore("those who did not come leave room, those who came do not", async (storage) => {
  const { reservations, book } = storage;
  const all = { ...ROOM, partySize: 30 };
  const folio = await held(storage, request(1, all));
  const move = { folio, actor: "Lupe" };
  await book.edit({
    ...move,
    version: 1,
    action: "arrived",
    changes: { status: "arrived", arrived: "2026-03-14T20:31" },
  });
  assertEquals((await reservations.reserve(request(2, all))).kind, "closed");
  await book.edit({
    ...move,
    version: 2,
    action: "no_show",
    changes: { status: "no_show", arrived: null },
  });
  assertEquals((await reservations.reserve(request(2, all))).kind, "held");
});

testStore("staff take more than there is room for, and guests get none of it", async (storage) => {
  await storage.book.take(values({ partySize: 40 }), "Lupe", "R-0123ABCD");
  const outcome = await storage.reservations.reserve(request(1, { ...ROOM, partySize: 1 }));
  assertEquals(outcome.kind, "closed");
  const later = request(2, { ...ROOM, time: "21:00", partySize: 30 });
  assertEquals((await storage.reservations.reserve(later)).kind, "held");
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
    const said = () =>
      other.poll.current().stays.map(({ at, left, people }) => `${at} ${left} ${people}`).join();
    const later = "2026-03-14T21:00 null 2";
    await eventually(() => said() === `2026-03-14T20:30 null 4,${later}`);
    await cancel(one, folio);
    await eventually(() => said() === later);
    limited = false;
    await eventually(() => said() === "");
  },
);
