/** Closures on the board: whom they hit is seen first, what guests can have follows at once. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { instantOf } from "../../support/restaurant_fixture.ts";
import { reservationBody } from "../../support/test_app.ts";
import { type TestBoard, testBoard } from "../../support/test_board.ts";
import { formFields, linksTo, wordsOf } from "../_board_pages.ts";

/** A Saturday, open from 13:00 until 02:00; the tests look at it from the Tuesday before. */
const SATURDAY = "2026-03-14";
const SUNDAY = "2026-03-15";
const EVENING = { dia: SATURDAY, de: "19:00", a: "", motivo: "Boda de Ana y Luis" };

/** Makes a reservation over the API. @returns its folio, or the code of the refusal */
async function reserve(board: TestBoard, changes: Record<string, unknown>): Promise<string> {
  const { body } = await board.app.post(
    "/api/reserva",
    reservationBody({ dia: SATURDAY, ...changes }),
  );
  return body.folio ?? body.error;
}

function preview(fields: Record<string, string>): string {
  return `/cierres?${new URLSearchParams(fields)}`;
}

/** Closes and goes where the browser goes. */
async function close(
  board: TestBoard,
  fields: Record<string, string>,
): Promise<{ readonly address: string; readonly text: string }> {
  const { status, location } = await board.post("/cierres", { accion: "cerrar", ...fields });
  assertEquals(status, 303);
  assertMatch(location!, /^\/cierres\?cierre=\d+$/);
  return { address: location!, text: (await board.get(location!)).text };
}

Deno.test("of a closure without a reason, which only a command makes, guests read no reason", async () => {
  await using board = await testBoard();
  await reserve(board, { hora: "20:30" });
  const id = await board.app.storage.closures.add({ kind: "day", day: SATURDAY }, "");
  const { text } = await board.get(`/cierres?cierre=${id}`);
  const [link] = linksTo(text, "https://wa.me/529991234567");
  assertStringIncludes(
    new URL(link!).searchParams.get("text")!,
    "ese día estará cerrado el restaurante. ¿Le acomoda",
  );
});

Deno.test("before it takes effect a closure shows whom it hits, with a message for each, and closes nothing", async () => {
  await using board = await testBoard();
  const hit = await reserve(board, { hora: "20:30", nombre: "Guadalupe Pech" });
  const after = await reserve(board, {
    dia: SUNDAY,
    hora: "00:30",
    telefono: "9991110000",
    personas: 2,
  });
  const before = await reserve(board, { hora: "18:30", telefono: "9992220000" });
  const { status, text } = await board.get(preview(EVENING));
  assertEquals(status, 200);
  const page = wordsOf(text);
  assertStringIncludes(page, "sábado 14 de marzo, de 19:00 a 02:00 de la madrugada");
  assertStringIncludes(page, "Afecta a: 2 reservaciones, 6 personas");
  assertStringIncludes(page, "Todavía no se cierra nada.");
  assert(page.includes(hit) && page.includes(after) && !page.includes(before));
  const [link] = linksTo(text, "https://wa.me/529991234567");
  assertEquals(
    new URL(link!).searchParams.get("text"),
    `Hola, Guadalupe Pech. Le escribimos de La Prueba por su reservación ${hit}: sábado 14 de marzo a las 20:30, ` +
      "4 personas. Lamentamos avisarle que a esa hora estará cerrado el restaurante: Boda de Ana y Luis. " +
      "¿Le acomoda otro día u otra hora? Con gusto le apartamos su mesa.",
  );
  assertEquals(linksTo(text, "https://wa.me/529991110000").length, 2, "in both languages");
  assertEquals(board.deps.state().closures, []);
  assertMatch(await reserve(board, { hora: "21:00", telefono: "9993330000" }), /^R-/);
});

Deno.test("the news of a closure is in the language of the reservation's source, and the other is a tap away", async () => {
  await using board = await testBoard();
  await reserve(board, { hora: "20:30", nombre: "Ann Lee", landing: "Concierge (English)" });
  const { text } = await board.get(preview({ ...EVENING, motivo: "Falla de luz." }));
  const [first, second, ...rest] = linksTo(text, "https://wa.me/529991234567")
    .map((link) => new URL(link).searchParams.get("text")!);
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
  const { address, text } = await close(board, EVENING);
  assertStringIncludes(wordsOf(text), "Cerrado: ya no se reserva en ese tiempo.");
  assertStringIncludes(wordsOf(text), "1 reservación, 4 personas; con aviso: 0");
  assert(wordsOf(text).includes(hit));
  assertEquals(
    await reserve(board, { hora: "20:30", telefono: "9991110000" }),
    "hora_no_reservable",
  );
  assertEquals(
    await reserve(board, { dia: SUNDAY, hora: "01:00", telefono: "9991110000" }),
    "hora_no_reservable",
  );
  assertMatch(await reserve(board, { hora: "18:30", telefono: "9991110000" }), /^R-/);
  const { dias: [saturday] } = (await board.app.get(`/api/disponibilidad?dia=${SATURDAY}`)).body;
  assertEquals(saturday.horas_reservables.at(-1), "18:30");
  const list = await board.get("/cierres");
  assertStringIncludes(wordsOf(list.text), "Boda de Ana y Luis");
  assertEquals(linksTo(list.text, "/cierres?cierre=").map((link) => address.startsWith(link)), [
    true,
  ]);
  assertStringIncludes(wordsOf((await board.get("/casa")).text), "Boda de Ana y Luis");
});

Deno.test("a whole day closes with its small hours, and opens again when the closure is taken away", async () => {
  await using board = await testBoard();
  const tail = await reserve(board, { dia: SUNDAY, hora: "00:30" });
  const { address, text } = await close(board, {
    dia: SATURDAY,
    de: "",
    a: "",
    motivo: "Inventario",
  });
  assertStringIncludes(wordsOf(text), "sábado 14 de marzo, todo el día");
  assert(wordsOf(text).includes(tail));
  const [link] = linksTo(text, "https://wa.me/");
  assertStringIncludes(decodeURIComponent(link!), "ese día estará cerrado");
  const info = async () =>
    (await board.app.get(`/api/disponibilidad?dia=${SATURDAY}`)).body.dias[0];
  const { abre, horas_reservables } = await info();
  assertEquals([abre, horas_reservables], [false, ["00:00", "00:30"]], "Friday's tail stays");
  const id = new URL(address, board.url).searchParams.get("cierre")!;
  const { location } = await board.post("/cierres", { accion: "quitar", cierre: id });
  assertStringIncludes(wordsOf((await board.get(location!)).text), "No hay cierres");
  assertEquals((await info()).abre, true);
  assertMatch(await reserve(board, { hora: "20:30", telefono: "9991110000" }), /^R-/);
});

Deno.test("what was typed wrong is reported beside its field, kept, and closes nothing", async () => {
  await using board = await testBoard();
  const wrong: readonly (readonly [Record<string, string>, string])[] = [
    [{ dia: "" }, "Elige el día"],
    [{ dia: "2026-02-30" }, "Elige el día"],
    [{ dia: "2029-03-14" }, "a más de dos años"],
    [{ dia: "2026-03-09" }, "ya habría terminado"],
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
      await board.get(preview(fields)),
      await board.post("/cierres", { accion: "cerrar", ...fields }),
    ];
    for (const { status, text } of answers) {
      assertEquals(status, 422, JSON.stringify(changes));
      assertStringIncludes(wordsOf(text), message);
      assertStringIncludes(text, 'aria-invalid="true"');
      if (!("motivo" in changes)) assertStringIncludes(text, 'value="Boda de Ana y Luis"');
    }
  }
  assertEquals(board.deps.state().closures, []);
});

Deno.test("a form that is sent twice closes once, and a closure that is gone can be taken away again", async () => {
  await using board = await testBoard();
  const first = await close(board, EVENING);
  const second = await close(board, EVENING);
  assertEquals(second.address, first.address);
  assertEquals(board.deps.state().closures.length, 1);
  const id = new URL(first.address, board.url).searchParams.get("cierre")!;
  for (let times = 0; times < 2; times++) {
    assertEquals((await board.post("/cierres", { accion: "quitar", cierre: id })).status, 303);
  }
  assertEquals(board.deps.state().closures, []);
  const gone = await board.get(first.address);
  assertEquals(gone.status, 404);
  assertStringIncludes(wordsOf(gone.text), "Ese cierre ya no está");
});

Deno.test("a closure that runs is marked so, and one that is over is not shown", async () => {
  await using board = await testBoard();
  const { address } = await close(board, { dia: SATURDAY, de: "19:00", a: "22:00", motivo: "Luz" });
  assert(!wordsOf((await board.get("/cierres")).text).includes("Ahora"));
  board.clock.set(instantOf(`${SATURDAY}T21:59`));
  assertStringIncludes(wordsOf((await board.get("/cierres")).text), "de 19:00 a 22:00 Ahora Luz");
  board.clock.set(instantOf(`${SATURDAY}T22:00`));
  assertEquals((await board.get(address)).status, 404);
  assertStringIncludes(wordsOf((await board.get("/cierres")).text), "No hay cierres");
});

Deno.test("names, comments and reasons stay text, in the page and in the message", async () => {
  await using board = await testBoard();
  const nombre = `<img src=x onerror="alert(1)"> anA`;
  await reserve(board, { hora: "20:30", nombre, comentarios: "</bdi><script>alert(2)</script>" });
  const { text } = await close(board, { ...EVENING, motivo: `"><script>alert(3)</script>` });
  assert(!/<script>|<img/.test(text.slice(text.indexOf("<main"))));
  const [link] = linksTo(text, "https://wa.me/");
  const message = new URL(link!).searchParams.get("text")!;
  assertStringIncludes(message, 'Hola, <img src=x onerror="alert(1)"> anA.');
  assertMatch(link!, /^https:\/\/wa\.me\/529991234567\?text=[\w%.!~*'()-]+$/);
});

Deno.test("guests without a telephone are listed too: staff know them otherwise", async () => {
  await using board = await testBoard();
  await board.storage.book.take(
    {
      day: SATURDAY,
      time: "20:30",
      serviceDay: SATURDAY,
      partySize: 2,
      name: "Don Chucho",
      phone: null,
      occasion: "general",
      comments: null,
      note: null,
      table: null,
      status: "confirmed",
    },
    "Rosa",
    "R-7K3M9QAB",
  );
  const { text } = await board.get(preview(EVENING));
  assertStringIncludes(wordsOf(text), "Don Chucho R-7K3M9QAB Sin teléfono");
  assertEquals(linksTo(text, "https://wa.me/"), []);
});

Deno.test("each guest informed is ticked off for everybody, in the note and with who did it", async () => {
  await using board = await testBoard();
  const informed = await reserve(board, { hora: "20:30", comentarios: "Terraza" });
  await reserve(board, { hora: "21:30", telefono: "9991110000" });
  const { address } = await close(board, EVENING);
  const page = (await board.get(address)).text;
  const form = { ...formFields(page, `/reserva/${informed}`), accion: "nota" };
  const { status, location } = await board.post(`/reserva/${informed}`, form);
  assertEquals([status, location], [303, address]);
  const other = await board.signIn("Rosa");
  const seen = wordsOf((await other.get(address)).text);
  assertStringIncludes(seen, "2 reservaciones, 8 personas; con aviso: 1");
  assertStringIncludes(seen, "Con aviso");
  const [entry] = (await board.storage.book.history(informed)).slice(-1);
  assertEquals([entry!.actor, entry!.action], ["Wendy", "noted"]);
  assertEquals(
    entry!.after.note,
    "Con aviso del cierre del sábado 14 de marzo.",
  );
});

Deno.test("a guest cancelled from the list leaves it", async () => {
  await using board = await testBoard();
  const [first, ...rest] = [
    await reserve(board, { hora: "20:30" }),
    await reserve(board, { hora: "21:00", telefono: "9991110000" }),
    await reserve(board, { hora: "21:30", telefono: "9992220000" }),
  ];
  const { address } = await close(board, EVENING);
  const one = formFields((await board.get(address)).text, `/reserva/${first}`);
  const cancelled = await board.post(`/reserva/${first}`, {
    ...one,
    accion: "cancelar",
    seguro: "si",
  });
  assertEquals(cancelled.location, address);
  const { text } = await board.get(address);
  assertStringIncludes(wordsOf(text), "2 reservaciones, 8 personas");
  for (const folio of rest) assertStringIncludes(text, folio);
});

const WEEK = { dia: "2026-12-22", hasta: "2026-12-26", de: "", a: "", motivo: "Vacaciones" };

Deno.test("a holiday is closed at once, stands on one line with all whom it hits, and goes at once", async () => {
  await using board = await testBoard({ now: instantOf("2026-12-10T12:00") });
  const first = await reserve(board, { dia: "2026-12-22", hora: "20:30" });
  const tail = await reserve(board, { dia: "2026-12-27", hora: "00:30", telefono: "9991110000" });
  const after = await reserve(board, { dia: "2026-12-27", hora: "20:00", telefono: "9992220000" });
  const seen = wordsOf((await board.get(preview(WEEK))).text);
  const words = "del martes 22 de diciembre al sábado 26 de diciembre, todo el día";
  assertStringIncludes(seen, words);
  assertStringIncludes(seen, "Afecta a: 2 reservaciones, 8 personas");
  const { address, text } = await close(board, WEEK);
  const page = wordsOf(text);
  assertStringIncludes(page, words);
  assertStringIncludes(page, "Wendy, hoy a las 12:00");
  assert(page.includes(first) && page.includes(tail) && !page.includes(after));
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
  assertStringIncludes(wordsOf((await board.get(address)).text), "con aviso: 1");
  const ids = [...text.matchAll(/name="cierre" value="(\d+)"/g)].map(([, id]) => id!);
  assertEquals(ids.length, 5);
  const gone = await board.post("/cierres", [
    ["accion", "quitar"],
    ...ids.map((id): [string, string] => ["cierre", id]),
  ]);
  assertEquals([gone.status, gone.location], [303, "/cierres"]);
  assertEquals(board.deps.state().closures, []);
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
    const { status, text } = await board.post("/cierres", {
      accion: "cerrar",
      ...WEEK,
      ...changes,
    });
    assertEquals(status, 422);
    assertStringIncludes(wordsOf(text), words);
    assertStringIncludes(text, 'aria-describedby="hasta-mal"');
  }
  assertEquals(board.deps.state().closures, []);
});
