/** What guests read and can still reserve after staff have turned a switch. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { instantOf, restaurantBooking, testRestaurant } from "../support/restaurant_fixture.ts";
import { reservationBody } from "../support/test_app.ts";
import { checkedApp, listedTimes, type TestApp } from "./_checked_app.ts";
import { page, PICKUP, postDraft } from "./_drafts.ts";

/** A Saturday: the restaurant is open from 13:00 until 02:00, its kitchen until 01:00. */
const SATURDAY = "2026-03-14";
const SUNDAY = "2026-03-15";

Deno.test("an early kitchen takes the times after its last arrival off the list, those after midnight too", async () => {
  await using app = await checkedApp({ now: instantOf(`${SATURDAY}T12:00`) });
  const before = await listedTimes(app, `dia=${SUNDAY}`);
  assertEquals(before.slice(0, 2), ["00:00", "00:30"]);
  await closeKitchen(app, SATURDAY, `${SATURDAY}T20:45`);
  const { dias: [saturday] } = (await app.get(`/api/disponibilidad?dia=${SATURDAY}`)).body;
  assertEquals([saturday.abre, saturday.local, saturday.cocina_cierra], [
    true,
    { abre: "13:00", cierra: "02:00" },
    "20:45",
  ]);
  assertEquals(saturday.horas_reservables.at(-1), "20:00");
  assertEquals(await listedTimes(app, `dia=${SUNDAY}`), before.slice(2));
  await app.storage.switches.kitchen(null);
  assertEquals(await listedTimes(app, `dia=${SUNDAY}`), before);
});

Deno.test("with an early kitchen every listed time is accepted, whatever the margin has become since", async () => {
  let restaurant = testRestaurant();
  await using app = await checkedApp({ deps: () => ({ restaurant: () => restaurant }) });
  await closeKitchen(app, SATURDAY, `${SATURDAY}T21:00`);
  for (const [margin, last, next] of [[30, "20:30", "21:00"], [0, "21:00", "21:30"]] as const) {
    restaurant = restaurantBooking({ arrivalMarginMinutes: margin });
    assertEquals((await listedTimes(app, `dia=${SATURDAY}`)).at(-1), last);
    for (const [hora, status] of [[last, 200], [next, 422]] as const) {
      const telefono = `999000${hora}`.replace(":", "");
      const body = reservationBody({ dia: SATURDAY, hora, telefono });
      assertEquals((await app.post("/api/reserva", body)).status, status, hora);
    }
  }
});

Deno.test("a kitchen closed in the first service of a day cooks nothing in the second", async () => {
  await using app = await checkedApp({ now: instantOf("2026-03-11T09:00") });
  await closeKitchen(app, "2026-03-11", "2026-03-11T10:30");
  assertEquals(await listedTimes(app, "dia=2026-03-11"), ["09:30", "10:00"]);
  const afternoon = [true, false, "10:30", "2026-03-12T13:00"];
  assertEquals(await kitchen(app, "2026-03-11T15:00"), afternoon);
});

Deno.test("a closure takes the time at which it starts, and not that at which it ends", async () => {
  await using app = await checkedApp();
  const closed = { from: `${SATURDAY}T20:00`, to: `${SATURDAY}T21:00` };
  await app.storage.closures.add({ kind: "span", ...closed }, "boda");
  const listed = await listedTimes(app, `dia=${SATURDAY}`);
  for (const [hora, status] of [["19:30", 200], ["20:00", 422], ["20:30", 422], ["21:00", 200]]) {
    assertEquals(listed.includes(`${hora}`), status === 200, `${hora}`);
    const body = reservationBody({
      dia: SATURDAY,
      hora,
      telefono: `999000${hora}`.replace(":", ""),
    });
    assertEquals((await app.post("/api/reserva", body)).status, status, `${hora}`);
  }
});

Deno.test("additions can be ordered whatever is sold out", async () => {
  await using app = await checkedApp();
  await app.storage.switches.soldOut("panuchos", null);
  await app.storage.switches.soldOut("tortillas", null);
  assertEquals((await pickUp(app, "tortillas")).status, 200);
});

Deno.test("a draft made before its dish was sold out still opens, as promised", async () => {
  await using app = await checkedApp();
  const { body } = await pickUp(app, "panuchos-3");
  await app.storage.switches.soldOut("panuchos", null);
  const { status, text } = await page(app, body);
  assertEquals(status, 200);
  assertStringIncludes(text, "Panuchos");
});

function closeKitchen({ storage }: TestApp, serviceDay: string, closes: string): Promise<void> {
  return storage.switches.kitchen({ serviceDay, closes });
}

/** Whether venue and kitchen are open at a time, when the kitchen closes, and when it opens again. */
async function kitchen(app: TestApp, local: string): Promise<unknown[]> {
  app.clock.set(instantOf(local));
  const { ahora } = (await app.get("/api/info")).body;
  return [ahora.abierto, ahora.cocina_abierta, ahora.cocina_cierra, ahora.cocina_abre];
}

function pickUp(app: TestApp, id: string): ReturnType<typeof postDraft> {
  return postDraft(app, { lineas: [{ id, cantidad: 1 }], entrega: PICKUP });
}
