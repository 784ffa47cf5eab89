import { assert, assertEquals } from "@std/assert";
import { homeDraftBody, type TestApp, testApp } from "../support/test_app.ts";
import { assertDeclared, assertRefused, assertStillServes, DRAFT } from "./_requests.ts";

const LINE = { id: "panuchos", cantidad: 2 };
const HOME = {
  modo: "domicilio",
  direccion: "Calle 60 núm. 420",
  lat: 20.9745,
  lng: -89.6212,
};
const PICKUP = { modo: "recoger" };

const post = (app: TestApp, body: unknown) => app.post("/api/pedido/borrador", body);
const lines = (...lineas: unknown[]) => ({ lineas, entrega: PICKUP });
const home = (changes: Record<string, unknown>) => ({
  lineas: [LINE],
  entrega: { ...HOME, ...changes },
});

async function assertRefusedAt(
  app: TestApp,
  body: unknown,
  campo: string | undefined,
  error: string,
  [status, motivo]: readonly [number, string] = [400, "forma"],
): Promise<void> {
  const answer = await post(app, body);
  const what = (typeof body === "string" ? body : JSON.stringify(body)).slice(0, 200);
  assertRefused(answer, DRAFT, status, motivo, what);
  assertEquals([answer.body.campo, answer.body.error], [campo, error], what);
}

const WRONG_LINES = [422, "lineas"] as const;

async function assertDrafted(app: TestApp, body: unknown, ignored: string[] = []): Promise<void> {
  const answer = await post(app, body);
  assertEquals([answer.status, answer.body.ignorados], [200, ignored], answer.text);
  assertDeclared(answer, DRAFT);
}

Deno.test("a draft that is JSON but not an object is 400 forma, campo cuerpo", async () => {
  await using app = await testApp();
  for (const body of ["null", "true", "0", '"text"', "[]", "1e309"]) {
    await assertRefusedAt(app, body, "cuerpo", "cuerpo_invalido");
  }
  await assertStillServes(app);
});

Deno.test("lines that are missing, null, empty, too many or not a list are 400 forma", async () => {
  await using app = await testApp();
  for (const lineas of [undefined, null, []]) {
    await assertRefusedAt(app, { lineas, entrega: PICKUP }, "lineas", "lineas_faltan");
  }
  for (const lineas of [{}, { 0: LINE, length: 1 }, "panuchos", 1, true]) {
    await assertRefusedAt(app, { lineas, entrega: PICKUP }, "lineas", "lineas_invalidas");
  }
  const one = { ...LINE, cantidad: 1 };
  await assertDrafted(
    app,
    lines(...Array(30).fill(one), ...Array(30).fill({ ...one, id: "tortillas" })),
  );
  await assertRefusedAt(app, lines(...Array(61).fill(LINE)), "lineas", "lineas_demasiadas");
  await assertRefusedAt(app, lines(...Array(10_000).fill(0)), "lineas[0]", "linea_invalida");
});

Deno.test("a line that is not an object, or whose id is not a string, is 400 forma", async () => {
  await using app = await testApp();
  for (const line of [null, 1, "panuchos", [], [LINE], true]) {
    await assertRefusedAt(app, lines(LINE, line), "lineas[1]", "linea_invalida");
  }
  for (const id of [undefined, null, 1, true, [], ["panuchos"], {}]) {
    await assertRefusedAt(app, lines({ ...LINE, id }), "lineas[0].id", "id_invalido");
  }
});

Deno.test("an id that is not on the menu is 422 lineas, whatever its characters and length", async () => {
  await using app = await testApp();
  for (
    const id of [
      "",
      " ",
      "panuchos ",
      "PANUCHOS",
      "panuchos\0",
      "\ud800",
      "\u202esohcunap",
      "__proto__",
      "constructor",
      "sopa-de-lima",
      "x".repeat(30_000),
      "ñ".repeat(10_000),
    ]
  ) {
    await assertRefusedAt(
      app,
      lines({ ...LINE, id }),
      "lineas[0].id",
      "linea_desconocida",
      WRONG_LINES,
    );
  }
});

Deno.test("sixty long ids that are not on the menu are refused quickly", async () => {
  await using app = await testApp();
  const started = performance.now();
  const id = "p".repeat(450);
  await assertRefusedAt(
    app,
    lines(...Array(60).fill({ id, cantidad: 1 })),
    "lineas[0].id",
    "linea_desconocida",
    WRONG_LINES,
  );
  assert(performance.now() - started < 10_000);
});

Deno.test("a quantity that is not an integer from 1 to 30 is 422 lineas", async () => {
  await using app = await testApp();
  const text = JSON.stringify(lines({ id: "panuchos", cantidad: "Q" }));
  for (
    const quantity of [
      '"2"',
      '""',
      "null",
      "true",
      "[]",
      "[2]",
      "{}",
      "0",
      "-0",
      "-1",
      "31",
      "2.5",
      "1e309",
      "-1e309",
      "9007199254740993",
      '"\\ud800"',
      '"\\u0000"',
    ]
  ) {
    const body = text.replace('"Q"', quantity);
    await assertRefusedAt(app, body, "lineas[0].cantidad", "cantidad_invalida", WRONG_LINES);
  }
  await assertRefusedAt(
    app,
    lines({ id: "panuchos" }),
    "lineas[0].cantidad",
    "cantidad_invalida",
    WRONG_LINES,
  );
  await assertDrafted(app, text.replace('"Q"', "3e1"));
});

Deno.test("a delivery that is missing, not an object or of an unknown kind is 400 forma", async () => {
  await using app = await testApp();
  for (const entrega of [undefined, null]) {
    await assertRefusedAt(app, { lineas: [LINE], entrega }, "entrega", "entrega_falta");
  }
  for (const entrega of ["recoger", [], [PICKUP], 1, true]) {
    await assertRefusedAt(app, { lineas: [LINE], entrega }, "entrega", "entrega_invalida");
  }
  for (
    const modo of [undefined, null, "", "RECOGER", "recoger ", "envio", 1, [], ["recoger"], {}]
  ) {
    const body = { lineas: [LINE], entrega: { ...HOME, modo } };
    await assertRefusedAt(app, body, "entrega.modo", "modo_invalido");
  }
});

Deno.test("coordinates that are missing, not numbers or out of range are 400 forma", async () => {
  await using app = await testApp();
  const text = JSON.stringify(home({ lat: "LAT", lng: "LNG" }));
  const good = { lat: "20.9745", lng: "-89.6212" };
  for (const [axis, other, over] of [["lat", "lng", "90.1"], ["lng", "lat", "-180.1"]] as const) {
    const body = (value: string) =>
      text.replace(`"${axis.toUpperCase()}"`, value)
        .replace(`"${other.toUpperCase()}"`, good[other]);
    await assertRefusedAt(app, body("null"), `entrega.${axis}`, "coordenadas_faltan");
    await assertRefusedAt(
      app,
      home({ [axis]: undefined }),
      `entrega.${axis}`,
      "coordenadas_faltan",
    );
    for (const value of [`"${good[axis]}"`, '""', "true", "[]", "{}", "1e309", "-1e309", over]) {
      await assertRefusedAt(app, body(value), `entrega.${axis}`, "coordenadas_invalidas");
    }
    await assertDrafted(app, body(good[axis]));
  }
  const nowhere = await post(app, home({ lat: 0, lng: -0 }));
  assertRefused(nowhere, DRAFT, 422, "fuera_de_cobertura");
  for (const lat of [90, -90, 5e-324]) {
    assertRefused(await post(app, home({ lat, lng: 180 })), DRAFT, 422, "fuera_de_cobertura");
  }
});

Deno.test("text fields of a draft that are not strings, have invalid characters or are too long are 400 forma", async () => {
  await using app = await testApp();
  const body = (field: string, value: unknown) =>
    field === "comentarios"
      ? homeDraftBody({ comentarios: value })
      : home({ [field.slice("entrega.".length)]: value });
  for (const campo of ["entrega.direccion", "entrega.referencias", "comentarios"]) {
    for (const value of [1, true, [], {}, ["Calle 60"]]) {
      await assertRefusedAt(app, body(campo, value), campo, "texto_invalido");
    }
    for (const value of ["Calle\0 60", "\x1b[31m", "\ud800", "60\udfff", "\x7f\x7f"]) {
      await assertRefusedAt(app, body(campo, value), campo, "texto_invalido");
    }
    await assertRefusedAt(app, body(campo, "😀".repeat(301)), campo, "texto_largo");
    for (
      const value of [` ${"😀".repeat(300)} `, "\u202e06 ellaC", "una\r\ndos\ttres", "<b>'\"&"]
    ) {
      await assertDrafted(app, body(campo, value));
    }
  }
  for (const direccion of [undefined, null, "", "  ", "\ufeff"]) {
    await assertRefusedAt(app, home({ direccion }), "entrega.direccion", "direccion_falta");
  }
  await assertDrafted(app, homeDraftBody({ comentarios: null }));
});

Deno.test("delivery fields of a pickup are checked for their type and not used", async () => {
  await using app = await testApp();
  await assertDrafted(app, { lineas: [LINE], entrega: { ...HOME, ...PICKUP } });
  const wrong = { direccion: 1, lat: "x", lng: {}, referencias: [] };
  for (const [field, value] of Object.entries(wrong)) {
    const body = { lineas: [LINE], entrega: { ...PICKUP, [field]: value } };
    const error = field.startsWith("l") ? "coordenadas_invalidas" : "texto_invalido";
    await assertRefusedAt(app, body, `entrega.${field}`, error);
  }
});

Deno.test("duplicate keys, prototypes, deep nesting and unknown fields in a draft do no harm", async () => {
  await using app = await testApp();
  const good = JSON.stringify(lines(LINE));
  await assertDrafted(app, good.replace("{", '{"lineas":"x",'));
  await assertRefusedAt(app, good.replace(/}$/, ',"lineas":"x"}'), "lineas", "lineas_invalidas");
  await assertRefusedAt(app, `{"__proto__":${good}}`, "lineas", "lineas_faltan");
  await assertDrafted(app, good.replace("{", '{"__proto__":1,'), ["__proto__"]);
  const deep = "[".repeat(5_000) + "]".repeat(5_000);
  await assertDrafted(app, good.replace("{", `{"extra":${deep},`), ["extra"]);
  await assertRefusedAt(app, good.replace('"panuchos"', deep), "lineas[0].id", "id_invalido");
  await assertDrafted(app, good.replace('"cantidad"', '"sin":"nuez","cantidad"'), [
    "lineas[0].sin",
  ]);
  await assertStillServes(app);
});

Deno.test("a body that is not JSON, or not in UTF-8, is 400 forma", async () => {
  await using app = await testApp();
  const good = JSON.stringify(lines(LINE));
  for (
    const body of ["", "{", `${good},`, good.replace("2", "02"), "lineas=1", new Uint8Array([0xff])]
  ) {
    const response = await app.fetch("/api/pedido/borrador", { method: "POST", body });
    const answer = { status: response.status, text: await response.text() };
    assertRefused(answer, DRAFT, 400, "forma", String(body));
  }
  await assertStillServes(app);
});
