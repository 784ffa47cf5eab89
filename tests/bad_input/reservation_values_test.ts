import { assert, assertEquals } from "@std/assert";
import { reservationBody, type TestApp, testApp } from "../support/test_app.ts";
import { assertDeclared, assertRefused, assertStillServes, RESERVATION } from "./_requests.ts";

/** Texts that are not a plain line: NUL, control characters and lone surrogates, where trimming does not remove them. */
const UNPRINTABLE = [
  "Ana\0Pech",
  "\0\0",
  "Ana\x1b[31m",
  "Ana\x7fPech",
  "Ana\x85Pech",
  "Ana\ud800",
  "\udc00Ana",
];
/** Valid texts that look odd: direction marks, joiners, other scripts, decomposed letters, symbols. */
const ODD = [
  "\u200fأنا",
  "שרה \u200eLevi",
  "A\u0301na",
  "王小明",
  "👩‍👩‍👧",
  "<b>Ana</b>",
  "'; DROP TABLE reservations;--",
  "Robert\\u0000",
  "%00%s{{7*7}}",
];

const post = (app: TestApp, body: unknown) => app.post("/api/reserva", body);

/** Fails unless `body` is refused as 422 `datos`, with `error` at `campo`. */
async function assertField(
  app: TestApp,
  body: unknown,
  campo: string | undefined,
  error: string,
): Promise<void> {
  const answer = await post(app, body);
  const what = (typeof body === "string" ? body : JSON.stringify(body)).slice(0, 200);
  assertRefused(answer, RESERVATION, 422, "datos", what);
  assertEquals([answer.body.campo, answer.body.error], [campo, error], what);
}

async function assertHeld(app: TestApp, body: unknown, ignored: string[] = []): Promise<void> {
  // After ten minutes it is no longer a repeat of the last one.
  app.clock.advance(600_000);
  const answer = await post(app, body);
  assertEquals([answer.status, answer.body.ignorados], [200, ignored], answer.text);
  assertDeclared(answer, RESERVATION);
}

const REQUIRED = ["dia", "hora", "personas", "nombre", "telefono"] as const;
const OPTIONAL = ["ocasion", "comentarios", "landing"] as const;

Deno.test("a reservation that is JSON but not an object is 422 datos, campo cuerpo", async () => {
  await using app = await testApp();
  for (const body of ["null", "true", "0", "-1", '"text"', "[]", "[{}]", "1e309"]) {
    await assertField(app, body, "cuerpo", "cuerpo_no_objeto");
  }
  await assertStillServes(app);
});

Deno.test("a required field of a reservation that is missing or null is named", async () => {
  await using app = await testApp();
  for (const field of REQUIRED) {
    for (const value of [undefined, null]) {
      await assertField(app, reservationBody({ [field]: value }), field, "campo_falta");
    }
  }
  await assertField(app, {}, "dia", "campo_falta");
  await assertStillServes(app);
});

Deno.test("null for an optional field of a reservation is the same as absent", async () => {
  await using app = await testApp();
  await assertHeld(app, reservationBody({ ocasion: null, comentarios: null, landing: null }));
  const again = await post(app, reservationBody());
  assertEquals(again.body.repetida, true);
});

Deno.test("a field of a reservation of the wrong type is named: arrays, objects, numbers as strings", async () => {
  await using app = await testApp();
  for (const field of [...REQUIRED, ...OPTIONAL]) {
    const texts = field === "personas" ? ["4", "", "cuatro", "٤"] : [4, -0.5];
    for (const value of [...texts, true, false, [], {}, ["Ana"], { value: "Ana" }]) {
      await assertField(app, reservationBody({ [field]: value }), field, "tipo_invalido");
    }
  }
  await assertStillServes(app);
});

Deno.test("a number too big for JavaScript is refused in text fields and as the number of people", async () => {
  await using app = await testApp();
  const text = JSON.stringify(reservationBody({ personas: "P", nombre: "N" }));
  for (const huge of ["1e309", "-1e309", "1e400000"]) {
    const people = text.replace('"P"', huge).replace('"N"', '"Ana"');
    await assertField(app, people, "personas", "personas_no_entero");
    await assertField(
      app,
      text.replace('"P"', "4").replace('"N"', huge),
      "nombre",
      "tipo_invalido",
    );
  }
  for (
    const [value, error] of [
      ["4.5", "personas_no_entero"],
      ["1e-7", "personas_no_entero"],
      ["0", "personas_fuera_de_rango"],
      ["-0", "personas_fuera_de_rango"],
      ["-4", "personas_fuera_de_rango"],
      ["41", "personas_fuera_de_rango"],
      ["1e308", "personas_fuera_de_rango"],
      ["9007199254740993", "personas_fuera_de_rango"],
    ] as const
  ) {
    const body = text.replace('"P"', value).replace('"N"', '"Ana"');
    await assertField(app, body, "personas", error);
  }
  await assertHeld(app, text.replace('"P"', "4.0e0").replace('"N"', '"Ana"'));
});

Deno.test("days and times in any other format are refused", async () => {
  await using app = await testApp();
  for (
    const dia of [
      "",
      " ",
      "2026-3-12",
      "12/03/2026",
      "2026-02-30",
      "2026-13-01",
      "2026-03-12T00:00",
      " 2026-03-12",
      "2026-03-12\0",
      "+002026-03-12",
      "２０２６-03-12",
      "2026\u201003\u201012",
      "\u202e2026-03-12",
      "mañana",
      "\ud800",
    ]
  ) await assertField(app, reservationBody({ dia }), "dia", "dia_malformado");
  for (
    const hora of ["", "8:30", "20:30:00", "24:00", "20.30", " 20:30", "20:30\0", "٢٠:٣٠", "\udfff"]
  ) await assertField(app, reservationBody({ hora }), "hora", "hora_malformada");
  for (const dia of ["2026-03-09", "2026-06-09", "0000-01-01", "9999-12-31"]) {
    await assertField(app, reservationBody({ dia }), "dia", "dia_fuera_de_rango");
  }
  await assertField(app, reservationBody({ hora: "20:31" }), "hora", "hora_no_reservable");
});

Deno.test("NUL, control characters and lone surrogates are refused in every text of a reservation", async () => {
  await using app = await testApp();
  for (const text of UNPRINTABLE) {
    await assertField(app, reservationBody({ nombre: text }), "nombre", "nombre_caracteres");
    await assertField(app, reservationBody({ telefono: text }), "telefono", "telefono_invalido");
    await assertField(app, reservationBody({ ocasion: text }), "ocasion", "ocasion_desconocida");
    const comments = reservationBody({ comentarios: text });
    await assertField(app, comments, "comentarios", "comentarios_caracteres");
    await assertField(app, reservationBody({ landing: text }), "landing", "landing_caracteres");
  }
  await assertField(app, reservationBody({ nombre: "Ana\nPech" }), "nombre", "nombre_caracteres");
  await assertHeld(app, reservationBody({ comentarios: "una\nlínea\r\ny\totra" }));
  await assertStillServes(app);
});

Deno.test("right-to-left marks, other scripts, markup and SQL are text like any other", async () => {
  await using app = await testApp();
  for (const text of ODD) {
    await assertHeld(app, reservationBody({ nombre: text, comentarios: text, landing: text }));
  }
  const reordered = "\u202eanA\u202c";
  await assertField(app, reservationBody({ nombre: reordered }), "nombre", "nombre_caracteres");
  await assertHeld(app, reservationBody({ nombre: "'--", comentarios: reordered }));
  const rows = await app.storage.database.read({ sql: "SELECT name FROM reservations" });
  assertEquals(
    rows.map(({ name }) => name).sort(),
    [...ODD, "'--"].map((text) => text.normalize("NFC")).sort(),
  );
});

Deno.test("a phone may contain copied direction marks, and no other stray characters", async () => {
  await using app = await testApp();
  await assertHeld(app, reservationBody({ telefono: "\u202a+52 999 123 4567\u202c" }));
  for (
    const telefono of ["", "123", "+0123456789", "99912345678", "+52 999 123 45x7", "٩٩٩١٢٣٤٥٦٧"]
  ) {
    await assertField(app, reservationBody({ telefono }), "telefono", "telefono_invalido");
  }
});

Deno.test("texts are measured in code points, after trimming, exactly", async () => {
  await using app = await testApp();
  for (const [field, most] of [["nombre", 80], ["comentarios", 500], ["landing", 120]] as const) {
    const fits = `  ${"😀".repeat(most)}\u00a0`;
    const exceeds = "😀".repeat(most + 1);
    await assertHeld(app, reservationBody({ [field]: fits }));
    await assertField(app, reservationBody({ [field]: exceeds }), field, `${field}_longitud`);
  }
  for (const nombre of ["", " ", "A", " A ", "\ufeff"]) {
    await assertField(app, reservationBody({ nombre }), "nombre", "nombre_longitud");
  }
});

Deno.test("the last of duplicate keys in a reservation counts", async () => {
  await using app = await testApp();
  const good = JSON.stringify(reservationBody());
  await assertHeld(app, good.replace("{", '{"personas":"x",'));
  await assertField(app, good.replace(/}$/, ',"personas":"x"}'), "personas", "tipo_invalido");
});

Deno.test("fields in a prototype are ignored", async () => {
  await using app = await testApp();
  const good = JSON.stringify(reservationBody());
  await assertField(app, `{"__proto__":${good}}`, "dia", "campo_falta");
  await assertField(app, `{"constructor":{"prototype":${good}}}`, "dia", "campo_falta");
  await assertHeld(app, good.replace("{", '{"__proto__":{"personas":"x"},'), ["__proto__"]);
});

Deno.test("deep nesting is refused in a known field and ignored in an unknown one", async () => {
  await using app = await testApp();
  for (const [open, close] of [["[", "]"], ['{"a":', "}"]] as const) {
    const depth = 1_000;
    const deep = open.repeat(depth) + "0" + close.repeat(depth);
    const body = JSON.stringify(reservationBody({ extra: "X" }));
    await assertHeld(app, body.replace('"X"', deep), ["extra"]);
    for (const field of [...REQUIRED, ...OPTIONAL]) {
      const wrong = JSON.stringify(reservationBody({ [field]: "X" })).replace('"X"', deep);
      await assertField(app, wrong, field, "tipo_invalido");
    }
  }
  const bare = await post(app, "[".repeat(8_000));
  assertRefused(bare, RESERVATION, 400, "json");
  await assertStillServes(app);
});

Deno.test("a body that is not JSON, or not in UTF-8, is 400 json", async () => {
  await using app = await testApp();
  const good = JSON.stringify(reservationBody());
  const utf16 = new Uint8Array([...good].flatMap((char) => [char.charCodeAt(0), 0]));
  const bodies: BodyInit[] = [
    "",
    " ",
    "dia=2026-03-12&hora=20:30",
    good.slice(0, -1),
    `${good}x`,
    `${good}${good}`,
    good.replaceAll('"', "'"),
    good.replace("4", "NaN"),
    good.replace("4", "04"),
    good.replace("Guadalupe", "Guada\nlupe"),
    good.replace("}", ",}"),
    `/* */${good}`,
    utf16,
    new Uint8Array([0xff, 0xfe]),
    Uint8Array.from(good.replace("P", "\xf1"), (char) => char.charCodeAt(0)),
    Uint8Array.from(good.replace("P", "\xed\xa0\x80"), (char) => char.charCodeAt(0)),
  ];
  for (const body of bodies) {
    const response = await app.fetch("/api/reserva", { method: "POST", body });
    const answer = { status: response.status, text: await response.text() };
    assertRefused(answer, RESERVATION, 400, "json", String(body).slice(0, 80));
  }
  await assertStillServes(app);
});

Deno.test("ignored fields are listed by name, however odd", async () => {
  await using app = await testApp();
  const body = JSON.stringify(reservationBody()).replace("{", '{"\\u0000":1,"\\ud800":2,"":3,');
  const answer = await post(app, body);
  assertEquals(answer.body.ignorados, ["\0", "\ufffd", ""]);
  assert(answer.text.isWellFormed());
  assertDeclared(answer, RESERVATION);
});
