import { assert } from "@std/assert";
import type { SmallDisk } from "../service/_full_disk.ts";

/** A disk of 1 MB: the tables and about a hundred reservations. Needs the privilege to mount. */
export async function smallDisk(): Promise<SmallDisk & AsyncDisposable> {
  const folder = await Deno.makeTempDir();
  await run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder);
  return {
    options: { env: { DATA_DIR: folder } },
    makeRoom: () => run("mount", "-o", "remount,size=100m", folder),
    async [Symbol.asyncDispose]() {
      // A reader may still have the database open.
      await run("umount", "--lazy", folder);
      await Deno.remove(folder);
    },
  };
}

async function run(program: string, ...args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args: [...args] }).output();
  assert(success, new TextDecoder().decode(stderr));
}
