/** Long work that lets others have their turn: a map of a country takes seconds, and guests are answered meanwhile. */

/** Work that pauses now and then, at each `yield`. */
export type Work<T> = Generator<void, T>;

/** How long work holds the thread before others have their turn, in milliseconds. */
const SLICE_MS = 10;

/** Does all of it at once. */
export function finished<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Does it in slices, between which the event loop turns. */
export async function inSlices<T>(work: Work<T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - since < SLICE_MS) continue;
    await new Promise<void>((resolve) => setTimeout(resolve));
    since = performance.now();
  }
}
