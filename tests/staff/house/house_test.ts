/** The switches on the board, and what guests read the moment they are turned. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { instantOf, testRestaurant } from "../../support/restaurant_fixture.ts";
import { homeDraftBody, reservationBody } from "../../support/test_app.ts";
import { type TestBoard, testBoard } from "../../support/test_board.ts";
import { formFields, linksTo, wordsOf } from "../_board_pages.ts";

/** A Saturday: the restaurant is open from 13:00 until 02:00, its kitchen until 01:00. */
const SATURDAY = "2026-03-14";
const EVENING = instantOf(`${SATURDAY}T18:00`);

/** Presses a button of /casa. @returns what the page that follows says */
async function press(board: TestBoard, form: Record<string, string>): Promise<string> {
  const { status, location } = await board.post("/casa", form);
  assertEquals(status, 303);
  assertMatch(location!, /^\/casa#(reservas|cocina|platillos)$/);
  return wordsOf((await board.get("/casa")).text);
}

async function reserve(board: TestBoard, changes: Record<string, unknown> = {}): Promise<number> {
  const body = reservationBody({ dia: SATURDAY, hora: "21:00", ...changes });
  return (await board.app.post("/api/reserva", body)).status;
}

Deno.test("a pause until staff open again refuses every day from its own answer on", async () => {
  await using board = await testBoard({ now: EVENING });
  assertStringIncludes(wordsOf((await board.get("/casa")).text), "Abiertas.");
  assertStringIncludes(
    await press(board, { accion: "pausar" }),
    "En pausa. Para ningún día se reserva hasta que las abras.",
  );
  assertEquals(await reserve(board), 503);
  assertEquals(await reserve(board, { dia: "2026-03-15", hora: "13:00" }), 503);
  assertEquals((await board.app.get("/api/disponibilidad")).body.reservas_activas, false);
  assertStringIncludes(await press(board, { accion: "reanudar" }), "Abiertas.");
  assertEquals(await reserve(board), 200);
  assertEquals((await board.app.get("/api/disponibilidad")).body.reservas_activas, true);
});

Deno.test("a pause until a time ends by itself, also after midnight", async () => {
  await using board = await testBoard({ now: EVENING });
  const today = await press(board, { accion: "pausar_hasta", hora: "20:30" });
  assertStringIncludes(today, "En pausa hasta hoy a las 20:30.");
  assertEquals(await reserve(board), 503);
  board.clock.set(instantOf(`${SATURDAY}T20:30`));
  assertStringIncludes(wordsOf((await board.get("/casa")).text), "Abiertas.");
  assertEquals(await reserve(board), 200);
  const night = await press(board, { accion: "pausar_hasta", hora: "00:30" });
  assertStringIncludes(night, "En pausa hasta mañana a las 00:30.");
});

Deno.test("an hour that is past pauses nothing, says so and stays in its field", async () => {
  await using board = await testBoard({ now: EVENING });
  const refused = async (hora: string) => {
    const { status, text } = await board.post("/casa", { accion: "pausar_hasta", hora });
    assertEquals(status, 422, hora);
    assertStringIncludes(wordsOf(text), "Esa hora ya pasó");
    assertEquals(formFields(text, "pausar_hasta").hora, hora);
  };
  for (const hora of ["17:59", "18:00", "09:15"]) await refused(hora);
  board.clock.set(instantOf("2026-03-15T01:30"));
  for (const hora of ["01:15", "00:00"]) await refused(hora);
  assertEquals(board.deps.state().pause, null);
});

Deno.test("a pause for tonight refuses tonight as not listed, and takes every other day", async () => {
  await using board = await testBoard({ now: EVENING });
  assertStringIncludes(
    await press(board, { accion: "pausar_noche" }),
    "En pausa por esta noche. Para otros días se sigue reservando.",
  );
  const { reservas_activas, dias } = (await board.app.get("/api/disponibilidad?dias=2")).body;
  assertEquals(reservas_activas, true);
  assertEquals([dias[0].abre, dias[0].horas_reservables], [true, []]);
  assert(!dias[1].horas_reservables.includes("00:30"), "tonight's small hours");
  assertEquals(dias[1].horas_reservables[0], "12:00");
  const tonight = reservationBody({ dia: SATURDAY, hora: "21:00" });
  const { status, body } = await board.app.post("/api/reserva", tonight);
  assertEquals([status, body.motivo, body.campo], [422, "datos", "hora"]);
  assertEquals(await reserve(board, { dia: "2026-03-15", hora: "00:30" }), 422);
  assertEquals(await reserve(board, { dia: "2026-03-15", hora: "13:00" }), 200);
  assertStringIncludes(wordsOf((await board.get("/")).text), "en pausa por esta noche");
  assertStringIncludes(await press(board, { accion: "reanudar" }), "Abiertas.");
  assertEquals(await reserve(board), 200);
});

Deno.test("a time that is none switches nothing, and says so", async () => {
  await using board = await testBoard({ now: EVENING });
  for (const accion of ["pausar_hasta", "cocina_a"]) {
    for (const hora of ["", "25:00", "8:30", "ocho", '"><script>']) {
      const { status, text } = await board.post("/casa", { accion, hora });
      assertEquals(status, 422);
      assertStringIncludes(wordsOf(text), "Escribe la hora con cuatro cifras");
      assert(!text.includes("<script>"));
    }
  }
  assertEquals(board.deps.state(), { ...board.deps.state(), pause: null, earlyKitchen: null });
});

Deno.test("the kitchen closes early to the minute, and its last guests come with time to eat", async () => {
  await using board = await testBoard({ now: EVENING });
  const closed = await press(board, { accion: "cocina_a", hora: "21:30" });
  assertStringIncludes(closed, "Cierra hoy antes, a las 21:30. De costumbre, a la 1:00.");
  assertEquals((await board.app.get("/api/info")).body.ahora.cocina_cierra, "21:30");
  assertEquals(await lastTime(board), "21:00");
  assertEquals(await reserve(board, { hora: "21:30" }), 422);
  assertEquals(await reserve(board, { hora: "21:00" }), 200);
  const usual = await press(board, { accion: "cocina_normal" });
  assertStringIncludes(usual, "Hoy cierra a la 1:00. Es su hora de costumbre.");
  assertEquals((await board.app.get("/api/info")).body.ahora.cocina_cierra, "01:00");
});

async function lastTime(board: TestBoard): Promise<string> {
  const { body } = await board.app.get(`/api/disponibilidad?dia=${SATURDAY}`);
  return body.dias[0].horas_reservables.at(-1);
}

Deno.test("the kitchen closes now: no answer says that it is open", async () => {
  await using board = await testBoard({ now: EVENING });
  assertStringIncludes(await press(board, { accion: "cocina_ya" }), "Cerró hoy a las 18:00.");
  const { ahora } = (await board.app.get("/api/info")).body;
  assertEquals([ahora.abierto, ahora.cocina_abierta], [true, false]);
  assertEquals(await reserve(board), 422);
});

Deno.test("a kitchen that closes early shows who comes too late for it, with a message for each", async () => {
  await using board = await testBoard({ now: EVENING });
  const folio = async (changes: Record<string, unknown>): Promise<string> =>
    (await board.app.post("/api/reserva", reservationBody({ dia: SATURDAY, ...changes }))).body
      .folio;
  const inTime = await folio({ hora: "21:00" });
  const late = await folio({ hora: "21:30", telefono: "9991110000", personas: 2 });
  const night = await folio({ dia: "2026-03-15", hora: "00:30", telefono: "9992220000" });
  const other = await folio({ dia: "2026-03-15", hora: "20:00", telefono: "9993330000" });
  assert(!wordsOf((await board.get("/casa")).text).includes("Llegan tarde"));
  await board.post("/casa", { accion: "cocina_a", hora: "21:30" });
  const { text } = await board.get("/casa");
  const page = wordsOf(text);
  assertStringIncludes(page, "Llegan tarde para la cocina: 2 reservaciones, 6 personas");
  assert(page.includes(late) && page.includes(night), "also after midnight");
  assert(!page.includes(inTime) && !page.includes(other));
  const [link] = linksTo(text, "https://wa.me/529991110000");
  assertStringIncludes(
    new URL(link!).searchParams.get("text")!,
    `por su reservación ${late}: sábado 14 de marzo a las 21:30, 2 personas. Lamentamos avisarle que ese día la ` +
      "cocina cierra antes de lo acostumbrado, a las 21:30. ¿Le acomoda otro día u otra hora?",
  );
  assert(!(await press(board, { accion: "cocina_normal" })).includes("Llegan tarde"));
  assertStringIncludes(
    await press(board, { accion: "cocina_a", hora: "00:55" }),
    "Llegan tarde para la cocina: 1 reservación, 4 personas",
  );
});

Deno.test("a kitchen that is closed anyway cannot close early", async () => {
  await using board = await testBoard({ now: EVENING });
  const late = await board.post("/casa", { accion: "cocina_a", hora: "01:00" });
  assertEquals(late.status, 422);
  assertStringIncludes(wordsOf(late.text), "la cocina ya está cerrada de costumbre");
  const typed = ["cocina_a", "pausar_hasta"].map((action) => formFields(late.text, action).hora);
  assertEquals(typed, ["01:00", ""]);
  board.clock.set(instantOf("2026-03-16T18:00"));
  const monday = await board.post("/casa", { accion: "cocina_ya" });
  assertEquals(monday.status, 422);
  assertStringIncludes(wordsOf(monday.text), "Hoy no hay servicio");
  assertEquals(board.deps.state().earlyKitchen, null);
});

Deno.test("a dish that is sold out leaves the menu and is refused in drafts until it is back", async () => {
  await using board = await testBoard({ now: EVENING });
  const gone = await press(board, { accion: "agotado_hasta", platillo: "panuchos" });
  assertStringIncludes(gone, "1 platillo agotado.");
  assertStringIncludes(gone, "Panuchos Hasta nuevo aviso");
  assertEquals(await dishes(board), ["sopa-de-lima"]);
  const draft = await board.app.post("/api/pedido/borrador", homeDraftBody());
  assertEquals([draft.status, draft.body.motivo], [422, "lineas"]);
  board.clock.set(instantOf("2026-03-17T18:00"));
  assertEquals(await dishes(board), ["sopa-de-lima"], "held until somebody puts it back");
  const back = await press(board, { accion: "ya_hay", platillo: "panuchos" });
  assertStringIncludes(back, "Ninguno. Toda la carta se puede pedir.");
  assertEquals(await dishes(board), ["panuchos", "sopa-de-lima"]);
  assertEquals((await board.app.post("/api/pedido/borrador", homeDraftBody())).status, 200);
});

Deno.test("a dish that is sold out for today is back on the next service day, not at midnight", async () => {
  await using board = await testBoard({ now: EVENING });
  await press(board, { accion: "agotado_hoy", platillo: "panuchos" });
  board.clock.set(instantOf("2026-03-15T01:30"));
  assertEquals(await dishes(board), ["sopa-de-lima"], "Saturday's service still runs");
  board.clock.set(instantOf("2026-03-15T12:00"));
  assertEquals(await dishes(board), ["panuchos", "sopa-de-lima"]);
  assertStringIncludes(wordsOf((await board.get("/casa")).text), "Ninguno.");
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
  const { text } = await board.get("/casa");
  assertStringIncludes(wordsOf(text), "1 platillo agotado.");
  assertStringIncludes(wordsOf(text), "Panuchos Lo dice el archivo del restaurante.");
  assert(!text.includes('name="platillo" value="panuchos"'), "there is no button for it");
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

Deno.test("looking changes nothing, whatever the address says", async () => {
  await using board = await testBoard({ now: EVENING });
  const before = board.deps.state();
  const { status } = await board.get("/casa?accion=pausar&hora=20:30");
  assertEquals(status, 200);
  assertEquals(board.deps.state(), before);
});

Deno.test("once a pause has answered no table is held any more, however many are asking", async () => {
  await using board = await testBoard({ now: EVENING });
  const held = async () => (await board.storage.book.range(SATURDAY, SATURDAY)).length;
  const guest = (index: number) => reserve(board, { telefono: `99912${30_000 + index}` });
  const first = await Promise.all(Array.from({ length: 20 }, (_, index) => guest(index)));
  const pouring = Array.from({ length: 60 }, (_, index) => guest(20 + index));
  const pause = board.post("/casa", { accion: "pausar" });
  const late = pause.then(() => Promise.all(Array.from({ length: 10 }, (_, n) => guest(80 + n))));
  await pause;
  const whenAnswered = await held();
  const statuses = [...first, ...await Promise.all(pouring)];
  assertEquals(new Set(await late), new Set([503]));
  assertEquals(await held(), whenAnswered);
  assertEquals(statuses.filter((status) => status === 200).length, whenAnswered);
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
