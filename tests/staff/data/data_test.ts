/** Data in and out of the board: export, search, erasure. */
import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { dirname, join } from "node:path";
import { parse } from "deno-std/csv/parse.js";
import { normalisePhone } from "../../../src/domain/contact.ts";
import { VALUE_NAMES } from "../../../src/domain/reservation/reservation.ts";
import { CSV_HEAD, csvLine, csvLines, spreadsheetPhone } from "../../../src/staff/data/data.ts";
import { RESERVATION_COLUMNS } from "../../../src/storage/book/columns.ts";
import { backUp } from "../../../src/storage/database/backup.ts";
import { filesAt } from "../../../src/storage/database/database_files.ts";
import { eraseBefore } from "../../../src/storage/book/erasure.ts";
import { instantOf } from "../../support/restaurant_fixture.ts";
import { type TestBoard, testBoard } from "../../support/test_board.ts";
import {
  assertSays,
  formFields,
  reserve,
  sampleReservation,
  SATURDAY,
  wordsOf,
} from "../_board_pages.ts";
import fc from "fast-check";

async function exported(board: TestBoard, range: string): Promise<string[][]> {
  const response = await board.fetch(`/datos.csv?${range}`, { headers: { cookie: board.cookie } });
  assertEquals(response.status, 200);
  return parse(new TextDecoder("utf-8", { ignoreBOM: false }).decode(await response.bytes()));
}

Deno.test("a range of days comes as a file that a spreadsheet opens, hostile names and all", async () => {
  await using board = await testBoard();
  const first = await reserve(board, {
    nombre: `=HYPERLINK("http://x.test","María")`,
    dia: "2026-03-12",
  });
  const second = await reserve(board, {
    dia: SATURDAY,
    hora: "00:30",
    telefono: "+34612345678",
    comentarios: 'Somos "los Uc"; alergia,\n+52 nuez',
    landing: "@asistente",
  });
  await reserve(board, { dia: "2026-03-15", telefono: "9990000000", hora: "15:00" });
  const response = await board.fetch(`/datos.csv?desde=2026-03-12&hasta=2026-03-13`, {
    headers: { cookie: board.cookie },
  });
  const bytes = await response.bytes();
  assertEquals([...bytes.slice(0, 3)], [0xef, 0xbb, 0xbf]);
  assertEquals(response.headers.get("content-type"), "text/csv; charset=utf-8; header=present");
  assertEquals(
    response.headers.get("content-disposition"),
    'attachment; filename="reservaciones-2026-03-12-a-2026-03-13.csv"',
  );
  assertEquals(response.headers.get("cache-control"), "no-store");
  const rows = parse(new TextDecoder().decode(bytes)) as string[][];
  assertEquals(rows.map((row) => row[0]), ["Folio", first, second]);
  assertEquals(rows[1]![4], `'=HYPERLINK("http://x.test","María")`);
  const { Día, Hora, "Día de servicio": night } = Object.fromEntries(
    rows[0]!.map((title, at) => [title, rows[2]![at]]),
  );
  assertEquals([Día, Hora, night], [SATURDAY, "00:30", "2026-03-13"]);
});

Deno.test("the days of an export are service days, both ends included, across months and years", async () => {
  await using board = await testBoard({ now: instantOf("2026-12-30T12:00") });
  const days = ["2026-12-31", "2027-01-01", "2027-02-28", "2027-03-02"];
  const folios: string[] = [];
  for (const [index, dia] of days.entries()) {
    folios.push(await reserve(board, { dia, hora: "15:00", telefono: `999111000${index}` }));
  }
  const found = async (range: string) =>
    (await exported(board, range)).slice(1).map(([folio]) => folio);
  assertEquals(await found("desde=2026-12-31&hasta=2027-03-02"), folios);
  assertEquals(await found("desde=2027-01-01&hasta=2027-02-28"), folios.slice(1, 3));
  assertEquals(await found("desde=2026-12-31&hasta=2026-12-31"), folios.slice(0, 1));
  assertEquals(await found("desde=2025-01-01&hasta=2025-12-31"), []);
});

Deno.test("a month's figures by week and source, cut at its edges, stay when its reservations are erased", async () => {
  await using board = await testBoard({ now: instantOf("2026-02-27T12:00") });
  assertSays(await board.get("/mes"), "Reservaciones de febrero de 2026", "Total 0 0 0 0");
  const asked = [
    { dia: "2026-02-28", landing: "web", personas: 11 },
    { dia: "2026-03-01", landing: "web", personas: 2 },
    { dia: "2026-03-06", landing: "ChatGPT", personas: 3 },
    { dia: "2026-03-07", landing: "Perplexity", personas: 9 },
    { dia: "2026-03-08", landing: "OpenAI", personas: 4 },
    { dia: "2026-03-08", landing: "Claude", personas: 6 },
  ];
  const folios: string[] = [];
  for (const [index, each] of asked.entries()) {
    folios.push(await reserve(board, { ...each, hora: "15:00", telefono: `999111000${index}` }));
  }
  // The last night of the month ends in April.
  const tail = { day: "2026-04-01", time: "00:30", serviceDay: "2026-03-31", partySize: 5 };
  await board.storage.book.take(sampleReservation(tail), "Rosa", "R-00000001");
  const next = { day: "2026-04-01", serviceDay: "2026-04-01", partySize: 13 };
  await board.storage.book.take(sampleReservation(next), "Rosa", "R-00000002");
  board.clock.set(instantOf("2026-03-08T15:30"));
  const even = { version: "1", volver: "/", seguro: "si" };
  await board.post(`/reserva/${folios[4]}`, { accion: "no_vino", ...even });
  await board.post(`/reserva/${folios[5]}`, { accion: "cancelar", ...even });
  await board.post("/llegaron", { personas: "7", nombre: "Ana Chan" });

  const page = await board.get("/mes");
  assertEquals((await board.get("/mes?mes=2026-03")).text, page.text);
  // Parties, people, no-shows, cancelled ones, walk-ins in their row alone; in the longest week's bar both kinds.
  assertSays(
    page,
    "Total 4 19 1 1 ChatGPT 1 3 1 0 Claude 0 0 0 1 página 1 2 0 0 teléfono 1 5 0 0 sin reservación 1 7 0 0 otro asistente 1 9 0 0",
    "Día 1 1 2 0 0 página 1 2 0 0 2 al 8 2 12 1 1 ChatGPT 1 3 1 0 Claude 0 0 0 1 sin reservación 1 7 0 0 otro asistente 1 9 0 0",
    "9 al 15 0 0 0 0 16 al 22 0 0 0 0 23 al 29 0 0 0 0 30 al 31 1 5 0 0 teléfono 1 5 0 0 Grupos",
  );
  assertStringIncludes(page.text.replace(/\s+/g, " "), 'viewBox="0 0 3 1"');
  assertStringIncludes(page.text, '<rect x="2" width="1"');
  for (const wrong of ["2026-13", "9999-12", "x"]) {
    assertEquals((await board.get(`/mes?mes=${wrong}`)).text, page.text, wrong);
  }
  const at = board.clock.now();
  const { signal } = new AbortController();
  assertEquals(await eraseBefore(board.storage.database, "2026-04-02", { at, signal }), 9);
  assertEquals(await board.storage.book.range("2026-01-01", "2026-12-31"), []);
  assertEquals(wordsOf((await board.get("/mes")).text), wordsOf(page.text));
  assertSays(
    await board.get("/mes?mes=2026-02"),
    "Día 1 0 0 0 0",
    "23 al 28 1 11 0 0 página 1 11 0 0",
  );
  assertSays(await board.get("/mes?mes=2026-08"), "24 al 30 0 0 0 0 Día 31 0 0 0 0");
});

Deno.test("the form offers the current month", async () => {
  await using board = await testBoard();
  const form = formFields((await board.get("/datos")).text, "/datos.csv");
  assertEquals(form, { desde: "2026-03-01", hasta: "2026-03-31" });
});

Deno.test("days that make no range are refused, and nothing is sent", async () => {
  await using board = await testBoard();
  const wrong = {
    "": "Elige los dos días",
    "desde=2026-03-01": "Elige los dos días",
    "desde=2026-02-30&hasta=2026-03-01": "Elige los dos días",
    "desde=2026-03-02&hasta=2026-03-01": "El primer día va antes",
    "desde=2016-03-02&hasta=2026-03-12": "diez años como máximo",
  };
  for (const [query, message] of Object.entries(wrong)) {
    const page = await board.get(`/datos.csv?${query}`);
    assertEquals(page.status, 422, query);
    assertSays(page, message);
  }
});

Deno.test("days that cannot be read break the download: half a file is not taken for the whole", async () => {
  const failing = { on: false };
  await using board = await testBoard({
    staffDeps: ({ book }) => ({
      book: {
        ...book,
        range: (from, to) =>
          failing.on && from > "2026-03" ? Promise.reject(new Error("gone")) : book.range(from, to),
      },
    }),
  });
  await reserve(board, { dia: "2026-03-12" });
  failing.on = true;
  const download = async () => {
    const headers = { cookie: board.cookie };
    const path = "/datos.csv?desde=2026-02-01&hasta=2026-04-30";
    return (await board.ask(path, { headers })).text;
  };
  // Whether the head of the answer comes before it breaks is the runtime's.
  await assertRejects(download, TypeError);
  const { status } = await board.get("/datos.csv?desde=2026-03-01&hasta=2026-04-30");
  assert(status >= 500, "if the first days fail already, a page says so");
});

Deno.test("more than can be looked through are cut, and it is said", async () => {
  await using board = await testBoard();
  const take = (index: number) => {
    const values = sampleReservation({ name: `Chan ${index}`, phone: `+52999000${1000 + index}` });
    return board.storage.book.take(values, "Rosa", `R-0000${1000 + index}`);
  };
  for (let index = 0; index < 60; index++) await take(index);
  const page = await board.get("/buscar?q=chan");
  assertSays(page, "60 reservaciones");
  assert(!page.text.includes("Hay más"));
  assertSays(await board.get("/buscar?q=pech"), "0 reservaciones Prueba con parte del nombre");
  await take(60);
  assertSays(await board.get("/buscar?q=chan"), "Las primeras 60 reservaciones", "Hay más");
  board.clock.set(instantOf("2026-03-16T12:00"));
  await reserve(board, { dia: "2026-03-20", nombre: "CHÁN, Luis" });
  assertSays(await board.get("/buscar?q=chan"), "De hoy en adelante 1", "Pasadas 59");
});

Deno.test("what cannot be searched for is refused", async () => {
  await using board = await testBoard();
  for (const q of ["a", "x".repeat(101), "a\u0000b"]) {
    const page = await board.get(`/buscar?${new URLSearchParams({ q })}`);
    assertEquals(page.status, 200);
    assertSays(page, "Escribe de 2 a 100 letras o cifras.");
  }
  const empty = await board.get("/buscar");
  assert(!wordsOf(empty.text).includes("reservaci"), "nothing is sought yet");
});

Deno.test("one person's data goes on request, what is to come only with a tick, and without a name shown", async () => {
  await using board = await testBoard();
  const past = await reserve(board, { dia: "2026-03-10", hora: "13:00" });
  board.clock.set(instantOf("2026-03-12T12:00"));
  const coming = await reserve(board, { dia: SATURDAY });
  const other = await reserve(board, { dia: SATURDAY, telefono: "9990000000" });
  const left = async () =>
    (await board.storage.book.find([past, coming, other])).map(({ folio }) => folio);
  const asked = await board.post("/borrar", { accion: "contar", telefono: "045 999 123 45 67" });
  assertEquals(asked.status, 200);
  assertSays(
    asked,
    "Pasadas o canceladas: 1. Por venir o en curso: 1.",
    "Borrar también 1 reservación por venir o en curso: salen del tablero",
  );
  assertSays(asked, "999 123 4567");
  assert(!asked.text.includes("Ana Pérez"));
  assertEquals(await left(), [past, coming, other]);

  const form = formFields(asked.text, "/borrar");
  const first = await board.post("/borrar", { ...form, accion: "borrar" });
  assertEquals([first.status, first.location], [303, "/datos?borradas=1#borrar"]);
  assertEquals(await left(), [coming, other]);
  const untold = await board.post("/borrar", { accion: "borrar", telefono: "+529991234567" });
  assertSays(untold, "Listo. De lo pedido no queda nada");
  assertEquals(await left(), [coming, other]);

  const ticked = { accion: "borrar", telefono: "+529991234567", por_venir: "si" };
  assertEquals((await board.post("/borrar", ticked)).location, "/datos?borradas=1#borrar");
  assertEquals(await left(), [other]);
  assertSays(
    await board.get("/datos?borradas=1"),
    "Reservaciones borradas con los datos de la persona: 1.",
  );
  assertEquals((await board.get("/buscar?q=9991234567")).text.includes("Ana Pérez"), false);
  const rows = await exported(board, `desde=2026-03-01&hasta=2026-03-31`);
  assertEquals(rows.map(([folio]) => folio), ["Folio", other]);
});

Deno.test("after closing, who is still on the evening's page is no past reservation to erase", async () => {
  await using board = await testBoard();
  await reserve(board, { dia: SATURDAY });
  board.clock.set(instantOf("2026-03-15T02:10"));
  assertSays(await board.get("/"), "Ana Pérez");
  const asked = await board.post("/borrar", { accion: "contar", telefono: "9991234567" });
  assertSays(asked, "Pasadas o canceladas: 0. Por venir o en curso: 1.");
});

Deno.test("copies that still hold what was erased are named, with what to do", async () => {
  await using board = await testBoard();
  await reserve(board, { dia: SATURDAY });
  const copies = join(dirname(board.storage.database.path!), "backups");
  await Deno.mkdir(copies);
  await Deno.writeTextFile(join(copies, "sobremesa-2026-03-09.db"), "no database ".repeat(500));
  const form = { accion: "borrar", telefono: "+529991234567", por_venir: "si" };
  const answer = await board.post("/borrar", form);
  assertEquals(answer.status, 200);
  assertSays(
    answer,
    `Ya no está en el tablero, pero estos archivos todavía lo tienen: ${copies}/sobremesa-2026-03-09.db. Cierra el programa`,
  );
});

Deno.test("what only a copy holds of a person is erased from the board too", async () => {
  await using board = await testBoard();
  const { database } = board.storage;
  await reserve(board, { dia: SATURDAY });
  const copy = `${database.path}.before-2026-03-09T010203`;
  await backUp(filesAt(database.path!), copy);
  await database.write([{ sql: "DELETE FROM reservations" }]);
  const asked = await board.post("/borrar", { accion: "contar", telefono: "9991234567" });
  assertSays(
    asked,
    "todavía las tiene, bórralas de ahí. Borrar de las copias",
  );
  const form = formFields(asked.text, "/borrar");
  const answer = await board.post("/borrar", { ...form, accion: "borrar" });
  assertSays(answer, "Listo. De lo pedido no queda nada, tampoco en las copias de esta máquina.");
  assert(!new TextDecoder("latin1").decode(await Deno.readFile(copy)).includes("+529991234567"));
});

Deno.test("what was erased stays as counts and as a record of who erased it, without whose it was", async () => {
  await using board = await testBoard({ actor: "Rosa <b>" });
  assertSays(await board.get("/datos"), "Todavía nada.");
  await reserve(board, { dia: SATURDAY, personas: 7 });
  const ticked = { accion: "borrar", telefono: "9991234567", por_venir: "si" };
  assertEquals((await board.post("/borrar", ticked)).status, 303);
  const page = await board.get("/datos");
  assertSays(page, "Rosa <b>, hoy a las 12:00: 1 reservación, a petición de la persona");
  assertSays(await board.get("/mes"), "Total 1 7 0 0");
  for (const secret of ["Rosa <b>", "Ana Pérez", "123 45 67"]) assert(!page.text.includes(secret));
});

Deno.test("a text that is not a telephone, or one that no reservation has, erases nothing", async () => {
  await using board = await testBoard();
  const folio = await reserve(board);
  const wrong = await board.post("/borrar", { accion: "borrar", telefono: "12", por_venir: "si" });
  assertEquals(wrong.status, 422);
  assertSays(wrong, "Escribe diez cifras");
  assertStringIncludes(wrong.text, 'value="12"');
  const unknown = await board.post("/borrar", { accion: "contar", telefono: "9990000000" });
  assertSays(unknown, "No hay reservaciones con ese teléfono.");
  assertEquals((await board.storage.book.find([folio])).length, 1);
});

Deno.test("the page says how long data is kept, and telephones are in no address that is logged", async () => {
  await using board = await testBoard({ staffDeps: () => ({ retentionDays: 180 }) });
  assertSays(await board.get("/datos"), "180 días");
  await board.post("/borrar", { accion: "contar", telefono: "9991234567" });
  assert(!JSON.stringify(board.requests).includes("1234567"));
});

const MERIDA = "America/Merida";
const FORMULA_STARTS = /^[\s\p{Cf}"]*[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]/u;

/** What guests' words are drawn from that spreadsheets have been harmed with, between other characters. */
const HOSTILE = fc.constantFrom(..."=+-@＝＋－＠﹦;|,\"'\t\r\n \u200ba1ñ👩");

Deno.test("any text comes back as it was, but for apostrophes, and is no formula, whichever separator the spreadsheet believes in", () => {
  const texts = fc.array(fc.string({ unit: HOSTILE }), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(texts, (texts) => {
      const line = csvLine(texts);
      const [cells, ...more] = parse(line) as string[][];
      // The reader loses a CR before an LF.
      const bare = (cells: readonly string[]) => cells.map((cell) => cell.replace(/['\r]/g, ""));
      assertEquals([bare(cells!), more], [bare(texts), []]);
      const cuts = line.split(/[;\t\r\n|]/).slice(1);
      for (const cell of [...cells!, ...cuts]) assert(!FORMULA_STARTS.test(cell), cell);
      assert(cells!.every((cell) => !/^[\t\r\n]/.test(cell)));
    }),
    { numRuns: 300 },
  );
});

Deno.test("what a spreadsheet opens has Spanish columns, and a phone it cannot take for a number", () => {
  const text = CSV_HEAD + csvLines([
    sampleReservation({
      comments: 'Alergia a la nuez;\ncumple de "Lupita"',
      occasion: "cumpleanos",
      status: "arrived",
      table: "12",
      arrived: "2026-03-14T20:37",
      left: "2026-03-14T22:15",
      told: 30,
      called: "2026-03-14T20:35",
      acknowledged: { by: "Rosa", at: instantOf("2026-03-10T12:05") },
    }),
    sampleReservation({
      name: "=1+1",
      phone: null,
      source: "personal",
      day: "2026-03-15",
      time: "00:30",
      status: "cancelled",
      told: 15,
    }),
  ], MERIDA);
  assertEquals(text.slice(0, 6), "\ufeffFolio");
  assertEquals(text.replaceAll("\r\n", "").includes("\r"), false);
  const [head, first, second] = parse(text) as string[][];
  assertEquals(
    head!.join("|"),
    "Folio|Día|Hora|Personas|Nombre|Teléfono|Ocasión|Comentarios|Día de servicio|Estado|" +
      "Nota|Origen|Recibida|Mesa|Llegó|Se fue|Espera|Avisada|Vista por|Vista el",
  );
  assertEquals(
    first!.join("|"),
    "R-7K3M9QAB|2026-03-14|20:30|4|Guadalupe Pech|(+52) 999 123 4567|cumpleaños|" +
      'Alergia a la nuez;\ncumple de "Lupita"|2026-03-14|ya se fue|||2026-03-10 12:00|mesa 12|2026-03-14 20:37|2026-03-14 22:15|30|2026-03-14 20:35|Rosa|2026-03-10 12:05',
  );
  assertEquals(
    second!.slice(1, 10).join("|"),
    "2026-03-15|00:30|4|'=1+1||general||2026-03-14|se fue sin mesa",
  );
});

/** Texts that Excel, LibreOffice or Sheets make a number, a fraction, a day, an hour, a truth or an error of. */
const CHANGED = fc.oneof(
  fc.stringMatching(/^0\d{1,3}$/),
  fc.stringMatching(/^[1-9]\d?[/.:-][1-9]\d?([/.:-](20)?\d\d)?$/),
  fc.stringMatching(/^[1-9]\d?[eE][+-]?[1-9]$/),
  fc.stringMatching(/^[$€]? ?\d{1,3}([.,]\d{3})?([.,]\d\d)? ?[%€]?$/),
  fc.stringMatching(/^(\([1-9]\d?\)|[1-9] 1\/2|½|٣|１２)$/),
  fc.stringMatching(/^[1-9]:[0-5]\d ?(am|PM|a\. m\.|p\.m\.)$/),
  fc.tuple(
    fc.constantFrom("ene", "Mar", "mayo", "Agosto", "sept", "December"),
    fc.integer({ min: 1, max: 28 }),
    fc.constantFrom("# de @", "#-@", "@ #", "# @ 2026", "# de @ de 26"),
  ).map(([month, day, form]) => form.replace("#", `${day}`).replace("@", month)),
  fc.constantFrom("TRUE", "falso", "Verdadero", "#N/A", "#¡REF!", "#DIV/0!"),
);

const TYPED = ["name", "comments", "note", "source"] as const;

Deno.test("no text that people typed is a number, a day or an error in a spreadsheet, a table's label neither", () => {
  const columns = Object.keys(VALUE_NAMES);
  fc.assert(fc.property(CHANGED, fc.constantFrom("", " "), (value, blank) => {
    const text = `${blank}${value}${blank}`;
    const typed = Object.fromEntries(TYPED.map((name) => [name, text]));
    const acknowledged = { by: text, at: 1_000 };
    const reservation = sampleReservation({ ...typed, table: value, acknowledged });
    const [cells] = parse(csvLines([reservation], MERIDA)) as string[][];
    for (const name of TYPED) assertEquals(cells![columns.indexOf(name)], `'${text}`);
    assertEquals(cells![columns.indexOf("table")], `mesa ${value}`);
    assertEquals(cells!.at(-2), `'${text}`);
  }));
});

Deno.test("words with a number among them are exported as they were typed", () => {
  const texts = ["Somos 12", "Mesa 4, por favor", "Guadalupe Pech", "Nuez; 3 niños", "de la 58"];
  for (const text of texts) {
    const lines = csvLines([sampleReservation({ name: text, comments: text })], MERIDA);
    assertEquals((parse(lines) as string[][])[0]!.filter((cell) => cell === text).length, 2, text);
  }
});

Deno.test("every column of a reservation that the database has is exported", () => {
  const { guest, staff, fixed: { version: _, ...fixed } } = RESERVATION_COLUMNS;
  assertEquals(
    Object.keys(VALUE_NAMES).sort(),
    Object.keys({ ...guest, ...staff, ...fixed }).sort(),
  );
});

Deno.test("a phone in a cell is text that reads back as the number", () => {
  const phones = {
    "+529991234567": "(+52) 999 123 4567",
    "+12125550123": "(+1) 212 555 0123",
    "+34612345678": "(+34) 612 34 56 78",
    "+50212345678": "(+502) 12345678",
    "+79161234567": "(+7) 916 123 45 67",
    "+3531234567": "(+353) 1234567",
  };
  for (const [phone, shown] of Object.entries(phones)) {
    assertEquals(spreadsheetPhone(phone), shown);
    assertEquals(normalisePhone(shown), phone);
    assertMatch(csvLine([shown]), /^\(\+\d/);
  }
});
