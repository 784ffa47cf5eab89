/** Time limits of many short things. They share one timer: one each would cost more than most of what they limit. */

interface Deadline {
  /** Of the monotonic clock, in milliseconds. */
  readonly due: number;
  passed(): void;
}

const deadlines = new Set<Deadline>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** When the timer goes off. */
let next = Infinity;

/** Calls `passed` after `ms` milliseconds, unless what it gives is called first. */
export function startDeadline(ms: number, passed: () => void): () => void {
  const deadline = { due: performance.now() + ms, passed };
  deadlines.add(deadline);
  if (deadline.due < next) wakeAt(deadline.due);
  return () => {
    if (deadlines.delete(deadline) && deadlines.size === 0) wakeAt(Infinity);
  };
}

function wakeAt(due: number): void {
  clearTimeout(timer);
  next = due;
  if (due < Infinity) timer = setTimeout(wake, Math.max(0, due - performance.now()));
}

function wake(): void {
  const now = performance.now();
  const passed = [...deadlines].filter(({ due }) => due <= now);
  for (const deadline of passed) deadlines.delete(deadline);
  wakeAt(Math.min(Infinity, ...[...deadlines].map(({ due }) => due)));
  for (const deadline of passed) deadline.passed();
}
