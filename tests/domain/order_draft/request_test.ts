import { assert, assertEquals } from "@std/assert";
import { resolveLines } from "../../../src/domain/order_draft/request.ts";
import { testRestaurant } from "../../support/restaurant_fixture.ts";

Deno.test("however many ids are unknown, what the menu sells is read through three times at most", () => {
  let readings = 0;
  const [dish] = testRestaurant().menu.sections[0]!.dishes;
  const dishes = Array.from({ length: 700 }, (_, n) => ({
    ...dish!,
    id: `dish-${n}`,
    get presentations() {
      readings++;
      return [{ id: `dish-${n}-0`, label: "chica", priceCents: 1_000 }];
    },
  }));
  const menu = { sections: [{ name: "Todo", dishes }], additions: [] };
  const lines = Array.from({ length: 600 }, (_, line) => ({ id: `otro-${line}`, quantity: 1 }));
  const resolved = resolveLines({ lines }, menu);
  assertEquals(!resolved.ok && resolved.problems.length, 600);
  // Reading the whole menu anew for each of them would take half a minute.
  assert(readings <= 3 * dishes.length, `${readings} readings`);
});
