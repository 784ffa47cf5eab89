import { assertEquals, assertStringIncludes } from "@std/assert";
import type { PlannedRoute } from "../../src/ports/streets.ts";
import { homeDraftBody } from "../support/test_app.ts";
import { checkedApp } from "./_checked_app.ts";
import { delivered, DRAFT_PATH, postDraft, withPanuchos } from "./_drafts.ts";

Deno.test("lines that cannot be served are all named, the first of them in campo", async () => {
  await using app = await checkedApp({ restaurant: withPanuchos({ soldOut: true }) });
  const { status, body } = await postDraft(app, {
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
  // A dish with two presentations is not orderable by its own id: the ones that are get named.
  assertEquals(
    body.detalle,
    "Corrige estas líneas con los id de GET /api/menu y cantidades enteras de 1 a 30: " +
      'lineas[1].id "tacos" no está en el menú; ' +
      "lineas[2].id Panuchos está agotado; " +
      "lineas[3].cantidad debe ser un entero de 1 a 30, no 31; " +
      'lineas[4].id "sopa-de-lima" no está en el menú (¿quizá sopa-chica o sopa-grande?).',
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
  for (const id of ["\ud800", "😀".repeat(300), "x".repeat(30_000)]) {
    const words = await problemOf(id, 1);
    assertEquals([words.length < 150, words.isWellFormed()], [true, true], words);
  }
});

Deno.test("a dish that is sold out is refused, its own id too", async () => {
  await using app = await checkedApp({ restaurant: withPanuchos({ soldOut: true }) });
  for (const id of ["panuchos", "panuchos-3"]) {
    const { status, body } = await postDraft(app, { lineas: [{ id, cantidad: 1 }] });
    assertEquals([status, body.motivo, body.error, body.campo], [
      ...[422, "lineas", "linea_agotada", "lineas[0].id"],
    ]);
  }
});

Deno.test("ids are exact: none is trimmed, folded or inherited from somewhere", async () => {
  await using app = await checkedApp();
  for (const id of ["Panuchos", " panuchos", "panuchos ", "", "__proto__", "constructor", "\0"]) {
    const { status, body } = await postDraft(app, { lineas: [{ id, cantidad: 1 }] });
    assertEquals([status, body.error], [422, "linea_desconocida"], JSON.stringify(id));
  }
});

Deno.test("a quantity is an integer from 1 to 30, whatever JSON can hold", async () => {
  await using app = await checkedApp();
  for (const cantidad of ["0", "31", "-1", "1.5", '"2"', "null", "true", "[1]", "{}", "1e309"]) {
    const { status, body } = await postDraft(
      app,
      draftText(`{"id":"panuchos","cantidad":${cantidad}}`),
    );
    assertEquals([status, body.motivo, body.error, body.campo], [
      ...[422, "lineas", "cantidad_invalida", "lineas[0].cantidad"],
    ], cantidad);
  }
  const { status, body } = await postDraft(app, draftText('{"id":"panuchos"}'));
  assertEquals([status, body.error], [422, "cantidad_invalida"]);
  for (const cantidad of ["1", "30", "1e1", "2.0"]) {
    const answer = await postDraft(app, draftText(`{"id":"panuchos","cantidad":${cantidad}}`));
    assertEquals(answer.status, 200, cantidad);
  }
});

Deno.test("a draft holds 1 to 60 lines", async () => {
  await using app = await checkedApp();
  const ids = ["panuchos", "tortillas", "sopa-chica"];
  const lines = (length: number) =>
    Array.from({ length }, (_, index) => ({ id: ids[index % ids.length], cantidad: 1 }));
  assertEquals((await postDraft(app, { lineas: lines(1) })).status, 200);
  assertEquals((await postDraft(app, { lineas: lines(60) })).status, 200);
  for (const length of [0, 61]) {
    const { status, body } = await postDraft(app, { lineas: lines(length) });
    assertEquals([status, body.motivo, body.campo], [400, "forma", "lineas"], `${length}`);
  }
});

/** Bodies of the wrong shape, with the error and the field at fault. */
const MISSHAPEN: readonly (readonly [unknown, string, string | undefined])[] = [
  ["{", "json_invalido", undefined],
  ["", "json_invalido", undefined],
  ["[]", "cuerpo_invalido", "cuerpo"],
  ["null", "cuerpo_invalido", "cuerpo"],
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
  [homeDraftBody({ lineas: [[]] }), "linea_invalida", "lineas[0]"],
  [homeDraftBody({ entrega: [{ modo: "recoger" }] }), "entrega_invalida", "entrega"],
  [
    homeDraftBody({ entrega: { modo: "recoger", lat: "x" } }),
    "coordenadas_invalidas",
    "entrega.lat",
  ],
  [
    homeDraftBody({ entrega: { modo: "recoger", direccion: "x".repeat(301) } }),
    "texto_largo",
    "entrega.direccion",
  ],
  [homeDraftBody({ comentarios: ["sin sal"] }), "texto_invalido", "comentarios"],
  [homeDraftBody({ comentarios: "x".repeat(301) }), "texto_largo", "comentarios"],
  [homeDraftBody({ comentarios: "\ud800" }), "texto_invalido", "comentarios"],
];

Deno.test("what lacks lines, delivery or coordinates is 400 forma, with the field to mend", async () => {
  await using app = await checkedApp();
  for (const [sent, error, campo] of MISSHAPEN) {
    const { status, body, text } = await app.post(DRAFT_PATH, sent);
    assertEquals([status, body.motivo, body.error, body.campo], [400, "forma", error, campo], text);
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

Deno.test("beyond the radius the draft is refused with the contact link, lines first", async () => {
  await using app = await checkedApp();
  const far = { ...delivered({ lat: 21.5 }) };
  const { status, body } = await app.post(DRAFT_PATH, far);
  assertEquals([status, body.motivo, body.error, body.campo], [
    ...[422, "fuera_de_cobertura", "fuera_de_radio", "entrega"],
  ]);
  assertEquals(
    new URL(body.whatsapp).searchParams.get("text"),
    "Hola, quiero hacer un pedido.",
  );
  const wrong = await app.post(DRAFT_PATH, { ...far, lineas: [{ id: "x", cantidad: 1 }] });
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
  assertEquals((await postDraft(app, {})).body.motivo, "fuera_de_cobertura");
});

Deno.test("without a firm route there is no draft, but the contact link", async () => {
  await using app = await checkedApp();
  const { status, body } = await app.post(DRAFT_PATH, delivered({ lat: 21.0173, lng: -89.6237 }));
  assertEquals([status, body.motivo, body.error], [503, "sin_ruta", "ruta_no_trazada"]);
  assertStringIncludes(body.whatsapp, "https://wa.me/529991234567?text=");
  await using broken = await checkedApp({
    deps: () => ({ planner: { plan: () => Promise.reject(new Error("down")) } }),
  });
  assertEquals((await postDraft(broken, {})).body.motivo, "sin_ruta");
  assertEquals(broken.errors.map(({ where }) => where), ["planner"]);
});

Deno.test("a body of 32 KB passes, one byte more does not, whatever it holds", async () => {
  await using app = await checkedApp();
  const text = JSON.stringify(homeDraftBody());
  const size = new TextEncoder().encode(text).length;
  assertEquals((await app.post(DRAFT_PATH, text + " ".repeat(32_768 - size))).status, 200);
  const { status, body } = await app.post(DRAFT_PATH, text + " ".repeat(32_769 - size));
  assertEquals([status, body.motivo, body.error], [413, "grande", "cuerpo_grande"]);
});

/** A draft of one line as JSON text, which can hold what no JSON of JavaScript's does. */
function draftText(line: string): string {
  return `{"lineas":[${line}],"entrega":{"modo":"recoger"}}`;
}
