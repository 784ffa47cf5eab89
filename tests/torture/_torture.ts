/**
 * Tests of the executable under faults. Each has a short form, for every build, and a long one, for which `deno task
 * torture` sets TORTURE=long.
 */
import { resolve } from "node:path";

/** Whether the long forms run. */
export const LONG = Deno.env.get("TORTURE") === "long";

/** `short` in the short form, `long` in the long one. */
export function times(short: number, long: number): number {
  return LONG ? long : short;
}

/** Registers a test of the executable that SOBREMESA names. It fails without one: no test is skipped silently. */
export function torture(promise: string, run: () => Promise<void>): void {
  Deno.test(promise, async () => {
    requireExecutable();
    await run();
  });
}

/** Prints a line of figures to standard output. */
export function report(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`  ${text}\n`));
}

function requireExecutable(): void {
  const named = Deno.env.get("SOBREMESA");
  if (!named) {
    throw new Error(
      "SOBREMESA must name the executable: deno task compile, then SOBREMESA=dist/sobremesa deno task torture",
    );
  }
  // Some run in another folder.
  Deno.env.set("SOBREMESA", resolve(named));
}
