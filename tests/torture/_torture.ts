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
    await requireExecutable();
    await run();
  });
}

/** Fails if `program` is not installed. @param args with which it ends at once */
export async function requireProgram(program: string, ...args: string[]): Promise<void> {
  if (await exitCode(program, args) === null) {
    throw new Error(`${program} is not installed: .ci/engines installs it`);
  }
}

/** Null if the program is not installed. */
async function exitCode(program: string, args: readonly string[]): Promise<number | null> {
  try {
    const command = new Deno.Command(program, { args: [...args], stdout: "null", stderr: "null" });
    return (await command.output()).code;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Prints a line of figures to standard output. */
export function report(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`  ${text}\n`));
}

async function requireExecutable(): Promise<void> {
  const named = Deno.env.get("SOBREMESA");
  if (!named) {
    throw new Error(
      "SOBREMESA must name the executable: deno task compile, then SOBREMESA=dist/sobremesa deno task torture",
    );
  }
  const path = resolve(named);
  Deno.env.set("SOBREMESA", path);
  if (await exitCode(path, ["--version"]) !== 0) {
    throw new Error(`SOBREMESA names ${path}, which does not run: deno task compile builds it`);
  }
}
