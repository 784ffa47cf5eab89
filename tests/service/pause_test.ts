import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { openDatabase } from "../../src/storage/open_database.ts";
import { switches } from "../../src/storage/switches.ts";
import {
  runProgram,
  type ServiceProcess,
  startServiceProcess,
} from "../support/service_process.ts";
import { eventually } from "./_eventually.ts";
import { freeSlot, isOff, NO_LIMITS, reserve } from "./_guests.ts";

Deno.test("pause and resume switch a running service on a file", async () => {
  await using service = await startServiceProcess();
  const slot = await freeSlot(service.url);
  const made = await reserve(service.url, 1, slot);
  assertEquals(
    await switchTo(service, "pause"),
    'reservations are off; "sobremesa resume" switches them on\n',
  );
  const refused = await reserve(service.url, 2, slot);
  assertEquals([refused.status, refused.body.motivo], [503, "apagado"]);
  assertStringIncludes(refused.body.whatsapp, "https://wa.me/");
  const replayed = await reserve(service.url, 1, slot);
  assertEquals([replayed.status, replayed.body.folio], [200, made.body.folio]);
  await eventually(() => isOff(service.url), 2_000);
  assertEquals(await switchTo(service, "resume"), "reservations are on\n");
  await eventually(async () => !await isOff(service.url), 2_000);
  assertEquals((await reserve(service.url, 2, slot)).status, 200);
});

Deno.test("a pause until some instant ends by itself", async () => {
  await using service = await startServiceProcess({ env: NO_LIMITS });
  const slot = await freeSlot(service.url);
  const database = await openDatabase({
    url: `file:${service.dataDir}/sobremesa.db`,
    now: Date.now,
  });
  const until = Date.now() + 1_500;
  await switches(database, { now: Date.now }).pause(until);
  await database.close();
  assertEquals((await reserve(service.url, 1, slot)).status, 503);
  await eventually(async () => (await reserve(service.url, 1, slot)).status === 200, 5_000);
  assert(Date.now() >= until, "it came back too early");
  assertEquals(await isOff(service.url), false);
});

async function switchTo({ dataDir }: ServiceProcess, command: "pause" | "resume"): Promise<string> {
  const { code, stdout, stderr } = await runProgram({
    args: [command],
    env: { DATA_DIR: dataDir },
  });
  assertEquals([code, stderr], [0, ""]);
  return stdout;
}
