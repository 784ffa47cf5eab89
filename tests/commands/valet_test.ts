import { assertEquals } from "@std/assert";
import { valet } from "../../src/commands/valet.ts";
import { leftDatabase } from "./_database.ts";
import { recordingIo } from "./recording_io.ts";

Deno.test("valet switches it on and off, and back to what the file says", async () => {
  await using database = await leftDatabase();
  const steps = [
    ["off", false, "valet parking is off"],
    ["on", true, "valet parking is on"],
    ["default", null, "valet parking is as the restaurant file says"],
  ] as const;
  for (const [word, expected, said] of steps) {
    const io = recordingIo();
    assertEquals(await valet([word], database.env, io), 0);
    assertEquals([io.written, io.complained], [[said], []]);
    assertEquals((await database.house()).valet, expected);
  }
});

for (const args of [[], ["yes"], ["on", "off"], ["constructor"], ["--on"]]) {
  Deno.test(`valet ${args.join(" ")} explains its usage and switches nothing`, async () => {
    await using database = await leftDatabase();
    const io = recordingIo();
    assertEquals(await valet(args, database.env, io), 2);
    assertEquals([io.written, io.complained], [[], ["usage: sobremesa valet on|off|default"]]);
    assertEquals((await database.house()).valet, null);
  });
}
