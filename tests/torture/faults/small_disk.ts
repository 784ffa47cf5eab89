/** Disks with room for little or for few files. */
import { assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { ignoreMissing } from "../../../src/storage/database/database_files.ts";
import { run } from "../../support/run.ts";

/** A disk that fills up and can be enlarged. */
interface SmallDisk extends AsyncDisposable {
  /** Where it is mounted. */
  readonly dataDir: string;
  makeRoom(): Promise<void>;
}

/** A disk of 1 MB: the tables and about a hundred reservations. Needs the privilege to mount. */
export async function smallDisk(): Promise<SmallDisk> {
  const folder = await Deno.makeTempDir();
  await run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder);
  return {
    dataDir: folder,
    makeRoom: async () => void await run("mount", "-o", "remount,size=100m", folder),
    async [Symbol.asyncDispose]() {
      // A reader may still have the database open.
      await run("umount", "--lazy", folder);
      await Deno.remove(folder);
    },
  };
}

/** A disk that takes a number of files. */
interface DiskOfFiles extends AsyncDisposable {
  /** Where it is mounted. */
  readonly folder: string;
  /** Makes files until only `spare` more can be made. */
  fill(spare?: number): Promise<void>;
  /** Removes them. */
  empty(): Promise<void>;
  /** Makes it a disk for reading only. */
  freeze(): Promise<void>;
}

/** A disk of 100 MB and 100 files. Needs the privilege to mount. */
export async function diskOfFiles(): Promise<DiskOfFiles> {
  const folder = await Deno.makeTempDir();
  await run("mount", "-t", "tmpfs", "-o", "size=100m,nr_inodes=100", "tmpfs", folder);
  const filler = join(folder, "filler");
  return {
    folder,
    async fill(spare = 0) {
      await Deno.mkdir(filler);
      let made = 0;
      const make = () => Deno.writeTextFile(join(filler, `${made}`), "", { createNew: true });
      const full = await (async () => {
        for (;; made++) await make();
      })().catch(String);
      assertStringIncludes(full as string, "No space left");
      for (let n = 1; n <= spare; n++) await Deno.remove(join(filler, `${made - n}`));
    },
    empty: () => Deno.remove(filler, { recursive: true }).catch(ignoreMissing),
    freeze: async () => void await run("mount", "-o", "remount,ro", folder),
    async [Symbol.asyncDispose]() {
      await run("umount", "--lazy", folder);
      await Deno.remove(folder);
    },
  };
}
