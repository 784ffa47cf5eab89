/** Time limits of many short things. They share one timer: one each would cost more than most of what they limit. */
import { activeSet } from "../domain/in_progress.ts";

interface Deadline {
  /** Of the monotonic clock, in milliseconds. */
  readonly due: number;
  passed(): void;
}

const deadlines = activeSet<Deadline>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** When the timer goes off. */
let next = Infinity;

/** Calls `passed` after `ms` milliseconds, unless what it gives is called first. */
export function startDeadline(ms: number, passed: () => void): () => void {
  const due = performance.now() + ms;
  const remove = deadlines.add({
    due,
    passed() {
      remove();
      passed();
    },
  });
  if (due < next) wakeAt(due);
  return () => {
    remove();
    if (deadlines.size === 0) wakeAt(Infinity);
  };
}

function wakeAt(due: number): void {
  if (due === next) return;
  clearTimeout(timer);
  next = due;
  if (due < Infinity) timer = setTimeout(wake, Math.max(0, due - performance.now()));
}

function wake(): void {
  next = Infinity;
  const now = performance.now();
  const byDue = deadlines.items().sort((a, b) => a.due - b.due);
  wakeAt(byDue.find(({ due }) => due > now)?.due ?? Infinity);
  for (const { due, passed } of byDue) if (due <= now) passed();
}
