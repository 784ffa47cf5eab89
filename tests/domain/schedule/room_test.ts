/** Who counts in the room, and when. */
import { assertEquals } from "@std/assert";
import { wallMinuteOf } from "../../../src/domain/local_time.ts";
import {
  mostPeople,
  peopleArriving,
  type Stay,
  withoutPeople,
} from "../../../src/domain/schedule/room.ts";

const SATURDAY = "2026-03-14";
const at = (time: string) => `${SATURDAY}T${time}`;

function stay(time: string, people: number, left: string | null = null): Stay {
  return { at: at(time), people, left: left && at(left) };
}

/** Of 90 minutes each, in order of their time. */
const STAYS = [
  stay("19:00", 5, "19:50"),
  stay("19:00", 2),
  stay("19:30", 6),
  stay("21:30", 1),
  stay("21:31", 4),
];

/** Whose stay begins when, and the most people beside it at once. */
const BESIDE: readonly (readonly [time: string, people: number, why: string])[] = [
  ["17:30", 0, "it ends as the first come"],
  ["17:31", 7, "the first come in its last minute"],
  ["18:00", 7, "it ends as others come"],
  ["18:01", 13, "in its last minute all are there"],
  ["19:49", 13, "those who leave at 19:50 are still there"],
  ["19:50", 8, "and now are not"],
  ["20:29", 8, "the stay of 19:00 has a minute left"],
  ["20:30", 6, "and now none"],
  ["21:00", 5, "the stay of 19:30 is over, and those to come count at once"],
  ["22:59", 5, "the stay of 21:30 has a minute left"],
  ["23:00", 4, "and now none"],
  ["23:01", 0, "all are over"],
];

Deno.test("a party counts from its time or arrival until its stay is over or it leaves, to the minute, and the most at once are meant", () => {
  for (const [time, people, why] of BESIDE) {
    const most = mostPeople(STAYS, wallMinuteOf(at(time)), { stayMinutes: 90 });
    assertEquals(most, people, `${time}: ${why}`);
  }
});

Deno.test("those who arrive at a time are all of that minute, and none of the next", () => {
  const arriving = ["18:59", "19:00", "21:30", "21:31"].map((time) =>
    peopleArriving(STAYS, at(time))
  );
  assertEquals(arriving, [0, 7, 1, 4]);
});

Deno.test("a party that changes its time takes its own people along, not those of one that ended otherwise", () => {
  const without = (left: string | null) =>
    withoutPeople(STAYS, stay("19:00", 2, left)).map(({ people }) => people);
  assertEquals(without(null), [5, 0, 6, 1, 4]);
  assertEquals(without("19:50"), [3, 2, 6, 1, 4]);
});
