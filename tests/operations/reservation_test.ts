import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { instantOf } from "../support/restaurant_fixture.ts";
import { reservationBody } from "../support/test_app.ts";
import { checkedApp, countRows, storedFolios, type TestApp } from "./_checked_app.ts";

const PATH = "/api/reserva";

Deno.test("a reservation is held at once: folio, status and what was reserved", async () => {
  await using app = await checkedApp();
  const { status, headers, body } = await app.post(PATH, reservationBody());
  assertEquals([status, headers.get("cache-control")], [200, "no-store"]);
  assertEquals(headers.get("idempotent-replayed"), null);
  const { folio, whatsapp, ...rest } = body;
  assertEquals(rest, {
    ok: true,
    status: "confirmed",
    reservation: { date: "2026-03-12", time: "20:30", party_size: 4 },
    ignorados: [],
  });
  assertMatch(folio, /^R-[0-9A-HJKMNP-TV-Z]{8}$/);
  const link = new URL(whatsapp);
  assertEquals(link.href.split("?")[0], "https://wa.me/529991234567");
  assertStringIncludes(link.searchParams.get("text") ?? "", folio);
  assertEquals(await storedFolios(app), [folio]);
});

Deno.test("what is stored is what was asked for, normalised", async () => {
  await using app = await checkedApp();
  const { body } = await app.post(PATH, {
    dia: "2026-03-15",
    hora: "00:30",
    personas: 40,
    nombre: "  Jose\u0301 Pech ",
    telefono: "+52 1 (999) 123-45.67",
    ocasion: "cumpleanos",
    comentarios: "Silla de bebé\r\ny terraza ",
    landing: " Asistente ",
  });
  const [row] = await app.storage.database.read({
    sql: "SELECT * FROM reservations WHERE folio = ?",
    args: [body.folio],
  });
  const { created_at, replayed_at: _, ...stored } = row ?? {};
  assertEquals({ ...stored }, {
    folio: body.folio,
    day: "2026-03-15",
    time: "00:30",
    service_day: "2026-03-14",
    party_size: 40,
    name: "José Pech",
    phone: "+529991234567",
    occasion: "cumpleanos",
    comments: "Silla de bebé\ny terraza",
    source: "Asistente",
    status: "confirmed",
    version: 1,
  });
  assertEquals(created_at, app.clock.now());
});

Deno.test("optional fields may be absent, null or blank", async () => {
  await using app = await checkedApp();
  const blanks = [{}, { ocasion: null, comentarios: null, landing: null }, {
    comentarios: " \n ",
    landing: "  ",
  }];
  for (const [n, blank] of blanks.entries()) {
    const telefono = String(9_990_000_000 + n);
    const { status, body } = await app.post(PATH, reservationBody({ ...blank, telefono }));
    assertEquals(status, 200);
    const [row] = await app.storage.database.read({
      sql: "SELECT occasion, comments, source FROM reservations WHERE folio = ?",
      args: [body.folio],
    });
    assertEquals({ ...row }, { occasion: "general", comments: null, source: null });
  }
});

/** Values at the very edge of what is accepted. */
const ACCEPTED: readonly Readonly<Record<string, unknown>>[] = [
  { personas: 1 },
  { personas: 40 },
  { personas: 4.0 },
  { nombre: "Ña" },
  { nombre: "😀".repeat(80) },
  { nombre: `  ${"x".repeat(80)}  ` },
  { telefono: "+12025550123" },
  { telefono: "+52 999 000 0001" },
  { telefono: " 999 000 0002 " },
  { ocasion: "general", telefono: "9990000003" },
  { comentarios: "x".repeat(500) },
  { comentarios: "uno\ndos\ttres" },
  { landing: "x".repeat(120) },
  { dia: "2026-03-10", hora: "13:00" },
  { dia: "2026-06-07", hora: "12:00" },
];

Deno.test("values at the edge of the limits are accepted", async () => {
  await using app = await checkedApp();
  for (const changes of ACCEPTED) {
    const { status, text } = await app.post(PATH, reservationBody(changes));
    assertEquals(status, 200, `${JSON.stringify(changes)} ${text}`);
  }
  assertEquals(await countRows(app, "reservations"), ACCEPTED.length);
});

/** Values just over the edge, and the error that names them. */
const REFUSED: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
  [{ dia: undefined }, "campo_falta"],
  [{ dia: null }, "campo_falta"],
  [{ dia: 20260312 }, "tipo_invalido"],
  [{ dia: "2026-02-30" }, "dia_malformado"],
  [{ dia: "2026-3-12" }, "dia_malformado"],
  [{ dia: "2026-03-09" }, "dia_fuera_de_rango"],
  [{ dia: "2026-06-09" }, "dia_fuera_de_rango"],
  [{ hora: "20:15" }, "hora_no_reservable"],
  [{ hora: "23:00" }, "hora_no_reservable"],
  [{ hora: "24:00" }, "hora_malformada"],
  [{ hora: "8:30" }, "hora_malformada"],
  [{ hora: "20:30:00" }, "hora_malformada"],
  [{ hora: ["20:30"] }, "tipo_invalido"],
  [{ personas: 0 }, "personas_fuera_de_rango"],
  [{ personas: 41 }, "personas_fuera_de_rango"],
  [{ personas: 2.5 }, "personas_no_entero"],
  [{ personas: "4" }, "tipo_invalido"],
  [{ personas: true }, "tipo_invalido"],
  [{ nombre: "A" }, "nombre_longitud"],
  [{ nombre: "   " }, "nombre_longitud"],
  [{ nombre: "x".repeat(81) }, "nombre_longitud"],
  [{ nombre: "Ana\nPech" }, "nombre_caracteres"],
  [{ nombre: "Ana\u0000" }, "nombre_caracteres"],
  [{ nombre: "Ana \ud83d" }, "nombre_caracteres"],
  [{ nombre: { de: "Ana" } }, "tipo_invalido"],
  [{ telefono: "12345" }, "telefono_invalido"],
  [{ telefono: "+0999123456" }, "telefono_invalido"],
  [{ telefono: "99912345678" }, "telefono_invalido"],
  [{ telefono: "999\u0000123456" }, "telefono_invalido"],
  [{ telefono: 9991234567 }, "tipo_invalido"],
  [{ ocasion: "boda" }, "ocasion_desconocida"],
  [{ ocasion: "" }, "ocasion_desconocida"],
  [{ comentarios: "x".repeat(501) }, "comentarios_longitud"],
  [{ comentarios: "a\u0007" }, "comentarios_caracteres"],
  [{ comentarios: 5 }, "tipo_invalido"],
  [{ landing: "x".repeat(121) }, "landing_longitud"],
  [{ landing: "a\u001b[31m" }, "landing_caracteres"],
];

Deno.test("a wrong field is 422 datos, with its name in campo, and nothing is stored", async () => {
  await using app = await checkedApp();
  for (const [changes, error] of REFUSED) {
    const [campo] = Object.keys(changes);
    const { status, body, text } = await app.post(PATH, reservationBody(changes));
    assertEquals([status, body.motivo, body.error, body.campo], [422, "datos", error, campo], text);
  }
  assertEquals(await countRows(app, "reservations"), 0);
  assertEquals(await countRows(app, "idempotency_keys"), 0);
});

Deno.test("JSON that is no object is 422 datos without campo; what is no JSON is 400 json", async () => {
  await using app = await checkedApp();
  for (const text of ["null", "[]", "7", '"dia"', "true", "[{}]"]) {
    const { status, body } = await app.post(PATH, text);
    assertEquals([status, body.motivo, body.error, "campo" in body], [
      ...[422, "datos", "cuerpo_no_objeto", false],
    ], text);
  }
  for (const text of ["", "{", "{'dia':1}", "dia=2026-03-12", '{"dia":', "NaN"]) {
    const { status, body } = await app.post(PATH, text);
    assertEquals([status, body.motivo, body.error], [400, "json", "json_invalido"], text);
  }
});

Deno.test("a body need not say that it is JSON", async () => {
  await using app = await checkedApp();
  const headers = { "content-type": "text/plain" };
  assertEquals((await app.post(PATH, reservationBody(), headers)).status, 200);
});

Deno.test("a byte order mark before the JSON is no fault", async () => {
  await using app = await checkedApp();
  const text = `\ufeff${JSON.stringify(reservationBody())}`;
  assertEquals((await app.post(PATH, text)).status, 200);
});

Deno.test("of duplicate JSON keys the last counts", async () => {
  await using app = await checkedApp();
  const text = JSON.stringify(reservationBody()).replace(
    '"personas":4',
    '"personas":0,"personas":7',
  );
  const { status, body } = await app.post(PATH, text);
  assertEquals([status, body.reservation.party_size], [200, 7]);
});

Deno.test("fields of the prototype are no fields of a body", async () => {
  await using app = await checkedApp();
  const { status, body } = await app.post(PATH, '{"__proto__":{"dia":"2026-03-12"}}');
  assertEquals([status, body.error, body.campo], [422, "campo_falta", "dia"]);
});

Deno.test("a body of 8,192 bytes passes, one byte more does not", async () => {
  await using app = await checkedApp();
  const text = JSON.stringify(reservationBody());
  const size = new TextEncoder().encode(text).length;
  assertEquals((await app.post(PATH, text + " ".repeat(8_192 - size))).status, 200);
  const { status, body } = await app.post(PATH, text + " ".repeat(8_193 - size));
  assertEquals([status, body.motivo, body.error], [413, "grande", "cuerpo_grande"]);
});

Deno.test("what nobody will read is named in ignorados", async () => {
  await using app = await checkedApp();
  const { body } = await app.post(PATH, reservationBody({ mesa: 7, extras: { vela: true } }));
  assertEquals(body.ignorados, ["mesa", "extras"]);
});

Deno.test("a refused hora says what day today is, and the nearest accepted times of that day", async () => {
  await using app = await checkedApp();
  const { body } = await app.post(PATH, reservationBody({ hora: "22:45" }));
  assertStringIncludes(body.detalle, "hoy es martes 2026-03-10");
  assertStringIncludes(body.detalle, "20:00, 20:30, 21:00, 21:30");
  const closed = await app.post(PATH, reservationBody({ dia: "2026-03-16" }));
  assertEquals(closed.body.campo, "hora");
  assertStringIncludes(closed.body.detalle, "martes 2026-03-17");
});

Deno.test("two parties at the same time are both accepted", async () => {
  await using app = await checkedApp();
  const bodies = ["9990000001", "9990000002"].map((telefono) => reservationBody({ telefono }));
  const answers = await Promise.all(bodies.map((body) => app.post(PATH, body)));
  assertEquals(answers.map(({ status }) => status), [200, 200]);
  assertEquals((await storedFolios(app)).length, 2);
});

Deno.test("a closed hour is refused, and so is a tail after midnight of a closed day", async () => {
  await using app = await checkedApp();
  await app.storage.closures.addSpan("2026-03-12T20:00", "2026-03-12T21:00", "prueba");
  await app.storage.closures.addDay("2026-03-14", "prueba");
  const error = async (changes: Readonly<Record<string, unknown>>) =>
    (await app.post(PATH, reservationBody(changes))).body.error;
  assertEquals(await error({ hora: "20:30" }), "hora_no_reservable");
  assertEquals(await error({ hora: "21:00" }), undefined);
  assertEquals(await error({ dia: "2026-03-15", hora: "00:00" }), "hora_no_reservable");
  assertEquals(await error({ dia: "2026-03-14", hora: "00:00" }), undefined);
});

Deno.test("a closure that this instance has not heard of yet is met by the write, and heard of by then", async () => {
  await using app = await appWithStaleHouse((storage) =>
    storage.closures.addSpan("2026-03-12T20:00", "2026-03-12T21:00", "prueba")
  );
  const { status, body } = await app.post(PATH, reservationBody());
  assertEquals([status, body.motivo, body.error, body.campo], [
    ...[422, "datos", "hora_no_reservable", "hora"],
  ]);
  assertStringIncludes(body.detalle, "19:00, 19:30, 21:00, 21:30");
  assertEquals(await countRows(app, "reservations"), 0);
});

Deno.test("a switch that this instance has not heard of yet is met by the write", async () => {
  await using app = await appWithStaleHouse((storage) => storage.settings.pause(null));
  const { status, body } = await app.post(PATH, reservationBody());
  assertEquals([status, body.motivo, body.error], [503, "apagado", "reservas_apagadas"]);
  assertEquals(await countRows(app, "reservations"), 0);
});

Deno.test("the morning after, the evening's tail can still be had", async () => {
  await using app = await checkedApp({ now: instantOf("2026-03-14T00:10") });
  const { status, body } = await app.post(
    PATH,
    reservationBody({ dia: "2026-03-14", hora: "00:30" }),
  );
  assertEquals([status, body.reservation.date], [200, "2026-03-14"]);
});

/** An application whose memory of the house is from before `change`, until it is told to look again. */
async function appWithStaleHouse(
  change: (storage: TestApp["storage"]) => Promise<unknown>,
): Promise<TestApp> {
  let stale = true;
  const app = await checkedApp({
    deps: ({ house, refreshHouse }) => {
      const before = house();
      return {
        house: () => stale ? before : house(),
        refreshHouse: () => {
          stale = false;
          return refreshHouse();
        },
      };
    },
  });
  await change(app.storage);
  return app;
}
