import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { instantOf, TEST_HOURS, testRestaurant } from "../support/restaurant_fixture.ts";
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
    dia_semana: "jueves",
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
  const { id: _, created_at, ...stored } = row ?? {};
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
    note: null,
    acknowledged_at: null,
    acknowledged_by: null,
    alerted_at: null,
    table_label: null,
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

Deno.test("JSON that is no object is 422 datos, campo cuerpo; what is no JSON is 400 json", async () => {
  await using app = await checkedApp();
  for (const text of ["null", "[]", "7", '"dia"', "true", "[{}]"]) {
    const { status, body } = await app.post(PATH, text);
    assertEquals([status, body.motivo, body.error, body.campo], [
      ...[422, "datos", "cuerpo_no_objeto", "cuerpo"],
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

Deno.test("what will not be read is named in ignorados", async () => {
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

Deno.test("an hour of a twelve-hour clock, or of the night by its evening's date, is refused with the one meant", async () => {
  await using app = await checkedApp();
  const detalle = async (dia: string, hora: string): Promise<string> =>
    (await app.post(PATH, reservationBody({ dia, hora }))).body.detalle;
  assertStringIncludes(
    await detalle("2026-03-12", "08:00"),
    "Quizá quisiste decir las 20:00 del jueves 2026-03-12.",
  );
  assertStringIncludes(
    await detalle("2026-03-13", "00:00"),
    "Quizá quisiste decir las 00:00 del sábado 2026-03-14.",
  );
});

Deno.test("the answer says the weekday, and of a time after midnight the evening it belongs to", async () => {
  await using app = await checkedApp();
  const { body: evening } = await app.post(PATH, reservationBody());
  assertEquals([evening.dia_semana, evening.noche_del], ["jueves", undefined]);
  const late = reservationBody({ dia: "2026-03-14", hora: "00:30" });
  for (const { body } of [await app.post(PATH, late), await app.post(PATH, late)]) {
    assertEquals([body.dia_semana, body.noche_del], ["sábado", "2026-03-13"]);
  }
});

Deno.test("the minute of closing belongs to the evening too, where guests may arrive then", async () => {
  const restaurant = testRestaurant({
    hours: TEST_HOURS.map((day) => ({ ...day, kitchenLeadMinutes: 0 })),
    booking: { arrivalMarginMinutes: 0, noticeMinutes: 15, peoplePerTime: null },
  });
  await using app = await checkedApp({ restaurant });
  const { body } = await app.post(PATH, reservationBody({ dia: "2026-03-14", hora: "02:00" }));
  assertEquals([body.folio !== undefined, body.noche_del], [true, "2026-03-13"]);
  const [stored] = await app.storage.book.onServiceDay("2026-03-13");
  assertEquals(stored?.time, "02:00");
});

Deno.test("a party of more than 40 is refused with the link to arrange it, a party of none is not", async () => {
  await using app = await checkedApp();
  const link = async (personas: unknown) =>
    (await app.post(PATH, reservationBody({ personas }))).body.whatsapp;
  assertStringIncludes(await link(41), "https://wa.me/529");
  for (const personas of [0, "41", null]) assertEquals(await link(personas), undefined);
});

Deno.test("fields with English names are not read, and one refusal gives the right ones", async () => {
  await using app = await checkedApp();
  const { dia, hora, personas, ...rest } = reservationBody() as Record<string, unknown>;
  const sent = { date: dia, time: hora, party_size: personas, ...rest };
  const { status, body } = await app.post(PATH, sent);
  assertEquals([status, body.error, body.campo], [422, "campo_falta", "dia"]);
  assertEquals(
    body.detalle,
    "Falta el campo dia. Falta el campo hora. Falta el campo personas. " +
      "Los nombres van en español: dia en lugar de date, hora en lugar de time, personas en lugar de party_size.",
  );
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
  await app.storage.closures.add(
    { kind: "span", from: "2026-03-12T20:00", to: "2026-03-12T21:00" },
    "prueba",
  );
  await app.storage.closures.add({ kind: "day", day: "2026-03-14" }, "prueba");
  const error = async (changes: Readonly<Record<string, unknown>>) =>
    (await app.post(PATH, reservationBody(changes))).body.error;
  assertEquals(await error({ hora: "20:30" }), "hora_no_reservable");
  assertEquals(await error({ hora: "21:00" }), undefined);
  assertEquals(await error({ dia: "2026-03-15", hora: "00:00" }), "hora_no_reservable");
  assertEquals(await error({ dia: "2026-03-14", hora: "00:00" }), undefined);
});

Deno.test("a closure that this instance has not heard of yet is met by the write, and heard of by then", async () => {
  await using app = await appWithStaleHouse((storage) =>
    storage.closures.add(
      { kind: "span", from: "2026-03-12T20:00", to: "2026-03-12T21:00" },
      "prueba",
    )
  );
  const { status, body } = await app.post(PATH, reservationBody());
  assertEquals([status, body.motivo, body.error, body.campo], [
    ...[422, "datos", "hora_no_reservable", "hora"],
  ]);
  assertStringIncludes(body.detalle, "19:00, 19:30, 21:00, 21:30");
  assertEquals(await countRows(app, "reservations"), 0);
});

Deno.test("a switch that this instance has not heard of yet is met by the write", async () => {
  await using app = await appWithStaleHouse((storage) => storage.switches.pause(null));
  const { status, body } = await app.post(PATH, reservationBody());
  assertEquals([status, body.motivo, body.error], [503, "apagado", "reservas_apagadas"]);
  assertEquals(await countRows(app, "reservations"), 0);
});

Deno.test("an early kitchen that this instance has not heard of yet is met by the write", async () => {
  await using app = await appWithStaleHouse((storage) =>
    storage.switches.kitchen({
      serviceDay: "2026-03-12",
      closes: "2026-03-12T20:30",
      lastArrival: "2026-03-12T20:00",
    })
  );
  const { status, body } = await app.post(PATH, reservationBody());
  assertEquals([status, body.error, body.campo], [422, "hora_no_reservable", "hora"]);
  assertStringIncludes(body.detalle, "18:30, 19:00, 19:30, 20:00");
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

/** An application whose memory of the house is from before `change`, until a write has met it. */
async function appWithStaleHouse(
  change: (storage: TestApp["storage"]) => Promise<unknown>,
): Promise<TestApp> {
  let stale = true;
  const app = await checkedApp({
    deps: ({ state, reservations }) => {
      const before = state();
      return {
        state: () => stale ? before : state(),
        reservations: {
          ...reservations,
          async reserve(request) {
            const outcome = await reservations.reserve(request);
            stale = false;
            return outcome;
          },
        },
      };
    },
  });
  await change(app.storage);
  return app;
}
