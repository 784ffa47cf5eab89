import { assertEquals, assertGreater, assertLess, assertLessOrEqual } from "@std/assert";
import { signInPace, type Source, type Turn } from "../../../src/pages/staff/sign_in_pace.ts";
import { type TestClock, testClock } from "../../support/test_clock.ts";

const START = Date.UTC(2026, 2, 10);

const stranger = (name: string): Source => ({ name: `address ${name}`, known: false });
const device = (name: string): Source => ({ name: `device ${name}`, known: true });

interface Try {
  readonly source: Source;
  turn: Turn | null;
  /** Milliseconds after the start at which the turn came. */
  at: number;
}

/** A pace whose turns can be looked at without waiting for them. */
function paced(clock: TestClock = testClock(START)) {
  const pace = signInPace(clock);
  return {
    clock,
    pace,
    async try(source: Source): Promise<Try> {
      const tried: Try = { source, turn: null, at: NaN };
      pace.turn(source).then((turn) => {
        tried.turn = turn;
        tried.at = clock.now() - START;
      });
      await settled();
      return tried;
    },
    async pass(ms: number, step = 100): Promise<void> {
      for (let passed = 0; passed < ms; passed += step) {
        clock.advance(step);
        await settled();
      }
    },
  };
}

/** Promises that are settled tell so within a few turns. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}

const kinds = (tries: readonly Try[]) => tries.map(({ turn }) => turn?.kind ?? "waits");

Deno.test("a few tries are looked at at once, as many as people mistype", async () => {
  const { try: tryKey } = paced();
  for (let n = 0; n < 5; n++) {
    assertEquals((await tryKey(stranger("a"))).turn, { kind: "now", slowed: false });
  }
});

Deno.test("after those an address gets one turn a second, in the order in which its tries came", async () => {
  const { try: tryKey, pass } = paced();
  for (let n = 0; n < 5; n++) await tryKey(stranger("a"));
  const more = [];
  for (let n = 0; n < 3; n++) more.push(await tryKey(stranger("a")));
  assertEquals(kinds(more), ["waits", "waits", "waits"]);
  await pass(3_000);
  assertEquals(more.map(({ at }) => at), [1_000, 2_000, 3_000]);
  assertEquals(more.map(({ turn }) => turn), Array(3).fill({ kind: "now", slowed: true }));
});

Deno.test("only so many of one address wait; the next are sent away at once, and let in again later", async () => {
  const { try: tryKey, pass } = paced();
  for (let n = 0; n < 5 + 8; n++) await tryKey(stranger("a"));
  assertEquals((await tryKey(stranger("a"))).turn, { kind: "full" });
  await pass(1_000);
  const later = await tryKey(stranger("a"));
  assertEquals(later.turn, null);
  await pass(8_000);
  assertEquals(later.turn?.kind, "now");
});

Deno.test("tries come back with time: after a minute all of them", async () => {
  const { try: tryKey, pass } = paced();
  for (let n = 0; n < 5; n++) await tryKey(stranger("a"));
  await pass(60_000, 1_000);
  for (let n = 0; n < 5; n++) {
    assertEquals((await tryKey(stranger("a"))).turn, { kind: "now", slowed: false });
  }
});

Deno.test("a flood from one address does not keep another one waiting", async () => {
  const { try: tryKey, pass } = paced();
  for (let n = 0; n < 100; n++) await tryKey(stranger("flood"));
  await pass(3_000);
  assertEquals((await tryKey(stranger("staff"))).turn, { kind: "now", slowed: false });
});

Deno.test("a flood from thousands of addresses is slowed to two tries a second", async () => {
  const { try: tryKey, pass } = paced();
  const tries = [];
  for (let second = 0; second < 60; second++) {
    for (let n = 0; n < 50; n++) tries.push(await tryKey(stranger(`${second} ${n}`)));
    await pass(1_000, 250);
  }
  const looked = tries.filter(({ turn }) => turn?.kind === "now").length;
  assertLessOrEqual(looked, 20 + 2 * 60);
  assertGreater(looked, 2 * 60, "the pace is kept up");
});

Deno.test("under that flood a known device is looked at at once", async () => {
  const { try: tryKey } = paced();
  for (let n = 0; n < 500; n++) await tryKey(stranger(String(n)));
  for (let n = 0; n < 5; n++) {
    assertEquals((await tryKey(device("tablet"))).turn, { kind: "now", slowed: false });
  }
});

Deno.test("a known device that tries too often waits by itself, and keeps no other waiting", async () => {
  const { try: tryKey, pass } = paced();
  for (let n = 0; n < 5; n++) await tryKey(device("stolen"));
  const more = await tryKey(device("stolen"));
  assertEquals((await tryKey(device("tablet"))).turn?.kind, "now");
  assertEquals(more.turn, null);
  await pass(1_000);
  assertEquals(more.turn, { kind: "now", slowed: true });
});

Deno.test("where all wait, who has tried least goes first, and takes the place of who has tried most", async () => {
  const { try: tryKey, pass } = paced();
  // Sixteen addresses spend the common allowance and go on trying until nobody else fits in.
  const flood = [];
  for (let n = 0; n < 16 * 13; n++) flood.push(await tryKey(stranger(`bot ${n % 16}`)));
  assertGreater(flood.filter(({ turn }) => turn === null).length, 60);
  const staff = await tryKey(stranger("staff"));
  assertEquals(staff.turn, null, "it waits, and is not sent away");
  await pass(1_000);
  assertLess(staff.at, 1_001);
  assertEquals(staff.turn, { kind: "now", slowed: false });
});

Deno.test("a clock that is set back keeps nobody waiting longer than the rules say", async () => {
  const { clock, try: tryKey, pass } = paced();
  for (let n = 0; n < 5; n++) await tryKey(stranger("a"));
  clock.set(START - 3_600_000);
  const next = await tryKey(stranger("a"));
  await pass(1_000);
  assertEquals(next.turn?.kind, "now");
});

Deno.test("at the end everybody who waits is sent away, and nobody waits any more", async () => {
  const { pace, try: tryKey } = paced();
  for (let n = 0; n < 5; n++) await tryKey(stranger("a"));
  const waits = await tryKey(stranger("a"));
  pace.close();
  await settled();
  assertEquals(waits.turn, { kind: "full" });
  assertEquals((await tryKey(stranger("b"))).turn, { kind: "full" });
});
