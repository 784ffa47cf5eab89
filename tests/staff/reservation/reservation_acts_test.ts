/** What staff do to one reservation over HTTP, alone and side by side. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { instantOf, restaurantBooking } from "../../support/restaurant_fixture.ts";
import { type Device, type TestBoard, testBoard } from "../../support/test_board.ts";
import {
  act,
  assertSays,
  buttonNamed,
  formFields,
  reserve,
  SATURDAY,
  saturdayBoard,
  stored,
  wordsOf,
} from "../_board_pages.ts";

/** Of the day that reservations are made for. */
const SATURDAY_NOON = instantOf("2026-03-14T12:00");

/** Presses one of the buttons of a reservation, as seen at `version`. */
function press(device: Pick<Device, "post">, folio: string, accion: string, version: number) {
  const form = { accion, version: String(version), volver: "/", seguro: "si" };
  return device.post(`/reserva/${folio}`, form);
}

/** A guest's reservation, the form that changes it as its page shows it, and a function that sends it with changes. */
async function editing(board: TestBoard, reserved: Readonly<Record<string, unknown>> = {}) {
  const folio = await reserve(board, reserved);
  const form = formFields((await board.get(`/reserva/${folio}`)).text, "cambiar");
  const send = (changes: Readonly<Record<string, string>> = {}) =>
    board.post(`/reserva/${folio}`, { ...form, ...changes });
  return { folio, form, send };
}

Deno.test("a move that the state has no way for is refused with the reason, and nothing changes", async () => {
  await using board = await testBoard({ now: SATURDAY_NOON });
  const folio = await reserve(board);
  const early = await press(board, folio, "se_fue", 1);
  assertEquals(early.status, 409);
  assertSays(early, "No se puede marcar «Se fue»: la reservación está confirmada.");
  await press(board, folio, "cancelar", 1);
  const refused = await press(board, folio, "llego", 2);
  assertEquals(refused.status, 409);
  assertSays(refused, "No se puede marcar «Llegó»: la reservación está cancelada.");
  const { status, version } = await stored(board, folio);
  assertEquals([status, version], ["cancelled", 2]);
});

Deno.test("the second of two devices is shown who did what, and can do it all the same with one tap", async () => {
  await using board = await testBoard({ now: SATURDAY_NOON });
  const luis = await board.signIn("Luis");
  const folio = await reserve(board);
  board.clock.set(instantOf("2026-03-14T20:05"));
  await press(luis, folio, "no_vino", 1);
  board.clock.advance(60_000);
  const refused = await press(board, folio, "llego", 1);
  assertEquals(refused.status, 409);
  assertSays(
    refused,
    "La cambiaron mientras tanto.",
    "No vino · Luis · hoy a las 20:05",
    "estado: confirmada → no vino",
  );
  assertEquals((await stored(board, folio)).status, "no_show");
  const again = formFields(refused.text, "llego");
  const [name, value] = buttonNamed(refused.text, "Llegó");
  const answer = await board.post(`/reserva/${folio}`, { ...again, [name]: value });
  assertEquals(answer.status, 303);
  assertEquals((await stored(board, folio)).status, "arrived");
});

Deno.test("a button tapped twice by the same person is one act, not a quarrel", async () => {
  await using board = await testBoard({ now: SATURDAY_NOON });
  const folio = await reserve(board);
  for (const [before, accion] of ["llego", "se_fue", "deshacer", "deshacer"].entries()) {
    const answers = await Promise.all([1, 2].map(() => press(board, folio, accion, before + 1)));
    assertEquals(answers.map(({ status }) => status), [303, 303]);
    assertEquals((await stored(board, folio)).version, before + 2);
  }
});

Deno.test("the hour is changed, its evening follows, and the history shows both hours", async () => {
  await using board = await testBoard();
  const { folio, form, send } = await editing(board);
  assertEquals(form.hora, "20:00");
  const answer = await send({ dia: "2026-03-15", hora: "00:15" });
  assertEquals([answer.status, answer.location], [303, `/reserva/${folio}?hecho=guardado`]);
  const { day, time, serviceDay, version } = await stored(board, folio);
  assertEquals([day, time, serviceDay, version], ["2026-03-15", "00:15", "2026-03-14", 2]);
  assertSays(
    await board.get(`/reserva/${folio}`),
    "hora: 20:00 → 00:15",
    "día: sábado 14 de marzo → domingo 15 de marzo",
    "noche del sábado 14 de marzo",
  );
});

Deno.test("a form sent back as it came changes nothing and leaves no trace", async () => {
  await using board = await testBoard();
  const reserved = { comentarios: '  Terraza\r\n& <b>vela</b> "roja"' };
  const { folio, send } = await editing(board, reserved);
  assertEquals((await send()).status, 303);
  assertEquals((await stored(board, folio)).version, 1);
});

Deno.test("wrong fields are reported beside each, with everything that was typed kept", async () => {
  await using board = await testBoard();
  const { folio, form, send } = await editing(board);
  const wrong = { dia: "2062-03-14", hora: "", personas: "41", nombre: "A", telefono: "" };
  const typed = { ...wrong, comentarios: "<b>mesa 4</b>" };
  const answer = await send(typed);
  assertEquals(answer.status, 422);
  assertEquals(formFields(answer.text, "cambiar"), { ...form, ...typed });
  for (const field of Object.keys(wrong)) {
    assert(
      new RegExp(`id="f-${field}"[^>]*aria-invalid="true" aria-describedby="f-${field}-mal"`)
        .test(answer.text),
      field,
    );
    assertStringIncludes(answer.text, `<p class="wrong" id="f-${field}-mal" role="alert">`);
  }
  assertSays(answer, "Deben ser de 1 a 40 personas.");
  assertEquals((await stored(board, folio)).version, 1);
});

Deno.test("a warning that is new is shown with those accepted before, and one button accepts all", async () => {
  await using board = await testBoard();
  const { folio, send } = await editing(board);
  const accepted = (page: string) => {
    const [name, value] = buttonNamed(page, "Guardar los cambios de todos modos");
    return send({ hora: "11:00", [name]: value });
  };
  const first = await send({ hora: "11:00" });
  await board.storage.closures.add({ kind: "day", day: "2026-03-14" }, "boda");
  const second = await accepted(first.text);
  assertEquals(second.status, 422);
  assertSays(second, "A esa hora la cocina no atiende", "Ese día o a esa hora está cerrado: boda.");
  assertEquals((await accepted(second.text)).status, 303);
  assertEquals((await stored(board, folio)).time, "11:00");
});

Deno.test("a party that grows or moves beyond the room is warned of, without its own people in the count", async () => {
  const restaurant = restaurantBooking({ room: { people: 10, stayMinutes: 120 } });
  await using board = await testBoard({ restaurant });
  const { folio, send } = await editing(board, { personas: 4 });
  await reserve(board, { hora: "21:30", personas: 5, telefono: "9990000001" });
  await board.storage.poll.refresh();
  const grown = await send({ personas: "6" });
  assertEquals(grown.status, 422);
  assertSays(grown, "A esa hora solo quedan 5 lugares.");
  assertEquals((await send({ personas: "5" })).status, 303);
  assertEquals((await stored(board, folio)).partySize, 5);
  await board.storage.poll.refresh();
  const moved = await send({ version: "2", personas: "5", hora: "21:30" });
  assertEquals(moved.status, 303, "its own place is free once it moves");
});

Deno.test("a party that is not expected takes no room, and so gives none back when it is changed", async () => {
  const restaurant = restaurantBooking({ peoplePerTime: 10 });
  for (const status of ["cancelled", "no_show"] as const) {
    await using board = await testBoard({ now: SATURDAY_NOON, restaurant });
    const { folio, send } = await editing(board, { personas: 4 });
    const change = { folio, version: 1, action: status, changes: { status }, actor: "Wendy" };
    await board.storage.book.edit(change);
    await board.storage.poll.refresh();
    await reserve(board, { personas: 9, telefono: "9990000001" });
    await board.storage.poll.refresh();
    const grown = await send({ version: "2", personas: "5" });
    assertEquals(grown.status, 422, status);
    assertSays(grown, "A esa hora solo queda 1 lugar.");
  }
});

Deno.test("changing a name needs no word about an hour that has passed", async () => {
  await using board = await testBoard();
  const { folio, send } = await editing(board);
  board.clock.set(instantOf("2026-03-14T22:00"));
  const answer = await send({ nombre: "Ana Peniche" });
  assertEquals(answer.status, 303);
  assertEquals((await stored(board, folio)).name, "Ana Peniche");
});

Deno.test("a stale change is refused, showing what changed, with the form filled in again", async () => {
  await using board = await testBoard();
  const luis = await board.signIn("Luis");
  const { folio, form, send } = await editing(board);
  await luis.post(`/reserva/${folio}`, { ...form, hora: "21:00", personas: "6" });
  const typed = { hora: "19:00", comentarios: "junto a la ventana" };
  const refused = await send(typed);
  assertEquals(refused.status, 409);
  assertSays(
    refused,
    "La cambiaron mientras tanto. Lo tuyo no se guardó.",
    "Cambiada · Luis · hoy",
    "hora: 20:00 → 21:00",
    "personas: 4 → 6",
  );
  assertEquals((await stored(board, folio)).version, 2);
  const again = formFields(refused.text, "cambiar");
  assertEquals(again, { ...form, ...typed, version: "2" });
  assertEquals((await board.post(`/reserva/${folio}`, again)).status, 303);
  const { time, partySize, comments } = await stored(board, folio);
  assertEquals([time, partySize, comments], ["19:00", 4, "junto a la ventana"]);
});

Deno.test("a note is written for the others, kept when it comes second, and can be emptied", async () => {
  await using board = await testBoard();
  const luis = await board.signIn("Luis");
  const folio = await reserve(board);
  const note = (device: Pick<Device, "post">, nota: string, version: number) =>
    device.post(`/reserva/${folio}`, { accion: "nota", nota, version: String(version) });
  assertEquals((await note(luis, "mesa 4\r\njunto a la fuente", 1)).status, 303);
  assertEquals((await stored(board, folio)).note, "mesa 4\njunto a la fuente");
  const refused = await note(board, "mesa 9", 1);
  assertEquals(refused.status, 409);
  const again = formFields(refused.text, "nota");
  assertEquals([again.nota, again.version], ["mesa 9", "2"]);
  assertEquals((await board.post(`/reserva/${folio}`, again)).status, 303);
  assertEquals((await stored(board, folio)).note, "mesa 9");
  assertEquals((await note(board, "  ", 3)).status, 303);
  assertEquals((await note(board, "", 4)).status, 303);
  const { note: last, version } = await stored(board, folio);
  assertEquals([last, version], [null, 4], "one that is as it was leaves no trace");
  assertEquals((await note(board, "x".repeat(500), 4)).status, 303);
  const long = await note(board, "x".repeat(501), 5);
  assertEquals(long.status, 422);
  assertEquals(formFields(long.text, "nota").nota, "x".repeat(501));
});

Deno.test("a table's label of up to 8 characters is written on the row as it was spelt first, listed in the history, and can be emptied", async () => {
  await using board = await testBoard({ now: SATURDAY_NOON });
  const folio = await reserve(board);
  const label = (mesa: string, version: number, to = folio) =>
    board.post(`/reserva/${to}`, { accion: "mesa", mesa, version: String(version) });
  assertEquals((await label(" Patio 12 ", 1)).status, 303);
  assertEquals((await stored(board, folio)).table, "Patio 12");
  assertSays(await board.get("/"), "Ana Pérez Patio 12");
  assertSays(await board.get(`/reserva/${folio}`), "Mesa · Wendy", "mesa: nada → Patio 12");
  const later = await reserve(board, { hora: "21:30", telefono: "9990000001" });
  assertEquals((await label("patió12", 1, later)).status, 303);
  assertEquals((await stored(board, later)).table, "Patio 12");
  const long = await label("Terraza 1", 2);
  assertEquals(long.status, 422);
  const typed = long.text.slice(long.text.indexOf('<form class="inline"'));
  assertEquals(formFields(typed, "mesa").mesa, "Terraza 1");
  assertEquals((await label("", 2)).status, 303);
  assertEquals((await stored(board, folio)).table, null);
});

/** Seats a party at a table that is asked about. */
async function seated(board: TestBoard, folio: string, form: Readonly<Record<string, string>>) {
  const asked = await board.post(`/reserva/${folio}`, form);
  assertEquals(asked.status, 422);
  const [, aceptado] = /name="aceptado" value="([^"]+)"/.exec(asked.text)!;
  const answer = await board.post(`/reserva/${folio}`, { ...form, aceptado: aceptado! });
  assertEquals(answer.status, 303);
}

Deno.test("a label that was used before is one tap, says who sits there since when, and of a party that is due marks the arrival too", async () => {
  await using board = await testBoard({ now: SATURDAY_NOON });
  const luis = await board.signIn("Luis");
  const folios = [
    await reserve(board, { nombre: "Eva Uc", telefono: "9990000001" }),
    await reserve(board),
  ] as const;
  const form = async (folio: string, accion: string) =>
    formFields((await board.get(`/reserva/${folio}`)).text, accion);
  await act(board, folios[0], "mesa", { mesa: "T4" });
  assertSays(await board.get(`/reserva/${folios[1]}`), "Mesa T4 Eva Uc, 20:00");
  const own = wordsOf((await board.get(`/reserva/${folios[0]}`)).text);
  assert(!own.includes("T4 Eva Uc"), own);
  await seated(board, folios[1], { ...await form(folios[1], "mesa"), mesa: "T4" });
  const planned = await stored(board, folios[1]);
  assertEquals([planned.table, planned.status], ["T4", "confirmed"]);
  board.clock.set(instantOf("2026-03-14T19:45"));
  await press(board, folios[0], "llego", 2);
  const page = await board.get(`/reserva/${folios[1]}`);
  assertSays(page, "Llegó a la mesa T4 Eva Uc, desde 19:45");
  const due = { ...await form(folios[1], "llego"), mesa: "T4" };
  await seated(board, folios[1], due);
  assertEquals((await board.post(`/reserva/${folios[1]}`, due)).status, 303);
  assertEquals((await luis.post(`/reserva/${folios[1]}`, due)).status, 303, "as wanted");
  board.clock.advance(1_000);
  assertEquals((await board.post(`/reserva/${folios[1]}`, { ...due, mesa: "T5" })).status, 409);
  const { table, status, version } = await stored(board, folios[1]);
  assertEquals([table, status, version], ["T4", "arrived", 3]);
});

Deno.test("an unknown folio, a button that no page has, and a way out of the board lead nowhere", async () => {
  await using board = await testBoard({ now: SATURDAY_NOON });
  assertEquals((await press(board, "R-00000000", "llego", 1)).status, 404);
  assertEquals((await board.get("/reserva/R-00000000")).status, 404);
  assertEquals((await board.get("/reserva/%00%ff")).status, 404);
  const folio = await reserve(board);
  for (const accion of ["", "constructor", "__proto__", "created"]) {
    assertEquals((await press(board, folio, accion, 1)).status, 422, accion);
  }
  const away = { accion: "llego", version: "1", volver: "//mesa.example/" };
  assertEquals((await board.post(`/reserva/${folio}`, away)).location, "/");
});

Deno.test("a form without a version that has existed is refused", async () => {
  await using board = await testBoard({ now: SATURDAY_NOON });
  const folio = await reserve(board);
  for (const version of ["", "0", "-1", "1.5", "2", "99999999999999999999"]) {
    const answer = await board.post(`/reserva/${folio}`, { accion: "llego", version, volver: "/" });
    assertEquals(answer.status, 422, version);
  }
  assertEquals((await stored(board, folio)).status, "confirmed");
});

/** What is done with a party of eight in the evening, and what a move to Sunday is answered; null if it is saved. */
const MOVED: readonly (readonly [acts: readonly string[], says: string | null])[] = [
  [[], null],
  [["cancelar"], null],
  [["no_vino"], "así no aparta mesa: toca «Deshacer» antes de cambiarla, o hazle una reservación"],
  [["llego"], "Ya llegó, y se queda en su noche"],
  [["llego", "se_fue"], "Ya llegó, y se queda en su noche"],
  [["no_vino", "deshacer"], null],
];

for (const [acts, says] of MOVED) {
  const kept = says === null ? "may be moved" : "keeps its day";
  Deno.test(`a party after ${acts.join(" and ") || "no act"} ${kept}`, async () => {
    await using board = await saturdayBoard();
    const folio = await reserve(board, { hora: "20:00" });
    board.clock.set(instantOf(`${SATURDAY}T20:30`));
    for (const accion of acts) await act(board, folio, accion);
    const { text } = await board.get(`/reserva/${folio}`);
    const form = formFields(text, "cambiar");
    const sent = { ...form, dia: "2026-03-15", hora: "14:00" };
    const moved = await board.post(`/reserva/${folio}`, sent);
    const { day } = await stored(board, folio);
    assertEquals([moved.status, day], says === null ? [303, "2026-03-15"] : [409, SATURDAY]);
    if (says === null) return;
    assertSays(moved, says);
    assertEquals(formFields(moved.text, "cambiar").dia, "2026-03-15", "what was typed is kept");
    const later = await board.post(`/reserva/${folio}`, { ...form, hora: "21:00" });
    assertEquals(later.status, acts.includes("llego") ? 303 : 409, "another hour of the evening");
  });
}
