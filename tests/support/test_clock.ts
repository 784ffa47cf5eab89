/** A clock that only the test moves. */
export interface TestClock {
  now(): number;
  set(now: number): void;
  advance(ms: number): void;
  /** Calls `work` when the clock has moved by `ms`, unless the returned function is called before. */
  after(ms: number, work: () => void): () => void;
}

export function testClock(start: number): TestClock {
  let now = start;
  const timers = new Set<{ readonly at: number; work(): void }>();
  const set = (to: number): void => {
    now = to;
    for (const timer of [...timers].sort((a, b) => a.at - b.at)) {
      if (timer.at <= now && timers.delete(timer)) timer.work();
    }
  };
  return {
    now: () => now,
    set,
    advance: (ms) => set(now + ms),
    after(ms, work) {
      const timer = { at: now + ms, work };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
}
