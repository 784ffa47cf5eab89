/** What staff read of a change before it is saved. */
import { assertEquals } from "@std/assert";
import type { Restaurant } from "../../../src/domain/restaurant.ts";
import { parseRestaurant } from "../../../src/restaurant/load.ts";
import { restaurantChanges } from "../../../src/staff/menu/changes.ts";
import { type Edit, editedSample } from "../../restaurant/edited_sample.ts";

const before = parseRestaurant(editedSample());
const [first, second, third] = JSON.parse(editedSample()).secciones[0].platillos;

function changesOf(...edits: readonly Edit[]): unknown[] {
  return told(before, parseRestaurant(editedSample(...edits)));
}

function told(before: Restaurant, after: Restaurant): unknown[] {
  return restaurantChanges(before, after).map(({ label, before, after }) => [label, before, after]);
}

Deno.test("a price, a name, a description and a mark are told dish by dish", () => {
  const dish = "secciones[2].platillos[2]";
  assertEquals(
    changesOf(
      [`${dish}.precio`, 140.5],
      [`${dish}.nombre`, "Brazo"],
      [`${dish}.descripcion.en`, "Tamal."],
      [`${dish}.agotado`, true],
    ).map((change) => (change as unknown[])[0]),
    ["Brazo de reina, nombre", "Brazo, descripción en inglés", "Brazo, marcas", "Brazo"],
  );
  assertEquals(changesOf([`${dish}.precio`, 140.5]), [["Brazo de reina", "$138.00", "$140.50"]]);
});

Deno.test("a dish that comes, goes or moves is one line, and its neighbours are none", () => {
  const rest = JSON.parse(editedSample()).secciones[0].platillos.slice(3);
  const place = "secciones[0].platillos";
  assertEquals(changesOf([place, [first, third, ...rest]]), [
    ["Salbutes", "Antojitos: pieza, $38.00; orden de 3, $108.00", null],
  ]);
  const added = { ...second, id: "otros", nombre: "Otros", presentaciones: undefined, precio: 9 };
  assertEquals(changesOf([place, [first, added, second, third, ...rest]]), [
    ["Otros", null, "Antojitos: $9.00"],
  ]);
  const [moved] = changesOf([place, [first, third, second, ...rest]]) as unknown[][];
  assertEquals(moved?.[0], `${third.nombre}, lugar`);
});

Deno.test("hours, tariff, questions and texts are told, and nothing where nothing changes", () => {
  assertEquals(changesOf(), []);
  assertEquals(
    changesOf(
      ["horario.lunes", [{ abre: "13:00", cierra: "18:00" }]],
      ["envio.base_costo", 30],
      ["valet", false],
      ["preguntas_frecuentes[0].pregunta.es", "¿Y el coche?"],
    ).map((change) => (change as unknown[])[0]),
    ["Horario del lunes", "Envío", "Valet parking", "Pregunta frecuente 1"],
  );
});
