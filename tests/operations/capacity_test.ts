/** A limit of people at each time: what is listed, what is refused, and what is said of the places left. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { testRestaurant } from "../support/restaurant_fixture.ts";
import { reservationBody } from "../support/test_app.ts";
import { checkedApp, listedTimes, type TestApp } from "./_checked_app.ts";

const THURSDAY = "2026-03-12";
const booking = { arrivalMarginMinutes: 30, noticeMinutes: 15, peoplePerTime: 10, room: null };
const limited = () => checkedApp({ restaurant: testRestaurant({ booking }) });

async function isListed(app: TestApp, hora: string, query: string): Promise<boolean> {
  return (await listedTimes(app, query)).includes(hora);
}

Deno.test("a time without room for the party leaves the list, and is there for one that fits", async () => {
  await using app = await limited();
  await app.post("/api/reserva", reservationBody({ personas: 7 }));
  await eventually(async () => !await isListed(app, "20:30", `dia=${THURSDAY}&personas=4`));
  assertEquals(await isListed(app, "20:30", `dia=${THURSDAY}&personas=3`), true);
  assertEquals(await isListed(app, "20:30", `dia=${THURSDAY}`), true);
  assertEquals(await isListed(app, "20:00", `dia=${THURSDAY}&personas=10`), true);
  assertEquals(await listedTimes(app, `dia=${THURSDAY}&personas=11`), []);
  const rest = reservationBody({ personas: 3, telefono: "9990000001" });
  assertEquals((await app.post("/api/reserva", rest)).status, 200);
  await eventually(async () => !await isListed(app, "20:30", `dia=${THURSDAY}`));
});

Deno.test("a limit of the room counts guests for their stay, in the list and for a table", async () => {
  const room = { people: 10, stayMinutes: 90 };
  const restaurant = testRestaurant({ booking: { ...booking, peoplePerTime: null, room } });
  await using app = await checkedApp({ restaurant });
  await app.post("/api/reserva", reservationBody({ hora: "19:30", personas: 6 }));
  const query = `dia=${THURSDAY}&personas=5`;
  await eventually(async () => !await isListed(app, "20:30", query));
  assertEquals(await isListed(app, "21:30", query), true);
  const asked = { personas: 5, telefono: "9990000001" };
  const { status, body } = await app.post("/api/reserva", reservationBody(asked));
  assertEquals([status, body.error], [422, "hora_no_reservable"]);
  assertStringIncludes(body.detalle, "no tienen lugar para 5: quedan 4");
  const fits = await app.post("/api/reserva", reservationBody({ ...asked, personas: 4 }));
  assertEquals(fits.status, 200);
});

Deno.test("a refusal says how many places are left, and which times have room for the party", async () => {
  await using app = await limited();
  const held = async (hora: string, personas: number, telefono: string) =>
    await app.post("/api/reserva", reservationBody({ hora, personas, telefono }));
  await held("20:30", 8, "9990000001");
  await held("20:00", 9, "9990000002");
  await eventually(async () => !await isListed(app, "20:00", `dia=${THURSDAY}&personas=4`));
  const { status, body } = await held("20:30", 4, "9990000003");
  assertEquals([status, body.motivo, body.error, body.campo], [
    ...[422, "datos", "hora_no_reservable", "hora"],
  ]);
  assertStringIncludes(body.detalle, "no tienen lugar para 4: quedan 2");
  assertStringIncludes(
    body.detalle,
    "con lugar para 4 más cercanas de ese día son: 19:00, 19:30, 21:00, 21:30",
  );
  await held("20:30", 2, "9990000004");
  assertStringIncludes((await held("20:30", 1, "9990000005")).body.detalle, "no queda ninguno");
});

Deno.test("a party that no coming evening has room for writes, as its list and refusal and the largest party in info say", async () => {
  await using app = await limited();
  const { body } = await app.post("/api/reserva", reservationBody({ personas: 11 }));
  assertStringIncludes(body.detalle, "quedan 10");
  assertStringIncludes(body.detalle, "no quedan horas aceptadas con lugar para 11");
  const { body: list } = await app.get("/api/disponibilidad?personas=11");
  assertEquals([list.whatsapp, typeof list.whatsapp], [body.whatsapp, "string"]);
  assertEquals("whatsapp" in (await app.get("/api/disponibilidad?personas=10")).body, false);
  assertEquals((await app.get("/api/info")).body.personas_maximo, 10);
});
