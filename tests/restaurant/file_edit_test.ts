/** What the board writes into a restaurant's file. */
import { assertEquals } from "@std/assert";
import { fileChanges, identified } from "../../src/restaurant/file_edit.ts";
import { answered } from "../../src/restaurant/form.ts";
import { type Edit, editedSample } from "../support/edited_sample.ts";
import { parseRestaurant, SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";

type Typed = Readonly<Record<string, string>>;

/** The text with this typed into the form of a section's dishes. */
function edited(dishes: Typed, text = SAMPLE_FILE_TEXT, section = 0): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(dishes)) {
    form.set(`secciones.${section}.platillos.${name}`, value);
  }
  const made = answered(["secciones"], form, text);
  if (made.problems.length === 0) return made.text;
  throw new Error(JSON.stringify(made.problems));
}

function dishesAfter(...args: Parameters<typeof edited>) {
  return dishesOf(edited(...args));
}

function dishesOf(text: string) {
  return parseRestaurant(text).menu.sections.map(({ dishes }) => dishes);
}

const before = dishesOf(SAMPLE_FILE_TEXT);
const panuchos = before[0]![0]!;
const NEW: Typed = {
  "9.nombre": "Ñame con miel",
  "9.descripcion.es": "Ñame.",
  "9.descripcion.en": "Yam.",
  "9.presentaciones.0.etiqueta": "",
  "9.presentaciones.0.precio": "95.5",
  "9.orden": "2",
};

Deno.test("a change of prices changes these numbers of the file, gives sections and questions ids, and nothing else; none leaves its text", () => {
  const typed = { "0.presentaciones.0.precio": "$40.50", "1.presentaciones.0.precio": "39" };
  const expected = SAMPLE_FILE_TEXT.replace('"precio": 38 }', '"precio": 40.5 }')
    .replace('"precio": 38 }', '"precio": 39 }');
  assertEquals(edited(typed), JSON.stringify(identified(JSON.parse(expected)), null, 2) + "\n");
  assertEquals(edited({ "0.nombre": "Panuchos" }), SAMPLE_FILE_TEXT);
});

Deno.test("a new dish gets a new id and the chosen place, and the rest stays", () => {
  const sections = dishesAfter(NEW);
  assertEquals(sections[0]![1], {
    id: "name-con-miel",
    name: "Ñame con miel",
    description: { es: "Ñame.", en: "Yam." },
    presentations: [{ id: "name-con-miel-2", label: null, english: undefined, priceCents: 9_550 }],
    favourite: false,
    featured: false,
    soldOut: false,
    photo: undefined,
  });
  assertEquals(sections.map((dishes) => dishes.filter(({ id }) => id !== "name-con-miel")), before);
  const again = Object.entries(NEW).map(([name, value]) => [name.replace("9.", "10."), value]);
  const twice = dishesAfter(Object.fromEntries(again), edited(NEW));
  assertEquals(twice[0]!.slice(1, 3).map(({ id }) => id), ["name-con-miel-3", "name-con-miel"]);
});

Deno.test("a dish moves to another section or place with all its fields, and a removed one is gone", () => {
  const moved = dishesAfter({ "0.seccion": "1" });
  assertEquals(moved[0], before[0]!.slice(1));
  assertEquals(moved[1], [...before[1]!, panuchos]);
  const end = dishesAfter({ "0.orden": "9" });
  assertEquals(end[0], [...before[0]!.slice(1), panuchos]);
  const up = dishesAfter({ "2.orden": "1" });
  assertEquals(up[0]!.map(({ id }) => id).slice(0, 3), ["codzitos", "panuchos", "salbutes"]);
  assertEquals(dishesAfter({ "8.quitar": "sí" })[0], before[0]!.slice(0, -1));
});

Deno.test("with a second presentation the first one keeps its id, which links to orders name", () => {
  const at = before[2]!.findIndex(({ id }) => id === "brazo-reina");
  const typed = {
    [`${at}.presentaciones.0.etiqueta`]: "rebanada",
    [`${at}.presentaciones.1.etiqueta`]: "Entero, 8 personas",
    [`${at}.presentaciones.1.precio`]: "500",
  };
  const dish = dishesAfter(typed, SAMPLE_FILE_TEXT, 2)[2]![at]!;
  assertEquals(dish.presentations.map(({ id, priceCents }) => [id, priceCents]), [
    ["brazo-reina-1", before[2]![at]!.presentations[0]!.priceCents],
    ["brazo-reina-entero-8-personas", 50_000],
  ]);
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
      [`${dish}.presentaciones[0].precio`, 140.5],
      [`${dish}.descripcion.en`, "Tamal."],
      [`${dish}.agotado`, true],
      ["secciones[0].platillos[0].presentaciones[1].precio", 112],
    ).map((change) => (change as unknown[]).map(String).join(" | ").replace(/\| .{40,} \|/, "|")),
    [
      "Antojitos, Panuchos, orden de 3, precio | $108.00 | $112.00",
      "Masas y huevos, Brazo de reina, descripción en inglés | Tamal.",
      "Masas y huevos, Brazo de reina, precio | $138.00 | $140.50",
      "Masas y huevos, Brazo de reina, agotado | no | sí",
    ],
  );
});

Deno.test("a dish that is added, removed or moved is one line, and its neighbours are not listed", () => {
  const rest = JSON.parse(SAMPLE_FILE_TEXT).secciones[0].platillos.slice(3);
  const place = "secciones[0].platillos";
  const gone = changesOf([place, [first, third, ...rest]]) as unknown[][];
  assertEquals(gone.map(([label, , after]) => [label, after]), [["Antojitos, Salbutes", null]]);
  const added = {
    id: "otros",
    nombre: "Otros",
    descripcion: { es: "a", en: "b" },
    presentaciones: [{ id: "otros-1", precio: 9 }],
  };
  assertEquals(changesOf([place, [first, added, second, third, ...rest]]), [
    ["Antojitos, Otros", null, "Otros, a, b, $9.00"],
  ]);
  const moved = changesOf([place, [first, third, second, ...rest]]) as unknown[][];
  assertEquals(moved.map(([label]) => label), ["Antojitos, orden"]);
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

Deno.test("two new dishes of one long name get ids of their own that a file may have", () => {
  const named = { ...NEW, "9.nombre": "Ñame con miel ".repeat(5) };
  const twice = Object.entries(named).flatMap(([name, value]) => [
    [name, value],
    [name.replace("9.", "10."), value],
  ]);
  const ids = dishesAfter(Object.fromEntries(twice))[0]!.map(({ id }) => id);
  const long = ids.filter((id) => id.startsWith("name-con-miel"));
  assertEquals([long.length, new Set(long).size], [2, 2]);
});
