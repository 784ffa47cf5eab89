/** The first steps as a table: what of a restaurant is there, and what is left. */
import { assertEquals } from "@std/assert";
import { NO_DELIVERY } from "../../src/domain/tariff.ts";
import { firstSteps } from "../../src/staff/first_steps.ts";
import { testRestaurant } from "../support/restaurant_fixture.ts";
import { quietSource, testBoard } from "../support/test_board.ts";
import { assertSays, formFields, sampleReservation, wordsOf } from "./_board_pages.ts";

type Begun = Parameters<typeof firstSteps>[0];

const { menu, tariff, booking } = testRestaurant();
const UNLIMITED = { ...booking, peoplePerTime: null, room: null };
const NOTHING: Begun = {
  phone: null,
  menu: { sections: [], additions: [] },
  tariff: NO_DELIVERY,
  privacyNotice: null,
  booking: UNLIMITED,
  hasHours: false,
  takesReservations: false,
  mapCovers: null,
  copiesSent: false,
  hasHostKey: false,
  aside: [],
};
const PLACED: Begun = { ...NOTHING, phone: "+529991234567" };
const ALL: Begun = {
  ...PLACED,
  menu,
  tariff,
  privacyNotice: "https://casa.example/aviso",
  hasHours: true,
  booking: { ...UNLIMITED, peoplePerTime: 12 },
  takesReservations: true,
  mapCovers: "A 8 km a la redonda hay calles",
  copiesSent: true,
  hasHostKey: true,
};

/** Steps in their order, each by its state; those that are not listed do not belong to the list. */
const TABLE: readonly (readonly [what: string, begun: Begun, steps: string])[] = [
  [
    "nothing: the place is first",
    NOTHING,
    "lugar next, horario waits, carta waits, envio waits, aviso waits, copias waits, clave next, cupo waits, reservas waits",
  ],
  [
    "a place: the rest in any order, reservations once there are hours",
    PLACED,
    "lugar done, horario next, carta next, envio next, aviso next, copias next, clave next, cupo next, reservas waits",
  ],
  [
    "hours: reservations can be opened",
    { ...PLACED, hasHours: true },
    "lugar done, horario done, carta next, envio next, aviso next, copias next, clave next, cupo next, reservas next",
  ],
  [
    "sections without dishes: the menu is not done",
    { ...PLACED, menu: { sections: [{ name: "Antojitos", dishes: [] }], additions: [] } },
    "lugar done, horario next, carta next, envio next, aviso next, copias next, clave next, cupo next, reservas waits",
  ],
  [
    "a tariff: a map is needed",
    { ...PLACED, tariff },
    "lugar done, horario next, carta next, envio done, mapa next, aviso next, copias next, clave next, cupo next, reservas waits",
  ],
  [
    "delivery that is quoted on WhatsApp: no map",
    { ...PLACED, tariff: { ...NO_DELIVERY, maxRadiusKm: 5, unpriced: true } },
    "lugar done, horario next, carta next, envio done, aviso next, copias next, clave next, cupo next, reservas waits",
  ],
  [
    "no delivery, no notice: set aside",
    { ...PLACED, aside: ["envio", "aviso"] },
    "lugar done, horario next, carta next, envio aside, aviso aside, copias next, clave next, cupo next, reservas waits",
  ],
  [
    "what was set aside and is there is done",
    { ...ALL, aside: ["envio", "mapa"] },
    "lugar done, horario done, carta done, envio done, mapa done, aviso done, copias done, clave done, cupo done, reservas done",
  ],
  [
    "a database on a server: its operator makes the copies",
    { ...ALL, copiesSent: null },
    "lugar done, horario done, carta done, envio done, mapa done, aviso done, clave done, cupo done, reservas done",
  ],
];

for (const [what, begun, steps] of TABLE) {
  Deno.test(`first steps with ${what}`, () => {
    assertEquals(firstSteps(begun).map(({ name, state }) => `${name} ${state}`).join(", "), steps);
  });
}

Deno.test("the list is on the first page of a board that began without a file, until it is put away", async () => {
  await using board = await testBoard({ source: quietSource() });
  const list = async (path = "/") =>
    wordsOf((await board.get(path)).text).includes("Primeros pasos");
  assertEquals(await list(), false, "it began with a file");
  await board.storage.switches.setFirstSteps([]);
  assertEquals([await list(), await list("/?dia=2026-03-12"), await list("/casa")], [
    true,
    false,
    false,
  ]);
  assertSays(await board.get("/"), "Mapa de calles Sin él ningún envío tiene precio");
  assertEquals((await board.post("/pasos", { accion: "mapa" })).location, "/");
  assertSays(await board.get("/"), "Sin mapa Mapa de calles");
  assertEquals((await board.post("/pasos", { accion: "otro" })).status, 422);
  const save = async (path: string, typed: Readonly<Record<string, string>>) => {
    const { version } = board.deps.restaurantBook.served();
    return (await board.post(path, { version: `${version}`, ...typed })).location;
  };
  assertEquals(await save("/ajustes/contacto", { valet: "no" }), "/ajustes/contacto?hecho=2");
  const limit = { "reservas.cupo_por_horario": "40" };
  assertEquals(await save("/ajustes/reservas", limit), "/?hecho=guardado", "a step was taken");
  await board.post("/pasos", { accion: "quitar" });
  assertEquals(await list(), false);
});

Deno.test("the host's key is shown before it counts; the step that makes it leads back to the list, a later one does not", async () => {
  await using board = await testBoard({ source: quietSource() });
  await board.storage.switches.setFirstSteps([]);
  const change = async () => {
    const shown = await board.post("/claves", { accion: "hacer", cual: "turno" });
    assertSays(shown, "Cópiala ya: no se vuelve a mostrar.");
    const form = { ...formFields(shown.text, "cambiar"), accion: "cambiar" };
    return (await board.post("/claves", form)).location;
  };
  assertEquals(await change(), "/");
  assertSays(await board.get("/"), "Hecho Clave para el turno");
  assertEquals(await change(), "/claves?hecho");
});

Deno.test("with a map the list says what it covers", async () => {
  const covers = "A 8 km a la redonda hay 50.2 km de calles, y en auto se llega al 99 %";
  const staffDeps = () => ({ mapCovers: () => covers });
  await using board = await testBoard({ source: quietSource(), staffDeps });
  await board.storage.switches.setFirstSteps([]);
  assertSays(await board.get("/"), `Hecho Mapa de calles ${covers}.`);
});

Deno.test("while steps are left, hours that leave reservations outside of them lead to those reservations", async () => {
  await using board = await testBoard({ source: quietSource() });
  await board.storage.switches.setFirstSteps([]);
  await board.storage.book.take(sampleReservation({ time: "21:30" }), "Lupe", "R-7K3M9QAB");
  const close = { version: "0", "horario.sabado": "cerrado", accion: "guardar" };
  const shown = await board.post("/ajustes/horario", close);
  assertSays(shown, "Fuera del horario nuevo: 1 reservación", "Todavía no se guarda nada.");
  const { location } = await board.post("/ajustes/horario", { ...close, visto: "0" });
  assertEquals(location, "/versiones?hecho=2");
  assertSays(await board.get(location!), "Fuera del horario nuevo: 1 reservación");
});
