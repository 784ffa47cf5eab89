/** Switches that turn while reservations pour in on two instances. */
import { assert, assertEquals } from "@std/assert";
import { testOnEach } from "../support/databases.ts";
import { candidate, folios, held, openTestStorage, type TestStorage } from "./_fixture.ts";

const DAY = "2026-03-14";

interface Turn {
  readonly name: string;
  readonly refusal: "paused" | "closed";
  turn(storage: TestStorage): Promise<unknown>;
}

const TURNS: readonly Turn[] = [
  { name: "a pause", refusal: "paused", turn: ({ switches }) => switches.pause(null) },
  {
    name: "a closed day",
    refusal: "closed",
    turn: ({ closures }) => closures.add({ kind: "day", day: DAY }, ""),
  },
  {
    name: "a closed span",
    refusal: "closed",
    turn: ({ closures }) =>
      closures.add({ kind: "span", from: `${DAY}T19:00`, to: `${DAY}T21:00` }, ""),
  },
  {
    name: "an early kitchen",
    refusal: "closed",
    turn: ({ switches }) =>
      switches.kitchen({
        serviceDay: DAY,
        closes: `${DAY}T20:45`,
        lastArrival: `${DAY}T20:15`,
      }),
  },
];

for (const { name, refusal, turn } of TURNS) {
  testOnEach(
    `once ${name} has been answered, no instance holds another table`,
    async (database) => {
      await using one = await openTestStorage(database);
      await using other = await openTestStorage(database);
      let answered = false;
      let late = 0;
      const pour = async (storage: TestStorage, from: number) => {
        for (let n = from; n < from + 100; n++) {
          const startedLate = answered;
          const { kind } = await storage.reservations.reserve(candidate(n));
          assert(kind === "held" || kind === refusal, kind);
          assert(!(startedLate && kind === "held"), `held after ${name} was answered`);
          if (startedLate) late++;
        }
      };
      const pouring = Promise.all(
        Array.from({ length: 8 }, (_, n) => pour(n % 2 === 0 ? one : other, n * 1_000)),
      );
      // Told below; a failure while the switch turns must not end the whole run.
      pouring.catch(() => {});
      for (let n = 9_000; n < 9_005; n++) await held(one, candidate(n));
      await turn(one);
      answered = true;
      const standing = await folios(one);
      await pouring;
      assertEquals(await folios(one), standing);
      assert(late > 0, `nobody came after ${name}`);
    },
  );
}
