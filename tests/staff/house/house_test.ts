/** The switches on the board, and what guests read the moment they are turned. */
import { removeClosure } from "../../support/taking_back.ts";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { instantOf, testRestaurant } from "../../support/restaurant_fixture.ts";
import { homeDraftBody } from "../../support/test_app.ts";
import { type BoardAnswer, type TestBoard, testBoard } from "../../support/test_board.ts";
import {
  ask,
  assertSays,
  formFields,
  linksTo,
  messagesTo,
  reserve,
  takeBack,
  takingBack,
  undo,
  wordsOf,
} from "../_board_pages.ts";

/** A Saturday: the restaurant is open from 13:00 until 02:00, its kitchen until 01:00. */
const SATURDAY = "2026-03-14";
const EVENING = instantOf(`${SATURDAY}T18:00`);

/** Presses a button of /casa; the page that follows says each of `words`. */
async function press(
  board: TestBoard,
  form: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<BoardAnswer> {
  const { status, location } = await board.post("/casa", form);
  assertEquals(status, 303);
  assertMatch(location!, /^\/casa#(reservas|cocina|platillos)$/);
  const page = await board.get("/casa");
  assertSays(page, ...words);
  return page;
}

/** The status of a guest's request. */
async function asked(board: TestBoard, changes: Record<string, unknown> = {}): Promise<number> {
  return (await ask(board, { hora: "21:00", ...changes })).status;
}

Deno.test("a pause until staff open again refuses every day from its own answer on", async () => {
  await using board = await testBoard({ now: EVENING });
  assertSays(await board.get("/casa"), "Abiertas.");
  await press(
    board,
    { accion: "pausar" },
    "En pausa para todos los días, hasta que alguien las abra.",
  );
  assertEquals(await asked(board), 503);
  assertEquals(await asked(board, { dia: "2026-03-15", hora: "13:00" }), 503);
  assertEquals((await board.app.get("/api/disponibilidad")).body.reservas_activas, false);
  const asking = await board.get("/cierres?quitar=pausa&volver=/casa");
  assertSays(asking, "sábado 14 de marzo: 18:30 a 00:30", "días más");
  await takeBack(board, "/cierres?quitar=pausa&volver=/casa");
  assertSays(await board.get("/casa"), "Abiertas.");
  assertEquals(await asked(board), 200);
  assertEquals((await board.app.get("/api/disponibilidad")).body.reservas_activas, true);
});

/** Two services: the first from 13:00 until 17:30, the second from 19:00 until 02:00. */
const TWO_SERVICES = (() => {
  const { hours } = testRestaurant();
  const services = [{ opens: 780, closes: 1050 }, { opens: 1140, closes: 1560 }];
  return testRestaurant({ hours: hours.map((day) => ({ ...day, services })) });
})();

/** When a pause is begun, by which button, what the page says, and when it ends. */
const PAUSES: readonly (readonly [at: string, action: string, says: string, ends: string])[] = [
  ["14T18:00", "pausar_hora", "hoy a las 19:00", "14T19:00"],
  ["14T18:00", "pausar_servicio", "mañana a las 02:00", "15T02:00"],
  ["14T10:00", "pausar_servicio", "hoy a las 17:30", "14T17:30"],
  ["14T17:29", "pausar_servicio", "hoy a las 17:30", "14T17:30"],
  ["14T23:30", "pausar_hora", "mañana a las 00:30", "15T00:30"],
  ["15T01:30", "pausar_hora", "hoy a las 02:30", "15T02:00"],
  ["15T01:30", "pausar_servicio", "hoy a las 02:00", "15T02:00"],
];

for (const [at, accion, says, ends] of PAUSES) {
  Deno.test(`a pause stops tonight alone: ${accion} at ${at}`, async () => {
    await using board = await testBoard({
      now: instantOf(`2026-03-${at}`),
      restaurant: TWO_SERVICES,
    });
    const before = await listed(board);
    const words = `solo para el sábado 14 de marzo, hasta ${says}.`;
    assertSays(
      await board.get("/casa"),
      "Abiertas.",
      `Se pausa ${words} Para otros días se sigue reservando.`,
    );
    await press(board, { accion }, `En pausa ${words}`);
    assertSays(await board.get("/"), `Reservaciones en pausa ${words}`);
    // Saturday's night and no other.
    const isTonight = (time: string) => time < "2026-03-15T02:00";
    assertEquals(await listed(board), before.filter((time) => !isTonight(time)));
    assertEquals((await board.app.get("/api/disponibilidad")).body.reservas_activas, true);
    if (before.some(isTonight)) {
      const [dia, hora] = before[0]!.split("T");
      const { status, body } = await ask(board, { dia, hora });
      assertEquals([status, body.motivo, body.campo], [422, "datos", "hora"]);
    }
    assertEquals(await asked(board, { dia: "2026-03-15", hora: "14:00" }), 200);
    board.clock.set(instantOf(`2026-03-${ends}`) - 1);
    assertSays(await board.get("/casa"), "En pausa");
    board.clock.set(instantOf(`2026-03-${ends}`));
    assertSays(await board.get("/casa"), "Abiertas.");
    assertSays(await board.get("/cierres"), "en los últimos 30 días Nada.");
    const [dia, hora] = (await listed(board))[0]!.split("T");
    assertEquals(await asked(board, { dia, hora, telefono: "9990000055" }), 200);
  });
}

/** The times of two days that guests are offered. */
async function listed({ app }: TestBoard): Promise<string[]> {
  const { dias } = (await app.get("/api/disponibilidad?dias=2")).body;
  return dias.flatMap(({ dia, horas_reservables }: { dia: string; horas_reservables: string[] }) =>
    horas_reservables.map((hora) => `${dia}T${hora}`)
  );
}

Deno.test("a pause is made longer in one tap, and shorter by ending it alone", async () => {
  await using board = await testBoard({ now: EVENING });
  const offered = async () => {
    const { text } = await board.get("/casa");
    return ["pausar_hora", "pausar_servicio", "pausar"].filter((each) =>
      text.includes(`value="${each}"`)
    );
  };
  const refused = async (accion: string) => {
    const before = board.deps.state().pause;
    const answer = await board.post("/casa", { accion });
    assertEquals(answer.status, 422);
    assertSays(answer, "ya hay una pausa más larga");
    assertEquals(board.deps.state().pause, before);
  };
  await press(board, { accion: "pausar_hora" });
  board.clock.set(EVENING + 60_000);
  assertEquals(await offered(), ["pausar_hora", "pausar_servicio", "pausar"]);
  await press(board, { accion: "pausar_hora" }, "hasta hoy a las 19:01.");
  await press(board, { accion: "pausar_servicio" });
  assertEquals(await offered(), ["pausar_servicio", "pausar"]);
  await refused("pausar_hora");
  await press(board, { accion: "pausar" });
  assertEquals(await offered(), []);
  await refused("pausar_servicio");
});

Deno.test("where no service is left today there is none to pause", async () => {
  await using board = await testBoard({ now: instantOf("2026-03-16T18:00") });
  assert(!(await board.get("/casa")).text.includes("pausar_hora"));
  assertEquals((await board.post("/casa", { accion: "pausar_servicio" })).status, 422);
  assertEquals(board.deps.state().pause, null);
});

Deno.test("ending a pause shows what it opens and asks, is undone as it was, and remembered if not", async () => {
  await using board = await testBoard({ now: EVENING });
  await press(board, { accion: "pausar_servicio" });
  const rosa = await board.signIn("Rosa");
  const { pause } = board.deps.state();
  const [link] = linksTo((await board.get("/casa")).text, "/cierres?quitar=");
  const page = await rosa.get(link!);
  assertSays(
    page,
    "Pausa solo para el sábado 14 de marzo, hasta mañana a las 02:00.",
    "Los clientes podrán reservar sábado 14 de marzo: 18:30 a 00:30 Sí, abrir No, dejarlo",
  );
  assertEquals(await asked(board), 422);
  board.clock.set(instantOf(`${SATURDAY}T18:45`));
  const ended = await takeBack(rosa, link!);
  assertEquals(board.deps.state().pause, null);
  assertSays(await board.get("/casa"), "Abiertas.", "Último cambio: Rosa, hoy a las 18:45");
  assertSays(
    await board.get("/cierres"),
    "hasta mañana a las 02:00. Cerró Wendy, hoy a las 18:00; abrió Rosa, hoy a las 18:45.",
  );
  assertEquals((await undo(rosa, ended)).location, "/casa");
  assertEquals(board.deps.state().pause, pause);
  assertSays(await board.get("/casa"), "Último cambio: Wendy, hoy a las 18:00");
  assertSays(await board.get("/cierres"), "en los últimos 30 días Nada.");
  assertEquals(await asked(board), 422);
});

Deno.test("a pause that is not the one that was seen is not ended, nor replaced by undoing", async () => {
  await using board = await testBoard({ now: EVENING });
  await press(board, { accion: "pausar_hora" });
  const [link] = linksTo((await board.get("/casa")).text, "/cierres?quitar=");
  const form = takingBack((await board.get(link!)).text);
  await press(board, { accion: "pausar" });
  const late = await board.post("/cierres", form);
  assertEquals(late.status, 409);
  assertEquals(board.deps.state().pause, { until: null });
  const ended = await takeBack(board, link!);
  await press(board, { accion: "pausar_hora" });
  const { pause } = board.deps.state();
  assertEquals((await undo(board, ended)).status, 409);
  assertEquals(board.deps.state().pause, pause);
});

Deno.test("a text that is not a time switches nothing, and says so", async () => {
  await using board = await testBoard({ now: EVENING });
  for (const hora of ["", "25:00", "8:30", "ocho", '"><script>']) {
    const answer = await board.post("/casa", { accion: "cocina_a", hora });
    assertEquals(answer.status, 422);
    assertSays(answer, "Escribe la hora con cuatro cifras");
    assert(!answer.text.includes("<script>"));
  }
  assertEquals(board.deps.state(), { ...board.deps.state(), pause: null, earlyKitchen: null });
});

Deno.test("the kitchen closes early to the minute, and its last guests come with time to eat", async () => {
  await using board = await testBoard({ now: EVENING });
  await press(
    board,
    // Some browsers send the seconds.
    { accion: "cocina_a", hora: "21:30:00" },
    "Cierra hoy antes, a las 21:30. De costumbre, a la 1:00.",
  );
  assertEquals((await board.app.get("/api/info")).body.ahora.cocina_cierra, "21:30");
  assertEquals(await lastTime(board), "21:00");
  assertEquals(await asked(board, { hora: "21:30" }), 422);
  assertEquals(await asked(board, { hora: "21:00" }), 200);
  await press(board, { accion: "cocina_normal" }, "Hoy cierra a la 1:00. Es su hora de costumbre.");
  assertEquals((await board.app.get("/api/info")).body.ahora.cocina_cierra, "01:00");
});

Deno.test("the kitchen is said to close where a closure until the end of the service begins", async () => {
  await using board = await testBoard({ now: EVENING });
  const [from, to] = [`${SATURDAY}T20:00`, "2026-03-15T02:00"];
  await board.storage.closures.add({ kind: "span", from, to }, "");
  const usually = "De costumbre, a la 1:00.";
  const closes = `Cierra hoy antes, a las 20:00. ${usually} Después está cerrado.`;
  assertSays(await board.get("/casa"), closes);
  await press(board, { accion: "cocina_a", hora: "21:30" }, closes);
  await press(
    board,
    { accion: "cocina_a", hora: "19:00" },
    `Cierra hoy antes, a las 19:00. ${usually} Solo se reserva para llegar con tiempo de cenar.`,
  );
  await press(board, { accion: "cocina_normal" }, closes);
  board.clock.set(instantOf(from));
  const closed = await board.get("/casa");
  assertSays(closed, `Cerró hoy a las 20:00. ${usually} Ya no se reserva para hoy.`);
  assert(!closed.text.includes("cocina_"));
});

async function lastTime(board: TestBoard): Promise<string> {
  const { body } = await board.app.get(`/api/disponibilidad?dia=${SATURDAY}`);
  return body.dias[0].horas_reservables.at(-1);
}

Deno.test("the kitchen closes now: no answer says that it is open", async () => {
  await using board = await testBoard({ now: EVENING });
  await press(board, { accion: "cocina_ya" }, "Cerró hoy a las 18:00.");
  const { ahora } = (await board.app.get("/api/info")).body;
  assertEquals([ahora.abierto, ahora.cocina_abierta], [true, false]);
  assertEquals(await asked(board), 422);
});

Deno.test("a kitchen that closes early shows who comes too late for it, with a message for each", async () => {
  await using board = await testBoard({ now: EVENING });
  const inTime = await reserve(board, { hora: "21:00" });
  const late = await reserve(board, { hora: "21:30", telefono: "9991110000", personas: 2 });
  const tail = { dia: "2026-03-15", hora: "00:30", telefono: "9992220000" };
  const night = await reserve(board, tail);
  const other = await reserve(board, { ...tail, hora: "18:00", telefono: "9993330000" });
  assert(!(await board.get("/casa")).text.includes("Llegan tarde"));
  await board.post("/casa", { accion: "cocina_a", hora: "21:30" });
  const page = await board.get("/casa");
  assertSays(page, "Llegan tarde para la cocina: 2 reservaciones, 6 personas", late, night);
  assert(!page.text.includes(inTime) && !page.text.includes(other));
  assertStringIncludes(
    messagesTo(page.text, "529991110000")[0]!,
    `por su reservación ${late}: sábado 14 de marzo a las 21:30, 2 personas. Lamentamos avisarle que ese día la ` +
      "cocina cierra antes de lo acostumbrado, a las 21:30. ¿Le acomoda otro día u otra hora?",
  );
  const usual = await press(board, { accion: "cocina_normal" });
  assert(!usual.text.includes("Llegan tarde"));
  await press(
    board,
    { accion: "cocina_a", hora: "00:55" },
    "Llegan tarde para la cocina: 1 reservación, 4 personas",
  );
  const id = await board.storage.closures.add({ kind: "day", day: SATURDAY }, "");
  const closed = await board.get("/casa");
  assertEquals([closed.status, closed.text.includes("Llegan tarde")], [200, false]);
  await removeClosure(board.storage.closures, id);
  for (const [time, isLate] of [["01:59", true], ["02:00", false]] as const) {
    board.clock.set(instantOf(`2026-03-15T${time}`));
    assertEquals((await board.get("/casa")).text.includes("Llegan tarde"), isLate, time);
  }
});

Deno.test("a kitchen that is closed anyway cannot close early", async () => {
  await using board = await testBoard({ now: EVENING });
  const late = await board.post("/casa", { accion: "cocina_a", hora: "01:00" });
  assertEquals(late.status, 422);
  assertSays(late, "la cocina ya está cerrada de costumbre");
  assertEquals(formFields(late.text, "cocina_a").hora, "01:00");
  board.clock.set(instantOf("2026-03-16T18:00"));
  const monday = await board.post("/casa", { accion: "cocina_ya" });
  assertEquals(monday.status, 422);
  assertSays(monday, "Hoy no hay servicio");
  assertEquals(board.deps.state().earlyKitchen, null);
});

Deno.test("a dish that is sold out leaves the menu and is refused in drafts until it is back", async () => {
  await using board = await testBoard({ now: EVENING });
  await press(
    board,
    { accion: "agotado_hasta", platillo: "panuchos" },
    "1 platillo agotado.",
    "Panuchos Hasta nuevo aviso",
  );
  assertEquals(await dishes(board), ["sopa-de-lima"]);
  const draft = await board.app.post("/api/pedido/borrador", homeDraftBody());
  assertEquals([draft.status, draft.body.motivo], [422, "lineas"]);
  board.clock.set(instantOf("2026-03-17T18:00"));
  assertEquals(await dishes(board), ["sopa-de-lima"], "held until staff put it back");
  await press(
    board,
    { accion: "ya_hay", platillo: "panuchos" },
    "Ninguno. Toda la carta se puede pedir.",
  );
  assertEquals(await dishes(board), ["panuchos", "sopa-de-lima"]);
  assertEquals((await board.app.post("/api/pedido/borrador", homeDraftBody())).status, 200);
});

Deno.test("a dish that is sold out for today is back on the next service day, not at midnight", async () => {
  await using board = await testBoard({ now: EVENING });
  await press(board, { accion: "agotado_hoy", platillo: "panuchos" });
  board.clock.set(instantOf("2026-03-15T01:59"));
  assertEquals(await dishes(board), ["sopa-de-lima"], "Saturday's service still runs");
  board.clock.set(instantOf("2026-03-15T02:00"));
  assertEquals(await dishes(board), ["panuchos", "sopa-de-lima"]);
  assertSays(await board.get("/casa"), "Ninguno.");
});

async function dishes(board: TestBoard): Promise<string[]> {
  const { secciones } = (await board.app.get("/api/menu")).body;
  return secciones.flatMap((section: { platillos: { id: string }[] }) =>
    section.platillos.map(({ id }) => id)
  );
}

Deno.test("what the restaurant's file says is sold out is listed as such, and cannot be put back on the board", async () => {
  const { menu } = testRestaurant();
  const [section] = menu.sections;
  const dishes = section!.dishes.map((dish) => ({ ...dish, soldOut: dish.id === "panuchos" }));
  const restaurant = testRestaurant({ menu: { ...menu, sections: [{ ...section!, dishes }] } });
  await using board = await testBoard({ now: EVENING, restaurant });
  const page = await board.get("/casa");
  assertSays(page, "1 platillo agotado.", "Panuchos Lo dice el archivo del restaurante.");
  assert(!page.text.includes('name="platillo" value="panuchos"'), "there is no button for it");
});

Deno.test("a button that does not exist, or a dish that does not, switches nothing", async () => {
  await using board = await testBoard({ now: EVENING });
  const before = board.deps.state();
  const forms: readonly Record<string, string>[] = [
    {},
    { accion: "toString" },
    { accion: "apagar_todo" },
    { accion: "agotado_hoy" },
    { accion: "agotado_hoy", platillo: "paella" },
    { accion: "ya_hay", platillo: "paella" },
  ];
  for (const form of forms) {
    assertEquals((await board.post("/casa", form)).status, 422, JSON.stringify(form));
  }
  assertEquals(board.deps.state(), before);
});

Deno.test("beside each switch stands who turned it and when, from whichever device", async () => {
  await using board = await testBoard({ now: EVENING });
  assert(!(await board.get("/casa")).text.includes('class="turn"'));
  const rosa = await board.signIn("Rosa <i>");
  await board.post("/casa", { accion: "pausar" });
  await board.post("/casa", { accion: "cocina_a", hora: "23:00" });
  await board.post("/casa", { accion: "agotado_hoy", platillo: "panuchos" });
  board.clock.set(instantOf(`${SATURDAY}T18:45`));
  await takeBack(rosa, "/cierres?quitar=pausa&volver=/casa");
  const { text } = await board.get("/casa");
  const turns = [...text.matchAll(/<small class="turn">.*?<\/small>/gs)]
    .map(([turn]) => wordsOf(`<main>${turn}`).trim());
  assertEquals(turns, [
    "Último cambio: Rosa <i>, hoy a las 18:45",
    "Último cambio: Wendy, hoy a las 18:00",
    "Último cambio: Wendy, hoy a las 18:00",
  ]);
  assert(!text.includes("Rosa <i>"));
});
