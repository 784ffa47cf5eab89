/** A clock that stands until it is moved. */
export interface TestClock {
  now(): number;
  set(now: number): void;
  advance(ms: number): void;
  /** Calls `work` once the clock has been moved by `ms`, unless the result is called before. */
  after(ms: number, work: () => void): () => void;
}

export function testClock(start: number): TestClock {
  let now = start;
  const alarms = new Set<{ readonly at: number; ring(): void }>();
  const set = (to: number): void => {
    now = to;
    for (const alarm of [...alarms].sort((a, b) => a.at - b.at)) {
      if (alarm.at <= now && alarms.delete(alarm)) alarm.ring();
    }
  };
  return {
    now: () => now,
    set,
    advance: (ms) => set(now + ms),
    after(ms, ring) {
      const alarm = { at: now + ms, ring };
      alarms.add(alarm);
      return () => void alarms.delete(alarm);
    },
  };
}
