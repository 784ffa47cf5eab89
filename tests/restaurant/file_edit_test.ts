/** What the board writes into a restaurant's file. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Dish } from "../../src/domain/menu.ts";
import type { DishEdit } from "../../src/ports/restaurant.ts";
import { fileChanges, withDish } from "../../src/restaurant/file_edit.ts";
import { type Edit, editedSample } from "../support/edited_sample.ts";
import { parseRestaurant, SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";

const DISH: NonNullable<DishEdit["dish"]> = {
  nombre: "Ñame con miel",
  descripcion: { es: "Ñame.", en: "Yam." },
  presentaciones: [{ id: null, etiqueta: null, precio: "95.5" }],
};

function edited(edit: DishEdit, text = SAMPLE_FILE_TEXT): string {
  return withDish({ text, restaurant: parseRestaurant(text) }, edit)!;
}

function dishesAfter(edit: DishEdit, text = SAMPLE_FILE_TEXT) {
  return parseRestaurant(edited(edit, text)).menu.sections.map(({ dishes }) => dishes);
}

/** The dish as the board's form sends it. */
function typed({ name, description, presentations }: Dish): NonNullable<DishEdit["dish"]> {
  return {
    nombre: name,
    descripcion: description,
    presentaciones: presentations.map(({ id, label, priceCents }) => ({
      id,
      etiqueta: label,
      precio: String(priceCents / 100),
    })),
  };
}

const before = parseRestaurant(SAMPLE_FILE_TEXT).menu.sections.map(({ dishes }) => dishes);
const panuchos = before[0]![0]!;

Deno.test("a change of one price changes one number of the file, and nothing else", () => {
  const dish = typed(panuchos);
  const [first, ...others] = dish.presentaciones;
  const presentaciones = [{ ...first!, precio: "40.50" }, ...others];
  const edit = { id: "panuchos", section: 0, after: null, dish: { ...dish, presentaciones } };
  assertEquals(edited(edit), SAMPLE_FILE_TEXT.replace('"precio": 38 }', '"precio": 40.5 }'));
});

Deno.test("a new dish gets a new id and the chosen place, and the rest stays", () => {
  const edit = { id: null, section: 0, after: "panuchos", dish: DISH };
  const sections = dishesAfter(edit);
  assertEquals(sections[0]![1], {
    id: "name-con-miel",
    name: DISH.nombre,
    description: DISH.descripcion,
    presentations: [{ id: "name-con-miel-1", label: null, english: undefined, priceCents: 9_550 }],
    favourite: false,
    featured: false,
    soldOut: false,
  });
  assertEquals(sections.map((dishes) => dishes.filter(({ name }) => name !== DISH.nombre)), before);
  const again = dishesAfter(edit, edited(edit));
  assertEquals(again[0]!.slice(1, 3).map(({ id }) => id), ["name-con-miel-2", "name-con-miel"]);
});

Deno.test("a change, also of its place, keeps every field of a dish that the form does not have", () => {
  const text = SAMPLE_FILE_TEXT.replace('"id": "panuchos",', '"id": "panuchos", "picante": true,');
  const restaurant = parseRestaurant(SAMPLE_FILE_TEXT);
  for (const [section, after] of [[0, null], [1, null]] as const) {
    const edit = { id: "panuchos", section, after, dish: { ...typed(panuchos), nombre: "Otro" } };
    const { secciones } = JSON.parse(withDish({ text, restaurant }, edit)!);
    const { picante, favorito, nombre } = secciones[section].platillos[0];
    assertEquals([picante, favorito, nombre], [true, true, "Otro"]);
  }
});

Deno.test("a dish moves to another section with all its fields, and a removed one is gone", () => {
  const dish = typed(panuchos);
  const moved = dishesAfter({ id: "panuchos", section: 1, after: null, dish });
  assertEquals(moved[0], before[0]!.slice(1));
  assertEquals(moved[1], [panuchos, ...before[1]!]);
  const last = before[0]!.at(-1)!;
  const end = dishesAfter({ id: "panuchos", section: 0, after: last.id, dish });
  assertEquals(end[0], [...before[0]!.slice(1), panuchos]);
  const removal = { id: last.id, section: 0, after: null, dish: null };
  assertEquals(dishesAfter(removal)[0], before[0]!.slice(0, -1));
  const restaurant = parseRestaurant(edited(removal));
  assertEquals(withDish({ text: edited(removal), restaurant }, removal), null, "it is gone");
});

Deno.test("with a second presentation the first one keeps its id, which links to orders name", () => {
  const one = before[2]!.find(({ id }) => id === "brazo-reina")!;
  const dish = typed(one);
  const presentaciones = [
    { ...dish.presentaciones[0]!, etiqueta: "rebanada" },
    { id: null, etiqueta: "Entero, 8 personas", precio: "500" },
  ];
  const at = before[2]!.indexOf(one);
  const after = before[2]![at - 1]!.id;
  const edit = { id: one.id, section: 2, after, dish: { ...dish, presentaciones } };
  assertEquals(dishesAfter(edit)[2]![at]!.presentations.map(({ id }) => id), [
    "brazo-reina-1",
    "brazo-reina-entero-8-personas",
  ]);
});

Deno.test("comments and trailing commas around an edited dish stay", () => {
  const text = SAMPLE_FILE_TEXT
    .replace('"id": "panuchos",', '// de la abuela\n          "id": "panuchos",')
    .replace('"favorito": true\n', '"favorito": true, // desde 1958\n');
  const dish = { ...typed(panuchos), nombre: "Panuchos de cazón" };
  const renamed = edited({ id: "panuchos", section: 0, after: null, dish }, text);
  assertStringIncludes(renamed, "// de la abuela");
  const removed = edited({ id: "salbutes", section: 0, after: null, dish: null }, text);
  const added = edited({ id: null, section: 0, after: "panuchos", dish: DISH }, text);
  for (const each of [renamed, removed, added]) {
    assertStringIncludes(each, "// desde 1958");
    assert(parseRestaurant(each).menu.sections[0]!.dishes.length >= before[0]!.length - 1);
  }
});

Deno.test("each dish can be removed from a file with a comma after every last item", () => {
  const text = SAMPLE_FILE_TEXT.replace(/([}\]"\d\w])(\s*\n\s*[}\]])/g, "$1,$2");
  for (const { id } of before.flat()) {
    const left = dishesAfter({ id, section: 0, after: null, dish: null }, text).flat();
    assertEquals(left, before.flat().filter((dish) => dish.id !== id));
  }
});

const [first, second, third] = JSON.parse(SAMPLE_FILE_TEXT).secciones[0].platillos;

function changesOf(...edits: readonly Edit[]): unknown[] {
  return fileChanges(SAMPLE_FILE_TEXT, editedSample(...edits))
    .map(({ label, before, after }) => [label, before, after]);
}

Deno.test("changes of a dish are listed under its name", () => {
  const dish = "secciones[2].platillos[2]";
  assertEquals(
    changesOf(
      [`${dish}.precio`, 140.5],
      [`${dish}.descripcion.en`, "Tamal."],
      [`${dish}.agotado`, true],
      ["secciones[0].platillos[0].presentaciones[1].precio", 112],
    ).map((change) => (change as unknown[]).map(String).join(" | ").replace(/\| .{40,} \|/, "|")),
    [
      "Antojitos, Panuchos, orden de 3, precio | $108.00 | $112.00",
      "Masas y huevos, Brazo de reina, descripción en inglés | Tamal.",
      "Masas y huevos, Brazo de reina, precio | $138.00 | $140.50",
      "Masas y huevos, Brazo de reina, agotado | null | sí",
    ],
  );
});

Deno.test("a dish that is added, removed or moved is one line, and its neighbours are not listed", () => {
  const rest = JSON.parse(SAMPLE_FILE_TEXT).secciones[0].platillos.slice(3);
  const place = "secciones[0].platillos";
  const gone = changesOf([place, [first, third, ...rest]]) as unknown[][];
  assertEquals(gone.map(([label, , after]) => [label, after]), [["Antojitos, Salbutes", null]]);
  const added = { id: "otros", nombre: "Otros", descripcion: { es: "a", en: "b" }, precio: 9 };
  assertEquals(changesOf([place, [first, added, second, third, ...rest]]), [
    ["Antojitos, Otros", null, "Otros, a, b, $9.00"],
  ]);
  const moved = changesOf([place, [first, third, second, ...rest]]) as unknown[][];
  assertEquals(moved.map(([label]) => label), ["Antojitos, orden"]);
});

Deno.test("changes of hours and tariff are listed by field, changes of comments are not", () => {
  assertEquals(
    changesOf(
      ["horario.lunes", [{ abre: "13:00", cierra: "18:00" }]],
      ["envio.base_costo", 30],
      ["valet", false],
    ),
    [
      ["Horario, lunes", "cerrado", "13:00-18:00"],
      ["Envío, Costo base en pesos", "$25.00", "$30.00"],
      ["Valet parking", "sí", "no"],
    ],
  );
  const commented = SAMPLE_FILE_TEXT.replace('"lunes": [],', '"lunes": [], // cerrado');
  assertEquals(fileChanges(SAMPLE_FILE_TEXT, commented), []);
});

Deno.test("a field with the name of a property that every object has is listed under that name", () => {
  for (const name of ["constructor", "__proto__", "toString"]) {
    const changed = SAMPLE_FILE_TEXT.replace('"cocina": {', `"cocina": { "${name}": 3,`);
    assertEquals(fileChanges(SAMPLE_FILE_TEXT, changed), [
      { label: `Cocina, ${name}`, before: null, after: "3" },
    ]);
    assertEquals(fileChanges(changed, SAMPLE_FILE_TEXT), [
      { label: `Cocina, ${name}`, before: "3", after: null },
    ]);
  }
});
