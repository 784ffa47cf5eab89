/**
 * Polls `holds` until it is true. `withinMs` only ends a wait for what does not happen: a busy machine takes its time.
 */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<void> {
  const start = performance.now();
  while (!await holds()) {
    if (performance.now() - start > withinMs) {
      throw new Error(`the condition was not true within ${withinMs} ms`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Whether no file exists at `path`. */
export async function isGone(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return false;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return true;
    throw error;
  }
}
