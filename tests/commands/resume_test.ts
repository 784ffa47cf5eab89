import { assertEquals, assertStringIncludes } from "@std/assert";
import { pause } from "../../src/commands/pause.ts";
import { resume } from "../../src/commands/resume.ts";
import { leftDatabase } from "./_database.ts";
import { recordingIo } from "./recording_io.ts";

Deno.test("resume switches reservations on, be they off or not", async () => {
  await using database = await leftDatabase();
  for (const off of [true, false]) {
    if (off) await pause([], database.env, recordingIo());
    const io = recordingIo();
    assertEquals(await resume([], database.env, io), 0);
    assertEquals([io.written, io.complained], [["reservations are on"], []]);
    assertEquals(await database.switched(), undefined);
  }
});

Deno.test("resume with arguments explains its usage and switches nothing", async () => {
  await using database = await leftDatabase();
  await pause([], database.env, recordingIo());
  const io = recordingIo();
  assertEquals(await resume(["now"], database.env, io), 2);
  assertEquals(io.complained, ["usage: sobremesa resume"]);
  assertEquals(await database.switched(), { until: null });
});

Deno.test("resume where no database is says where it looked", async () => {
  const folder = await Deno.makeTempDir();
  const io = recordingIo();
  assertEquals(await resume([], { DATA_DIR: folder }, io), 1);
  assertStringIncludes(io.complained.join(), `no database at ${folder}/sobremesa.db`);
  assertEquals(await Array.fromAsync(Deno.readDir(folder)), []);
  await Deno.remove(folder);
});
