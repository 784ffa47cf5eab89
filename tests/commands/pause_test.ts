import { join } from "node:path";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { pause } from "../../src/commands/pause.ts";
import { editedSample } from "../restaurant/edited_sample.ts";
import { sqldPath, startSqld } from "../support/sqld.ts";
import { leftDatabase } from "./_database.ts";
import { recordingIo } from "./recording_io.ts";

const DAY_MS = 24 * 60 * 60_000;

Deno.test("pause switches reservations off, and says how to switch them on", async () => {
  await using database = await leftDatabase();
  const io = recordingIo();
  assertEquals(await pause([], database.env, io), 0);
  assertEquals(io.written, ['reservations are off; "sobremesa resume" switches them on']);
  assertEquals(io.complained, []);
  assertEquals(await database.switched(), { until: null });
});

for (const name of ["50% off", "what?", "a#b", "año nuevo"]) {
  Deno.test(`pause finds the database in a folder named ${name}`, async () => {
    await using database = await leftDatabase(name);
    assertEquals(await pause([], database.env, recordingIo()), 0);
    assertEquals(await database.switched(), { until: null });
  });
}

for (const zone of ["America/Merida", "Asia/Tokyo", "Pacific/Auckland"]) {
  Deno.test(`pause --until reads the clock of the restaurant: ${zone}`, async () => {
    await using database = await leftDatabase();
    const RESTAURANT_FILE = join(database.folder, "restaurante.json");
    await Deno.writeTextFile(RESTAURANT_FILE, editedSample(["zona", zone]));
    const env = { ...database.env, RESTAURANT_FILE, BASE_URL: "https://mesa.example" };
    const io = recordingIo();
    const before = Date.now();
    assertEquals(await pause(["--until", "18:30"], env, io), 0);
    const paused = await database.switched();
    assert(paused !== undefined && "until" in paused && paused.until !== null);
    const { until } = paused;
    const local = Temporal.Instant.fromEpochMilliseconds(until).toZonedDateTimeISO(zone);
    assertEquals(local.toPlainTime().toString(), "18:30:00");
    // A day on which the clock changes has up to 25 hours.
    assert(until > before && until <= Date.now() + DAY_MS * 25 / 24, "not the next one");
    assertStringIncludes(io.written.join(), "until 18:30");
  });
}

Deno.test("a pause replaces the one before", async () => {
  await using database = await leftDatabase();
  await pause(["--until", "18:30"], database.env, recordingIo());
  await pause([], database.env, recordingIo());
  assertEquals(await database.switched(), { until: null });
});

for (
  const args of [
    ["now"],
    ["--until"],
    ["--until", "25:00"],
    ["--until", "8:30"],
    ["--until=18:30", "x"],
    ["-u", "18:30"],
  ]
) {
  Deno.test(`pause ${args.join(" ")} explains its usage and switches nothing`, async () => {
    await using database = await leftDatabase();
    const io = recordingIo();
    assertEquals(await pause(args, database.env, io), 2);
    assertEquals([io.written, io.complained], [[], ["usage: sobremesa pause [--until HH:MM]"]]);
    assertEquals(await database.switched(), undefined);
  });
}

Deno.test("pause where no database is creates nothing and says where it looked", async () => {
  const folder = await Deno.makeTempDir();
  const io = recordingIo();
  assertEquals(await pause([], { DATA_DIR: join(folder, "data") }, io), 1);
  assertEquals(io.written, []);
  assertStringIncludes(io.complained.join(), `no database at ${folder}/data/sobremesa.db`);
  assertStringIncludes(io.complained.join(), "--env FILE");
  assertStringIncludes(io.complained.join(), "set DATA_DIR (or DATABASE_URL)");
  assertEquals(await Array.fromAsync(Deno.readDir(folder)), []);
  await Deno.remove(folder, { recursive: true });
});

Deno.test({
  name: "pause on a server that no service has used leaves it as it is and says so",
  ignore: sqldPath === null,
  async fn() {
    const folder = await Deno.makeTempDir();
    {
      await using sqld = await startSqld(folder);
      const io = recordingIo();
      for (let time = 0; time < 2; time++) {
        assertEquals(await pause([], { DATABASE_URL: sqld.url }, io), 1);
      }
      assertStringIncludes(io.complained[1]!, `No service has used the database ${sqld.url}`);
    }
    await Deno.remove(folder, { recursive: true });
  },
});

Deno.test("pause says so where the database is none", async () => {
  await using database = await leftDatabase();
  const { DATA_DIR } = database.env;
  // The journal beside it could stand in for the whole file.
  for await (const { name } of Deno.readDir(DATA_DIR)) await Deno.remove(join(DATA_DIR, name));
  await Deno.writeTextFile(join(DATA_DIR, "sobremesa.db"), "no database ".repeat(500));
  const io = recordingIo();
  assertEquals(await pause([], database.env, io), 1);
  assertStringIncludes(io.complained.join(), "is not a database or is damaged");
});

Deno.test("pause --until says so where the restaurant's zone cannot be read", async () => {
  await using database = await leftDatabase();
  const env = {
    ...database.env,
    RESTAURANT_FILE: "/nowhere.json",
    BASE_URL: "https://mesa.example",
  };
  const io = recordingIo();
  assertEquals(await pause(["--until", "18:30"], env, io), 1);
  assertStringIncludes(io.complained.join(), "the restaurant cannot be read: /nowhere.json");
  assertEquals(await database.switched(), undefined);
});
