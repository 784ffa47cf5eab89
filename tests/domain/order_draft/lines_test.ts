import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { Failure } from "../../../src/domain/failure.ts";
import type { Menu } from "../../../src/domain/menu.ts";
import { linesTotalCents, resolveLines } from "../../../src/domain/order_draft/lines.ts";
import type { RequestedLine } from "../../../src/domain/order_draft/request.ts";
import { SMALL_MENU } from "../menu_sample.ts";

function resolve(...lines: readonly RequestedLine[]) {
  return resolveLines({ lines }, SMALL_MENU);
}

function refusal(...lines: readonly RequestedLine[]): Failure {
  return assertThrows(() => resolve(...lines), Failure);
}

Deno.test("lines come back with the menu's names and prices, in the order sent", () => {
  const lines = resolve(
    { id: "extra-habanero", quantity: 3 },
    { id: "cochinita-pibil-orden", quantity: 1 },
  );
  assertEquals(lines.map(({ name, quantity, priceCents }) => [name, quantity, priceCents]), [
    ["Habanero tatemado", 3, 1_250],
    ["Cochinita pibil (orden)", 1, 24_900],
  ]);
  assertEquals(linesTotalCents(lines), 28_650);
});

Deno.test("repeated ids are added up, a dish's id and its only presentation's alike", () => {
  const lines = resolve(
    { id: "sopa-de-lima", quantity: 30 },
    { id: "extra-habanero", quantity: 1 },
    { id: "sopa-de-lima-plato", quantity: 30 },
  );
  assertEquals(lines.map(({ id, quantity }) => [id, quantity]), [
    ["sopa-de-lima-plato", 60],
    ["extra-habanero", 1],
  ]);
});

Deno.test("a quantity is a whole number from 1 to 30", () => {
  for (const quantity of [0, 31, -1, 1.5, "2", null, undefined, true, [1], {}, NaN, Infinity]) {
    const { motivo, error, details } = refusal(
      { id: "sopa-de-lima", quantity: 1 },
      { id: "sopa-de-lima", quantity },
    );
    assertEquals([motivo, error, details.campo], [
      "lineas",
      "cantidad_invalida",
      "lineas[1].cantidad",
    ]);
  }
  assertEquals(resolve({ id: "sopa-de-lima", quantity: 30 })[0]?.quantity, 30);
});

Deno.test("every line at fault is named, the first one in campo", () => {
  const { motivo, error, detalle, details } = refusal(
    { id: "sopa-de-lima", quantity: 1 },
    { id: "pan-de-cazon", quantity: 1 },
    { id: "hamburguesa", quantity: "dos" },
    { id: "sopa-de-lima", quantity: 99 },
  );
  assertEquals([motivo, error, details.campo], ["lineas", "linea_agotada", "lineas[1].id"]);
  for (
    const part of [
      "lineas[1].id Pan de cazón (pieza) está agotado",
      'lineas[2].id "hamburguesa" no está en el menú',
      'lineas[2].cantidad debe ser un entero de 1 a 30, no "dos"',
      "lineas[3].cantidad debe ser un entero de 1 a 30, no 99",
    ]
  ) assertStringIncludes(detalle, part);
});

Deno.test("an unknown id comes with those that may have been meant", () => {
  const several = refusal({ id: "cochinita-pibil", quantity: 1 });
  assertEquals(several.error, "linea_desconocida");
  assertStringIncludes(several.detalle, "cochinita-pibil-media o cochinita-pibil-orden");
  for (const id of ["Sopa de Lima", "SOPA_DE_LIMA", "sopa de lima!"]) {
    assertStringIncludes(refusal({ id, quantity: 1 }).detalle, "¿quizá sopa-de-lima-plato?");
  }
});

Deno.test("a sold-out dish is told as such under its own id, and never suggested", () => {
  const [section] = SMALL_MENU.sections;
  const dishes = section!.dishes.map((dish) => ({ ...dish, soldOut: true }));
  const menu = { ...SMALL_MENU, sections: [{ ...section!, dishes }] };
  const refused = (id: string) =>
    assertThrows(() => resolveLines({ lines: [{ id, quantity: 1 }] }, menu), Failure);
  const own = refused("cochinita-pibil");
  assertEquals(own.error, "linea_agotada");
  assertStringIncludes(own.detalle, "lineas[0].id Cochinita pibil está agotado");
  for (const id of ["Sopa de Lima", "cochinita pibil media"]) {
    const { error, detalle } = refused(id);
    assertEquals([error, detalle.includes("quizá")], ["linea_desconocida", false], id);
  }
});

Deno.test("ids of objects' own properties and monstrous ids are merely unknown", () => {
  for (const id of ["__proto__", "constructor", "", "\ud800", "x".repeat(30_000)]) {
    const { error, detalle } = refusal({ id, quantity: 1 });
    assertEquals(error, "linea_desconocida");
    assertEquals(detalle.length < 300 && detalle.isWellFormed(), true, detalle);
  }
});

Deno.test("many unknown ids on the longest menu hold nobody up", () => {
  const dishes = Array.from({ length: 700 }, (_, dish) => ({
    ...SMALL_MENU.sections[0]!.dishes[0]!,
    id: `dish-${dish}`,
    presentations: Array.from({ length: 12 }, (_, size) => ({
      id: `dish-${dish}-${size}`,
      label: `tamaño ${size}`,
      priceCents: 1_000,
    })),
  }));
  const menu: Menu = { sections: [{ name: "Todo", dishes }], additions: [] };
  const lines = Array.from({ length: 600 }, (_, line) => ({ id: `otro-${line}`, quantity: 1 }));
  const begun = performance.now();
  assertThrows(() => resolveLines({ lines }, menu), Failure);
  // Reading the whole menu anew for each of them would take half a minute.
  assert(performance.now() - begun < 5_000);
});
