/** A disk that fills up under load, and has space again later. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { ignoreMissing } from "../../../src/storage/database/database_files.ts";
import {
  freeSlot,
  NO_LIMITS,
  noAnswers,
  reserve,
  startCrowd,
  statusOf,
} from "../../service/_guests.ts";
import { assertIntact, compare, rowsInFile } from "../../service/_rows.ts";
import { startServiceProcess } from "../../support/service_process.ts";

/** A disk of 1 MB: the tables and about a hundred reservations. Needs the privilege to mount. */
export async function smallDisk(): Promise<SmallDisk & AsyncDisposable> {
  const folder = await Deno.makeTempDir();
  await run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder);
  return {
    dataDir: folder,
    makeRoom: () => run("mount", "-o", "remount,size=100m", folder),
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
    freeze: () => run("mount", "-o", "remount,ro", folder),
    async [Symbol.asyncDispose]() {
      await run("umount", "--lazy", folder);
      await Deno.remove(folder);
    },
  };
}

async function run(program: string, ...args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args: [...args] }).output();
  assert(success, new TextDecoder().decode(stderr));
}

/** A disk that fills up and can be enlarged. */
interface SmallDisk {
  /** Where it is mounted. */
  readonly dataDir: string;
  makeRoom(): Promise<void>;
}

const READS = ["/api/info", "/api/menu", "/api/disponibilidad", "/openapi.json", "/healthz"];

/**
 * Fills the disk under load. Every refusal must be a 502 without a row, reads must keep working, and reservations must
 * work again once there is space.
 * @returns the numbers of guests with a folio and with a refusal
 */
export async function surviveFullDisk(
  { dataDir, makeRoom }: SmallDisk,
): Promise<{ held: number; refused: number }> {
  await using service = await startServiceProcess({ env: { ...NO_LIMITS, DATA_DIR: dataDir } });
  const slot = await freeSlot(service.url);
  const answers = noAnswers();
  const crowd = startCrowd({ url: service.url, slot, answers, first: 0 });
  await crowd.until(({ held, refused }) => held.size > 20 && refused.size > 200);
  const line = await service.logged(({ message, error }) =>
    message === "reservations are refused" && `${error}`.includes("Revisa que su disco tenga lugar")
  );
  assertEquals(line.level, "error");
  for (const path of READS) assertEquals(await statusOf(`${service.url}${path}`), 200, path);
  const heldOnFull = answers.held.size;
  await makeRoom();
  await crowd.until(({ held }) => held.size > heldOnFull + 200);
  await crowd.stop();
  const [refused] = answers.refused;
  const { status, body } = await reserve(service.url, refused!, slot);
  assertEquals([status, body.repetida], [200, undefined], "a refused guest can reserve anew");
  answers.refused.delete(refused!);
  answers.held.set(refused!, body.folio);
  assertEquals((await service.stop()).code, 0);
  assertEquals(answers.unanswered.size, 0);
  assertEquals([...compare(await rowsInFile(dataDir), answers)], []);
  await assertIntact(dataDir);
  return { held: answers.held.size, refused: answers.refused.size };
}
