/** A disk whose calls fail by choice of the test: a library that is preloaded into the service. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../../support/run.ts";

/** Kinds of calls, in the order of `enum call` in failing_disk.c. */
export const CALLS = ["open", "read", "write", "sync", "truncate"] as const;
export type Call = typeof CALLS[number];

export interface FailingDisk {
  /** Variables of the service whose database fails. */
  readonly env: Readonly<Record<string, string>>;
  /** From now on `percents` of the calls of each kind fail with EIO; kinds that are not named succeed. */
  fail(percents: Readonly<Partial<Record<Call, number>>>): void;
}

const SOURCE = fileURLToPath(new URL("failing_disk.c", import.meta.url));

/** Builds the library in `folder`, for files whose paths begin with `files`. Needs a C compiler. */
export async function failingDisk(folder: string, files: string): Promise<FailingDisk> {
  const library = join(folder, "failing_disk.so");
  const args = ["-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl"];
  await run("cc", ...args);
  const control = join(folder, "failing_disk");
  await Deno.writeFile(control, new Uint8Array(CALLS.length));
  return {
    env: { LD_PRELOAD: library, FAILING_DISK: control, FAILING_DISK_FILES: files },
    fail(percents) {
      // In place, because the library has mapped this file.
      using file = Deno.openSync(control, { write: true });
      file.writeSync(Uint8Array.from(CALLS, (call) => percents[call] ?? 0));
    },
  };
}
