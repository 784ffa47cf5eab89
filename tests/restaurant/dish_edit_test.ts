/** What the board writes into a restaurant's file. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { DishEdit } from "../../src/ports.ts";
import { withDish } from "../../src/restaurant/dish_edit.ts";
import { parseRestaurant, SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";

const DISH: NonNullable<DishEdit["dish"]> = {
  name: "Ñame con miel",
  description: { es: "Ñame.", en: "Yam." },
  favourite: false,
  featured: true,
  soldOut: false,
  presentations: [{ id: null, label: null, priceCents: 9_550 }],
};

function dishesAfter(edit: DishEdit, text = SAMPLE_FILE_TEXT) {
  const { menu } = parseRestaurant(withDish(text, edit));
  return menu.sections.map(({ dishes }) => dishes);
}

const before = parseRestaurant(SAMPLE_FILE_TEXT).menu.sections.map(({ dishes }) => dishes);
const panuchos = before[0]![0]!;

Deno.test("a change of one price changes one number of the file, and nothing else", () => {
  const [first, ...others] = panuchos.presentations;
  const presentations = [{ ...first!, priceCents: 4_050 }, ...others];
  const edit = { id: "panuchos", section: 0, after: null, dish: { ...panuchos, presentations } };
  const text = withDish(SAMPLE_FILE_TEXT, edit);
  assertEquals(text, SAMPLE_FILE_TEXT.replace('"precio": 38 }', '"precio": 40.5 }'));
});

Deno.test("a new dish gets an id of its own, stands where it was put, and the rest stays", () => {
  const edit = { id: null, section: 0, after: "panuchos", dish: DISH };
  const sections = dishesAfter(edit);
  assertEquals(sections[0]![1], {
    ...DISH,
    id: "name-con-miel",
    presentations: [{ id: "name-con-miel-1", label: null, priceCents: 9_550 }],
  });
  assertEquals(sections.map((dishes) => dishes.filter(({ name }) => name !== DISH.name)), before);
  const again = dishesAfter(edit, withDish(SAMPLE_FILE_TEXT, edit));
  assertEquals(again[0]!.slice(1, 3).map(({ id }) => id), ["name-con-miel-2", "name-con-miel"]);
});

Deno.test("a dish moves to another section with all it has, and a dish that is removed is gone", () => {
  const moved = dishesAfter({ id: "panuchos", section: 1, after: null, dish: panuchos });
  assertEquals(moved[0], before[0]!.slice(1));
  assertEquals(moved[1], [panuchos, ...before[1]!]);
  const last = before[0]!.at(-1)!;
  const end = dishesAfter({ id: "panuchos", section: 0, after: last.id, dish: panuchos });
  assertEquals(end[0], [...before[0]!.slice(1), panuchos]);
  const gone = dishesAfter({ id: last.id, section: 0, after: null, dish: null });
  assertEquals(gone[0], before[0]!.slice(0, -1));
});

Deno.test("a second presentation keeps the first one's id, so that orders which name it hold", () => {
  const one = before[2]!.find(({ id }) => id === "brazo-reina")!;
  const presentations = [
    { ...one.presentations[0]!, label: "rebanada" },
    { id: null, label: "Entero, 8 personas", priceCents: 50_000 },
  ];
  const at = before[2]!.indexOf(one);
  const after = before[2]![at - 1]!.id;
  const sections = dishesAfter({ id: one.id, section: 2, after, dish: { ...one, presentations } });
  assertEquals(sections[2]![at]!.presentations.map(({ id }) => id), [
    "brazo-reina-1",
    "brazo-reina-entero-8-personas",
  ]);
});

Deno.test("comments and trailing commas around an edited dish stay", () => {
  const text = SAMPLE_FILE_TEXT
    .replace('"id": "panuchos",', '// de la abuela\n          "id": "panuchos",')
    .replace('"favorito": true\n', '"favorito": true, // desde 1958\n');
  const dish = { ...panuchos, name: "Panuchos de cazón", favourite: false };
  const edited = withDish(text, { id: "panuchos", section: 0, after: null, dish });
  assertStringIncludes(edited, "// de la abuela");
  assertStringIncludes(edited, "// desde 1958");
  const removed = withDish(text, { id: "salbutes", section: 0, after: null, dish: null });
  assertStringIncludes(removed, "// desde 1958");
  const added = withDish(text, { id: null, section: 0, after: "panuchos", dish: DISH });
  assertStringIncludes(added, "// desde 1958");
  for (const each of [edited, removed, added]) {
    assert(parseRestaurant(each).menu.sections[0]!.dishes.length >= before[0]!.length - 1);
  }
});
