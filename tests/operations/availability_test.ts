import { resume } from "../support/taking_back.ts";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { instantOf } from "../support/restaurant_fixture.ts";
import { checkedApp, listedTimes, type TestApp } from "./_checked_app.ts";

const PATH = "/api/disponibilidad";

Deno.test("disponibilidad holds the contract's fields, and seven days from today where nothing is asked for", async () => {
  await using app = await checkedApp();
  const { status, headers, body } = await app.get(PATH);
  assertEquals([status, headers.get("cache-control")], [200, "no-store"]);
  const { dias, ...rest } = body;
  assertEquals(rest, {
    zona: "America/Merida",
    calculado: "2026-03-10T12:00",
    reservas_activas: true,
    paso_minutos: 30,
    margen_minutos: 30,
  });
  const { horas_reservables, ...tuesday } = dias[0];
  assertEquals(tuesday, {
    dia: "2026-03-10",
    dia_semana: "martes",
    abre: true,
    local: { abre: "13:00", cierra: "23:00" },
    cocina_cierra: "22:00",
  });
  assertEquals(horas_reservables, halfHours("13:00", "21:30"));
  assertEquals(dias.map(({ dia }: { dia: string }) => dia), [
    ...["2026-03-10", "2026-03-11", "2026-03-12", "2026-03-13", "2026-03-14", "2026-03-15"],
    "2026-03-16",
  ]);
});

Deno.test("times run from the first half hour after opening to kitchen closing less the margin", async () => {
  await using app = await checkedApp();
  // 08:15 to 12:00 and 13:00 to 23:00: the kitchen closes at 11:00 and at 22:00.
  const { dias: [wednesday] } = await ask(app, "dia=2026-03-11");
  assertEquals(wednesday.local, { abre: "08:15", cierra: "23:00" });
  assertEquals(wednesday.cocina_cierra, "22:00");
  assertEquals(wednesday.horas_reservables, [
    ...halfHours("08:30", "10:30"),
    ...halfHours("13:00", "21:30"),
  ]);
});

Deno.test("times after midnight stand under the day on which they fall, even one that does not open", async () => {
  await using app = await checkedApp();
  const [saturday, sunday, monday] = (await ask(app, "dias=7")).dias.slice(4);
  assertEquals(saturday.horas_reservables, ["00:00", "00:30", ...halfHours("13:00", "23:30")]);
  assertEquals([saturday.local, saturday.cocina_cierra], [
    { abre: "13:00", cierra: "02:00" },
    "01:00",
  ]);
  const friday = { noche_del: "2026-03-13", dia_semana: "viernes" };
  assertEquals(
    saturday.despues_de_medianoche,
    ["00:00", "00:30"].map((hora) => ({ hora, ...friday })),
  );
  // Sunday's kitchen closes at 19:30, half an hour before the venue.
  assertEquals(sunday.horas_reservables, ["00:00", "00:30", ...halfHours("12:00", "19:00")]);
  assertEquals(monday, {
    dia: "2026-03-16",
    dia_semana: "lunes",
    abre: false,
    local: null,
    cocina_cierra: null,
    horas_reservables: [],
    detalle: "El lunes 2026-03-16 está cerrado, como cada semana.",
  });
  await app.storage.closures.add({ kind: "day", day: "2026-03-15" }, "prueba");
  const { dias: [closed] } = await ask(app, "dia=2026-03-15");
  assertEquals([closed.abre, closed.local, closed.horas_reservables], [false, null, [
    "00:00",
    "00:30",
  ]]);
});

Deno.test("a day opens and closes as closures leave it, and what they close is said of what is left alone", async () => {
  await using app = await checkedApp({ now: instantOf("2026-03-11T10:20") });
  const { closures } = app.storage;
  const span = (from: string, to: string) =>
    closures.add({ kind: "span", from: `2026-03-11T${from}`, to: `2026-03-11T${to}` }, "");
  const told = async () => {
    const { abre, local, detalle } = (await ask(app, "dia=2026-03-11")).dias[0];
    return [abre, local, detalle];
  };
  await span("13:00", "15:00");
  await span("21:00", "23:00");
  assertEquals(await told(), [true, { abre: "08:15", cierra: "21:00" }, undefined]);
  await span("08:15", "09:00");
  await span("13:00", "23:00");
  const left = "Las horas que quedan del miércoles 2026-03-11 están cerradas.";
  assertEquals(await told(), [true, { abre: "09:00", cierra: "12:00" }, left]);
  const body = { dia: "2026-03-11", hora: "10:00", personas: 2, nombre: "Ana" };
  const refused = await app.post("/api/reserva", { ...body, telefono: "9990000001" });
  assertStringIncludes(refused.body.detalle, left);
  await span("08:00", "12:00");
  assertEquals(await told(), [false, null, "El miércoles 2026-03-11 está cerrado."]);
});

Deno.test("today's list begins at the notice ahead of now", async () => {
  await using app = await checkedApp({ now: instantOf("2026-03-10T13:15") });
  assertEquals((await listedTimes(app, "dia=2026-03-10"))[0], "13:30");
  app.clock.set(instantOf("2026-03-10T13:16"));
  assertEquals((await listedTimes(app, "dia=2026-03-10"))[0], "14:00");
  app.clock.set(instantOf("2026-03-10T21:16"));
  assertEquals(await listedTimes(app, "dia=2026-03-10"), []);
});

Deno.test("after midnight today is the new day, and still lists the tail of the evening", async () => {
  await using app = await checkedApp({ now: instantOf("2026-03-14T00:10") });
  const { calculado, dias: [saturday] } = await ask(app, "dias=1");
  assertEquals(calculado, "2026-03-14T00:10");
  assertEquals(saturday.horas_reservables.slice(0, 2), ["00:30", "13:00"]);
});

Deno.test("while reservations are switched off every list is empty, and the days are listed all the same", async () => {
  await using app = await checkedApp();
  await app.storage.switches.pause(null);
  const { reservas_activas, dias } = await ask(app, "dias=90");
  assertEquals([reservas_activas, dias.length], [false, 90]);
  assertEquals(dias.flatMap((day: Day) => day.horas_reservables), []);
  assertEquals([dias[0].abre, dias[0].cocina_cierra], [true, "22:00"]);
  await resume(app.storage.closures);
  assertEquals((await listedTimes(app, "dia=2026-03-10")).length, 18);
});

Deno.test("a time is accepted for five minutes after it has left the list, and no longer", async () => {
  await using app = await checkedApp({ now: instantOf("2026-03-10T13:15") });
  const at = async (local: string, n: number) => {
    app.clock.set(instantOf(local));
    const listed = (await listedTimes(app, "dia=2026-03-10")).includes("13:30");
    return [listed, await reserves(app, "2026-03-10", "13:30", n)];
  };
  assertEquals(await at("2026-03-10T13:15", 1), [true, true]);
  assertEquals(await at("2026-03-10T13:16", 2), [false, true]);
  assertEquals(await at("2026-03-10T13:20", 3), [false, true]);
  assertEquals(await at("2026-03-10T13:21", 4), [false, false]);
});

interface Day {
  readonly dia: string;
  readonly horas_reservables: readonly string[];
}

// deno-lint-ignore no-explicit-any -- bodies are what these tests look into
async function ask(app: TestApp, query: string): Promise<any> {
  const { status, text, body } = await app.get(`${PATH}?${query}`);
  assertEquals(status, 200, text);
  return body;
}

/** Whether the time can be had; party number `n` asks for it. */
async function reserves(app: TestApp, dia: string, hora: string, n: number): Promise<boolean> {
  const telefono = String(9_990_000_000 + n);
  const body = { dia, hora, personas: 2, nombre: "Ana", telefono };
  const { status } = await app.post("/api/reserva", body);
  return status === 200;
}

/** The half hours from one to the other, both included. */
function halfHours(from: string, to: string): string[] {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const length = (minutes(to) - minutes(from)) / 30 + 1;
  return Array.from({ length }, (_, n) => {
    const minute = minutes(from) + n * 30;
    return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0"))
      .join(":");
  });
}
