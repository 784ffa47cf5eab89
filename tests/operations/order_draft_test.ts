import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { linkCode } from "../../src/domain/menu.ts";
import { testRestaurant } from "../support/restaurant_fixture.ts";
import { checkedApp, countRows } from "./_checked_app.ts";
import { delivered, DRAFT_PATH, opened, page, PICKUP, postDraft, withPanuchos } from "./_drafts.ts";

Deno.test("a draft to be delivered is priced to the centavo, delivery included, and linked to", async () => {
  await using app = await checkedApp();
  const lineas = [{ id: "panuchos-3", cantidad: 2 }, { id: "sopa-chica", cantidad: 1 }];
  const { status, headers, body } = await postDraft(app, {
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
    ciudad: "Mérida",
    cocina_abierta: false,
    cocina_abre: "2026-03-10T13:00",
    ignorados: [],
  });
  assert(confirmar_en.startsWith(`${app.url}/pedido/`), confirmar_en);
  const shown = await page(app, body);
  assertEquals(shown.status, 200);
  assertStringIncludes(shown.text, "345");
});

Deno.test("the link carries the whole draft, at what it cost when quoted", async () => {
  await using app = await checkedApp();
  const { body } = await postDraft(app, {
    ...delivered({ referencias: "  Portón verde  " }),
    lineas: [{ id: "tortillas", cantidad: 3 }],
    comentarios: "Sin chile\r\npor favor",
  });
  const quoted = await app.get("/api/envio?lat=20.9745&lng=-89.6212");
  assertEquals(opened(app, body), {
    lines: [{ code: linkCode("tortillas"), quantity: 3, priceCents: 1500 }],
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

Deno.test("an order to be picked up costs its lines and asks for no route", async () => {
  const plan = () => Promise.reject(new Error("no route is to be asked for"));
  await using app = await checkedApp({ deps: () => ({ planner: { plan } }) });
  const { status, body } = await postDraft(app, { entrega: PICKUP });
  assertEquals([status, body.total, body.costo_envio, body.calle], [200, 190, null, null]);
  assertEquals(opened(app, body).delivery, { mode: "recoger" });
  assertEquals(app.errors, []);
});

Deno.test("totals are reckoned in centavos, not in floating point", async () => {
  const presentations = [{ id: "panuchos-3", label: null, priceCents: 1_010 }];
  const { tariff } = testRestaurant();
  const restaurant = {
    ...withPanuchos({ presentations }),
    tariff: { ...tariff, baseCents: 2_020 },
  };
  await using app = await checkedApp({ restaurant });
  const total = async (cantidad: number, changes: Record<string, unknown> = {}) =>
    (await postDraft(app, { lineas: [{ id: "panuchos", cantidad }], ...changes })).text
      .match(/"total":([\d.e-]+)/)?.[1];
  // 10.1 * 3 and 10.1 + 20.2 both miss 30.3 in floating point.
  assertEquals(await total(3, { entrega: PICKUP }), "30.3");
  assertEquals(await total(1), "30.3");
});

Deno.test("60 lines of 30 of one dish are 1,800: in the link, on its page and in its message", async () => {
  await using app = await checkedApp();
  const lineas = Array.from({ length: 60 }, (_, at) => ({
    id: at % 2 === 0 ? "panuchos" : "panuchos-3",
    cantidad: 30,
  }));
  const { status, body } = await postDraft(app, { lineas });
  assertEquals([status, body.total], [200, 1_800 * 95 + 40]);
  assertEquals(opened(app, body).lines, [
    { code: linkCode("panuchos-3"), quantity: 1_800, priceCents: 9500 },
  ]);
  const { text } = await page(app, body);
  for (const shown of ["1800 ×", "$171,000", "$171,040"]) assertStringIncludes(text, shown);
  const sent = /href="(https:\/\/wa\.me\/[^"]*text=[^"]*)"/.exec(text)![1]!.replaceAll(
    "&amp;",
    "&",
  );
  const message = new URL(sent).searchParams.get("text")!;
  assert(message.length < 1_800, `${message.length} characters`);
  assertStringIncludes(message, "1800 × Panuchos: $171,000");
  assertStringIncludes(message, body.confirmar_en);
});

Deno.test("nothing is stored, however many drafts are made", async () => {
  await using app = await checkedApp();
  await Promise.all(Array.from({ length: 10 }, () => postDraft(app, {})));
  for (const table of ["reservations", "idempotency_keys", "closures"]) {
    assertEquals(await countRows(app, table), 0, table);
  }
  assertEquals(await countRows(app, "settings"), 1, "the newest time");
});

Deno.test("two drafts of the same order have links of their own", async () => {
  await using app = await checkedApp();
  const [one, other] = await Promise.all([postDraft(app, {}), postDraft(app, {})]);
  assert(one!.body.confirmar_en !== other!.body.confirmar_en);
  assertEquals(opened(app, one!.body), opened(app, other!.body));
});

Deno.test("lines that cannot be served are all named, the first of them in campo", async () => {
  await using app = await checkedApp({ restaurant: withPanuchos({ soldOut: true }) });
  const { status, body } = await postDraft(app, {
    lineas: [
      { id: "tortillas", cantidad: 1 },
      { id: "tacos", cantidad: 1 },
      { id: "panuchos-3", cantidad: 1 },
      { id: "tortillas", cantidad: 31 },
      { id: "sopa-de-lima", cantidad: 1 },
      { id: "SOPA_DE LIMA (chica)!", cantidad: 1 },
      { id: "Panucho", cantidad: 1 },
      { id: "ima", cantidad: 1 },
      { id: "so", cantidad: 1 },
    ],
  });
  assertEquals([status, body.motivo, body.error, body.campo], [
    ...[422, "lineas", "linea_desconocida", "lineas[1].id"],
  ]);
  // Of a dish with two presentations these are named, of one that is sold out none.
  assertEquals(
    body.detalle,
    "Corrige estas líneas con los id de GET /api/menu y cantidades enteras de 1 a 30: " +
      'lineas[1].id "tacos" no está en el menú; ' +
      "lineas[2].id Panuchos está agotado; " +
      "lineas[3].cantidad debe ser un entero de 1 a 30, no 31; " +
      'lineas[4].id "sopa-de-lima" no está en el menú (¿quizá sopa-chica o sopa-grande?); ' +
      'lineas[5].id "SOPA_DE LIMA (chica)!" no está en el menú (¿quizá sopa-chica?); ' +
      'lineas[6].id "Panucho" no está en el menú; ' +
      'lineas[7].id "ima" no está en el menú (¿quizá sopa-chica o sopa-grande?); ' +
      'lineas[8].id "so" no está en el menú.',
  );
});

Deno.test("what was sent in a line is shown in the refusal cut short, and as whole characters", async () => {
  await using app = await checkedApp();
  const problemOf = async (id: string, cantidad: unknown): Promise<string> =>
    (await postDraft(app, { lineas: [{ id, cantidad }] })).body.detalle.replace(/^.*? 30: /, "");
  const quantities = [
    [undefined, "falta."],
    ["dos", 'debe ser un entero de 1 a 30, no "dos".'],
    [[1], "debe ser un entero de 1 a 30, no una lista."],
    [{}, "debe ser un entero de 1 a 30, no un objeto."],
  ];
  for (const [cantidad, words] of quantities) {
    assertEquals(await problemOf("panuchos", cantidad), `lineas[0].cantidad ${words}`);
  }
  const long = await problemOf(`a${"x".repeat(30_000)}`, 1);
  assertEquals(long, `lineas[0].id "a${"x".repeat(38)}…" no está en el menú.`);
  for (const id of ["\ud800", "😀".repeat(300)]) {
    const words = await problemOf(id, 1);
    assertEquals([words.length < 150, words.isWellFormed()], [true, true], words);
  }
});

Deno.test("everything that is missing or wrong is named in one refusal, the first in campo", async () => {
  await using app = await checkedApp();
  const { body } = await app.post(DRAFT_PATH, {
    comentarios: 7,
    entrega: { modo: "domicilio", lng: "x", referencias: "\0" },
    lineas: [{ id: 7, cantidad: 1 }],
  });
  assertEquals([body.error, body.campo], ["id_invalido", "lineas[0].id"]);
  assertEquals(body.detalle.match(/(?:lineas|entrega|comentarios)[\w.[\]]*/g), [
    "lineas[0].id",
    "entrega.direccion",
    "entrega.referencias",
    "entrega.lat",
    "entrega.lng",
    "comentarios",
  ]);
});
