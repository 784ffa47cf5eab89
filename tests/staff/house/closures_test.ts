/** Closures on the board: whom they hit is seen first, what guests can have follows at once. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { instantOf } from "../../support/restaurant_fixture.ts";
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

/** A Saturday, open from 13:00 until 02:00; the tests look at it from the Tuesday before. */
const SATURDAY = "2026-03-14";
const SUNDAY = "2026-03-15";
const EVENING = { dia: SATURDAY, de: "19:00", a: "", motivo: "Boda de Ana y Luis" };

type Fields = Readonly<Record<string, string>>;

/** What the form of a closure leads to. */
function preview(board: TestBoard, fields: Fields): Promise<BoardAnswer> {
  return board.get(`/cierres?${new URLSearchParams(fields)}`);
}

/** Presses the preview's button and goes where the browser goes. */
async function close(
  board: TestBoard,
  fields: Fields,
): Promise<{ readonly address: string; readonly text: string }> {
  const form = formFields((await preview(board, fields)).text, "cerrar");
  const { status, location } = await board.post("/cierres", { ...form, accion: "cerrar" });
  assertEquals(status, 303);
  assertMatch(location!, /^\/cierres\?cierre=\d+$/);
  return { address: location!, text: (await board.get(location!)).text };
}

Deno.test("before it takes effect a closure shows whom it hits, with a message for each, and closes nothing", async () => {
  await using board = await testBoard();
  const hit = await reserve(board, { hora: "20:30", nombre: "Guadalupe Pech" });
  const night = { dia: SUNDAY, hora: "00:30", telefono: "9991110000" };
  const after = await reserve(board, { ...night, personas: 2 });
  const before = await reserve(board, { hora: "18:30", telefono: "9992220000" });
  const form = formFields((await board.get("/cierres")).text, "/cierres");
  const page = await preview(board, { ...form, ...EVENING });
  assertEquals(page.status, 200);
  assertSays(
    page,
    "sábado 14 de marzo, de 19:00 a 02:00 de la madrugada",
    "Afecta a: 2 reservaciones, 6 personas",
    "Todavía no se cierra nada.",
    hit,
    after,
  );
  assert(!page.text.includes(before));
  const [change] = linksTo(page.text, "/cierres?dia=");
  const again = formFields((await board.get(change!)).text, "/cierres");
  assertEquals(again, { ...form, ...EVENING }, "«Cambiar» keeps what was typed");
  assertEquals(
    messagesTo(page.text)[0],
    `Hola, Guadalupe Pech. Le escribimos de La Prueba por su reservación ${hit}: sábado 14 de marzo a las 20:30, ` +
      "4 personas. Lamentamos avisarle que a esa hora estará cerrado el restaurante: Boda de Ana y Luis. " +
      "¿Le acomoda otro día u otra hora? Con gusto le apartamos su mesa.",
  );
  assertEquals(messagesTo(page.text, "529991110000").length, 2, "in both languages");
  assertEquals(board.deps.state().closures, []);
  await reserve(board, { hora: "21:00", telefono: "9993330000" });
});

/** The day and the hours that are typed, and what they close: without one, from the opening or to the closing. */
const HOURS: readonly (readonly [dia: string, de: string, a: string, says: string])[] = [
  [SATURDAY, "17:00", "22:00", "sábado 14 de marzo, de 17:00 a 22:00"],
  [SATURDAY, "20:00", "01:30", "sábado 14 de marzo, de 20:00 a 01:30 de la madrugada"],
  [
    SATURDAY,
    "20:00",
    "20:00",
    "del sábado 14 de marzo a las 20:00 al domingo 15 de marzo a las 20:00",
  ],
  [SATURDAY, "", "01:00", "sábado 14 de marzo, de 13:00 a 01:00 de la madrugada"],
  [SATURDAY, "20:00", "", "sábado 14 de marzo, de 20:00 a 02:00 de la madrugada"],
  [SATURDAY, "", "18:00", "sábado 14 de marzo, de 13:00 a 18:00"],
  [SATURDAY, "17:00:00", "22:00:00", "sábado 14 de marzo, de 17:00 a 22:00"],
  ["2026-03-16", "20:00", "", "lunes 16 de marzo, de 20:00 a medianoche"],
  ["2026-03-16", "20:00", "02:00", "lunes 16 de marzo, de 20:00 a 02:00 de la madrugada"],
  // The small hours are those of the day's evening where it runs into them, else of the evening before.
  [SATURDAY, "00:30", "", "domingo 15 de marzo, de 00:30 a 02:00"],
  [SATURDAY, "01:00", "01:30", "domingo 15 de marzo, de 01:00 a 01:30"],
  [SATURDAY, "00:30", "20:00", "sábado 14 de marzo, de 00:30 a 20:00"],
  ["2026-03-15", "00:30", "", "domingo 15 de marzo, de 00:30 a 02:00"],
  ["2026-12-31", "19:00", "10:00", "al viernes 1 de enero de 2027 a las 10:00"],
];

Deno.test("the hours of a closure are said as people say them, the small ones with their evening", async () => {
  await using board = await testBoard();
  for (const [dia, de, a, says] of HOURS) {
    assertSays(await preview(board, { dia, de, a, motivo: "Luz" }), `${says} `);
  }
});

Deno.test("the news of a closure is in the language of the reservation's source, and the other is a tap away", async () => {
  await using board = await testBoard();
  await reserve(board, { hora: "20:30", nombre: "Ann Lee", landing: "Concierge (English)" });
  const { text } = await preview(board, { ...EVENING, motivo: "Falla de luz." });
  const [first, second, ...rest] = messagesTo(text);
  assertMatch(
    first!,
    /^Hello, Ann Lee\. This is La Prueba .*: Saturday, March 14 at 20:30, 4 people\. /,
  );
  assertStringIncludes(first!, "the restaurant will be closed at that time: Falla de luz. Would");
  assertMatch(
    second!,
    /^Hola, Ann Lee\. .* estará cerrado el restaurante: Falla de luz\. ¿Le acomoda/,
  );
  assertEquals(rest, []);
});

Deno.test("once closed its times are refused at once and all others taken; whom it hits stays in reach", async () => {
  await using board = await testBoard();
  const hit = await reserve(board, { hora: "20:30" });
  const page = await close(board, EVENING);
  assertSays(
    page,
    "Cerrado: ya no se reserva en ese tiempo.",
    "1 reservación, 4 personas; avisadas 0 de 1",
    hit,
  );
  const other = { telefono: "9991110000" };
  for (const closed of [{ hora: "20:30" }, { dia: SUNDAY, hora: "01:00" }]) {
    assertEquals((await ask(board, { ...other, ...closed })).body.error, "hora_no_reservable");
  }
  await reserve(board, { ...other, hora: "18:30" });
  const { dias: [saturday] } = (await board.app.get(`/api/disponibilidad?dia=${SATURDAY}`)).body;
  assertEquals(saturday.horas_reservables.at(-1), "18:30");
  const list = await board.get("/cierres");
  assertSays(list, "Boda de Ana y Luis");
  const [link, ...links] = linksTo(list.text, "/cierres?cierre=");
  assertEquals([page.address, links], [link, []]);
  assertSays(await board.get("/casa"), "Boda de Ana y Luis");
});

Deno.test("guests read the reason of a closure only where the tick was set, which the preview keeps", async () => {
  await using board = await testBoard();
  const reasons = async () =>
    (await board.app.get("/api/info")).body.cierres.map(({ motivo }: { motivo: unknown }) =>
      motivo
    );
  const { publico } = formFields((await board.get("/cierres")).text, "/cierres");
  assertEquals(publico, undefined, "off by default");
  const { address } = await close(board, EVENING);
  assertEquals(await reasons(), [null]);
  assert(!(await board.get("/cierres")).text.includes("Lo leen todos."));
  const typed = { ...EVENING, publico: "si" };
  assertEquals((await close(board, typed)).address, address);
  assertEquals(await reasons(), ["Boda de Ana y Luis"]);
  assertSays(await board.get(address), "Motivo, que leen todos: Boda de Ana y Luis");
  assertSays(await board.get("/cierres"), "Lo leen todos.");
});

Deno.test("a whole day closes with its small hours, and opens again when the closure is taken away", async () => {
  await using board = await testBoard();
  const tail = await reserve(board, { dia: SUNDAY, hora: "00:30" });
  const page = await close(board, { dia: SATURDAY, de: "", a: "", motivo: "Inventario" });
  assertSays(page, "sábado 14 de marzo, todo el día", tail);
  assertStringIncludes(messagesTo(page.text)[0]!, "ese día estará cerrado");
  const info = async () =>
    (await board.app.get(`/api/disponibilidad?dia=${SATURDAY}`)).body.dias[0];
  const { abre, horas_reservables } = await info();
  assertEquals([abre, horas_reservables], [false, ["00:00", "00:30"]], "Friday's tail stays");
  const { location } = await takeBack(board, linksTo(page.text, "/cierres?quitar=")[0]!);
  assertSays(await board.get(location!), "No hay cierres");
  assertEquals((await info()).abre, true);
  await reserve(board, { hora: "20:30", telefono: "9991110000" });
});

Deno.test("what was typed wrong is reported beside its field, kept, and closes nothing", async () => {
  await using board = await testBoard();
  const wrong: readonly (readonly [Fields, string])[] = [
    [{ dia: "" }, "Elige el día"],
    [{ dia: "2026-02-30" }, "Elige el día"],
    [{ dia: "2029-03-14" }, "a más de dos años"],
    [{ dia: "2026-03-09" }, "ya habría terminado"],
    [{ dia: "2026-03-09", de: "" }, "ya habría terminado"],
    [{ dia: "2026-03-08", de: "", hasta: "2026-03-09" }, "ya habría terminado"],
    [{ de: "25:00" }, "Escribe la hora como 17:00"],
    [{ a: "9" }, "Escribe la hora como 23:00"],
    [{ dia: "2026-03-19", de: "23:30", a: "" }, "ya cerró el restaurante"],
    [{ motivo: " " }, "Escribe el motivo"],
    [{ motivo: "a\u0007b" }, "en un renglón de hasta 200"],
    [{ motivo: "x".repeat(201) }, "en un renglón de hasta 200"],
  ];
  for (const [changes, message] of wrong) {
    const fields = { ...EVENING, ...changes };
    const answers = [
      await preview(board, fields),
      await board.post("/cierres", { accion: "cerrar", ...fields }),
    ];
    for (const answer of answers) {
      assertEquals(answer.status, 422, JSON.stringify(changes));
      assertSays(answer, message);
      assertStringIncludes(answer.text, 'aria-invalid="true"');
      if ("motivo" in changes) continue;
      assertStringIncludes(answer.text, 'value="Boda de Ana y Luis"');
    }
  }
  assertEquals(board.deps.state().closures, []);
});

Deno.test("a form that is sent twice closes once, and who takes away what is gone is told", async () => {
  await using board = await testBoard();
  const first = await close(board, EVENING);
  const second = await close(board, EVENING);
  assertEquals(second.address, first.address);
  assertEquals(board.deps.state().closures.length, 1);
  const [link] = linksTo(first.text, "/cierres?quitar=");
  const form = takingBack((await board.get(link!)).text);
  assertEquals((await board.post("/cierres", form)).status, 303);
  const late = await board.post("/cierres", form);
  assertEquals(late.status, 409);
  assertSays(late, "Alguien lo cambió antes, o ya terminó.");
  assertEquals((await board.get(link!)).status, 404);
  assertEquals(board.deps.state().closures, []);
  const gone = await board.get(first.address);
  assertEquals(gone.status, 404);
  assertSays(gone, "Ese cierre ya no está");
});

Deno.test("a closure that runs is marked so, and one that is over is not shown", async () => {
  await using board = await testBoard();
  const { address } = await close(board, { dia: SATURDAY, de: "19:00", a: "22:00", motivo: "Luz" });
  assert(!wordsOf((await board.get("/cierres")).text).includes("Ahora"));
  board.clock.set(instantOf(`${SATURDAY}T21:59`));
  assertSays(await board.get("/cierres"), "de 19:00 a 22:00 Ahora Luz");
  board.clock.set(instantOf(`${SATURDAY}T22:00`));
  assertEquals((await board.get(address)).status, 404);
  assertSays(await board.get("/cierres"), "No hay cierres");
  await close(board, { dia: SATURDAY, de: "", a: "", motivo: "Obra" });
  board.clock.set(instantOf(`${SUNDAY}T01:59`));
  assertSays(await board.get("/cierres"), "todo el día Ahora Obra");
  board.clock.set(instantOf(`${SUNDAY}T02:00`));
  assertSays(await board.get("/cierres"), "No hay cierres");
});

Deno.test("each guest informed is ticked off on every device, in the note and with who did it", async () => {
  await using board = await testBoard();
  const informed = await reserve(board, { hora: "20:30", comentarios: "Terraza" });
  await reserve(board, { hora: "21:30", telefono: "9991110000" });
  const { address } = await close(board, EVENING);
  const page = (await board.get(address)).text;
  const form = { ...formFields(page, `/reserva/${informed}`), accion: "nota" };
  const { status, location } = await board.post(`/reserva/${informed}`, form);
  assertEquals([status, location], [303, address]);
  const other = await board.signIn("Rosa");
  assertSays(await other.get(address), "2 reservaciones, 8 personas; avisadas 1 de 2", "Con aviso");
  const [entry] = (await board.storage.book.history(informed)).slice(-1);
  assertEquals([entry!.actor, entry!.action], ["Wendy", "noted"]);
  assertEquals(entry!.after.note, "Con aviso del cierre del sábado 14 de marzo.");
});

Deno.test("a note without room for the word that its guest is notified offers no button", async () => {
  await using board = await testBoard();
  const folio = await reserve(board, { hora: "20:30" });
  const { address } = await close(board, EVENING);
  const room = 500 - "\nCon aviso del cierre del sábado 14 de marzo.".length;
  for (const [version, length, offers] of [[1, room, true], [2, room + 1, false]] as const) {
    const form = { accion: "nota", version: String(version), nota: "x".repeat(length) };
    assertEquals((await board.post(`/reserva/${folio}`, form)).status, 303);
    assertEquals((await board.get(address)).text.includes("Ya le avisé"), offers, `${length}`);
  }
});

Deno.test("before it is removed a closure shows what that opens, beside other closures and a pause, and opens nothing", async () => {
  await using board = await testBoard();
  await board.post("/lleno", { hora: `${SATURDAY}T22:30` });
  const { address, text } = await close(board, EVENING);
  await close(board, { dia: SATURDAY, de: "21:00", a: "22:00", motivo: "Luz" });
  await board.storage.switches.by("Rosa").pause(null);
  const before = board.deps.state();
  const [link] = linksTo(text, "/cierres?quitar=");
  assertEquals(linksTo((await board.get("/cierres")).text, "/cierres?quitar=")[0], link);
  assertSays(
    await board.get(link!),
    "sábado 14 de marzo, de 19:00 a 02:00 de la madrugada Boda de Ana y Luis",
    "Los clientes podrán reservar, pasada la pausa sábado 14 de marzo: 19:00 a 20:30, 22:00, 23:00 a 00:30 Sí, abrir No,",
  );
  const inner = await board.get(`/cierres?quitar=${before.closures[1]!.id}`);
  assertSays(inner, "de 21:00 a 22:00", "Los clientes podrán reservar Ninguna hora más.");
  assertEquals(board.deps.state(), before);
  assertEquals((await board.get(address)).status, 200);
  const tonight = { night: "2026-03-10", until: board.clock.now() + 60_000 };
  await board.storage.switches.pause(tonight);
  assertSays(await board.get(link!), "Los clientes podrán reservar sábado 14 de marzo");
  board.clock.set(instantOf(`${SATURDAY}T12:00`));
  await board.storage.switches.pause({ night: SATURDAY, until: board.clock.now() + 60_000 });
  assertSays(await board.get(link!), "Los clientes podrán reservar, pasada la pausa");
});

Deno.test("the bar comes with the page that a removal leads to, for a minute, and leads back to the board alone", async () => {
  await using board = await testBoard();
  const { text } = await close(board, EVENING);
  const [, id] = /quitar=(\d+)/.exec(linksTo(text, "/cierres?quitar=")[0]!)!;
  const elsewhere = `/cierres?quitar=${id}&volver=${encodeURIComponent("//evil.example")}`;
  const { location } = await takeBack(board, elsewhere);
  assertMatch(location!, /^\/\?abierto=[\w-]+$/);
  const hasBar = async (path = location!) => (await board.get(path)).text.includes('name="cambio"');
  assertEquals([await hasBar(), await hasBar("/"), await hasBar("/cierres")], [true, false, false]);
  assert(!(await hasBar("/?abierto=none")));
  board.clock.set(board.clock.now() + 60_000);
  assert(!(await hasBar()));
  assertSays(await board.get("/cierres"), "Boda de Ana y Luis Cerró Wendy, hoy a las 12:00; abrió");
});

const WEEK = { dia: "2026-12-22", hasta: "2026-12-26", de: "", a: "", motivo: "Vacaciones" };

Deno.test("a holiday is closed at once, stands on one line with all whom it hits, and goes at once", async () => {
  await using board = await testBoard({ now: instantOf("2026-12-10T12:00") });
  const first = await reserve(board, { dia: "2026-12-22", hora: "20:30" });
  const tail = await reserve(board, { dia: "2026-12-27", hora: "00:30", telefono: "9991110000" });
  const after = await reserve(board, { dia: "2026-12-27", hora: "18:00", telefono: "9992220000" });
  const words = "del martes 22 de diciembre al sábado 26 de diciembre, todo el día";
  assertSays(await preview(board, WEEK), words, "Afecta a: 2 reservaciones, 8 personas");
  const { address, text } = await close(board, WEEK);
  assertSays({ text }, words, "Wendy, hoy a las 12:00", first, tail);
  assert(!text.includes(after));
  const { dias } = (await board.app.get("/api/disponibilidad?dias=30")).body;
  const shut = dias.filter((day: { abre: boolean }) => !day.abre).map((day: { dia: string }) =>
    day.dia
  );
  for (let n = 22; n <= 26; n++) assert(shut.includes(`2026-12-${n}`), `${n}`);
  assert(!shut.includes("2026-12-27"));
  const { text: list } = await board.get("/cierres");
  assertEquals(linksTo(list, "/cierres?cierre=").length, 1);
  // Told is kept with the guest's own day, so that it stands whichever days are added or taken away.
  const informed = formFields(text, "nota");
  await board.post(`/reserva/${first}`, { ...informed, accion: "nota" });
  assertSays(await board.get(address), "avisadas 1 de 2");
  const closed = board.deps.state().closures;
  assertEquals(closed.length, 5);
  const gone = await takeBack(board, linksTo(text, "/cierres?quitar=")[0]!);
  assertEquals(board.deps.state().closures, []);
  assertSays(await board.get(gone.location!), words);
  assertEquals((await undo(board, gone)).location, "/cierres");
  assertEquals(board.deps.state().closures, closed);
});

Deno.test("of the days that open, those after the seventh are folded and counted, one as one", async () => {
  await using board = await testBoard();
  const counts = [["2026-03-22", "Y 1 día más"], ["2026-03-24", "Y 2 días más"]] as const;
  for (const [hasta, words] of counts) {
    const { text } = await close(board, { ...WEEK, dia: SATURDAY, hasta });
    assertSays(await board.get(linksTo(text, "/cierres?quitar=")[0]!), words);
  }
});

Deno.test("a holiday that makes no sense closes nothing, and says what is wrong beside its last day", async () => {
  await using board = await testBoard({ now: instantOf("2026-12-10T12:00") });
  const wrong = [
    [{ hasta: "2026-12-21" }, "El último día va después del primero."],
    [{ hasta: "2027-03-24" }, "Son más de 92 días"],
    [{ hasta: "2026-02-30" }, "Elige el último día del calendario."],
    [{ de: "19:00" }, "Varios días se cierran completos"],
  ] as const;
  for (const [changes, words] of wrong) {
    const form = { accion: "cerrar", ...WEEK, ...changes };
    const answer = await board.post("/cierres", form);
    assertEquals(answer.status, 422);
    assertSays(answer, words);
    assertStringIncludes(answer.text, 'aria-describedby="hasta-mal"');
  }
  assertEquals(board.deps.state().closures, []);
});

Deno.test("closures of one reason that follow one another go with one button, however many days they have", async () => {
  await using board = await testBoard();
  const months = [["04-01", "06-30"], ["07-01", "09-30"], ["10-01", "12-31"]] as const;
  for (const [dia, hasta] of months) {
    await close(board, { ...WEEK, dia: `2026-${dia}`, hasta: `2026-${hasta}` });
  }
  const { text } = await board.get("/cierres");
  assertSays({ text }, "Quitar los 275 días");
  assertEquals((await takeBack(board, linksTo(text, "/cierres?quitar=")[0]!)).status, 303);
  assertEquals(board.deps.state().closures, []);
});

Deno.test("a holiday that is confirmed or looked at once its first day is over shows the days that are left", async () => {
  await using board = await testBoard({ now: instantOf("2026-12-22T22:00") });
  const form = formFields((await preview(board, WEEK)).text, "cerrar");
  board.clock.set(instantOf("2026-12-23T12:00"));
  const { location } = await board.post("/cierres", { ...form, accion: "cerrar" });
  const last = "al sábado 26 de diciembre, todo el día";
  assertSays(await board.get(location!), `del miércoles 23 de diciembre ${last}`);
  board.clock.set(instantOf("2026-12-24T12:00"));
  assertSays(await board.get(location!), `del jueves 24 de diciembre ${last}`);
});
