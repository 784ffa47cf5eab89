import { assertEquals, assertStringIncludes } from "@std/assert";
import { readConfig } from "../../src/config/config.ts";
import { homeDraftBody, reservationBody } from "../support/test_app.ts";
import { checkedApp, countRows, type TestAnswer, type TestApp } from "./_checked_app.ts";

/** Three tokens, one of which comes back every 20 seconds. */
const THREE = { tokens: 3, seconds: 60 };

type Ask = (app: TestApp, headers?: Record<string, string>) => Promise<TestAnswer>;

const LIMITED: Readonly<Record<"envio" | "ubicacion" | "borrador" | "reserva", Ask>> = {
  envio: (app, headers = {}) => app.get("/api/envio?lat=20.9745&lng=-89.6212", { headers }),
  ubicacion: (app, headers = {}) => app.get("/api/ubicacion?texto=58+x+59", { headers }),
  borrador: (app, headers) => app.post("/api/pedido/borrador", homeDraftBody(), headers),
  reserva: (app, headers) => app.post("/api/reserva", reservationBody(), headers),
};

for (const [name, ask] of Object.entries(LIMITED)) {
  Deno.test(`${name}: over the limit is 429 with the seconds to wait, and a client that waits them gets through`, async () => {
    await using app = await checkedApp({ limits: { [name]: THREE } });
    for (let n = 0; n < 3; n++) assertEquals((await ask(app)).status, 200);
    const { status, headers, body } = await ask(app);
    assertEquals([status, body.motivo, body.error], [429, "demasiadas", "limite_por_direccion"]);
    assertEquals([headers.get("retry-after"), body.reintentar_en_segundos], ["20", 20]);
    assertStringIncludes(body.detalle, "20 s");
    app.clock.advance(19_999);
    assertEquals((await ask(app)).headers.get("retry-after"), "1");
    app.clock.advance(1);
    assertEquals((await ask(app)).status, 200);
    assertEquals((await ask(app)).status, 429);
  });

  Deno.test(`${name}: its limit is its own, and what is not limited is never refused`, async () => {
    await using app = await checkedApp({ limits: { [name]: { tokens: 1, seconds: 600 } } });
    await ask(app);
    assertEquals((await ask(app)).status, 429);
    for (const [other, ask] of Object.entries(LIMITED)) {
      if (other !== name) assertEquals((await ask(app)).status, 200, other);
    }
    for (const path of ["/api/info", "/api/menu", "/api/disponibilidad", "/api/contacto"]) {
      assertEquals((await app.get(path)).status, 200, path);
    }
  });
}

Deno.test("the refusal of a reservation over the limit says that an earlier attempt may stand, and repeated it gets its folio", async () => {
  await using app = await checkedApp({ limits: { reserva: { tokens: 1, seconds: 60 } } });
  const first = await app.post("/api/reserva", reservationBody());
  const { body } = await app.post("/api/reserva", reservationBody());
  assertStringIncludes(body.detalle, "puede que sí haya quedado");
  app.clock.advance(body.reintentar_en_segundos * 1_000);
  const again = await app.post("/api/reserva", reservationBody());
  assertEquals(again.body.folio, first.body.folio);
  assertEquals(await countRows(app, "reservations"), 1);
});

Deno.test("a network of assistants reserves for 200 guests in 10 minutes, where one address stops at 20", async () => {
  await using app = await checkedApp({
    limits: { reserva: readConfig({}).limits.reserva },
    proxies: ["127.0.0.1"],
    assistants: ["160.79.104.0/21", "2001:db8::/32"],
  });
  const reserve = async (address: string, guest: number) => {
    const telefono = `+5299900${String(guest).padStart(5, "0")}`;
    const headers = { "x-forwarded-for": address };
    return (await app.post("/api/reserva", reservationBody({ telefono }), headers)).status;
  };
  const held = (statuses: readonly number[]) => statuses.filter((status) => status === 200).length;
  const guests = Array.from({ length: 200 }, (_, guest) => guest);
  const network = guests.map((guest) => reserve(`160.79.${104 + guest % 8}.${guest}`, guest));
  assertEquals(held(await Promise.all(network)), 200);
  const attacker = guests.map((guest) => reserve("192.0.2.1", 1_000 + guest));
  assertEquals(held(await Promise.all(attacker)), 20);
  // The network's own bucket has an end, and each network has one of its own.
  const flood = Array.from({ length: 300 }, (_, n) => reserve("160.79.104.1", 2_000 + n));
  assertEquals(held(await Promise.all(flood)), 200);
  assertEquals(await reserve("2001:db8:7::1", 3_000), 200);
});
