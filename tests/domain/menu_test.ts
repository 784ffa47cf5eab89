import { assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import { orderables } from "../../src/domain/menu.ts";
import { SMALL_MENU } from "./_menu_sample.ts";

Deno.test("what can be ordered is computed once for each menu", () => {
  assertStrictEquals(orderables(SMALL_MENU), orderables(SMALL_MENU));
  assertNotStrictEquals(orderables(SMALL_MENU), orderables({ ...SMALL_MENU }));
});
