import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import type { Dish } from "../../src/domain/menu.ts";
import type { Restaurant } from "../../src/domain/restaurant.ts";
import {
  blankFileText,
  parseRestaurant,
  readRestaurantFile,
  SAMPLE_FILE_TEXT,
  sampleRestaurant,
} from "../../src/restaurant/load.ts";
import { RestaurantFileError } from "../../src/restaurant/problems.ts";
import { testInFolder } from "../support/temp_folder.ts";
import { type Edit, editedSample, problemsOf } from "../support/edited_sample.ts";

function parsed(...edits: readonly Edit[]): Restaurant {
  return parseRestaurant(editedSample(...edits));
}

Deno.test("pesos become whole centavos", () => {
  const { menu, tariff } = parsed(
    ["adiciones[0].precio", 19.99],
    ["adiciones[1].precio", 1.1],
    ["envio.base_costo", 0.29],
    ["envio.costo_km_extra", 8.2],
  );
  assertEquals(menu.additions.slice(0, 2).map((each) => each.priceCents), [1999, 110]);
  assertEquals([tariff.baseCents, tariff.extraKmCents], [29, 820]);
});

Deno.test("a dish that is sold in one way has one presentation, without a label", () => {
  const dish = parsed().menu.sections[2]!.dishes[2]!;
  assertEquals(dish.presentations, [{
    id: "brazo-reina-1",
    label: null,
    english: undefined,
    priceCents: 13_800,
  }]);
});

Deno.test("marks of a dish are false where the file does not say", () => {
  const [marked, other] =
    parsed(["secciones[0].platillos[0].agotado", true]).menu.sections[0]!.dishes;
  assertEquals([other!.favourite, other!.featured, other!.soldOut], [false, false, false]);
  assertEquals([marked!.favourite, marked!.soldOut], [true, true]);
});

Deno.test("services are ordered, and closing before opening is after midnight", () => {
  const { hours } = parsed(
    ["horario.viernes", [
      { abre: "19:00", cierra: "01:30" },
      { abre: "08:00", cierra: "12:00" },
    ]],
    ["horario.martes", [{ abre: "13:00", cierra: "12:00" }]],
    ["horario.miercoles", []],
  );
  assertEquals(hours[4]!.services, [{ opens: 480, closes: 720 }, { opens: 1140, closes: 1530 }]);
  assertEquals(hours[1]!.services, [{ opens: 780, closes: 2160 }]);
});

Deno.test("a weekday's own kitchen lead wins over the general one", () => {
  const { hours } = parsed(["cocina.por_dia", { martes: 45, domingo: 0 }]);
  assertEquals(hours.map((day) => day.kitchenLeadMinutes), [60, 45, 60, 60, 60, 60, 0]);
});

Deno.test("what may be left out has its default", () => {
  const restaurant = parsed(["cocina.por_dia", undefined], [
    "reservas.anticipacion_minutos",
    undefined,
  ]);
  assertEquals(restaurant.booking, {
    arrivalMarginMinutes: 30,
    noticeMinutes: 15,
    peoplePerTime: null,
    room: null,
  });
  assertEquals(restaurant.hours[6]!.kitchenLeadMinutes, 60);
  assertEquals(restaurant.privacyNotice, null);
});

Deno.test("texts are trimmed and composed", () => {
  const { name, faq } = parsed(["nombre", "  Cafe\u0301 "], [
    "preguntas_frecuentes[0].respuesta.en",
    "\tYes.\nAlways. ",
  ]);
  assertEquals([name, faq[0]!.answer.en], ["Café", "Yes.\nAlways."]);
});

testInFolder("a file is read, a byte order mark notwithstanding", async (dir) => {
  await Deno.writeTextFile(`${dir}/r.json`, `\uFEFF${editedSample(["nombre", "Con BOM"])}`);
  const { restaurant } = await readRestaurantFile(`${dir}/r.json`);
  assertEquals([restaurant.name, restaurant.sample], ["Con BOM", false]);
});

testInFolder("a folder in place of the file is refused as unreadable", async (dir) => {
  const error = await assertRejects(() => readRestaurantFile(dir), RestaurantFileError);
  assert(error.message.startsWith(`${dir}:\nel archivo no se puede leer: `), error.message);
});

const sample = sampleRestaurant();
const dishes = sample.menu.sections.flatMap((section) => section.dishes);
const presentations = dishes.flatMap((dish) => dish.presentations);

Deno.test("the sample is marked as such, a copy of its file is not, and it is the same object every time", () => {
  assertEquals([parsed().sample, sample.sample], [false, true]);
  assertStrictEquals(sampleRestaurant(), sample);
});

Deno.test("the sample's file is as good as a restaurant's own must be, and means the same", () => {
  assertEquals({ ...parseRestaurant(SAMPLE_FILE_TEXT), sample: true, leftovers: [] }, sample);
});

Deno.test("the sample has what tests and readers count on", () => {
  const { menu: { sections, additions }, tariff: { baseKm, maxRadiusKm, extraKmCents }, faq } =
    sample;
  assertEquals(sections.length, 7);
  assert(dishes.length >= 45 && additions.length >= 8 && additions.length <= 12);
  assert(baseKm > 0 && baseKm < maxRadiusKm && extraKmCents > 0);
  assert(faq.length >= 6 && faq.length <= 8);
  assertEquals(faq.filter(({ question }) => question.es === question.en), []);
  assertEquals(sample.phone, "+529990000000", "it belongs to no one");
  // Draft links stay short.
  assertEquals([...dishes, ...presentations, ...additions].filter(({ id }) => id.length > 14), []);
  const odd = [...presentations, ...additions]
    .filter(({ priceCents }) => priceCents % 100 || priceCents < 1500 || priceCents > 50_000);
  assertEquals(odd, []);
});

Deno.test("the sample's dishes are of every kind, named and described once each, in both languages", () => {
  for (const text of [({ name }: Dish) => name, ({ description }: Dish) => description.es]) {
    assertEquals(new Set(dishes.map(text)).size, dishes.length);
  }
  assertEquals(dishes.filter(({ description }) => description.es === description.en), []);
  const count = (is: (dish: Dish) => boolean) => dishes.filter(is).length;
  assert(count((dish) => dish.favourite) >= 5);
  assert(count((dish) => dish.featured) >= 5);
  assert(count((dish) => dish.presentations.length > 1) >= 10);
  assert(count((dish) => dish.presentations.length === 1) >= 10);
  assertEquals(count((dish) => dish.soldOut), 0);
});

/** Anything JSON can hold, and what owners are likely to type. */
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>("", "12", "9:00", "25:00", "13:00", -1, 0, 1e308, 0.1, null, [], {}),
);

Deno.test("a file with any part replaced, dropped or doubled is read or refused with reasons", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), anyValue, fc.nat(2)), { maxLength: 5 }), (edits) => {
      const file: unknown = JSON.parse(SAMPLE_FILE_TEXT);
      for (const [where, value, how] of edits) mutate(file, where, value, how);
      for (const problem of problemsOf(JSON.stringify(file))) assert(isSaid(problem), problem);
    }),
    { numRuns: 400, seed: 58 },
  );
});

/** Changes one of the places in `file`, picked by `where` among all there are. */
function mutate(file: unknown, where: number, value: unknown, how: number): void {
  const places = placesIn(file);
  if (places.length === 0) return;
  const [holder, key] = places[where % places.length]!;
  if (how === 0) holder[key] = value;
  else if (how === 1) delete holder[key];
  else holder[`${key}${key}`] = structuredClone(holder[key]);
}

type Place = readonly [holder: Record<string, unknown>, key: string];

function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [[holder, key] as Place, ...placesIn(holder[key])]);
}

function isSaid(problem: string): boolean {
  return problem === "y hay más: primero estos" ||
    /^.+: (se esperaba .+, y (hay .+|falta)|campo desconocido; .+)$/su
      .test(problem);
}

Deno.test("the sample's phone is told of where it is left, as the restaurant's or for WhatsApp alone", () => {
  const { telefono } = JSON.parse(SAMPLE_FILE_TEXT);
  const left = (...own: readonly string[]) =>
    parseRestaurant(editedSample(["telefono", own[0]], ["whatsapp", own[1]])).leftovers
      .includes("el teléfono");
  const other = "999 111 2233";
  assertEquals([left(telefono, other), left(other, telefono), left(other, other)], [
    true,
    true,
    false,
  ]);
});

Deno.test("a file that has no more than a name is a restaurant that opens soon; one with anything more needs phone, address, place and zone", () => {
  const blank = JSON.parse(blankFileText("mesa.example"));
  const { name, phone, whatsapp, address } = parseRestaurant(JSON.stringify(blank));
  assertEquals([name, phone, whatsapp, address], ["mesa.example", null, null, ""]);
  const begun: Readonly<Record<string, unknown>> = {
    telefono: "999 111 2233",
    direccion: "Calle 60 500",
    horario: { ...blank.horario, lunes: [{ abre: "13:00", cierra: "23:00" }] },
    dias_especiales: [{ fecha: "12-24", servicios: [] }],
    secciones: [{ nombre: "Antojitos", platillos: [] }],
    envio: { radio_maximo_km: 5 },
  };
  for (const [field, value] of Object.entries(begun)) {
    const problems = problemsOf(JSON.stringify({ ...blank, [field]: value }));
    const missing = ["telefono", "direccion", "ubicacion", "zona"].filter((one) => one !== field);
    assertEquals(problems.length, missing.length, field);
    assert(problems.every((problem) => problem.endsWith(", y falta")), problems.join("\n"));
  }
});

Deno.test("delivery without prices has a radius, and no price that anybody could take for one", () => {
  const { tariff } = parsed(["envio", { radio_maximo_km: 7 }]);
  assertEquals([tariff.maxRadiusKm, tariff.unpriced], [7, true]);
});
