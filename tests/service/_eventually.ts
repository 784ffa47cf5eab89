/** Resolves once `holds`, asked again and again, is true; fails after `withinMs` milliseconds. For what no event tells. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<void> {
  const start = performance.now();
  while (!await holds()) {
    if (performance.now() - start > withinMs) {
      throw new Error(`it did not come true within ${withinMs} ms`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Whether there is nothing at `path`. */
export async function isGone(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return false;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return true;
    throw error;
  }
}
