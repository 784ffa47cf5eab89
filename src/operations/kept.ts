/** Results that are the same for a while are made once, so that they are encoded once too. */
import type { Deps } from "../ports.ts";
import { reservationsActive } from "../domain/schedule/switches.ts";
import type { Situation } from "../domain/schedule/situation.ts";

interface Kept<T> {
  readonly causes: readonly unknown[];
  readonly value: T;
}

/** Slots of days gone by are never asked for again: they go when a new one needs the room. */
const MOST_SLOTS = 256;

/**
 * A memory of results by slot. A slot's result is given again for as long as its causes are the same (`===`, one by one).
 * Callers use few slots: one for each language, or for each day that can be asked for.
 */
export function keptResults<T extends object>(): (
  deps: Deps,
  slot: string,
  causes: readonly unknown[],
  make: () => T,
) => T {
  const memories = new WeakMap<Deps, Map<string, Kept<T>>>();
  return (deps, slot, causes, make) => {
    const memory = memories.get(deps) ?? new Map<string, Kept<T>>();
    memories.set(deps, memory);
    const kept = memory.get(slot);
    if (kept && kept.causes.every((cause, index) => cause === causes[index])) return kept.value;
    const value = make();
    if (memory.size >= MOST_SLOTS) memory.clear();
    memory.set(slot, { causes, value });
    return value;
  };
}

/** The minute in which an instant (epoch milliseconds) falls. */
export function minuteOf(now: number): number {
  return Math.floor(now / 60_000);
}

/** What the times that can be reserved depend on. */
export function causesOfTimes({ restaurant, house, now }: Situation): readonly unknown[] {
  return [restaurant, house, reservationsActive(house, now), minuteOf(now)];
}
