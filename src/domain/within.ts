/**
 * Waits for `done`, at most `ms` milliseconds long.
 * @returns whether it was there in time
 * @throws what `done` rejects with
 */
export async function within(ms: number, done: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => timer = setTimeout(resolve, ms, false));
  try {
    return await Promise.race([done.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
