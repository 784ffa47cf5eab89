import { assertEquals, assertStrictEquals } from "@std/assert";
import { currentMenu, soldOutNow } from "../../src/domain/schedule/situation.ts";
import type { SoldOutDish } from "../../src/domain/schedule/switches.ts";
import { orderables } from "../../src/domain/menu.ts";
import { situationAt } from "../support/restaurant_fixture.ts";

const SATURDAY = "2026-03-07";

function offered(local: string, ...soldOut: readonly SoldOutDish[]): string[] {
  const { sections } = currentMenu(situationAt(local, { house: { soldOut } }));
  return sections.flatMap(({ dishes }) => dishes).filter((dish) => !dish.soldOut)
    .map(({ id }) => id);
}

Deno.test("while nothing is sold out the menu is the file's own", () => {
  const situation = situationAt("2026-03-07T20:00");
  assertStrictEquals(currentMenu(situation), situation.restaurant.menu);
  const over = situationAt("2026-03-08T12:00", {
    house: { soldOut: [{ dishId: "panuchos", serviceDay: SATURDAY }] },
  });
  assertStrictEquals(currentMenu(over), over.restaurant.menu);
});

Deno.test("a dish sold out today is off through the night, and back when its service has closed", () => {
  const dish = { dishId: "panuchos", serviceDay: SATURDAY };
  assertEquals(offered("2026-03-07T20:00", dish), ["sopa-de-lima"]);
  assertEquals(offered("2026-03-08T00:30", dish), ["sopa-de-lima"]);
  assertEquals(offered("2026-03-08T01:59", dish), ["sopa-de-lima"]);
  assertEquals(offered("2026-03-08T02:00", dish), ["panuchos", "sopa-de-lima"]);
});

Deno.test("a dish that is held stays off until staff put it back", () => {
  const held = { dishId: "panuchos", serviceDay: null };
  assertEquals(offered("2026-03-07T20:00", held), ["sopa-de-lima"]);
  assertEquals(offered("2027-03-07T20:00", held), ["sopa-de-lima"]);
});

Deno.test("a sold-out dish cannot be ordered in any presentation, additions can", () => {
  const soldOut = [{ dishId: "sopa-de-lima", serviceDay: null }];
  const menu = currentMenu(situationAt("2026-03-07T20:00", { house: { soldOut } }));
  const ids = ["panuchos-3", "sopa-chica", "sopa-grande", "tortillas"];
  assertEquals(ids.map((id) => orderables(menu).get(id)?.soldOut), [false, true, true, false]);
});

Deno.test("a dish that the file has sold out, or does not have, changes nothing", () => {
  assertEquals(offered("2026-03-07T20:00", { dishId: "no-hay", serviceDay: null }), [
    "panuchos",
    "sopa-de-lima",
  ]);
});

Deno.test("what staff have off the menu now is told without what has come back", () => {
  const soldOut = [
    { dishId: "panuchos", serviceDay: "2026-03-06" },
    { dishId: "sopa-de-lima", serviceDay: SATURDAY },
    { dishId: "mondongo", serviceDay: null },
  ];
  const now = soldOutNow(situationAt("2026-03-07T12:00", { house: { soldOut } }));
  assertEquals(now.map(({ dishId }) => dishId), ["sopa-de-lima", "mondongo"]);
});
