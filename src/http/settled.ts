/**
 * Values that may be there already. What needs no waiting is not made to wait: a turn of the event loop costs more than a kept
 * answer.
 */

/** What `next` makes of `value`: at once where it is there, else when it comes. */
export function whenSettled<T, U>(
  value: T | Promise<T>,
  next: (value: T) => U | Promise<U>,
): U | Promise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** What `work` gives, or what `failed` makes of its error, be it thrown or rejected. */
export function attempt<T>(
  work: () => T | Promise<T>,
  failed: (error: unknown) => T,
): T | Promise<T> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(failed) : value;
  } catch (error) {
    return failed(error);
  }
}
