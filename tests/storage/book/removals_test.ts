/** Closures and pauses that are taken back and put back by two instances, in drawn order: readers know what stands. */
import { assertEquals } from "@std/assert";
import type { ClosedOnce, Closure, Pause } from "../../../src/domain/schedule/services.ts";
import type { Removal } from "../../../src/ports/staff.ts";
import { drawing } from "../../saturdays/world.ts";
import { removeClosure } from "../../support/taking_back.ts";
import { NOW, request, testByClock, testTwoStores } from "../_fixture.ts";

const SATURDAY = "2026-03-14";
const span = (kind: "span" | "full", from: string, to: string) =>
  ({ kind, from: `${SATURDAY}T${from}`, to: `${SATURDAY}T${to}` }) as const;
const CLOSED: readonly ClosedOnce[] = [
  { kind: "day", day: SATURDAY },
  { kind: "day", day: "2026-03-15" },
  span("span", "19:00", "21:00"),
  span("span", "20:00", "23:00"),
  span("full", "20:30", "20:31"),
  span("full", "22:00", "22:01"),
];
const PAUSES: readonly Pause[] = [
  { until: null },
  { night: SATURDAY, until: NOW + 1 },
  { night: "2026-03-15", until: NOW + 1 },
];
const EARLY = { minute: "2026-03-10T12:00", serviceDay: "2026-03-10" };

/** What should stand, and what was taken back. */
interface Model {
  readonly closures: Map<number, ClosedOnce>;
  pause: Pause | null;
  readonly removed: Map<
    string,
    { readonly ids: readonly (readonly [number, ClosedOnce])[] } | Pause
  >;
}

const isSame = (one: ClosedOnce) => (other: ClosedOnce) =>
  JSON.stringify(one) === JSON.stringify(other);
const closedOf = ({ id: _, reason: __, isPublic: ___, ...closed }: Closure): ClosedOnce => closed;

testTwoStores(
  "what is taken back and put back in any order is what lists and holds know",
  async (one, other) => {
    const draw = drawing("removals");
    const model: Model = { closures: new Map(), pause: null, removed: new Map() };
    const changes: string[] = [];
    for (let step = 0; step < 150; step++) {
      const { closures, switches } = draw.pick([one, other]);
      const by = closures.by("Lupe");
      const act = draw(6);
      if (act < 2) {
        const closed = draw.pick(CLOSED);
        model.closures.set(await by.add(closed, ""), closed);
      } else if (act === 2) {
        const pause = draw.pick(PAUSES);
        await switches.pause("night" in pause ? pause : null);
        model.pause = pause;
      } else if (act === 3) {
        const ids = [1, 2].map(() => 1 + draw(Math.max(2, ...model.closures.keys())));
        const standing = [...model.closures].filter(([id]) => ids.includes(id));
        const change = await removeClosure(by, ...ids);
        assertEquals(change !== null, standing.length > 0);
        for (const [id] of standing) model.closures.delete(id);
        if (change !== null) model.removed.set(change, { ids: standing });
        if (change !== null) changes.push(change);
      } else if (act === 4) {
        const seen = draw.pick(PAUSES);
        const change = await by.remove([JSON.stringify(seen)], EARLY);
        const stood = JSON.stringify(model.pause) === JSON.stringify(seen);
        assertEquals(change !== null, stood);
        if (stood) model.pause = null;
        if (change !== null) model.removed.set(change, seen);
        if (change !== null) changes.push(change);
      } else if (changes.length > 0) {
        const change = draw.pick(changes.slice(-4));
        const removed = model.removed.get(change);
        const isFree = removed !== undefined && ("ids" in removed || model.pause === null);
        assertEquals(await by.putBack(change), isFree);
        if (isFree) model.removed.delete(change);
        if (isFree && "until" in removed) model.pause = removed;
        for (const [id, closed] of isFree && "ids" in removed ? removed.ids : []) {
          if (![...model.closures.values()].some(isSame(closed))) model.closures.set(id, closed);
        }
      }
      for (const { poll, closures } of [one, other]) {
        await poll.refresh();
        const state = poll.current();
        const found = state.closures.map((each) => [each.id, closedOf(each)] as const);
        assertEquals(new Map(found), model.closures, `step ${step}`);
        assertEquals(state.pause, model.pause);
        assertEquals(whatOf(await closures.removals()), whatOf(kept(model)));
      }
      const time = draw.pick(["18:30", "20:00", "20:30", "21:30", "22:00"]);
      const held = await one.reservations.reserve(
        request(step, { day: SATURDAY, serviceDay: SATURDAY, time }),
      );
      assertEquals(held.kind, expected(model, `${SATURDAY}T${time}`), `step ${step}`);
    }
  },
);

function kept({ removed }: Model): Pick<Removal, "change" | "what">[] {
  return [...removed].map(([change, what]) => ({
    change,
    what: "ids" in what
      ? what.ids.map(([id, closed]) => ({ id, ...closed, reason: "", isPublic: false }))
      : [what],
  }));
}

const whatOf = (removals: readonly Pick<Removal, "change" | "what">[]) =>
  new Map(removals.map(({ change, what }) => [change, new Set(what)]));

function expected({ closures, pause }: Model, at: string): string {
  if (pause !== null && !("night" in pause)) return "paused";
  const isClosed = [...closures.values()].some((closed) =>
    closed.kind === "day" ? closed.day === SATURDAY : closed.from <= at && at < closed.to
  );
  return isClosed || pause?.night === SATURDAY ? "closed" : "held";
}

testByClock(
  "what has ended by itself is not taken back, and leaves no record",
  async ({ closures, switches }, clock) => {
    const by = closures.by("Lupe");
    const ids = [
      await by.add(CLOSED[0]!, ""),
      await by.add(CLOSED[2]!, ""),
      await by.add(CLOSED[4]!, ""),
    ];
    const tokens = ids.map((id) => `closure ${id}`);
    const sunday = { minute: `${SATURDAY}T21:00`, serviceDay: "2026-03-15" };
    assertEquals(await by.remove(tokens, sunday), null);
    const pause = { night: SATURDAY, until: NOW + 60_000 };
    await switches.pause(pause);
    clock.run(60_000);
    assertEquals(await by.remove([JSON.stringify(pause)], EARLY), null);
    assertEquals(await by.removals(), []);
    const inTime = { minute: `${SATURDAY}T20:30`, serviceDay: SATURDAY };
    const change = await by.remove(tokens, inTime);
    const [removal] = await by.removals();
    assertEquals([removal?.change, removal?.what.length], [change, 3]);
    assertEquals([removal?.setBy, removal?.setAt, removal?.actor, removal?.at], [
      "Lupe",
      NOW,
      "Lupe",
      NOW + 60_000,
    ]);
  },
);
