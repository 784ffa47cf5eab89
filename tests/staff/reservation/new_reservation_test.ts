/** Reservations that staff take by telephone or at the door, and parties that come without one. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { GUEST_FIELDS } from "../../../src/domain/reservation/fields.ts";
import { instantOf } from "../../support/restaurant_fixture.ts";
import { type BoardAnswer, type TestBoard, testBoard } from "../../support/test_board.ts";
import { act, assertSays, buttonNamed, formFields, reserve, stored } from "../_board_pages.ts";

const TYPED = {
  dia: "2026-03-14",
  hora: "20:30",
  personas: "6",
  nombre: "Doña Lupe",
  telefono: "",
  ocasion: "cumpleanos",
  comentarios: "Terraza",
};

/** The form as it is first shown, filled in. */
async function filled(
  board: TestBoard,
  changes: Partial<typeof TYPED> = {},
): Promise<Record<string, string>> {
  const form = formFields((await board.get("/nueva")).text, "/nueva");
  return { ...form, ...TYPED, ...changes };
}

/** Presses the button that accepts the warnings. */
function accept(board: TestBoard, { text }: BoardAnswer, changes: Partial<typeof TYPED> = {}) {
  const [name, value] = buttonNamed(text, "Reservar de todos modos");
  return board.post("/nueva", { ...formFields(text, "/nueva"), ...changes, [name]: value });
}

function folioOf(location: string | null): string {
  return location!.slice("/reserva/".length);
}

Deno.test("the form asks for every field that guests give", async () => {
  await using board = await testBoard();
  const { text } = await board.get("/nueva");
  for (const { wire } of Object.values(GUEST_FIELDS)) {
    assertStringIncludes(text, ` name="${wire}"`);
  }
});

Deno.test("a reservation is taken without a phone, seen by who took it, as of the staff", async () => {
  await using board = await testBoard();
  const answer = await board.post("/nueva", await filled(board));
  assertEquals(answer.status, 303);
  const { folio: _, createdAt, ...taken } = await stored(board, folioOf(answer.location));
  assertEquals(taken, {
    day: "2026-03-14",
    time: "20:30",
    serviceDay: "2026-03-14",
    partySize: 6,
    name: "Doña Lupe",
    phone: null,
    occasion: "cumpleanos",
    comments: "Terraza",
    note: null,
    table: null,
    arrived: null,
    left: null,
    told: null,
    called: null,
    status: "confirmed",
    source: "personal",
    isWalkIn: false,
    version: 1,
    acknowledged: { by: "Wendy", at: createdAt },
  });
  assertSays(await board.get(answer.location!), "La tomó el personal · Wendy · hoy a las 12:00");
});

Deno.test("the form begins with today by the calendar, or with the day that was asked for", async () => {
  await using board = await testBoard({ now: instantOf("2026-03-15T00:10") });
  const day = async (path: string) => formFields((await board.get(path)).text, "/nueva").dia;
  assertEquals(await day("/nueva"), "2026-03-15");
  assertEquals(await day("/nueva?dia=2026-03-20"), "2026-03-20");
  assertEquals(await day("/nueva?dia=2026-02-30"), "2026-03-15");
});

Deno.test("the form shows how many people are expected at each listed time of its day, and takes one without a script", async () => {
  await using board = await testBoard();
  await reserve(board, { personas: 6 });
  await reserve(board, { hora: "20:30", personas: 3, telefono: "9990000001" });
  const late = { dia: "2026-03-15", hora: "00:30", telefono: "9990000002" };
  await reserve(board, { ...late, personas: 5 });
  const saturday = await board.get("/nueva?dia=2026-03-14");
  assertSays(saturday, "20:00 6 pers. 20:30 3 pers. 21:00 0 pers.");
  assertSays(await board.get("/nueva?dia=2026-03-15"), "00:30 (noche del sábado) 5 pers.");
  const pressed = await board.post("/nueva", { ...await filled(board), poner: "21:00" });
  assertEquals([pressed.status, formFields(pressed.text, "/nueva").hora], [200, "21:00"]);
});

Deno.test("a form sent twice, at once or after going back, makes one reservation", async () => {
  await using board = await testBoard();
  const form = await filled(board);
  const answers = await Promise.all([1, 2, 3].map(() => board.post("/nueva", form)));
  assertEquals(new Set(answers.map(({ location }) => location)).size, 1);
  board.clock.advance(60_000);
  const late = await board.post("/nueva", form);
  assertEquals([late.status, late.location], [303, answers[0]!.location]);
  assertEquals((await board.storage.book.onServiceDay("2026-03-14")).length, 1);
});

Deno.test("a form sent again with something changed is offered as a change, and makes no second one", async () => {
  await using board = await testBoard();
  await labelled(board);
  const form = await filled(board);
  const { location } = await board.post("/nueva", form);
  const seated = await board.post("/nueva", { ...form, mesa: "T4" });
  assertEquals(seated.status, 409);
  assertStringIncludes(seated.text, `id="mesa-${folioOf(location)}" name="mesa" value="T4"`);
  const changed = { ...form, hora: "21:30", comentarios: "Junto al patio" };
  const again = await board.post("/nueva", changed);
  assertEquals(again.status, 409);
  assertSays(again, "Este formulario ya se había guardado");
  const edit = formFields(again.text, "cambiar");
  assertEquals([edit.hora, edit.comentarios], ["21:30", "Junto al patio"]);
  assertEquals((await board.post(location!, edit)).status, 303);
  const { time, comments } = await stored(board, folioOf(location));
  assertEquals([time, comments], ["21:30", "Junto al patio"]);
  assertEquals((await board.storage.book.onServiceDay("2026-03-14")).length, 1);
});

Deno.test("closed hours and a pause are warned of first, nothing typed is lost, and then overridden", async () => {
  await using board = await testBoard();
  await board.storage.closures.add({ kind: "day", day: "2026-03-14" }, "Fumigación");
  await board.storage.switches.pause(null);
  const form = await filled(board, { hora: "11:00" });
  const warned = await board.post("/nueva", form);
  assertEquals(warned.status, 422);
  assertSays(
    warned,
    "Todavía no se guardó.",
    "Ese día o a esa hora está cerrado: Fumigación.",
    "Las reservaciones en línea están en pausa.",
    "A esa hora la cocina no atiende",
  );
  assertEquals(formFields(warned.text, "/nueva"), form);
  assertEquals(await board.storage.book.onServiceDay("2026-03-14"), []);
  const taken = await accept(board, warned);
  assertEquals(taken.status, 303);
  assertEquals((await stored(board, folioOf(taken.location))).time, "11:00");
});

Deno.test("the plain button does not override, and what was read of one hour does not count for another", async () => {
  await using board = await testBoard();
  await board.storage.switches.pause(null);
  const warned = await board.post("/nueva", await filled(board));
  const shown = formFields(warned.text, "/nueva");
  assertEquals((await board.post("/nueva", shown)).status, 422);
  const other = await accept(board, warned, { hora: "03:00" });
  assertEquals(other.status, 422);
  assertSays(other, "A esa hora la cocina no atiende");
  assertEquals(await board.storage.book.onServiceDay("2026-03-14"), []);
});

Deno.test("a past time, a day beyond ninety and an early kitchen are explained", async () => {
  await using board = await testBoard({ now: instantOf("2026-03-14T20:00") });
  const answerTo = async (changes: Partial<typeof TYPED>) =>
    await board.post("/nueva", await filled(board, changes));
  assertSays(await answerTo({ hora: "18:00" }), "Esa hora ya pasó.");
  assertSays(await answerTo({ dia: "2026-06-13" }), "hasta el viernes 12 de junio.");
  await board.storage.switches.kitchen({ serviceDay: "2026-03-14", closes: "2026-03-14T22:00" });
  assertSays(await answerTo({ hora: "22:30" }), "La cocina cierra antes esa noche, a las 22:00");
});

Deno.test("a possible duplicate is shown before a second reservation is made", async () => {
  await using board = await testBoard();
  const first = await reserve(board, { nombre: "DOÑA  LUPE" });
  const warned = await board.post("/nueva", await filled(board));
  assertEquals(warned.status, 422);
  assertStringIncludes(warned.text, `href="/reserva/${first}"`);
  assertEquals((await accept(board, warned)).status, 303);
  assertEquals((await board.storage.book.onServiceDay("2026-03-14")).length, 2);
});

Deno.test("a made-up folio in the form neither names a reservation nor gets at another's", async () => {
  await using board = await testBoard();
  const guest = await reserve(board, { nombre: "Otra persona", telefono: "9990001111" });
  const form = await filled(board);
  const forged = await board.post("/nueva", { ...form, folio: guest });
  assertEquals(forged.status, 303);
  assert(forged.location !== `/reserva/${guest}`);
  assertEquals((await stored(board, guest)).name, "Otra persona");
  const broken = await board.post("/nueva", { ...form, folio: "../../x", nombre: "Tercera" });
  assertEquals(broken.status, 303);
  assert(/^\/reserva\/R-[0-9A-Z]{8}$/.test(broken.location!));
});

/** The form for a walk-in, and its address, to which Back leads. */
async function walkInPage(board: TestBoard) {
  const address = (await board.get("/llegaron")).location!;
  return { address, form: formFields((await board.get(address)).text, "/llegaron") };
}

const SMALL_HOURS = instantOf("2026-03-15T00:37");

Deno.test("a walk-in is arrived at once, without a name, in the evening that is running", async () => {
  await using board = await testBoard({ now: SMALL_HOURS });
  const { form } = await walkInPage(board);
  const answer = await board.post("/llegaron", { ...form, personas: "5" });
  const [party, ...more] = await board.storage.book.onServiceDay("2026-03-14");
  const seen = `/?llego=${party!.folio}#${party!.folio}`;
  assertEquals([answer.status, answer.location], [303, seen]);
  assertEquals(more, []);
  const { status, partySize, day, time, phone, source, acknowledged } = party!;
  assertEquals([status, partySize, day, time], ["arrived", 5, "2026-03-15", "00:37"]);
  assertEquals([phone, source, acknowledged?.by], [null, "personal", "Wendy"]);
  const { text } = await board.get(seen);
  assertSays({ text }, "0 reservaciones, 0 personas · 1 sin reservación (5 personas)");
  assertMatch(text, /Llegó: <bdi>Sin reservación<\/bdi>, 5 personas/);
  const bar = text.slice(text.indexOf('<form id="undo"'));
  const undoing = { ...formFields(bar, "deshacer"), accion: "deshacer" };
  await board.post(`/reserva/${party!.folio}`, undoing);
  assertEquals((await stored(board, party!.folio)).status, "cancelled", "it never was");
  assert(!(await board.get(seen)).text.includes("Llegó: Sin reservación"));
  assertSays(await board.get("/noche"), "Reservaciones 0 0 0 0 0 sin reservación 0 0 0 0 1");
  board.clock.advance(10 * 60_000);
  await act(board, party!.folio, "deshacer");
  const back = await stored(board, party!.folio);
  assertEquals([back.status, back.arrived, back.isWalkIn], ["arrived", "2026-03-15T00:37", true]);
});

Deno.test("the same form sent twice writes one party down; walk-ins are no duplicates of each other", async () => {
  await using board = await testBoard({ now: SMALL_HOURS });
  for (const personas of ["2", "4"]) {
    const form = { ...(await walkInPage(board)).form, personas };
    await Promise.all([board.post("/llegaron", form), board.post("/llegaron", form)]);
  }
  assertEquals((await board.storage.book.onServiceDay("2026-03-14")).length, 2);
  assert(!(await board.get("/")).text.includes("Posible duplicado"));
});

Deno.test("a party entered from a page that is loaded again by Back is another one; one of the same size is asked about", async () => {
  await using board = await testBoard({ now: SMALL_HOURS });
  const { address } = await walkInPage(board);
  const enter = async (personas: string) => {
    const form = formFields((await board.get(address)).text, "/llegaron");
    return await board.post("/llegaron", { ...form, personas });
  };
  await enter("5");
  await enter("3");
  const sizes = async () =>
    (await board.storage.book.onServiceDay("2026-03-14")).map(({ partySize }) => partySize).sort();
  assertEquals(await sizes(), [3, 5]);
  const question = await enter("5");
  assertSays(question, "Desde esa página ya se habían anotado 5 personas.");
  assertEquals(await sizes(), [3, 5]);
  await board.post("/llegaron", formFields(question.text, "/llegaron"));
  assertEquals(await sizes(), [3, 5, 5]);
  await act(board, /R-\w{8}/.exec(address)![0], "deshacer");
  assertEquals((await enter("5")).status, 303, "a party that was taken back is not asked about");
});

Deno.test("a walk-in may have a name and a table, is still counted as one, and is asked about with both", async () => {
  await using board = await testBoard({ now: SMALL_HOURS });
  const named = { ...await labelled(board), nombre: " Doña  Lupe ", mesa: "T4", personas: "3" };
  const wrong = await board.post("/llegaron", { ...named, nombre: "x" });
  assertEquals(wrong.status, 422);
  const kept = { ...named, nombre: "x", personas: undefined, otras: "" };
  assertEquals(formFields(wrong.text, "/llegaron"), JSON.parse(JSON.stringify(kept)));
  assertEquals((await board.post("/llegaron", named)).status, 303);
  assertSays(await board.get("/"), "00:37 3 personas Doña Lupe T4");
  assertSays(await board.get("/noche"), "Reservaciones 0 0 0 0 0 sin reservación 1 3 1 0 0");
  const question = formFields((await board.post("/llegaron", named)).text, "/llegaron");
  assertEquals([question.nombre, question.mesa], [" Doña  Lupe ", "T4"]);
  assertSays(await board.get((await walkInPage(board)).address), "T4 Doña Lupe, desde 00:37");
});

/** The form for a walk-in, once a table was used. */
async function labelled(board: TestBoard): Promise<Record<string, string>> {
  const before = await reserve(board, { dia: "2026-03-18", hora: "20:00" });
  await act(board, before, "mesa", { mesa: "T4" });
  return (await walkInPage(board)).form;
}

Deno.test("a table is chosen by its label, which says who has it that evening, and stays chosen in a form that comes back", async () => {
  await using board = await testBoard();
  const fresh = await board.get("/nueva");
  assert(!fresh.text.includes('name="mesa"'), "no table was used yet");
  const other = await reserve(board, { hora: "21:30" });
  await act(board, other, "mesa", { mesa: "T4" });
  const form = { ...await filled(board, { personas: "0" }), mesa: "T4" };
  const wrong = await board.post("/nueva", form);
  assertEquals(formFields(wrong.text, "/nueva").mesa, "T4");
  assertSays(wrong, "Sin mesa T4 Ana Pérez, 21:30");
  assert(!(await board.get("/nueva?dia=2026-03-18")).text.includes("Ana Pérez"), "another evening");
  const taken = await board.post("/nueva", { ...form, personas: "6" });
  assertEquals((await stored(board, folioOf(taken.location))).table, "T4");
});

Deno.test("a text that is not a number, or too large a party, writes nothing down", async () => {
  await using board = await testBoard({ now: SMALL_HOURS });
  for (const personas of ["", "0", "41", "-2", "dos", "1e1"]) {
    const answer = await board.post("/llegaron", { personas, otras: "" });
    assertEquals(answer.status, 422, personas);
  }
  const wrong = await board.post("/llegaron", { personas: "", otras: "41" });
  assertEquals(formFields(wrong.text, "/llegaron").otras, "41", "it stays to be corrected");
  assertEquals((await board.post("/llegaron", { personas: "", otras: "25" })).status, 303);
  const parties = await board.storage.book.onServiceDay("2026-03-14");
  assertEquals(parties.map(({ partySize }) => partySize), [25]);
});
