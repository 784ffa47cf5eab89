import { assertEquals, assertStringIncludes } from "@std/assert";
import { available, soldOut } from "../../src/commands/sold_out.ts";
import { leftDatabase, leftRestaurant } from "./_database.ts";
import { recordingIo } from "./recording_io.ts";

Deno.test("soldout takes a dish off for the service day, with --hold until it is put back", async () => {
  await using database = await leftRestaurant();
  const { env, today } = database;
  const io = recordingIo();
  assertEquals(await soldOut(["panuchos"], env, io), 0);
  assertEquals(io.written, [
    `Panuchos (panuchos) is off the menu until the service day ${today} is over`,
    '"sobremesa available panuchos" puts it back',
  ]);
  assertEquals((await database.house()).soldOut, [{ dishId: "panuchos", serviceDay: today }]);
  const held = recordingIo();
  assertEquals(await soldOut(["--hold", "panuchos"], env, held), 0);
  assertStringIncludes(held.written[0]!, "is off the menu until it is put back");
  assertEquals((await database.house()).soldOut, [{ dishId: "panuchos", serviceDay: null }]);
});

Deno.test("available puts a dish back, be it off or not", async () => {
  await using database = await leftRestaurant();
  for (const off of [true, false]) {
    if (off) await soldOut(["kibis", "--hold"], database.env, recordingIo());
    const io = recordingIo();
    assertEquals(await available(["kibis"], database.env, io), 0);
    assertEquals([io.written, io.complained], [["Kibis (kibis) is on the menu"], []]);
    assertEquals((await database.house()).soldOut, []);
  }
});

const UNKNOWN = [
  ["panucho", "; did you mean panuchos?"],
  ["Panuchos", "; did you mean panuchos?"],
  ["Sopa de lima", "; did you mean sopa-lima?"],
  ["panuchos-3", ": that is one way in which panuchos is sold"],
  ["hamburguesa-doble", ""],
] as const;

for (const [id, hint] of UNKNOWN) {
  Deno.test(`soldout and available refuse ${id}, and name the dish that may have been meant`, async () => {
    await using database = await leftRestaurant();
    for (const command of [soldOut, available]) {
      const io = recordingIo();
      assertEquals(await command([id], database.env, io), 1);
      assertEquals(io.written, []);
      assertEquals(io.complained, [
        `sobremesa: there is no dish "${id}" on the menu of Sobremesa de la 58${hint}`,
      ]);
    }
    assertEquals((await database.house()).soldOut, []);
  });
}

Deno.test("whoever asks for a dish of the sample by mistake is told which restaurant that was", async () => {
  await using database = await leftDatabase();
  const io = recordingIo();
  assertEquals(await soldOut(["mi-platillo"], database.env, io), 1);
  assertStringIncludes(io.complained.join(), "the sample restaurant (RESTAURANT_FILE names yours)");
});

Deno.test("a dish that has left the file meanwhile can be put back", async () => {
  await using database = await leftRestaurant();
  await soldOut(["panuchos", "--hold"], database.env, recordingIo());
  await using other = await leftRestaurant(["secciones[0].platillos[0].id", "otros"]);
  const io = recordingIo();
  const env = { ...other.env, DATA_DIR: database.env.DATA_DIR };
  assertEquals(await available(["panuchos"], env, io), 0);
  assertEquals(io.written, ["a dish of an earlier menu (panuchos) is on the menu"]);
  assertEquals((await database.house()).soldOut, []);
});

Deno.test("a dish that the file has sold out stays off, and available says so", async () => {
  await using database = await leftRestaurant(["secciones[0].platillos[0].agotado", true]);
  const io = recordingIo();
  assertEquals(await available(["panuchos"], database.env, io), 0);
  assertEquals(io.written, [
    "Panuchos (panuchos) stays off the menu: the restaurant file says agotado",
  ]);
});

const WRONG = [
  [soldOut, [], "usage: sobremesa soldout ID [--hold]"],
  [soldOut, ["kibis", "panuchos"], "usage: sobremesa soldout ID [--hold]"],
  [soldOut, ["kibis", "--held"], "usage: sobremesa soldout ID [--hold]"],
  [available, [], "usage: sobremesa available ID"],
  [available, ["kibis", "--hold"], "usage: sobremesa available ID"],
] as const;

for (const [command, args, usage] of WRONG) {
  Deno.test(`${usage.split(" ")[2]} ${args.join(" ")} explains its usage`, async () => {
    const io = recordingIo();
    assertEquals(await command(args, {}, io), 2);
    assertEquals([io.written, io.complained], [[], [usage]]);
  });
}
