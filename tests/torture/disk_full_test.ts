import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import {
  freeSlot,
  NO_LIMITS,
  noAnswers,
  reserve,
  startCrowd,
  statusOf,
} from "../service/_guests.ts";
import { assertIntact, compare, rowsInFile } from "../service/_rows.ts";
import { run } from "../support/run.ts";
import { runProgram, startServiceProcess } from "../support/service_process.ts";
import { diskOfFiles, smallDisk } from "./faults/small_disk.ts";
import { report, times, torture } from "./_torture.ts";

torture(
  "on a full disk what rotate-key, purge and the end have done is their exit code, without a stack",
  async () => {
    await using disk = await smallDisk();
    const { dataDir } = disk;
    const env = { DATA_DIR: dataDir };
    const fillers = [join(dataDir, "filler"), join(dataDir, "larger filler")];
    for (const [n, filler] of fillers.entries()) {
      await Deno.writeFile(filler, new Uint8Array(100_000 * (n + 1)));
    }
    const answers = noAnswers();
    {
      await using service = await startServiceProcess({ env: { ...NO_LIMITS, ...env } });
      const slot = await freeSlot(service.url);
      const crowd = startCrowd({ url: service.url, slot, answers, first: 0 });
      await crowd.until(({ refused }) => refused.size > 100);
      await crowd.stop();
      const run = async (command: string) => {
        const { code, stderr } = await runProgram({ args: command.split(" "), env });
        assertEquals([code, stderr], [0, ""], command);
      };
      // The log has room again, and what is in it has none in the file.
      await Deno.remove(fillers[0]!);
      await run("staff rotate-key");
      await Deno.remove(fillers[1]!);
      await run("staff rotate-key");
      await run("purge --phone +529991000000 --upcoming");
      await fill(join(dataDir, "filler"));
      assertEquals((await service.stop()).code, 0);
      assertEquals(service.errorLines, []);
    }
    await disk.makeRoom();
    {
      await using service = await startServiceProcess({ env });
      assertEquals((await service.stop()).code, 0);
    }
    answers.held.delete(0);
    compare(await rowsInFile(dataDir), answers);
  },
);

torture(
  "on a disk that takes nothing more, the doctor says what mends that, and never to put a copy back",
  async () => {
    await using small = await smallDisk();
    await using crowded = await diskOfFiles();
    await using frozen = await diskOfFiles();
    const remount = /^ {6}su disco está solo para leer: `sudo (mount [^`]+)`/;
    const disks = [
      [small.dataDir, () => fill(join(small.dataDir, "filler")), /^ {6}haz lugar/],
      [crowded.folder, () => crowded.fill(), /^ {6}haz lugar en su disco, o borra archivos/],
      [frozen.folder, () => frozen.freeze(), remount],
    ] as const;
    for (const [dataDir, block, remedy] of disks) {
      const env = { DATA_DIR: dataDir, PORT: "0", STAFF_PORT: "0" };
      const examined = async () => (await runProgram({ args: ["doctor"], env })).stdout.split("\n");
      assertEquals((await (await startServiceProcess({ env })).stop()).code, 0);
      await block();
      const lines = await examined();
      for (const about of ["base de datos", "disco"]) {
        const at = lines.findIndex((line) => line.startsWith(`falla ${about}: `));
        assertMatch(lines[at + 1] ?? "", remedy, lines.join("\n"));
      }
      assert(!lines.join().includes("restore"), lines.join("\n"));
      if (dataDir === small.dataDir) {
        await using service = await startServiceProcess({ env });
        assert(!service.lines.join().includes("restore"), service.lines.join("\n"));
      }
      const [, mount] = lines.map((line) => remount.exec(line)).find((found) => found) ?? [];
      if (mount === undefined) continue;
      await run("sh", "-c", mount);
      const after = await examined();
      assert(after.some((line) => line.startsWith("bien  base de datos: ")), after.join("\n"));
    }
  },
);

/** Leaves no room. */
async function fill(path: string): Promise<void> {
  using file = await Deno.open(path, { create: true, append: true });
  try {
    for (;;) await file.write(new Uint8Array(4_096));
  } catch (error) {
    assertStringIncludes(String(error), "No space left");
  }
}

torture(
  "on a full disk its refusals are true, reads work, and reservations work again once there is space",
  async () => {
    const rounds = times(2, 10);
    const total = { held: 0, refused: 0 };
    for (let round = 0; round < rounds; round++) {
      const { held, refused } = await surviveFullDisk();
      total.held += held;
      total.refused += refused;
    }
    report(
      `${rounds} full disks, ${total.held} reservations confirmed and present, ${total.refused} refused and absent`,
    );
  },
);

const READS = ["/api/info", "/api/menu", "/api/disponibilidad", "/openapi.json", "/healthz"];

/**
 * Fills the disk under load. Every refusal must be a 502 without a row, reads must keep working, and reservations must
 * work again once there is space.
 * @returns the numbers of guests with a folio and with a refusal
 */
async function surviveFullDisk(): Promise<{ held: number; refused: number }> {
  await using disk = await smallDisk();
  const { dataDir } = disk;
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
  await disk.makeRoom();
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
