import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { PlannedRoute } from "../../src/deps.ts";
import { openDraft, type SealedDraft } from "../../src/domain/draft_token.ts";
import type { Restaurant } from "../../src/domain/restaurant.ts";
import { testRestaurant } from "../support/restaurant_fixture.ts";
import { homeDraftBody } from "../support/test_app.ts";
import { checkedApp, countRows, type TestAnswer, type TestApp } from "./_checked_app.ts";

const PATH = "/api/pedido/borrador";
const PICKUP = { modo: "recoger" };

Deno.test("a draft to be delivered is priced to the centavo, delivery included, and linked to", async () => {
  await using app = await checkedApp();
  const lineas = [{ id: "panuchos-3", cantidad: 2 }, { id: "sopa-chica", cantidad: 1 }];
  const { status, headers, body } = await post(app, {
    lineas: [...lineas, { id: "tortillas", cantidad: 3 }],
    comentarios: "Sin cebolla",
  });
  assertEquals([status, headers.get("cache-control")], [200, "no-store"]);
  const { confirmar_en, ...rest } = body;
  assertEquals(rest, {
    ok: true,
    expira_en_minutos: 30,
    total: 345,
    costo_envio: 40,
    moneda: "MXN",
    calle: "Calle 58",
    ignorados: [],
  });
  assert(confirmar_en.startsWith(`${app.url}/pedido/`), confirmar_en);
  const page = await app.get(confirmar_en.slice(app.url.length));
  assertEquals(page.status, 200);
  assertStringIncludes(page.text, "345");
});

Deno.test("the link carries the whole draft, at what it cost when quoted", async () => {
  await using app = await checkedApp();
  const { entrega } = homeDraftBody() as { entrega: Record<string, unknown> };
  const { body } = await post(app, {
    lineas: [{ id: "tortillas", cantidad: 3 }],
    entrega: { ...entrega, referencias: "  Portón verde  " },
    comentarios: "Sin chile\r\npor favor",
  });
  const quoted = await app.get(`/api/envio?lat=${entrega.lat}&lng=${entrega.lng}`);
  assertEquals(await opened(app, body), {
    lines: [{ id: "tortillas", quantity: 3, priceCents: 1500 }],
    delivery: {
      mode: "domicilio",
      address: "Calle 60 núm. 420 x 47 y 49, Centro",
      references: "Portón verde",
      destination: { lat: 20.9745, lng: -89.6212 },
      street: "Calle 58",
      km: quoted.body.km,
      costCents: quoted.body.costo * 100,
      minutes: { min: quoted.body.entrega_min, max: quoted.body.entrega_max },
    },
    comments: "Sin chile\npor favor",
    expiresAt: app.clock.now() + 30 * 60_000,
  });
});

Deno.test("an order to be picked up costs its lines and asks nobody for a route", async () => {
  const plan = () => Promise.reject(new Error("nobody is to ask"));
  await using app = await checkedApp({ deps: () => ({ planner: { plan } }) });
  const { status, body } = await post(app, { entrega: PICKUP });
  assertEquals([status, body.total, body.costo_envio, body.calle], [200, 190, null, null]);
  assertEquals((await opened(app, body)).delivery, { mode: "recoger" });
  assertEquals(app.errors, []);
});

Deno.test("totals are reckoned in centavos, not in floating point", async () => {
  await using app = await checkedApp({ restaurant: withPrice(1_010) });
  const { text } = await post(app, {
    lineas: [{ id: "panuchos", cantidad: 3 }],
    entrega: PICKUP,
  });
  assertStringIncludes(text, '"total":30.3,');
});

Deno.test("repeated ids are added up, a dish's own id with that of its only presentation", async () => {
  await using app = await checkedApp();
  const ids = ["panuchos", "tortillas", "panuchos-3", "panuchos"];
  const { status, body } = await post(app, {
    lineas: ids.map((id) => ({ id, cantidad: 30 })),
    entrega: PICKUP,
  });
  assertEquals([status, body.total], [200, 90 * 95 + 30 * 15]);
  assertEquals((await opened(app, body)).lines, [
    { id: "panuchos-3", quantity: 90, priceCents: 9500 },
    { id: "tortillas", quantity: 30, priceCents: 1500 },
  ]);
});

Deno.test("nothing is stored, however many drafts are made", async () => {
  await using app = await checkedApp();
  await Promise.all(Array.from({ length: 10 }, () => post(app, {})));
  for (const table of ["reservations", "reservation_history", "idempotency_keys", "closures"]) {
    assertEquals(await countRows(app, table), 0, table);
  }
  assertEquals(await countRows(app, "settings"), 1, "the key that seals drafts");
});

Deno.test("two drafts of the same order have links of their own", async () => {
  await using app = await checkedApp();
  const [one, other] = await Promise.all([post(app, {}), post(app, {})]);
  assert(one!.body.confirmar_en !== other!.body.confirmar_en);
  assertEquals(await opened(app, one!.body), await opened(app, other!.body));
});

Deno.test("a link lasts as long as its answer says", async () => {
  await using app = await checkedApp({ deps: () => ({ draftTtlMinutes: 5 }) });
  const { body } = await post(app, {});
  assertEquals(body.expira_en_minutos, 5);
  const page = (await app.get(body.confirmar_en.slice(app.url.length))).status;
  app.clock.advance(5 * 60_000 + 1);
  const later = (await app.get(body.confirmar_en.slice(app.url.length))).status;
  assertEquals([page, later], [200, 410]);
});

Deno.test("lines that cannot be served are all named, the first of them in campo", async () => {
  await using app = await checkedApp({ restaurant: soldOut("panuchos") });
  const { status, body } = await post(app, {
    lineas: [
      { id: "tortillas", cantidad: 1 },
      { id: "tacos", cantidad: 1 },
      { id: "panuchos-3", cantidad: 1 },
      { id: "tortillas", cantidad: 31 },
      { id: "sopa-de-lima", cantidad: 1 },
    ],
  });
  assertEquals([status, body.motivo, body.error, body.campo], [
    ...[422, "lineas", "linea_desconocida", "lineas[1].id"],
  ]);
  const named = ["lineas[1].id", "lineas[2].id", "lineas[3].cantidad", "lineas[4].id"];
  for (const campo of named) assertStringIncludes(body.detalle, campo);
  assertEquals(body.detalle.includes("lineas[0]"), false);
  // A dish with two presentations is not orderable by its own id: the ones that are get named.
  assertStringIncludes(body.detalle, "sopa-chica");
});

Deno.test("a dish that is sold out is refused, its own id too", async () => {
  await using app = await checkedApp({ restaurant: soldOut("panuchos") });
  for (const id of ["panuchos", "panuchos-3"]) {
    const { status, body } = await post(app, { lineas: [{ id, cantidad: 1 }] });
    assertEquals([status, body.motivo, body.error, body.campo], [
      ...[422, "lineas", "linea_agotada", "lineas[0].id"],
    ]);
  }
});

Deno.test("ids are exact: none is trimmed, folded or inherited from somewhere", async () => {
  await using app = await checkedApp();
  for (const id of ["Panuchos", " panuchos", "panuchos ", "", "__proto__", "constructor", "\0"]) {
    const { status, body } = await post(app, { lineas: [{ id, cantidad: 1 }] });
    assertEquals([status, body.error], [422, "linea_desconocida"], JSON.stringify(id));
  }
});

Deno.test("a quantity is an integer from 1 to 30, whatever JSON can hold", async () => {
  await using app = await checkedApp();
  for (const cantidad of ["0", "31", "-1", "1.5", '"2"', "null", "true", "[1]", "{}", "1e309"]) {
    const { status, body } = await post(app, draftText(`{"id":"panuchos","cantidad":${cantidad}}`));
    assertEquals([status, body.motivo, body.error, body.campo], [
      ...[422, "lineas", "cantidad_invalida", "lineas[0].cantidad"],
    ], cantidad);
  }
  const { status, body } = await post(app, draftText('{"id":"panuchos"}'));
  assertEquals([status, body.error], [422, "cantidad_invalida"]);
  for (const cantidad of ["1", "30", "1e1", "2.0"]) {
    const answer = await post(app, draftText(`{"id":"panuchos","cantidad":${cantidad}}`));
    assertEquals(answer.status, 200, cantidad);
  }
});

Deno.test("a draft holds 1 to 60 lines", async () => {
  await using app = await checkedApp();
  const lines = (length: number) => Array.from({ length }, () => ({ id: "panuchos", cantidad: 1 }));
  assertEquals((await post(app, { lineas: lines(1) })).status, 200);
  assertEquals((await post(app, { lineas: lines(60) })).status, 200);
  for (const length of [0, 61]) {
    const { status, body } = await post(app, { lineas: lines(length) });
    assertEquals([status, body.motivo, body.campo], [400, "forma", "lineas"], `${length}`);
  }
});

/** Bodies of the wrong shape, with the error and the field at fault. */
const MISSHAPEN: readonly (readonly [unknown, string, string | undefined])[] = [
  ["{", "json_invalido", undefined],
  ["", "json_invalido", undefined],
  ["[]", "cuerpo_invalido", undefined],
  ["null", "cuerpo_invalido", undefined],
  [{}, "lineas_faltan", "lineas"],
  [homeDraftBody({ lineas: null }), "lineas_faltan", "lineas"],
  [homeDraftBody({ lineas: { 0: "panuchos" } }), "lineas_invalidas", "lineas"],
  [homeDraftBody({ lineas: ["panuchos"] }), "linea_invalida", "lineas[0]"],
  [homeDraftBody({ lineas: [{ id: 7, cantidad: 1 }] }), "id_invalido", "lineas[0].id"],
  [homeDraftBody({ lineas: [{ cantidad: 1 }] }), "id_invalido", "lineas[0].id"],
  [homeDraftBody({ entrega: null }), "entrega_falta", "entrega"],
  [homeDraftBody({ entrega: "recoger" }), "entrega_invalida", "entrega"],
  [homeDraftBody({ entrega: { modo: "Recoger" } }), "modo_invalido", "entrega.modo"],
  [homeDraftBody({ entrega: {} }), "modo_invalido", "entrega.modo"],
  [delivered({ direccion: undefined }), "direccion_falta", "entrega.direccion"],
  [delivered({ direccion: "  \t" }), "direccion_falta", "entrega.direccion"],
  [delivered({ direccion: 60 }), "texto_invalido", "entrega.direccion"],
  [delivered({ direccion: "Calle\u0000 60" }), "texto_invalido", "entrega.direccion"],
  [delivered({ direccion: "á".repeat(301) }), "texto_largo", "entrega.direccion"],
  [delivered({ referencias: "x".repeat(301) }), "texto_largo", "entrega.referencias"],
  [delivered({ lat: undefined }), "coordenadas_faltan", "entrega.lat"],
  [delivered({ lng: null }), "coordenadas_faltan", "entrega.lng"],
  [delivered({ lat: "20.97" }), "coordenadas_invalidas", "entrega.lat"],
  [delivered({ lat: 90.01 }), "coordenadas_invalidas", "entrega.lat"],
  [delivered({ lng: -180.01 }), "coordenadas_invalidas", "entrega.lng"],
  [homeDraftBody({ comentarios: ["sin sal"] }), "texto_invalido", "comentarios"],
  [homeDraftBody({ comentarios: "x".repeat(301) }), "texto_largo", "comentarios"],
  [homeDraftBody({ comentarios: "\ud800" }), "texto_invalido", "comentarios"],
];

Deno.test("what lacks lines, delivery or coordinates is 400 forma, with the field to mend", async () => {
  await using app = await checkedApp();
  for (const [sent, error, campo] of MISSHAPEN) {
    const { status, body, text } = await app.post(PATH, sent);
    assertEquals([status, body.motivo, body.error, body.campo], [400, "forma", error, campo], text);
  }
});

Deno.test("texts of 300 characters pass, counted as people count them", async () => {
  await using app = await checkedApp();
  const long = "😀".repeat(300);
  const { status, body } = await app.post(PATH, {
    ...delivered({ direccion: ` ${long} `, referencias: "e\u0301".repeat(300) }),
    comentarios: long,
  });
  assertEquals(status, 200);
  const { delivery, comments } = await opened(app, body);
  assert(delivery.mode === "domicilio");
  assertEquals([delivery.address, delivery.references, comments], [long, "é".repeat(300), long]);
});

Deno.test("null is the same as absent for what is optional", async () => {
  await using app = await checkedApp();
  const { status, body } = await app.post(PATH, {
    ...delivered({ referencias: null }),
    comentarios: null,
  });
  assertEquals([status, body.ignorados], [200, []]);
  assertEquals((await opened(app, body)).comments, null);
});

Deno.test("what nobody will read is named in ignorados", async () => {
  await using app = await checkedApp();
  const { status, body } = await app.post(PATH, {
    ...delivered({ piso: 2 }),
    lineas: [{ id: "panuchos", cantidad: 1, sin: "nuez" }],
    propina: 20,
  });
  assertEquals(status, 200);
  assertEquals(body.ignorados.toSorted(), ["entrega.piso", "lineas[0].sin", "propina"]);
});

Deno.test("beyond the radius the draft is refused with the contact link, lines first", async () => {
  await using app = await checkedApp();
  const far = { ...delivered({ lat: 21.5 }) };
  const { status, body } = await app.post(PATH, far);
  assertEquals([status, body.motivo, body.error, body.campo], [
    ...[422, "fuera_de_cobertura", "fuera_de_radio", "entrega"],
  ]);
  assertEquals(
    new URL(body.whatsapp).searchParams.get("text"),
    "Hola, quiero hacer un pedido.",
  );
  const wrong = await app.post(PATH, { ...far, lineas: [{ id: "x", cantidad: 1 }] });
  assertEquals(wrong.body.motivo, "lineas");
});

Deno.test("beyond the radius by route is beyond the radius", async () => {
  const route: PlannedRoute = {
    kind: "route",
    meters: 8_051,
    seconds: 600,
    street: null,
    metersToStreet: 0,
  };
  await using app = await checkedApp({
    deps: () => ({ planner: { plan: () => Promise.resolve(route) } }),
  });
  assertEquals((await post(app, {})).body.motivo, "fuera_de_cobertura");
});

Deno.test("without a firm route there is no draft, but the contact link", async () => {
  await using app = await checkedApp();
  const { status, body } = await app.post(PATH, delivered({ lat: 21.0173, lng: -89.6237 }));
  assertEquals([status, body.motivo, body.error], [503, "sin_ruta", "ruta_no_trazada"]);
  assertStringIncludes(body.whatsapp, "https://wa.me/529991234567?text=");
  await using broken = await checkedApp({
    deps: () => ({ planner: { plan: () => Promise.reject(new Error("down")) } }),
  });
  assertEquals((await post(broken, {})).body.motivo, "sin_ruta");
  assertEquals(broken.errors.map(({ where }) => where), ["planner"]);
});

Deno.test("a body of 32 KB passes, one byte more does not, whatever it holds", async () => {
  await using app = await checkedApp();
  const text = JSON.stringify(homeDraftBody());
  const size = new TextEncoder().encode(text).length;
  assertEquals((await app.post(PATH, text + " ".repeat(32_768 - size))).status, 200);
  const { status, body } = await app.post(PATH, text + " ".repeat(32_769 - size));
  assertEquals([status, body.motivo, body.error], [413, "grande", "cuerpo_grande"]);
});

function post(app: TestApp, changes: Record<string, unknown> | string): Promise<TestAnswer> {
  return app.post(PATH, typeof changes === "string" ? changes : homeDraftBody(changes));
}

/** A draft to be delivered, with fields of its delivery replaced. */
function delivered(changes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const body = homeDraftBody() as { entrega: Record<string, unknown> };
  return { ...body, entrega: { ...body.entrega, ...changes } };
}

/** A draft of one line as JSON text, which can hold what no JSON of JavaScript's does. */
function draftText(line: string): string {
  return `{"lineas":[${line}],"entrega":{"modo":"recoger"}}`;
}

async function opened(app: TestApp, body: { confirmar_en: string }): Promise<SealedDraft> {
  const token = body.confirmar_en.slice(`${app.url}/pedido/`.length);
  const draft = await openDraft(token, app.deps.draftKey);
  if (!draft) throw new Error("the token does not open");
  return draft;
}

function soldOut(id: string): Restaurant {
  return changed((dish) => dish.id === id ? { ...dish, soldOut: true } : dish);
}

/** The test restaurant with panuchos at another price. */
function withPrice(priceCents: number): Restaurant {
  return changed((dish) =>
    dish.id === "panuchos"
      ? { ...dish, presentations: [{ id: "panuchos-3", label: null, priceCents }] }
      : dish
  );
}

type Dish = Restaurant["menu"]["sections"][number]["dishes"][number];

function changed(change: (dish: Dish) => Dish): Restaurant {
  const { menu } = testRestaurant();
  const sections = menu.sections.map((section) => ({
    ...section,
    dishes: section.dishes.map(change),
  }));
  return testRestaurant({ menu: { ...menu, sections } });
}
