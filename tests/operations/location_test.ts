import { assertEquals, assertMatch } from "@std/assert";
import type { LatLng } from "../../src/domain/location.ts";
import { NO_DELIVERY } from "../../src/domain/tariff.ts";
import { addressTown, area } from "../streets/_address_town.ts";
import { mapOf } from "../streets/_map_files.ts";
import { at } from "../streets/_small_graphs.ts";
import { testRestaurant } from "../support/restaurant_fixture.ts";
import { homeDraftBody, type TestAppOptions } from "../support/test_app.ts";
import { checkedApp, type TestApp } from "./_checked_app.ts";
import { delivered } from "./_drafts.ts";

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
    colonia: "Centro",
  });
  assertEquals(etiqueta, "Calle 58 entre Calle 59 y Calle 61, Centro, Mérida");
  assertMatch(detalle, /^Léale la etiqueta a la persona/);
  const envio = await app.get(`/api/envio?lat=${place.lat}&lng=${place.lng}`);
  assertEquals([envio.body.calle, envio.body.metros_a_calle], ["Calle 58", 0]);
});

Deno.test("what helps a courier comes back as it was written, and nothing where there is none", async () => {
  await using app = await checkedApp();
  for (
    const [texto, referencias] of [
      ["Calle 58 #480 altos x 59, frente al Parque, Mérida", "altos, frente al Parque"],
      ["58 x 59, Centro, llamar al 999 123 4567 al llegar", "llamar al 999 123 4567 al llegar"],
      ["58 x 59, Centro, call me at 999 123 4567", "call me at 999 123 4567"],
      ["58 x 59, Centro (portón verde), tel. 999 123 4567, 2nd floor", "portón verde, 2nd floor"],
      ["58 x 59, Centro, 2° piso, tocar a las 8:30", "2° piso, tocar a las 8:30"],
      ["subir al 2do piso depto 4, 58 x 59, Centro", "subir al 2do piso depto 4"],
      ["58 x 59 y 61, Centro", undefined],
    ] as const
  ) {
    const body = await locate(app, texto);
    assertEquals([body.candidatos.length, body.referencias], [1, referencias], texto);
  }
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
    /^No se entendió «Caye Reforma»\. Diga un cruce, y la colonia tras una coma\. O .*un pin/,
  ],
  ["58 x 59 y 61 y 63", /^Aquí hay Calle 58 entre Calle 59 y Calle 61, pero no «63»\. Pregunte/],
  ["58 x 59, Progreso", /^Aquí hay Calle 58 y Calle 59, pero no «Progreso»\. Pregunte si es aquí/],
  ["58 por 59, Col. Yucatán, Mérida", /^Aquí hay .*, pero no «Col\. Yucatán»\. Pregunte/],
  ["58 x 59, Yucatán", /, pero no «Yucatán»/],
  ["58 x 59, Col. Centor, Zona Norte", /, pero no «Zona Norte»/],
  ["hola, mesa", /^No se entendió «mesa»/],
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
      town: null,
    }));
    const found = {
      ...{ places, streets, unknown: "", meant: [] },
      ...{ isHere: false, elsewhere: [], references: "" },
    };
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

/** Of restaurants without a part: what they are, the answer to any text, and to a draft. */
const WITHOUT: readonly (readonly [
  what: string,
  app: TestAppOptions,
  says: RegExp,
  error: string | null,
])[] = [
  [
    "a map, beside an engine",
    { deps: () => ({ locate: () => Promise.resolve(null) }) },
    /un pin/,
    null,
  ],
  [
    "a map and an engine",
    { deps: () => ({ hasPrices: () => false }) },
    /cotiza por WhatsApp: ofrece el enlace de contacto.*recoger/,
    "sin_mapa",
  ],
  [
    "delivery",
    { restaurant: testRestaurant({ tariff: NO_DELIVERY }) },
    /no entrega.*recoger/,
    "sin_entrega",
  ],
];

for (const [what, options, says, error] of WITHOUT) {
  Deno.test(`without ${what}, ubicacion says what to do instead, and so do info, quote and draft`, async () => {
    await using app = await checkedApp(options);
    for (const texto of ["58 x 59", ...(error === null ? [] : ["20.9745, -89.6212"])]) {
      const { candidatos, detalle } = await locate(app, texto);
      assertEquals(candidatos, [], texto);
      assertMatch(detalle, says);
    }
    const draft = await app.post("/api/pedido/borrador", homeDraftBody());
    const { body: { envio } } = await app.get("/api/info");
    const { body: quote } = await app.get("/api/envio?lat=20.9745&lng=-89.6212");
    assertEquals([draft.body.error ?? null, quote.cotizado], [error, error === null]);
    for (
      const said of error === null ? [] : [draft.body.detalle, envio.detalle, quote.sugerencia]
    ) {
      assertMatch(said, says);
    }
    if (error === null) assertEquals([envio.detalle, quote.sugerencia], [undefined, undefined]);
  });
}

/** Longer than an address may be, as those of places often are. */
const LONG_LINK =
  "https://www.google.com/maps/place/Casa/@20.97,-89.62,17z/data=!3d20.9745!4d-89.6212" +
  `?g_ep=${"y".repeat(300)}`;

/** What is pasted, the candidates' points, and the advice. */
const PASTED: readonly (readonly [texto: string, point: LatLng | null, detalle: RegExp])[] = [
  ["20,9745 -89,6212", { lat: 20.9745, lng: -89.6212 }, /^Léale/],
  ["https://maps.google.com/?q=20.9745,-89.6212", { lat: 20.9745, lng: -89.6212 }, /^Léale/],
  [LONG_LINK, { lat: 20.9745, lng: -89.6212 }, /^Léale/],
  ["Mi ubicación es 20.9745, -89.6212.", { lat: 20.9745, lng: -89.6212 }, /^Léale/],
  ["76GGX9FH+QG", { lat: 20.9744375, lng: -89.6211875 }, /^Léale/],
  ["-89.6212, 20.9745", { lat: 20.9745, lng: -89.6212 }, /al revés.*pregúntele/],
  ["19.43, -99.13", { lat: 19.43, lng: -99.13 }, /fuera de la zona.*recoger/],
  ["https://maps.app.goo.gl/x", null, /lo abra y copie el enlace largo, o comparta su ubicación/],
];

Deno.test("a pasted point is answered with its street and town, a wrong one with what to ask", async () => {
  await using app = await checkedApp();
  for (const [texto, point, says] of PASTED) {
    const { candidatos: [found, ...others], detalle } = await locate(app, texto);
    assertEquals([found ? { lat: found.lat, lng: found.lng } : null, others], [point, []], texto);
    assertMatch(detalle, says, texto);
    if (point?.lng === -89.6212) assertEquals(found.etiqueta, "Calle 58, Mérida");
    if (point?.lng === -99.13) assertEquals(found.etiqueta, "19.43, -99.13");
  }
  for (
    const texto of [
      `https://maps.google.com/?q=Calle+58+x+59&x=${"y".repeat(300)}`,
      "Calle 58 por 59: https://maps.app.goo.gl/x",
    ]
  ) {
    const { candidatos: [searched] } = await locate(app, texto);
    assertMatch(searched.etiqueta, /^Calle 58 y Calle 59, .*Mérida$/, texto);
  }
});

Deno.test("label, quote and draft name the town of the map at the point, else the restaurant's; far away none", async () => {
  const town = { ...addressTown(), areas: [area("Progreso", 0, 250, 100, true)] };
  const map = await mapOf(town);
  const { plan } = await map.drivesFrom(at(0, 0));
  const deps = () => ({ locate: map.locate, townAt: map.townAt, planner: { plan } });
  const tariff = { baseKm: 1, baseCents: 4_000, extraKmCents: 1_000, maxRadiusKm: 1.5 };
  const restaurant = testRestaurant({ location: at(0, 0), tariff });
  await using app = await checkedApp({ deps, restaurant });
  for (
    const [texto, label, ciudad] of [
      ["58 x 59 y 61", /, Progreso$/, "Progreso"],
      ["58 x 31-A", /, Mérida$/, "Mérida"],
      ["1 x 3", /^Calle 1 y Calle 3, cerca de Calle 2$/, undefined],
    ] as const
  ) {
    const { candidatos: [{ etiqueta, colonia, lat, lng }] } = await locate(app, texto);
    assertMatch(etiqueta, label);
    const said = etiqueta.match(/Progreso|Mérida/g) ?? [];
    assertEquals([colonia, said], [null, ciudad ? [ciudad] : []], "once");
    const quote = await app.get(`/api/envio?lat=${lat}&lng=${lng}`);
    const draft = await app.post("/api/pedido/borrador", delivered({ lat, lng }));
    assertEquals([quote.body.ciudad, draft.body.ciudad], [ciudad, ciudad]);
  }
  assertEquals((await app.get("/api/envio?lat=19.43&lng=-99.13")).body.ciudad, undefined);
});
