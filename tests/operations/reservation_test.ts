import { assert, assertEquals, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import { everyDay, instantOf, TEST_HOURS, testRestaurant } from "../support/restaurant_fixture.ts";
import { reservationBody } from "../support/test_app.ts";
import { folios } from "../storage/_fixture.ts";
import { checkedApp, listedTimes } from "./_checked_app.ts";

const PATH = "/api/reserva";

Deno.test("a reservation is held at once: folio, status and what was reserved", async () => {
  await using app = await checkedApp();
  const { status, headers, body } = await app.post(PATH, reservationBody());
  assertEquals([status, headers.get("cache-control")], [200, "no-store"]);
  assertEquals(headers.get("idempotent-replayed"), null);
  const { folio, whatsapp, comprobante, ...rest } = body;
  assertEquals(rest, {
    ok: true,
    status: "confirmed",
    reservation: { date: "2026-03-12", time: "20:30", party_size: 4 },
    nombre: "Guadalupe Pech",
    telefono: "+529991234567",
    dia_semana: "jueves",
    ignorados: [],
  });
  assertMatch(folio, /^R-[0-9A-HJKMNP-TV-Z]{8}$/);
  const link = new URL(whatsapp);
  assertEquals(link.href.split("?")[0], "https://wa.me/529991234567");
  const about = `Hola, La Prueba. Les escribo por mi reservación con folio ${folio}.`;
  assertEquals(link.searchParams.get("text"), about);
  // Assistants copy it by hand.
  assertLess(comprobante.length - `${app.url}/reservada/`.length, 240);
  const { text } = await app.get(comprobante.slice(app.url.length));
  for (const shown of [folio, "Guadalupe Pech", "+529991234567"]) assertStringIncludes(text, shown);
  assertEquals(await folios(app.storage), [folio]);
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
    arrived_at: null,
    left_at: null,
    told_minutes: null,
    called_at: null,
  });
  assertEquals(created_at, app.clock.now());
});

Deno.test("one number is one guest, with and without what is dialled before it in its country", async () => {
  await using app = await checkedApp();
  const spellings = ["+44 (0)20 7946 0958", "+44 20 7946 0958", "+44 020 7946-0958"];
  const answers = await Promise.all(
    spellings.map((telefono) => app.post(PATH, reservationBody({ telefono }))),
  );
  assertEquals(answers.map(({ body }) => body.telefono), spellings.map(() => "+442079460958"));
  assertEquals(new Set(answers.map(({ body }) => body.folio)).size, 1);
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

Deno.test("all wrong fields are named in one refusal, in the contract's order, the first in campo", async () => {
  await using app = await checkedApp();
  const order = ["dia", "hora", "personas", "nombre", "telefono"];
  const optional = ["ocasion", "comentarios", "landing"];
  const refusalOf = async (sent: unknown) => {
    const { body } = await app.post(PATH, sent);
    const fields = [...body.detalle.matchAll(/campo (\w+)/g)].map(([, name]) => name);
    return { ...body, fields };
  };
  const nothing = await refusalOf({});
  assertEquals([nothing.error, nothing.campo, nothing.fields], ["campo_falta", "dia", order]);
  const wrong = { dia: "x", hora: "x", personas: 0, nombre: "", telefono: "", ocasion: "x" };
  const all = await refusalOf({ landing: "\0", comentarios: "\0", ...wrong });
  assertEquals([all.error, all.campo, all.fields], [
    ...["dia_malformado", "dia", [...order, ...optional]],
  ]);
  const some = await refusalOf(reservationBody({ telefono: "1", personas: "4" }));
  assertEquals([some.error, some.campo, some.fields], [
    ...["tipo_invalido", "personas", ["personas", "telefono"]],
  ]);
});

Deno.test("a refusal never repeats what a person typed", async () => {
  await using app = await checkedApp();
  const secret = "Xochitl-55512";
  const { text } = await app.post(PATH, {
    dia: secret,
    hora: secret,
    nombre: `${secret}\n`.repeat(2),
    telefono: secret,
    ocasion: secret,
    comentarios: secret.repeat(60),
    landing: `${secret}\u0000`,
  });
  assertEquals(text.includes("Xochitl"), false, text);
});

/** A day, a time that cannot be had there, and the nearest that can, as they are named. */
const NEAREST: readonly (readonly [dia: string, hora: string, named: string])[] = [
  ["2026-03-12", "22:45", "20:00, 20:30, 21:00, 21:30"],
  ["2026-03-11", "20:15", "19:30, 20:00, 20:30, 21:00"],
  ["2026-03-11", "11:45", "10:00, 10:30, 13:00, 13:30"],
  ["2026-03-11", "00:00", "08:30, 09:00, 09:30, 10:00"],
  // Monday; and a Saturday that is closed, whose list holds the small hours of Friday.
  ["2026-03-16", "20:00", "15 18:30, 15 19:00, 17 19:30, 17 20:00, 17 20:30"],
  ["2026-03-14", "20:30", "13 20:00, 13 20:30, 13 21:00, 15 18:30, 15 19:00"],
  ["2026-03-15", "00:30", "13 23:30, 14 00:00, 14 00:30, 15 18:30, 15 19:00"],
];

Deno.test("a refused hora says what day today is, and the nearest accepted times of that day, else of the nearest days", async () => {
  await using app = await checkedApp();
  await app.storage.closures.add({ kind: "day", day: "2026-03-14" }, "");
  for (const [dia, hora, named] of NEAREST) {
    const { body } = await app.post(PATH, reservationBody({ dia, hora }));
    assertEquals([body.campo, "whatsapp" in body], ["hora", false]);
    assertStringIncludes(body.detalle, "Hoy es martes 2026-03-10");
    const [, times] = /más cercanas(?: de ese día)? son: ([^.]*)\./.exec(body.detalle)!;
    assertEquals(times!.replaceAll(/\S+ 2026-03-/g, ""), named, `${dia} ${hora}`);
  }
  const { body } = await app.post(PATH, reservationBody({ dia: "2026-03-14" }));
  assertStringIncludes(body.detalle, "viernes 2026-03-13 20:00");
  assert(!body.detalle.includes("Quizá"), body.detalle);
  const morning = await app.post(PATH, reservationBody({ hora: "08:00" }));
  const meant = "Quizá quisiste decir las 20:00 del jueves 2026-03-12.";
  assertStringIncludes(morning.body.detalle, meant);
});

Deno.test("a morning hour that is merely full is not taken for one of the evening", async () => {
  const restaurant = testRestaurant({ hours: everyDay("08:00-23:00") });
  await using app = await checkedApp({ restaurant });
  const full = { kind: "full", from: "2026-03-12T08:30", to: "2026-03-12T08:31" } as const;
  await app.storage.closures.add(full, "");
  await app.storage.poll.refresh();
  const { body } = await app.post(PATH, reservationBody({ hora: "08:30" }));
  assertStringIncludes(body.detalle, "08:30 del jueves 2026-03-12");
  assert(!body.detalle.includes("Quizá"), body.detalle);
});

Deno.test("a time that is too near is refused with how far ahead one books, one that has passed is not", async () => {
  await using app = await checkedApp({ now: instantOf("2026-03-12T20:25") });
  const detalle = async (hora: string): Promise<string> =>
    (await app.post(PATH, reservationBody({ hora }))).body.detalle;
  const soon = "se reserva con al menos 15 minutos de anticipación";
  assertStringIncludes(await detalle("20:30"), soon);
  assert(!(await detalle("20:00")).includes(soon));
  // Off the list, before and after now.
  assertStringIncludes(await detalle("03:45"), "Las 03:45 del jueves 2026-03-12 ya pasaron.");
  assertStringIncludes(await detalle("20:45"), "Las 20:45 del jueves 2026-03-12 no se pueden");
});

Deno.test("a party over the owner's limit is told to write, no time is listed for it, and info names the limit", async () => {
  await using app = await checkedApp({ restaurant: testRestaurant({ maxParty: 12 }) });
  const { status, body } = await app.post(PATH, reservationBody({ personas: 13 }));
  assertEquals([status, body.error, body.campo], [422, "personas_fuera_de_rango", "personas"]);
  assertStringIncludes(body.detalle, "para hasta 12");
  assertStringIncludes(body.whatsapp, "https://wa.me/529991234567");
  const times = async (personas: number) =>
    (await listedTimes(app, `dia=2026-03-12&personas=${personas}`)).length;
  assertEquals([await times(12) > 0, await times(13)], [true, 0]);
  const { dias } = (await app.get("/api/disponibilidad?dias=3&personas=13")).body;
  assertEquals(dias.map((day: { horas_reservables: string[] }) => day.horas_reservables), [
    ...[[], [], []],
  ]);
  assertEquals((await app.get("/api/info")).body.personas_maximo, 12);
  assertEquals((await app.post(PATH, reservationBody({ personas: 12 }))).status, 200);
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
    booking: { arrivalMarginMinutes: 0, noticeMinutes: 15, peoplePerTime: null, room: null },
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
