import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { purge } from "../../src/commands/purge.ts";
import { leftRestaurant } from "./_database.ts";
import { recordingIo } from "./recording_io.ts";

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
  const io = recordingIo();
  assertEquals(await purge(["--phone", "(999) 555-00.01"], env, io), 0);
  assertEquals(io.written, [
    "2 reservations erased",
    "1 reservation still to come kept; --upcoming erases these too",
  ]);
  const left = await database.rows("SELECT name FROM reservations ORDER BY name");
  assertEquals(left, [{ name: "Beto Pech" }, { name: "Otra Persona" }]);
  const upcoming = recordingIo();
  assertEquals(await purge(["--phone", PHONE, "--upcoming"], env, upcoming), 0);
  assertEquals(upcoming.written, ["1 reservation erased"]);
  assertEquals(await database.rows(`SELECT 1 FROM reservations WHERE phone = '${PHONE}'`), []);
});

Deno.test("a purge is on record without the data", async () => {
  await using database = await leftRestaurant();
  const day = ahead(database.today, -2);
  await database.hold({ day, serviceDay: day, phone: PHONE });
  await purge(["--phone", PHONE], database.env, recordingIo());
  const [record] = await database.rows("SELECT * FROM erasures");
  const { reason, actor, reservations } = record!;
  assertEquals([reason, actor, reservations], ["request", "sobremesa purge", 1]);
  assert(!JSON.stringify(record).includes(PHONE.slice(-7)), "the phone is not in the record");
});

Deno.test("purge of a number that nobody reserved with erases nothing", async () => {
  await using database = await leftRestaurant();
  const day = ahead(database.today, -2);
  await database.hold({ day, serviceDay: day });
  const io = recordingIo();
  assertEquals(await purge(["--phone", PHONE], database.env, io), 0);
  assertEquals(io.written, ["0 reservations erased"]);
  assertEquals((await database.rows("SELECT 1 FROM reservations")).length, 1);
});

for (
  const args of [
    [],
    [PHONE],
    ["--phone"],
    ["--phone", "555"],
    ["--phone", PHONE, "--all"],
    ["--phone", PHONE, "--phone", "+529995550002"],
  ]
) {
  Deno.test(`purge ${args.join(" ")} explains its usage, and erases nothing`, async () => {
    await using database = await leftRestaurant();
    const day = ahead(database.today, -2);
    await database.hold({ day, serviceDay: day, phone: PHONE });
    const io = recordingIo();
    assertEquals(await purge(args, database.env, io), 2);
    assertEquals(io.written, []);
    assertStringIncludes(io.complained.join(), "usage: sobremesa purge --phone NUMBER");
    assert(!io.complained.join().includes("555"), "the number is not told back");
    assertEquals((await database.rows("SELECT 1 FROM reservations")).length, 1);
  });
}
