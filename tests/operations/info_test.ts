import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { sampleRestaurant } from "../../src/restaurant/load.ts";
import { instantOf, testRestaurant } from "../support/restaurant_fixture.ts";
import { checkedApp } from "./_checked_app.ts";

/**
 * At a time: whether venue and kitchen are open, when the kitchen closes, and when a closed one opens. Tuesday
 * 2026-03-10 13:00 to 23:00, Wednesday two services, Friday and Saturday until 02:00, Sunday's kitchen half an hour
 * before the venue, Monday closed.
 */
const MINUTES: readonly (readonly [string, boolean, boolean, string | null, string | undefined])[] =
  [
    ["2026-03-10T12:59", false, false, "22:00", "2026-03-10T13:00"],
    ["2026-03-10T13:00", true, true, "22:00", undefined],
    ["2026-03-10T21:59", true, true, "22:00", undefined],
    ["2026-03-10T22:00", true, false, "22:00", "2026-03-11T08:15"],
    ["2026-03-10T22:59", true, false, "22:00", "2026-03-11T08:15"],
    ["2026-03-10T23:00", false, false, "22:00", "2026-03-11T08:15"],
    ["2026-03-11T08:14", false, false, "11:00", "2026-03-11T08:15"],
    ["2026-03-11T08:15", true, true, "11:00", undefined],
    ["2026-03-11T11:00", true, false, "11:00", "2026-03-11T13:00"],
    ["2026-03-11T12:00", false, false, "22:00", "2026-03-11T13:00"],
    ["2026-03-11T23:30", false, false, "22:00", "2026-03-12T13:00"],
    ["2026-03-13T23:30", true, true, "01:00", undefined],
    ["2026-03-14T00:59", true, true, "01:00", undefined],
    ["2026-03-14T01:00", true, false, "01:00", "2026-03-14T13:00"],
    ["2026-03-14T02:00", false, false, "01:00", "2026-03-14T13:00"],
    ["2026-03-15T01:59", true, false, "01:00", "2026-03-15T12:00"],
    ["2026-03-15T02:00", false, false, "19:30", "2026-03-15T12:00"],
    ["2026-03-15T12:00", true, true, "19:30", undefined],
    ["2026-03-15T19:30", true, false, "19:30", "2026-03-17T13:00"],
    ["2026-03-15T20:00", false, false, "19:30", "2026-03-17T13:00"],
    ["2026-03-16T00:30", false, false, null, "2026-03-17T13:00"],
    ["2026-03-16T15:00", false, false, null, "2026-03-17T13:00"],
  ];

Deno.test("info gives venue and kitchen separately, minute by minute, after midnight too", async () => {
  await using app = await checkedApp();
  const seen: (typeof MINUTES[number])[] = [];
  for (const [local] of MINUTES) {
    app.clock.set(instantOf(local));
    const { body: { ahora } } = await app.get("/api/info");
    assertEquals(`${ahora.dia}T${ahora.hora}`, local);
    const { abierto, cocina_abierta, cocina_cierra, cocina_abre } = ahora;
    seen.push([local, abierto, cocina_abierta, cocina_cierra, cocina_abre]);
  }
  assertEquals<unknown>(seen, MINUTES);
});

Deno.test("info holds the contract's fields out of the restaurant's file", async () => {
  await using app = await checkedApp();
  const { status, body } = await app.get("/api/info");
  assertEquals(status, 200);
  assertEquals(body.nombre, "La Prueba");
  assertEquals(body.ahora, {
    dia: "2026-03-10",
    dia_semana: "martes",
    hora: "12:00",
    abierto: false,
    cocina_abierta: false,
    cocina_abre: "2026-03-10T13:00",
    cocina_cierra: "22:00",
    valet: true,
    reservas_activas: true,
  });
  assertEquals(body.envio, {
    base_km: 3,
    base_costo: 40,
    costo_km_extra: 10,
    radio_maximo_km: 8,
  });
  assertEquals(body.calificacion, { puntaje: 4.6, total: 321, fuente: "Google" });
  const { telefono, mapa, reservar_en, carta_en } = body;
  assertEquals([telefono, mapa], [
    ...["+529991234567", "https://www.google.com/maps/search/?api=1&query=20.967,-89.6237"],
  ]);
  const pages = [reservar_en, carta_en];
  assertEquals(pages, ["/reservar", "/carta"].map((path) => `${app.url}${path}`));
  for (const page of pages) {
    assertEquals((await app.get(page.slice(app.url.length))).status, 200, page);
  }
  assertEquals(body.direccion, "Calle 60 500, Centro, Mérida");
  assertEquals([body.personas_maximo, body.anticipacion_minutos], [40, 15]);
  assertEquals("muestra" in body, false);
  assertEquals("aviso_privacidad" in body, false);
});

Deno.test("info lists the week, a service past midnight with its end on the next day's clock", async () => {
  await using app = await checkedApp();
  const { body: { horario } } = await app.get("/api/info");
  assertEquals(horario.map(({ dia_semana }: { dia_semana: string }) => dia_semana), [
    ...["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
  ]);
  assertEquals(horario[0].servicios, []);
  assertEquals(horario[2].servicios, [
    { abre: "08:15", cierra: "12:00" },
    { abre: "13:00", cierra: "23:00" },
  ]);
  assertEquals(horario[4].servicios, [{ abre: "13:00", cierra: "02:00" }]);
});

Deno.test("info gives the whole FAQ in the language asked for, Spanish where none is", async () => {
  await using app = await checkedApp();
  const es = [{ pregunta: "¿Hay estacionamiento?", respuesta: "Sí, con valet." }];
  const en = [{ pregunta: "Is there parking?", respuesta: "Yes, with a valet." }];
  assertEquals((await app.get("/api/info")).body.preguntas_frecuentes, es);
  assertEquals((await app.get("/api/info?lang=es")).body.preguntas_frecuentes, es);
  assertEquals((await app.get("/api/info?lang=en")).body.preguntas_frecuentes, en);
});

Deno.test("a regional form of a language is that language", async () => {
  await using app = await checkedApp();
  for (const [regional, lang] of [["en-US", "en"], ["es-MX", "es"]]) {
    const { text } = await app.get(`/api/info?lang=${lang}`);
    assertEquals((await app.get(`/api/info?lang=${regional}`)).text, text);
  }
});

Deno.test("info says where the privacy notice is, and that the sample is one", async () => {
  const privacyNotice = "https://mesa.example/privacidad";
  await using real = await checkedApp({ restaurant: testRestaurant({ privacyNotice }) });
  assertEquals((await real.get("/api/info")).body.aviso_privacidad, privacyNotice);
  await using sample = await checkedApp({ restaurant: sampleRestaurant() });
  assertEquals((await sample.get("/api/info")).body.muestra, true);
});

Deno.test("info follows closures: a closed day has no kitchen, a closed hour no open venue", async () => {
  await using app = await checkedApp({ now: instantOf("2026-03-10T15:00") });
  const now = async () => (await app.get("/api/info")).body.ahora;
  await app.storage.closures.add(
    { kind: "span", from: "2026-03-10T14:00", to: "2026-03-10T15:01" },
    "prueba",
  );
  const { abierto, cocina_abierta, cocina_cierra } = await now();
  assertEquals([abierto, cocina_abierta, cocina_cierra], [false, false, "22:00"]);
  app.clock.set(instantOf("2026-03-10T15:01"));
  assertEquals((await now()).abierto, true);
  await app.storage.closures.add({ kind: "day", day: "2026-03-10" }, "prueba");
  assertEquals([(await now()).abierto, (await now()).cocina_cierra], [false, null]);
});

/** At a time, the closed hours of two days, and when the kitchen closes. */
const ENDS: readonly (readonly [local: string, from: string, to: string, closes: string])[] = [
  ["2026-03-10T19:30", "2026-03-10T20:00", "2026-03-10T23:00", "20:00"],
  ["2026-03-10T19:30", "2026-03-10T20:00", "2026-03-10T21:59", "22:00"],
  ["2026-03-10T19:30", "2026-03-10T22:00", "2026-03-10T23:00", "22:00"],
  // Friday's service, until 02:00.
  ["2026-03-13T23:30", "2026-03-14T00:15", "2026-03-14T02:00", "00:15"],
  ["2026-03-13T12:00", "2026-03-13T22:00", "2026-03-14T02:00", "22:00"],
  // All that its kitchen would serve, so that it closes as it opens.
  ["2026-03-10T12:00", "2026-03-10T00:00", "2026-03-10T22:30", "13:00"],
];

Deno.test("the kitchen closes where a closure that outlasts it begins, for info and for the day's times", async () => {
  for (const [local, from, to, closes] of ENDS) {
    await using app = await checkedApp({ now: instantOf(local) });
    await app.storage.closures.add({ kind: "span", from, to }, "");
    const { ahora } = (await app.get("/api/info")).body;
    const { dias: [today] } = (await app.get("/api/disponibilidad")).body;
    assertEquals([ahora.cocina_cierra, today.cocina_cierra], [closes, closes], `${local} ${from}`);
  }
});

Deno.test("info lists the closures that are announced, in order, each whole day by itself, with the reasons that all may read", async () => {
  await using app = await checkedApp();
  const { closures } = app.storage;
  await closures.add({ kind: "days", from: "2026-03-20", to: "2026-03-21" }, "Fiesta", true);
  await closures.add({ kind: "span", from: "2026-03-20T19:00", to: "2026-03-20T21:00" }, "Gas");
  await closures.add({ kind: "span", from: "2026-03-14T19:00", to: "2026-03-15T02:00" }, "Boda");
  await closures.add({ kind: "day", day: "2026-06-08" }, "");
  const day = (dia: string, next: string, motivo: string | null) => {
    return { desde: `${dia}T00:00`, hasta: `${next}T00:00`, dia_completo: true, motivo };
  };
  const wedding = { desde: "2026-03-14T19:00", hasta: "2026-03-15T02:00", dia_completo: false };
  const listed = [
    { ...wedding, motivo: null },
    day("2026-03-20", "2026-03-21", "Fiesta"),
    { desde: "2026-03-20T19:00", hasta: "2026-03-20T21:00", dia_completo: false, motivo: null },
    day("2026-03-21", "2026-03-22", "Fiesta"),
    day("2026-06-08", "2026-06-09", null),
  ];
  assertEquals((await app.get("/api/info")).body.cierres, listed);
  // Entered again, with other eyes in mind.
  await closures.add({ kind: "days", from: "2026-03-20", to: "2026-03-21" }, "Fiesta");
  assertEquals((await app.get("/api/info")).body.cierres[1].motivo, null);
});

Deno.test("info says when a closed kitchen opens around closures, within 90 days", async () => {
  await using app = await checkedApp({ now: instantOf("2026-03-10T20:00") });
  const { closures } = app.storage;
  const opens = async () => (await app.get("/api/info")).body.ahora.cocina_abre;
  await closures.add({ kind: "span", from: "2026-03-10T19:00", to: "2026-03-10T21:00" }, "");
  assertEquals(await opens(), "2026-03-10T21:00");
  await closures.add({ kind: "span", from: "2026-03-10T21:00", to: "2026-03-10T22:00" }, "");
  assertEquals(await opens(), "2026-03-11T08:15");
  await closures.add({ kind: "days", from: "2026-03-11", to: "2026-06-06" }, "");
  assertEquals(await opens(), "2026-06-07T12:00");
  await closures.add({ kind: "day", day: "2026-06-07" }, "");
  assertEquals(await opens(), null, "the 90th day is a Monday");
});

Deno.test("info's entity tag stays within a minute, and changes with it, with the language and with the house", async () => {
  await using app = await checkedApp({ now: instantOf("2026-03-10T15:00") });
  const tag = async (path = "/api/info") => (await app.get(path)).headers.get("etag") ?? "";
  const first = await tag();
  assert(/^(W\/)?"[^"]+"$/.test(first), first);
  app.clock.advance(59_999);
  assertEquals(await tag(), first);
  assertNotEquals(await tag("/api/info?lang=en"), first);
  await app.storage.switches.pause(null);
  const paused = await tag();
  assertNotEquals(paused, first);
  app.clock.advance(1);
  assertNotEquals(await tag(), paused);
});

Deno.test("info answers 304 for as long as nothing has changed, and may be kept only if it is asked again", async () => {
  await using app = await checkedApp();
  const { headers } = await app.get("/api/info");
  assertEquals(headers.get("cache-control"), "no-cache");
  const known = { headers: { "if-none-match": headers.get("etag") ?? "" } };
  const same = await app.get("/api/info", known);
  assertEquals([same.status, same.text], [304, ""]);
  const head = await app.get("/api/info", { method: "HEAD" });
  const varies = [headers, same.headers, head.headers].map((each) => each.get("vary"));
  assertEquals(varies, Array(3).fill("Accept-Encoding"));
  app.clock.advance(60_000);
  assertEquals((await app.get("/api/info", known)).status, 200);
});
