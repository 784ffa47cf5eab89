/** What commands change of a service through its database. */
import { join } from "node:path";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { openDatabase } from "../../src/storage/open_database.ts";
import { editedSample } from "../support/edited_sample.ts";
import { makeEarlierDatabase, openPlainly } from "../storage/_other_version.ts";
import { testOnEach } from "../support/databases.ts";
import { sqldPath, startSqld } from "../support/sqld.ts";
import { leftDatabase, leftRestaurant } from "./_database.ts";
import { inSpanish } from "../../src/commands/spanish.ts";
import { ran, run } from "./_run.ts";

const DAY_MS = 24 * 60 * 60_000;

Deno.test("pause switches reservations off, and says how to switch them on", async () => {
  await using database = await leftDatabase();
  const io = await run(["pause"], database.env);
  assertEquals(io.written, ['reservations are off; "sobremesa resume" switches them on']);
  assertEquals(io.complained, []);
  assertEquals(await database.switched(), { until: null });
});

for (const name of ["50% off", "what?", "a#b", "año nuevo"]) {
  Deno.test(`pause finds the database in a folder named ${name}`, async () => {
    await using database = await leftDatabase(name);
    await run(["pause"], database.env);
    assertEquals(await database.switched(), { until: null });
  });
}

for (const zone of ["America/Merida", "Asia/Tokyo", "Pacific/Auckland"]) {
  Deno.test(`pause --until reads the clock of the restaurant: ${zone}`, async () => {
    await using database = await leftDatabase();
    const RESTAURANT_FILE = join(database.folder, "restaurante.json");
    await Deno.writeTextFile(RESTAURANT_FILE, editedSample(["zona", zone]));
    const env = { ...database.env, RESTAURANT_FILE, BASE_URL: "https://mesa.example" };
    const before = Date.now();
    const { written } = await run(["pause", "--until", "18:30"], env);
    const paused = await database.switched();
    assert(paused !== undefined && "until" in paused && paused.until !== null);
    const { until } = paused;
    const local = Temporal.Instant.fromEpochMilliseconds(until).toZonedDateTimeISO(zone);
    assertEquals(local.toPlainTime().toString(), "18:30:00");
    // A day on which the clock changes has up to 25 hours.
    assert(until > before && until <= Date.now() + DAY_MS * 25 / 24, "not the next one");
    assertStringIncludes(written.join(), "until 18:30");
  });
}

Deno.test({
  name: "pause on a server that no service has used leaves it as it is and says so",
  ignore: sqldPath === null,
  async fn() {
    const folder = await Deno.makeTempDir();
    {
      await using sqld = await startSqld(folder);
      for (let time = 0; time < 2; time++) {
        const { complained } = await run(["pause"], { DATABASE_URL: sqld.url }, 1);
        assertStringIncludes(complained[0]!, `No service has used the database ${sqld.url}`);
      }
    }
    await Deno.remove(folder, { recursive: true });
  },
});

Deno.test("pause says so if the file is not a database", async () => {
  await using database = await leftDatabase();
  const { DATA_DIR } = database.env;
  // The journal beside it could stand in for the whole file.
  for await (const { name } of Deno.readDir(DATA_DIR)) await Deno.remove(join(DATA_DIR, name));
  await Deno.writeTextFile(join(DATA_DIR, "sobremesa.db"), "no database ".repeat(500));
  const io = await run(["pause"], database.env, 1);
  assertStringIncludes(io.complained.join(), "is not a database or is damaged");
});

Deno.test("pause --until says so if the restaurant's zone cannot be read", async () => {
  await using database = await leftDatabase();
  const env = {
    ...database.env,
    RESTAURANT_FILE: "/nowhere.json",
    BASE_URL: "https://mesa.example",
  };
  const io = await run(["pause", "--until", "18:30"], env, 1);
  assertStringIncludes(io.complained.join(), "sobremesa: /nowhere.json:\nno existe ese archivo");
  assertEquals(await database.switched(), undefined);
});

Deno.test("resume switches reservations on, be they off or not", async () => {
  await using database = await leftDatabase();
  for (const off of [true, false]) {
    if (off) await run(["pause"], database.env);
    const io = await run(["resume"], database.env);
    assertEquals([io.written, io.complained], [["reservations are on"], []]);
    assertEquals(await database.switched(), undefined);
  }
});

testOnEach(
  "no command changes a database of an older version, and each says so",
  async ({ url, dataDir }) => {
    await makeEarlierDatabase(url);
    const env = { DATABASE_URL: url, DATA_DIR: dataDir };
    const english = "sobremesa: The database cannot be used: a version before 1.0.0 has used it. " +
      "To go on, go on with that version, or move the database away to begin with an empty one.";
    const commands = [
      ...["pause", "resume", "export", "check", "clock accept", "staff rotate-key"],
      `purge --phone ${PHONE}`,
    ];
    for (const command of commands) {
      const { code, written, complained } = await ran(command.split(" "), env);
      const isOwners = /^(check|purge)/.test(command);
      const refusal = isOwners ? inSpanish(english) : english;
      assertEquals([code, written, complained], [1, [], [refusal]], command);
    }
    const plain = await openPlainly(url);
    const tables = await plain.read({ sql: "SELECT name FROM sqlite_schema WHERE type = 'table'" });
    assertEquals(tables.map(({ name }) => name), ["schema_steps"]);
    await plain.close();
  },
);

const PHONE = "+529995550001";

/** Days from the restaurant's today. */
function ahead(today: string, days: number): string {
  return Temporal.PlainDate.from(today).add({ days }).toString();
}

Deno.test("purge erases what is over under any spelling of the number, and says how many, not whose", async () => {
  await using database = await leftRestaurant();
  const { today, env } = database;
  const on = (days: number) => ({ day: ahead(today, days), serviceDay: ahead(today, days) });
  await database.hold(
    { ...on(-9), phone: PHONE, name: "Beto Pech" },
    { ...on(-2), phone: PHONE, name: "Beto Pech" },
    { ...on(4), phone: PHONE, name: "Beto Pech" },
    { ...on(-2), name: "Otra Persona" },
  );
  const io = await run(["purge", "--phone", "(999) 555-00.01"], env);
  assertEquals(io.written, [
    "2 reservaciones borradas",
    "queda 1 reservación por venir; --upcoming la borra también",
  ]);
  const left = await database.rows("SELECT name FROM reservations ORDER BY name");
  assertEquals(left, [{ name: "Beto Pech" }, { name: "Otra Persona" }]);
  const upcoming = await run(["purge", "--phone", PHONE, "--upcoming"], env);
  assertEquals(upcoming.written, ["1 reservación borrada"]);
  assertEquals(await database.rows(`SELECT 1 FROM reservations WHERE phone = '${PHONE}'`), []);
});

Deno.test("a purge is on record without the data", async () => {
  await using database = await leftRestaurant();
  const day = ahead(database.today, -2);
  await database.hold({ day, serviceDay: day, phone: PHONE });
  await run(["purge", "--phone", PHONE], database.env);
  const [record] = await database.rows("SELECT * FROM erasures");
  const { reason, actor, reservations } = record!;
  assertEquals([reason, actor, reservations], ["request", "sobremesa purge", 1]);
  assert(!JSON.stringify(record).includes(PHONE.slice(-7)), "the phone is not in the record");
});

Deno.test("purge of a number without reservations erases nothing", async () => {
  await using database = await leftRestaurant();
  const day = ahead(database.today, -2);
  await database.hold({ day, serviceDay: day });
  const io = await run(["purge", "--phone", PHONE], database.env);
  assertEquals(io.written, ["0 reservaciones borradas"]);
  assertEquals((await database.rows("SELECT 1 FROM reservations")).length, 1);
});

/** A database whose newest time is so many days from now. */
async function leftAt(days: number) {
  const database = await leftDatabase();
  const url = `file:${encodeURIComponent(join(database.env.DATA_DIR, "sobremesa.db"))}`;
  const opened = await openDatabase({ url, now: Date.now });
  const value = JSON.stringify({ newest: Date.now() + days * DAY_MS });
  const sql = "INSERT INTO settings (name, value) VALUES ('clock', ?)";
  await opened.write([{ sql, args: [value] }]);
  await opened.close();
  return database;
}

Deno.test("clock accept has the clock believed as it is", async () => {
  await using database = await leftAt(-730.5);
  const io = await run(["clock", "accept"], database.env);
  assertStringIncludes(io.written.join(), "the clock is accepted: it is ");
  const [row] = await database.rows("SELECT value FROM settings WHERE name = 'clock'");
  assert(Math.abs(JSON.parse(String(row!.value)).newest - Date.now()) < 60_000);
});
