import { assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { runProgram, startServiceProcess } from "../support/service_process.ts";
import { freeSlot, NO_LIMITS, reserve } from "./_guests.ts";
import { rowsInFile } from "./_rows.ts";

Deno.test("purge erases a person's reservations while the service runs", async () => {
  await using service = await startServiceProcess({ env: NO_LIMITS });
  const { url, dataDir } = service;
  const purge = async (...options: string[]) => {
    const args = ["purge", "--phone", "+529991000001", ...options];
    const { code, stdout, stderr } = await runProgram({ args, env: { DATA_DIR: dataDir } });
    assertEquals(code, 0, stderr);
    return stdout;
  };
  const slot = await freeSlot(url);
  const made = await reserve(url, 1, slot);
  await reserve(url, 2, slot);
  assertStringIncludes(await purge(), "por venir");
  assertEquals(await purge("--upcoming"), "1 reservación borrada\n");
  assertEquals([...(await rowsInFile(dataDir)).keys()], [2]);
  const again = await reserve(url, 1, slot);
  assertEquals(again.status, 200, "a retry of an erased reservation makes a new one");
  assertNotEquals(again.body.folio, made.body.folio);
});
