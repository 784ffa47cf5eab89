import { assert, assertEquals } from "@std/assert";
import { startServiceProcess } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { EXIT_DISK } from "./_end.ts";
import { freeSlot, NO_LIMITS, noAnswers, startCrowd } from "./_guests.ts";
import { assertIntact, compare, rowsInFile } from "./_rows.ts";

/**
 * Files of 1 MB: the tables and about a hundred reservations. A disk quota causes the same error, but setting one needs
 * privileges.
 */
const LIMITED = ["sh", "-c", `trap '' XFSZ; ulimit -S -f 2000; exec "$0" "$@"`];

Deno.test("a database file that cannot grow ends the service, and all answers until then are true", async () => {
  await using folder = await tempFolder();
  const env = { ...NO_LIMITS, DATA_DIR: folder.path };
  const answers = noAnswers();
  {
    await using service = await startServiceProcess({ env, under: LIMITED });
    const slot = await freeSlot(service.url);
    const crowd = startCrowd({ url: service.url, slot, answers, first: 0 });
    const { code } = await service.status;
    await crowd.stop();
    assertEquals([code, service.errorLines], [EXIT_DISK, []]);
    const reasons = service.lines.filter((line) => line.includes("can no longer be trusted"));
    assertEquals(reasons.length, 1, service.lines.join("\n"));
  }
  assert(answers.held.size > 20, `only ${answers.held.size} were confirmed`);
  {
    await using service = await startServiceProcess({ env });
    assertEquals((await service.stop()).code, 0);
  }
  compare(await rowsInFile(folder.path), answers);
  await assertIntact(folder.path);
});
