import { join } from "node:path";
import { assert, assertEquals } from "@std/assert";
import { databases } from "../support/databases.ts";
import { eventually, folios, openTestStorage } from "./_fixture.ts";
import { startReserving } from "./_reserving_process.ts";

/** 500 kB: the schema, and some hundred reservations. */
const FILE_BLOCKS = 1000;

Deno.test("on a full disk every error is without a row, and with room again the service goes on", async () => {
  await using database = await databases[0]!.open();
  const reserving = startReserving(database, 0, FILE_BLOCKS);
  await reserving.until(({ held, refused }) => held.size > 20 && refused.size > 100);
  const heldOnFull = reserving.told.held.size;
  const refusedOnFull = reserving.told.refused.size;
  await raiseLimit(reserving.pid);
  await reserving.until(({ held }) => held.size > heldOnFull + 500);
  await reserving.end();

  assert(refusedOnFull > 100);
  await using storage = await openTestStorage(database);
  await eventually(() => isGone(join(database.dataDir, "doubts.log")));
  assertEquals(await folios(storage), [...reserving.told.held.values()].toSorted());
});

Deno.test("a disk without room for another byte refuses the start and says so", async () => {
  await using database = await databases[0]!.open();
  const { stderr } = await new Deno.Command("sh", {
    args: [
      "-c",
      `trap '' XFSZ; ulimit -f 1; exec "$0" "$@"`,
      Deno.execPath(),
      "run",
      "--allow-all",
      "--no-check",
      "--no-code-cache",
      new URL("_reserving.ts", import.meta.url).pathname,
      database.url,
      database.dataDir,
    ],
    stdin: "null",
  }).output();
  assert(
    new TextDecoder().decode(stderr).includes("Check that its disk has room"),
    new TextDecoder().decode(stderr),
  );
});

async function raiseLimit(pid: number): Promise<void> {
  const { success } = await new Deno.Command("prlimit", {
    args: ["--pid", `${pid}`, "--fsize=unlimited:unlimited"],
  }).output();
  assert(success, "prlimit failed");
}

async function isGone(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return false;
  } catch {
    return true;
  }
}
