import { assert, assertEquals } from "@std/assert";
import type { Menu } from "../../../src/domain/menu.ts";
import { type OrderDraftRequest, resolveLines } from "../../../src/domain/order_draft/request.ts";
import { SMALL_MENU } from "../_menu_sample.ts";

/** What is wrong with the lines. */
function problems(lines: OrderDraftRequest["lines"], menu: Menu = SMALL_MENU) {
  const resolved = resolveLines({ lines }, menu);
  return "problems" in resolved ? resolved.problems : [];
}

function problem(id: string, menu?: Menu) {
  return problems([{ id, quantity: 1 }], menu)[0]!;
}

Deno.test("an unknown id comes with those that may have been meant", () => {
  const id = "cochinita-pibil";
  const meant = ["cochinita-pibil-media", "cochinita-pibil-orden"];
  assertEquals(problem(id), { line: 0, error: "linea_desconocida", id, meant });
  for (const id of ["Sopa de Lima", "SOPA_DE_LIMA", "sopa de lima!"]) {
    const meant = ["sopa-de-lima-plato"];
    assertEquals(problem(id), { line: 0, error: "linea_desconocida", id, meant });
  }
});

Deno.test("a sold-out dish is reported as such under its own id, and never suggested", () => {
  const [section] = SMALL_MENU.sections;
  const dishes = section!.dishes.map((dish) => ({ ...dish, soldOut: true }));
  const menu = { ...SMALL_MENU, sections: [{ ...section!, dishes }] };
  const own = problem("cochinita-pibil", menu);
  assertEquals(own, { line: 0, error: "linea_agotada", name: "Cochinita pibil" });
  for (const id of ["Sopa de Lima", "cochinita pibil media"]) {
    assertEquals(problem(id, menu), { line: 0, error: "linea_desconocida", id, meant: [] });
  }
});

Deno.test("however many ids are unknown, what the menu sells is read through three times at most", () => {
  let readings = 0;
  const dishes = Array.from({ length: 700 }, (_, dish) => ({
    ...SMALL_MENU.sections[0]!.dishes[0]!,
    id: `dish-${dish}`,
    get presentations() {
      readings++;
      return [{ id: `dish-${dish}-0`, label: "chica", priceCents: 1_000 }];
    },
  }));
  const menu: Menu = { sections: [{ name: "Todo", dishes }], additions: [] };
  const lines = Array.from({ length: 600 }, (_, line) => ({ id: `otro-${line}`, quantity: 1 }));
  assertEquals(problems(lines, menu).length, 600);
  // Reading the whole menu anew for each of them would take half a minute.
  assert(readings <= 3 * dishes.length, `${readings} readings`);
});
