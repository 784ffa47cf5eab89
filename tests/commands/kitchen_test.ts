import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { close } from "../../src/commands/close.ts";
import { kitchen } from "../../src/commands/kitchen.ts";
import { leftRestaurant } from "./_database.ts";
import { recordingIo } from "./recording_io.ts";

Deno.test("kitchen close --at closes it at that time today, and says until when tables can be had", async () => {
  await using database = await leftRestaurant();
  const { today, env } = database;
  const io = recordingIo();
  assertEquals(await kitchen(["close", "--at", "21:15"], env, io), 0);
  assertEquals((await database.house()).earlyKitchen, {
    serviceDay: today,
    closes: `${today}T21:15`,
  });
  assertEquals(io.complained, []);
  assertStringIncludes(io.written[0]!, `the kitchen closes at ${today} 21:15`);
  assertStringIncludes(io.written[0]!, `no table can be reserved after ${today} 20:45`);
  const [row] = await database.rows("SELECT value FROM settings WHERE name = 'kitchen'");
  assertEquals(JSON.parse(String(row?.value)).lastArrival, `${today}T20:45`);
});

Deno.test("kitchen close --at a time after midnight means that of the evening's service", async () => {
  await using database = await leftRestaurant();
  const { today, env } = database;
  const tomorrow = Temporal.PlainDate.from(today).add({ days: 1 }).toString();
  assertEquals(await kitchen(["close", "--at", "00:15"], env, recordingIo()), 0);
  assertEquals((await database.house()).earlyKitchen, {
    serviceDay: today,
    closes: `${tomorrow}T00:15`,
  });
});

Deno.test("kitchen close tells which reservations come too late, and who they are only when asked", async () => {
  await using database = await leftRestaurant();
  const { today, env } = database;
  const at = (time: string) => ({ day: today, serviceDay: today, time });
  const [inTime, late] = await database.hold(
    at("20:30"),
    { ...at("21:00"), name: "Beto Pech", phone: "+529995550001", partySize: 6 },
  );
  const io = recordingIo();
  assertEquals(await kitchen(["close", "--at", "21:15"], env, io), 0);
  const told = io.written.join("\n");
  assertStringIncludes(told, "1 reservation stands in that time, 6 people: write to them");
  assertStringIncludes(told, `${late}  ${today} 21:00  6 people`);
  for (const absent of [inTime!, "Beto", "99955"]) assert(!told.includes(absent), absent);
  const asked = recordingIo();
  assertEquals(await kitchen(["close", "--at", "21:15", "--guests"], env, asked), 0);
  assertStringIncludes(asked.written.join("\n"), "6 people  Beto Pech  +529995550001");
  assertEquals(await kitchen(["default", "--guests"], env, recordingIo()), 2);
});

Deno.test("kitchen close closes it now, and kitchen default gives it back its hours", async () => {
  await using database = await leftRestaurant();
  const { today, env } = database;
  assertEquals(await kitchen(["close"], env, recordingIo()), 0);
  const early = (await database.house()).earlyKitchen;
  assertEquals([early?.serviceDay, early?.closes.slice(0, 13)], [today, `${today}T12`]);
  const io = recordingIo();
  assertEquals(await kitchen(["default"], env, io), 0);
  assertEquals(io.written, ["the kitchen keeps its usual hours"]);
  assertEquals((await database.house()).earlyKitchen, null);
});

Deno.test("a kitchen that closes no later anyway, or does not open, is left alone", async () => {
  await using open = await leftRestaurant(...hours([{ abre: "10:00", cierra: "20:00" }]));
  await using shut = await leftRestaurant();
  await close([shut.today], shut.env, recordingIo());
  const tries = [
    [open, "19:00", "the kitchen closes no later than that anyway"],
    [shut, "19:00", "no service starts today: there is no kitchen to close"],
  ] as const;
  for (const [database, at, reason] of tries) {
    const io = recordingIo();
    assertEquals(await kitchen(["close", "--at", at], database.env, io), 1);
    assertEquals([io.written, io.complained], [[], [`sobremesa: ${reason}`]]);
    assertEquals((await database.house()).earlyKitchen, null);
  }
});

for (
  const args of [
    [],
    ["open"],
    ["close", "now"],
    ["close", "--at"],
    ["close", "--at", "9:00"],
    ["close", "--at", "24:00"],
    ["close", "--at", "20:00", "--at", "21:00"],
    ["default", "--at", "21:00"],
    ["--at", "21:00"],
  ]
) {
  Deno.test(`kitchen ${args.join(" ")} explains its usage and switches nothing`, async () => {
    await using database = await leftRestaurant();
    const io = recordingIo();
    assertEquals(await kitchen(args, database.env, io), 2);
    assertEquals([io.written, io.complained], [
      [],
      ["usage: sobremesa kitchen close [--at HH:MM] [--guests] | default"],
    ]);
    assertEquals((await database.house()).earlyKitchen, null);
  });
}

/** The same services every day of the week. */
function hours(services: readonly unknown[]): [string, unknown][] {
  return ["lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"]
    .map((day) => [`horario.${day}`, services]);
}
