/** What commands change of a service through its database. */
import { join } from "node:path";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { openDatabase } from "../../src/storage/database/open_database.ts";
import { testOnEach } from "../support/databases.ts";
import { sqldPath, startSqld } from "../support/sqld.ts";
import { leftDatabase, leftRestaurant } from "./_database.ts";
import { ran, run } from "./_run.ts";

for (const name of ["50% off", "what?", "a#b", "año nuevo"]) {
  Deno.test(`a command finds the database in a folder named ${name}`, async () => {
    await using database = await leftDatabase(name);
    await run(["export"], database.env);
  });
}

Deno.test({
  name: "a command on a server that no service has used leaves it as it is and says so",
  ignore: sqldPath === null,
  async fn() {
    const folder = await Deno.makeTempDir();
    {
      await using sqld = await startSqld(folder);
      for (let time = 0; time < 2; time++) {
        const { complained } = await run(["export"], { DATABASE_URL: sqld.url }, 1);
        assertStringIncludes(
          complained[0]!,
          `Ningún servicio ha usado todavía la base ${sqld.url}`,
        );
      }
    }
    await Deno.remove(folder, { recursive: true });
  },
});

Deno.test("a command says so if the file is not a database", async () => {
  await using database = await leftDatabase();
  const { DATA_DIR } = database.env;
  // The journal beside it could stand in for the whole file.
  for await (const { name } of Deno.readDir(DATA_DIR)) await Deno.remove(join(DATA_DIR, name));
  await Deno.writeTextFile(join(DATA_DIR, "sobremesa.db"), "no database ".repeat(500));
  const io = await run(["export"], database.env, 1);
  assertStringIncludes(io.complained.join(), "está dañada o no es una base");
});

testOnEach(
  "no command uses a database of a newer version, and each says so",
  async ({ url, dataDir }) => {
    const database = await openDatabase({ url, now: Date.now });
    await database.write([{ sql: "INSERT INTO schema_steps (step, at) VALUES (9, 1)" }]);
    await database.close();
    const env = { DATABASE_URL: url, DATA_DIR: dataDir };
    const refusal = "sobremesa: La base no se puede usar: la usó una versión más nueva (paso 9; " +
      "este programa conoce hasta el 1). Para seguir, pon otra vez esa versión u otra posterior " +
      "(su setup, y el script), o repón una copia hecha por esta.";
    const commands = ["export", "check", "staff rotate-key", `purge --phone ${PHONE}`];
    for (const command of commands) {
      const { code, written, complained } = await ran(command.split(" "), env);
      assertEquals([code, written, complained], [1, [], [refusal]], command);
    }
  },
);

const PHONE = "+529995550001";

/** Days from the restaurant's today. */
function ahead(today: string, days: number): string {
  return Temporal.PlainDate.from(today).add({ days }).toString();
}

Deno.test("purge erases what is over under any spelling of the number, says how many, not whose, and puts that on record", async () => {
  await using database = await leftRestaurant();
  const { today, env } = database;
  const on = (days: number) => ({ day: ahead(today, days), serviceDay: ahead(today, days) });
  await database.hold(
    { ...on(-9), phone: PHONE, name: "Beto Pech" },
    { ...on(-2), phone: PHONE, name: "Beto Pech" },
    { ...on(4), phone: PHONE, name: "Beto Pech" },
    { ...on(-2), name: "Otra Persona" },
  );
  const io = await run(["purge", "--phone", "01 (999) 555-00.01"], env);
  assertEquals(io.written, [
    "2 reservaciones borradas",
    "queda 1 reservación por venir o en curso; --upcoming la borra también",
  ]);
  const left = await database.rows("SELECT name FROM reservations ORDER BY name");
  assertEquals(left, [{ name: "Beto Pech" }, { name: "Otra Persona" }]);
  const upcoming = await run(["purge", "--phone", PHONE, "--upcoming"], env);
  assertEquals(upcoming.written, ["1 reservación borrada"]);
  assertEquals(await database.rows(`SELECT 1 FROM reservations WHERE phone = '${PHONE}'`), []);
  const records = await database.rows("SELECT * FROM erasures ORDER BY id");
  assertEquals(records.map(({ reason, actor, reservations }) => [reason, actor, reservations]), [
    ["request", "sobremesa purge", 2],
    ["request", "sobremesa purge", 1],
  ]);
  assert(!JSON.stringify(records).includes(PHONE.slice(-7)), "the phone is not in a record");
});

Deno.test("what is over for purge is so by the database's clock, whatever this program's shows", async () => {
  await using database = await leftRestaurant();
  const day = ahead(database.today, 1);
  await database.hold({ day, serviceDay: day, phone: PHONE, name: "Beto Pech" });
  const { now } = Date;
  Date.now = () => now() + 3 * 86_400_000;
  try {
    const { written } = await run(["purge", "--phone", PHONE], database.env);
    assertEquals(written[0], "0 reservaciones borradas");
  } finally {
    Date.now = now;
  }
});
