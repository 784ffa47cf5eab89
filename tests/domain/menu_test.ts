import { assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import { linkCode, orderables } from "../../src/domain/menu.ts";
import { SMALL_MENU } from "./_menu_sample.ts";

Deno.test("presentations and additions can be ordered by their ids", () => {
  const offered = orderables(SMALL_MENU);
  assertEquals(offered.get("cochinita-pibil-media"), {
    id: "cochinita-pibil-media",
    code: linkCode("cochinita-pibil-media"),
    name: "Cochinita pibil (media orden)",
    priceCents: 14_500,
    soldOut: false,
    skeletons: ["cochinitapibilmedia", "cochinitapibilmediaorden"],
  });
  assertEquals(offered.get("extra-habanero"), {
    id: "extra-habanero",
    code: linkCode("extra-habanero"),
    name: "Habanero tatemado",
    priceCents: 1_250,
    soldOut: false,
    skeletons: ["extrahabanero", "habanerotatemado"],
  });
});

Deno.test("a dish's own id means its presentation where it has a single one", () => {
  const offered = orderables(SMALL_MENU);
  assertStrictEquals(offered.get("sopa-de-lima"), offered.get("sopa-de-lima-plato"));
  assertEquals(offered.get("sopa-de-lima")?.name, "Sopa de lima");
  assertEquals(offered.has("cochinita-pibil"), false);
});

Deno.test("a sold-out dish is known as such", () => {
  assertEquals(orderables(SMALL_MENU).get("pan-de-cazon-pieza")?.soldOut, true);
});

Deno.test("what can be ordered is computed once for each menu", () => {
  assertStrictEquals(orderables(SMALL_MENU), orderables(SMALL_MENU));
  assertNotStrictEquals(orderables(SMALL_MENU), orderables({ ...SMALL_MENU }));
});
