/** The switches on the board, and what guests read the moment they are turned. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { instantOf, testRestaurant } from "../../support/restaurant_fixture.ts";
import { homeDraftBody } from "../../support/test_app.ts";
import { type BoardAnswer, type TestBoard, testBoard } from "../../support/test_board.ts";
import { ask, assertSays, formFields, messagesTo, reserve, wordsOf } from "../_board_pages.ts";

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
    "En pausa. Para ningún día se reserva hasta que las abras.",
  );
  assertEquals(await asked(board), 503);
  assertEquals(await asked(board, { dia: "2026-03-15", hora: "13:00" }), 503);
  assertEquals((await board.app.get("/api/disponibilidad")).body.reservas_activas, false);
  await press(board, { accion: "reanudar" }, "Abiertas.");
  assertEquals(await asked(board), 200);
  assertEquals((await board.app.get("/api/disponibilidad")).body.reservas_activas, true);
});

Deno.test("a pause until a time ends by itself, also after midnight", async () => {
  await using board = await testBoard({ now: EVENING });
  await press(board, { accion: "pausar_hasta", hora: "20:30" }, "En pausa hasta hoy a las 20:30.");
  assertEquals(await asked(board), 503);
  board.clock.set(instantOf(`${SATURDAY}T20:30`));
  assertSays(await board.get("/casa"), "Abiertas.");
  assertEquals(await asked(board), 200);
  await press(
    board,
    { accion: "pausar_hasta", hora: "00:30" },
    "En pausa hasta mañana a las 00:30.",
  );
});

Deno.test("an hour that is past pauses nothing, says so and stays in its field", async () => {
  await using board = await testBoard({ now: EVENING });
  const refused = async (hora: string) => {
    const answer = await board.post("/casa", { accion: "pausar_hasta", hora });
    assertEquals(answer.status, 422, hora);
    assertSays(answer, "Esa hora ya pasó");
    assertEquals(formFields(answer.text, "pausar_hasta").hora, hora);
  };
  for (const hora of ["17:59", "18:00", "09:15"]) await refused(hora);
  board.clock.set(instantOf("2026-03-15T01:30"));
  for (const hora of ["01:15", "00:00"]) await refused(hora);
  assertEquals(board.deps.state().pause, null);
});

Deno.test("a pause for tonight refuses tonight as not listed, and takes every other day", async () => {
  await using board = await testBoard({ now: EVENING });
  await press(
    board,
    { accion: "pausar_noche" },
    "En pausa por esta noche. Para otros días se sigue reservando.",
  );
  const { reservas_activas, dias } = (await board.app.get("/api/disponibilidad?dias=2")).body;
  assertEquals(reservas_activas, true);
  assertEquals([dias[0].abre, dias[0].horas_reservables], [true, []]);
  assert(!dias[1].horas_reservables.includes("00:30"), "tonight's small hours");
  assertEquals(dias[1].horas_reservables[0], "12:00");
  const { status, body } = await ask(board, { hora: "21:00" });
  assertEquals([status, body.motivo, body.campo], [422, "datos", "hora"]);
  assertEquals(await asked(board, { dia: "2026-03-15", hora: "00:30" }), 422);
  assertEquals(await asked(board, { dia: "2026-03-15", hora: "13:00" }), 200);
  assertSays(await board.get("/"), "en pausa por esta noche");
  await press(board, { accion: "reanudar" }, "Abiertas.");
  assertEquals(await asked(board), 200);
});

Deno.test("a text that is not a time switches nothing, and says so", async () => {
  await using board = await testBoard({ now: EVENING });
  for (const accion of ["pausar_hasta", "cocina_a"]) {
    for (const hora of ["", "25:00", "8:30", "ocho", '"><script>']) {
      const answer = await board.post("/casa", { accion, hora });
      assertEquals(answer.status, 422);
      assertSays(answer, "Escribe la hora con cuatro cifras");
      assert(!answer.text.includes("<script>"));
    }
  }
  assertEquals(board.deps.state(), { ...board.deps.state(), pause: null, earlyKitchen: null });
});

Deno.test("the kitchen closes early to the minute, and its last guests come with time to eat", async () => {
  await using board = await testBoard({ now: EVENING });
  await press(
    board,
    { accion: "cocina_a", hora: "21:30" },
    "Cierra hoy antes, a las 21:30. De costumbre, a la 1:00.",
  );
  assertEquals((await board.app.get("/api/info")).body.ahora.cocina_cierra, "21:30");
  assertEquals(await lastTime(board), "21:00");
  assertEquals(await asked(board, { hora: "21:30" }), 422);
  assertEquals(await asked(board, { hora: "21:00" }), 200);
  await press(board, { accion: "cocina_normal" }, "Hoy cierra a la 1:00. Es su hora de costumbre.");
  assertEquals((await board.app.get("/api/info")).body.ahora.cocina_cierra, "01:00");
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
  await board.storage.closures.remove(id);
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
  const typed = ["cocina_a", "pausar_hasta"].map((action) => formFields(late.text, action).hora);
  assertEquals(typed, ["01:00", ""]);
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
  await rosa.post("/casa", { accion: "reanudar" });
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
