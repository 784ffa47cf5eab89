import { assertEquals, assertMatch } from "@std/assert";
import type { LatLng } from "../../src/domain/location.ts";
import { checkedApp, type TestApp } from "./_checked_app.ts";

async function locate(app: TestApp, texto: string) {
  const { status, body } = await app.get(`/api/ubicacion?${new URLSearchParams({ texto })}`);
  assertEquals(status, 200);
  return body;
}

Deno.test("ubicacion answers with the point, the label to read back and what to do with it", async () => {
  await using app = await checkedApp();
  const { status, headers, body } = await app.get("/api/ubicacion?texto=calle+58+por+59+y+61");
  assertEquals([status, headers.get("cache-control")], [200, "no-store"]);
  const { detalle, candidatos: [{ etiqueta, ...place }] } = body;
  assertEquals(place, {
    lat: 20.96905,
    lng: -89.621,
    calle: "Calle 58",
    entre: ["Calle 59", "Calle 61"],
    colonia: null,
  });
  assertMatch(etiqueta, /^Calle 58 entre Calle 59 y Calle 61, cerca de Calle \d+$/);
  assertMatch(detalle, /^Léale la etiqueta a la persona/);
  const envio = await app.get(`/api/envio?lat=${place.lat}&lng=${place.lng}`);
  assertEquals([envio.body.calle, envio.body.metros_a_calle], ["Calle 58", 0]);
});

Deno.test("ubicacion tells what it did not use of the text", async () => {
  await using app = await checkedApp();
  const { candidatos, detalle } = await locate(app, "58 por 59, Col. Yucatán, Mérida");
  assertEquals(candidatos.length, 1);
  assertMatch(detalle, / No se tomó en cuenta «col yucatan, merida»\.$/);
});

/** What a text without a place is answered. */
const SAID: readonly [texto: string, detalle: RegExp][] = [
  [
    "Calle 58",
    /^Se entendió Calle 58, que es larga o se repite: diga con qué calle cruza\. O .*un pin/,
  ],
  ["58 y 60", /^Se entendió Calle 58 y Calle 60, que no se cruzan ahí en el mapa: .*un pin/],
  ["58 x 59 y 65", /^Se entendió Calle 58 entre Calle 59 y Calle 65, que no es una sola cuadra/],
  [
    "Caye Reforma x 59",
    /^No se entendió «caye reforma»\. Diga un cruce, y la colonia tras una coma\. O .*un pin/,
  ],
  ["58 x 59 y 61 y 63", /^No se entendió «61»/],
  ["58 x 59 Mérida", /^No se entendió «59 merida»/],
  ["hola, ¿qué tal?", /^No se entendió «hola»/],
  ["por y", /^No se entendió ninguna calle\. Diga un cruce, y .*un pin/],
];

Deno.test("without a place, ubicacion says what was understood and what to add or send instead", async () => {
  await using app = await checkedApp();
  for (const [texto, detalle] of SAID) {
    const body = await locate(app, texto);
    assertEquals(body.candidatos, [], texto);
    assertMatch(body.detalle, detalle, texto);
  }
});

Deno.test("up to five places are all given, to ask which, and of more none", async () => {
  const streets = ["Calle 58", "Calle 59"];
  const point = (n: number) => ({ lat: 20 + n, lng: -89 });
  for (const count of [1, 2, 5, 6]) {
    const places = Array.from({ length: count }, (_, n) => ({
      ...point(n),
      street: streets[0]!,
      between: [streets[1]!],
      area: null,
      near: null,
    }));
    const found = { places, streets, area: null, unknown: "", meant: [] };
    await using app = await checkedApp({ deps: () => ({ locate: () => Promise.resolve(found) }) });
    const { candidatos, detalle } = await locate(app, "58 x 59");
    const given = candidatos.map(({ lat, lng }: LatLng) => ({ lat, lng }));
    assertEquals(given, count > 5 ? [] : places.map((_, n) => point(n)));
    const says = count > 5 ? /hay más de 5: diga/ : count > 1 ? /^Pregúntele .* cuál/ : /^Léale/;
    assertMatch(detalle, says);
  }
});

Deno.test("ubicacion takes 300 code points of any text, control characters too", async () => {
  await using app = await checkedApp();
  for (
    const texto of ["\u{1F600}".repeat(300), "58 x 59\n\u202e\0", "%", "𠮷\ud83d", "  58 x 59  "]
  ) {
    const body = await locate(app, texto);
    assertEquals(body.ok, true, texto);
  }
});

Deno.test("without a map, ubicacion says so, and gives no place", async () => {
  await using app = await checkedApp({ deps: () => ({ locate: () => Promise.resolve(null) }) });
  const { candidatos, detalle } = await locate(app, "58 x 59");
  assertEquals(candidatos, []);
  assertMatch(detalle, /^Este restaurante no tiene un mapa de calles\. .*un pin/);
});
