import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { runProgram, startServiceProcess } from "../support/service_process.ts";
import { freeSlot, NO_LIMITS, reserve } from "../service/_guests.ts";
import { recordingIo } from "./recording_io.ts";
import { backup } from "../../src/commands/backup.ts";
import { restore } from "../../src/commands/restore.ts";

Deno.test("a copy made while serving is put back when the service has stopped, and what was there is kept", async () => {
  const dataDir = await Deno.makeTempDir();
  const env = { DATA_DIR: dataDir, ...NO_LIMITS };
  const copy = join(dataDir, "copy.db");
  let kept = "";
  {
    await using service = await startServiceProcess({ env });
    const slot = await freeSlot(service.url);
    kept = (await reserve(service.url, 1, slot)).body.folio;
    const copied = await runProgram({ args: ["backup", copy], env });
    assertEquals([copied.code, copied.stderr], [0, ""]);
    await reserve(service.url, 2, slot);

    const refused = await runProgram({ args: ["restore", copy], env });
    assertEquals(refused.code, 1);
    assert(refused.stderr.includes("Stop the service"), refused.stderr);
    assertEquals((await reserve(service.url, 3, slot)).status, 200, "nothing has changed");
    await service.stop();
  }
  const restored = await runProgram({ args: ["restore", copy], env });
  assertEquals([restored.code, restored.stderr], [0, ""]);
  const [, aside = ""] = /what was there is kept as (.*)/.exec(restored.stdout) ?? [];
  {
    await using service = await startServiceProcess({ env });
    const slot = await freeSlot(service.url);
    const again = await reserve(service.url, 1, slot);
    assertEquals([again.body.folio, again.body.repetida], [kept, true]);
    assertEquals((await reserve(service.url, 2, slot)).body.repetida, undefined);
    await service.stop();
  }
  const back = await runProgram({ args: ["restore", aside], env });
  assertEquals([back.code, back.stderr], [0, ""]);
  {
    await using service = await startServiceProcess({ env });
    const slot = await freeSlot(service.url);
    assertEquals((await reserve(service.url, 3, slot)).body.repetida, true);
  }
  await Deno.remove(dataDir, { recursive: true });
});

for (const command of [backup, restore]) {
  Deno.test(`${command.name} needs a file database and the name of a file`, async () => {
    const io = recordingIo();
    const server = { DATABASE_URL: "http://127.0.0.1:1" };
    assertEquals(await command(["a.db"], server, io), 1);
    assert(io.complained[0]?.includes("own tools"));
    for (const args of [[], ["a", "b"], ["--now"]]) {
      assertEquals(await command(args, {}, recordingIo()), 2);
    }
  });
}

Deno.test("backup makes no database where there is none", async () => {
  const folder = await Deno.makeTempDir();
  const env = { DATA_DIR: join(folder, "data") };
  const io = recordingIo();
  assertEquals(await backup([join(folder, "copy.db")], env, io), 1);
  assert(io.complained[0]?.includes("There is no database"), io.complained[0]);
  assertEquals(await Array.fromAsync(Deno.readDir(folder)), []);
  await Deno.remove(folder, { recursive: true });
});
