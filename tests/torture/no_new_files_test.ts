/**
 * A disk that takes no new file: without free inodes, mounted for reading only, or with all files open that a process
 * may have.
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { freeSlot, NO_LIMITS, reserve } from "../service/_guests.ts";
import { compare, rowsInFile } from "../service/_rows.ts";
import { run } from "../support/run.ts";
import {
  runProgram,
  type ServiceProcess,
  startServiceProcess,
} from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { diskOfFiles } from "./faults/small_disk.ts";
import { report, torture } from "./_torture.ts";

/** Each command with its exit code beside a running service whose disk takes no new file. */
const COMMANDS: Readonly<Record<string, number>> = {
  "purge --phone +529991000000": 0,
  export: 0,
  "staff rotate-key": 1,
  "backup -": 1,
  "copies ready": 1,
};

torture(
  "without free inodes each command, SIGHUP and SIGTERM have their exit codes and plain messages",
  async () => {
    await using disk = await diskOfFiles();
    const env = { ...NO_LIMITS, DATA_DIR: join(disk.folder, "data") };
    await using elsewhere = await tempFolder();
    const copy = join(elsewhere.path, "copy.db");
    {
      await using service = await startServiceProcess({ env });
      const slot = await freeSlot(service.url);
      const folio = (await reserve(service.url, 1, slot)).body.folio;
      await disk.fill();
      assertEquals((await reserve(service.url, 2, slot)).status, 200);
      const codes = { ...COMMANDS, [`backup ${copy}`]: 0, [`restore ${copy}`]: 1 };
      for (const [command, expected] of Object.entries(codes)) {
        const { code, stderr } = await runProgram({ args: command.split(" "), env });
        assertEquals(code, expected, `${command}: ${stderr}`);
        if (code !== 0) assertPlain(stderr);
      }
      await reload(service);
      assertEquals((await reserve(service.url, 1, slot)).body.folio, folio);
      await assertEnds(service);
    }
    await disk.empty();
    // What could not be written back at the end is in the log.
    const rows = await rowsInFile(env.DATA_DIR);
    assertEquals([...rows.keys()].toSorted(), [1, 2]);
    await using service = await startServiceProcess({ env });
    await assertEnds(service);
  },
);

torture(
  "a start with any number of free inodes serves and ends with 0, or is refused in one line with 1",
  async () => {
    await using disk = await diskOfFiles();
    const outcomes = { served: 0, refused: 0 };
    for (const used of [false, true]) {
      for (let spare = 0; spare <= 12; spare++) {
        const dataDir = join(disk.folder, `${used} ${spare}`);
        const env = { DATA_DIR: dataDir, PORT: "0", STAFF_PORT: "0" };
        await disk.empty();
        if (used) assertEquals((await (await startServiceProcess({ env })).stop()).code, 0);
        await disk.fill(spare);
        outcomes[await startAndEnd(env)]++;
        await disk.empty();
        // What a refused start has left does not hinder the next.
        assertEquals(await startAndEnd(env), "served", `${dataDir} with room`);
        await Deno.remove(dataDir, { recursive: true });
      }
    }
    assert(outcomes.served > 10 && outcomes.refused > 5, JSON.stringify(outcomes));
    report(`${outcomes.served} starts served, ${outcomes.refused} were refused`);
  },
);

torture(
  "on a disk for reading only an export is printed, and what writes and the start are refused in one line with 1",
  async () => {
    await using disk = await diskOfFiles();
    await using elsewhere = await tempFolder();
    const copy = join(elsewhere.path, "copy.db");
    const env = { DATA_DIR: join(disk.folder, "data") };
    assertEquals((await (await startServiceProcess({ env })).stop()).code, 0);
    assertEquals((await runProgram({ args: ["backup", copy], env })).code, 0);
    await disk.freeze();
    for (const command of [...Object.keys(COMMANDS), "serve", `restore ${copy}`]) {
      const { code, stderr } = await runProgram({ args: command.split(" "), env });
      assertEquals(code, command === "export" ? 0 : 1, command);
      if (code !== 0) assertPlain(stderr);
    }
  },
);

torture(
  "with all files open that it may have, the service reloads and ends with 0, without a stack",
  async () => {
    await using service = await startServiceProcess({ env: NO_LIMITS });
    const slot = await freeSlot(service.url);
    const held = new Map([[1, (await reserve(service.url, 1, slot)).body.folio]]);
    await run("prlimit", "--pid", `${service.pid}`, "--nofile=8:8");
    Deno.kill(service.pid, "SIGHUP");
    await assertEnds(service);
    const answers = { held, refused: new Set<number>(), unanswered: new Set<number>() };
    compare(await rowsInFile(service.dataDir), { ...answers, refusal: [502, "base"] });
  },
);

/** One line, or two with what to do; no stack. */
function assertPlain(stderr: string): void {
  assertMatch(stderr, /^sobremesa: [^\n]+\n$/);
}

async function reload(service: ServiceProcess): Promise<void> {
  Deno.kill(service.pid, "SIGHUP");
  await service.logged(({ message }) => message === "loaded again");
}

async function assertEnds(service: ServiceProcess): Promise<void> {
  const { code } = await service.stop();
  assertEquals([code, service.errorLines], [0, []]);
}

async function startAndEnd(env: Readonly<Record<string, string>>): Promise<"served" | "refused"> {
  const service = await startServiceProcess({ env }).catch((error: Error) => error);
  if (service instanceof Error) {
    assertMatch(service.message, /^the service ended with code 1: sobremesa: [^\n]+\n?$/);
    return "refused";
  }
  await assertEnds(service);
  return "served";
}
