/** The order of checks: each earlier one wins over every later one. */
import { resume } from "../support/taking_back.ts";
import { assertEquals } from "@std/assert";
import { instantOf } from "../support/restaurant_fixture.ts";
import { reservationBody } from "../support/test_app.ts";
import { checkedApp, type TestAnswer, type TestApp } from "./_checked_app.ts";

const PATH = "/api/reserva";
/** A time that is never accepted. */
const UNBOOKABLE = { hora: "04:00" };
const BAD_KEY = { "idempotency-key": "clave\u00f1" };

const summary = ({ status, body: { motivo, error } }: TestAnswer) => `${status} ${motivo} ${error}`;

Deno.test("the rate limit wins over size, and size over JSON", async () => {
  await using app = await checkedApp({ limits: { reserva: { tokens: 2, seconds: 600 } } });
  const large = "{".repeat(8_193);
  assertEquals(summary(await app.post(PATH, large)), "413 grande cuerpo_grande");
  assertEquals(summary(await app.post(PATH, large)), "413 grande cuerpo_grande");
  assertEquals(summary(await app.post(PATH, large)), "429 demasiadas limite_por_direccion");
});

Deno.test("size wins over fields, JSON over fields, and both over a switch turned off", async () => {
  await using app = await paused();
  const large = JSON.stringify({ dia: "x".repeat(8_192) });
  assertEquals(summary(await app.post(PATH, large)), "413 grande cuerpo_grande");
  assertEquals(summary(await app.post(PATH, '{"dia":')), "400 json json_invalido");
});

Deno.test("fields are checked in the contract's order, then the key, before the switch", async () => {
  await using app = await paused();
  const right = reservationBody({ ocasion: "general", comentarios: "x", landing: "x" });
  const body: Record<string, unknown> = {
    landing: 1,
    comentarios: 1,
    ocasion: 1,
    telefono: 1,
    nombre: 1,
    personas: "x",
    hora: 1,
    dia: 1,
  };
  const order = ["dia", "hora", "personas", "nombre", "telefono", "ocasion", "comentarios"];
  for (const campo of [...order, "landing"]) {
    assertEquals((await app.post(PATH, body, BAD_KEY)).body.campo, campo);
    body[campo] = (right as Record<string, unknown>)[campo];
  }
  assertEquals(summary(await app.post(PATH, body, BAD_KEY)), "422 datos idempotencia");
  assertEquals(summary(await app.post(PATH, body)), "503 apagado reservas_apagadas");
});

Deno.test("a replay wins over a switch turned off, with a key and without", async () => {
  await using app = await checkedApp();
  for (const headers of [undefined, { "idempotency-key": "una" }]) {
    const first = await app.post(PATH, reservationBody(), headers);
    await app.storage.switches.pause(null);
    const again = await app.post(PATH, reservationBody(), headers);
    assertEquals([again.status, again.body.folio], [200, first.body.folio]);
    await resume(app.storage.closures);
  }
});

Deno.test("a key used for something else wins over a switch turned off", async () => {
  await using app = await checkedApp();
  const headers = { "idempotency-key": "una" };
  await app.post(PATH, reservationBody(), headers);
  await app.storage.switches.pause(null);
  const other = await app.post(PATH, reservationBody({ personas: 5 }), headers);
  assertEquals(summary(other), "422 datos idempotencia");
  const fresh = await app.post(PATH, reservationBody({ personas: 5 }));
  assertEquals(summary(fresh), "503 apagado reservas_apagadas");
});

Deno.test("a replay wins over a time that can no longer be had", async () => {
  await using app = await checkedApp({ now: instantOf("2026-03-10T12:44") });
  const body = { dia: "2026-03-10", hora: "13:00" };
  const first = await app.post(PATH, reservationBody(body));
  assertEquals(first.status, 200);
  app.clock.set(instantOf("2026-03-10T12:53"));
  const again = await app.post(PATH, reservationBody(body));
  assertEquals([again.status, again.body.folio], [200, first.body.folio]);
  const other = await app.post(PATH, reservationBody({ ...body, personas: 5 }));
  assertEquals(summary(other), "422 datos hora_no_reservable");
});

Deno.test("a key used for something else wins over a time that cannot be had", async () => {
  await using app = await checkedApp();
  const headers = { "idempotency-key": "una" };
  await app.post(PATH, reservationBody(), headers);
  const other = await app.post(PATH, reservationBody(UNBOOKABLE), headers);
  assertEquals(summary(other), "422 datos idempotencia");
});

Deno.test("a switch turned off wins over a time that cannot be had", async () => {
  await using app = await paused();
  const refused = [UNBOOKABLE, { dia: "2020-01-01" }, { dia: "2099-01-01" }];
  for (const changes of refused) {
    assertEquals(
      summary(await app.post(PATH, reservationBody(changes))),
      "503 apagado reservas_apagadas",
    );
  }
});

Deno.test("a day out of range wins over its time, and both are refused before anything is written", async () => {
  await using app = await checkedApp({
    deps: ({ reservations }) => ({
      reservations: {
        ...reservations,
        reserve: () => Promise.reject(new Error("nothing is to be written")),
      },
    }),
  });
  const day = await app.post(PATH, reservationBody({ dia: "2020-01-01", ...UNBOOKABLE }));
  assertEquals(summary(day), "422 datos dia_fuera_de_rango");
  assertEquals(
    summary(await app.post(PATH, reservationBody(UNBOOKABLE))),
    "422 datos hora_no_reservable",
  );
  assertEquals(app.errors, []);
});

async function paused(): Promise<TestApp> {
  const app = await checkedApp();
  await app.storage.switches.pause(null);
  return app;
}
