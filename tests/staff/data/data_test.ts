/** Data in and out of the board: export, search, erasure. */
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { dirname, join } from "node:path";
import { parse } from "deno-std/csv/parse.js";
import type { ReservationValues } from "../../../src/domain/reservation/reservation.ts";
import { instantOf } from "../../support/restaurant_fixture.ts";
import { reservationBody } from "../../support/test_app.ts";
import { type TestBoard, testBoard } from "../../support/test_board.ts";
import { wordsOf } from "../_board_pages.ts";

const SATURDAY = "2026-03-14";

async function reserve(board: TestBoard, changes: Record<string, unknown>): Promise<string> {
  const { status, body } = await board.app.post("/api/reserva", reservationBody(changes));
  assertEquals(status, 200);
  return body.folio;
}

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
  assertEquals(rows[1]!.slice(1, 8), [
    "2026-03-12",
    "20:30",
    "2026-03-12",
    "4",
    `'=HYPERLINK("http://x.test","María")`,
    "(+52) 999 123 4567",
    "confirmada",
  ]);
  assertEquals(rows[2]!.slice(1, 4), [SATURDAY, "00:30", "2026-03-13"]);
  assertEquals(rows[2]![9], `Somos "los Uc"; alergia,\n'+52 nuez`);
  assertEquals(rows[2]![11], "'@asistente");
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
    const { status, text } = await board.get(`/datos.csv?${query}`);
    assertEquals(status, 422, query);
    assertStringIncludes(wordsOf(text), message);
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
  await reserve(board, {});
  failing.on = true;
  const download = async () => {
    const headers = { cookie: board.cookie };
    const path = "/datos.csv?desde=2026-02-01&hasta=2026-04-30";
    return await (await board.fetch(path, { headers })).text();
  };
  // Whether the head of the answer comes before it breaks is the runtime's.
  await assertRejects(download, TypeError);
  const { status } = await board.get("/datos.csv?desde=2026-03-01&hasta=2026-04-30");
  assert(status >= 500, "where the first days fail already, a page says so");
});

Deno.test("a reservation is found by part of its name, phone or folio, those to come first", async () => {
  await using board = await testBoard();
  const past = await reserve(board, { dia: "2026-03-10", hora: "13:00", nombre: "José Peña" });
  board.clock.set(instantOf("2026-03-12T12:00"));
  const soon = await reserve(board, { nombre: "Ana Peña", telefono: "9992223344" });
  const later = await reserve(board, {
    nombre: "PENA, Luis",
    telefono: "9995556677",
    dia: SATURDAY,
  });
  const found = async (q: string) => {
    const { text } = await board.get(`/buscar?${new URLSearchParams({ q })}`);
    return Array.from(text.matchAll(/<li id="(R-[^"]*)"/g), ([, folio]) => folio);
  };
  assertEquals(await found("pena"), [soon, later, past]);
  assertEquals(await found("222 33"), [soon]);
  assertEquals(await found(later.toLowerCase()), [later]);
  assertEquals(await found("xyz"), []);
  const page = wordsOf((await board.get("/buscar?q=peña")).text);
  assertStringIncludes(page, "3 reservaciones");
  assertStringIncludes(page, "De hoy en adelante 2");
  assertStringIncludes(page, "Pasadas 1");
});

Deno.test("more than can be looked through are cut, and it is said", async () => {
  await using board = await testBoard();
  const values = (index: number): ReservationValues => ({
    day: SATURDAY,
    time: "20:30",
    serviceDay: SATURDAY,
    partySize: 2,
    name: `Familia Chan ${index}`,
    phone: `+52999000${1000 + index}`,
    occasion: "general",
    comments: null,
    note: null,
    table: null,
    status: "confirmed",
  });
  const take = (index: number) =>
    board.storage.book.take(values(index), "Rosa", `R-0000${1000 + index}`);
  for (let index = 0; index < 60; index++) await take(index);
  const page = async () => wordsOf((await board.get("/buscar?q=chan")).text);
  assertStringIncludes(await page(), "60 reservaciones");
  assert(!(await page()).includes("Hay más"));
  await take(60);
  assertStringIncludes(await page(), "Las primeras 60 reservaciones");
  assertStringIncludes(await page(), "Hay más");
});

Deno.test("what cannot be searched for is refused, and stays text", async () => {
  await using board = await testBoard();
  for (const q of ["a", "x".repeat(101), "a\u0000b"]) {
    const { status, text } = await board.get(`/buscar?${new URLSearchParams({ q })}`);
    assertEquals(status, 200);
    assertStringIncludes(wordsOf(text), "Escribe de 2 a 100 letras o cifras.");
  }
  const { text } = await board.get(
    `/buscar?q=${encodeURIComponent('"><script>alert(1)</script>')}`,
  );
  assert(!text.slice(text.indexOf("<main")).includes("<script"));
  assert(
    !wordsOf((await board.get("/buscar")).text).includes("reservaci"),
    "nothing is sought yet",
  );
});

Deno.test("one person's data goes on request, what is to come only with a tick, and without a name shown", async () => {
  await using board = await testBoard();
  const past = await reserve(board, { dia: "2026-03-10", hora: "13:00" });
  board.clock.set(instantOf("2026-03-12T12:00"));
  const coming = await reserve(board, { dia: SATURDAY });
  const other = await reserve(board, { dia: SATURDAY, telefono: "9990000000" });
  const left = async () =>
    (await board.storage.book.find([past, coming, other])).map(({ folio }) => folio);
  const asked = await board.post("/borrar", { accion: "contar", telefono: "999 123 45 67" });
  assertEquals(asked.status, 200);
  const question = wordsOf(asked.text);
  assertStringIncludes(question, "Pasadas o canceladas: 1. Por venir: 1.");
  assertStringIncludes(question, "Borrar también 1 reservación por venir: ya nadie espera");
  assert(!question.includes("Guadalupe"));
  assertEquals(await left(), [past, coming, other]);

  const first = await board.post("/borrar", { accion: "borrar", telefono: "+529991234567" });
  assertEquals([first.status, first.location], [303, "/datos?borradas=1#borrar"]);
  assertEquals(await left(), [coming, other]);
  const untold = await board.post("/borrar", { accion: "borrar", telefono: "+529991234567" });
  assertEquals(untold.status, 422);
  assertStringIncludes(wordsOf(untold.text), "Marca la casilla");
  assertEquals(await left(), [coming, other]);

  const ticked = { accion: "borrar", telefono: "+529991234567", por_venir: "si" };
  assertEquals((await board.post("/borrar", ticked)).location, "/datos?borradas=1#borrar");
  assertEquals(await left(), [other]);
  assertStringIncludes(
    wordsOf((await board.get("/datos?borradas=1")).text),
    "Reservaciones borradas con los datos de la persona: 1.",
  );
  assertEquals((await board.get("/buscar?q=9991234567")).text.includes("Guadalupe"), false);
  const rows = await exported(board, `desde=2026-03-01&hasta=2026-03-31`);
  assertEquals(rows.map(([folio]) => folio), ["Folio", other]);
});

Deno.test("copies that still hold what was erased are named, with what to do", async () => {
  await using board = await testBoard();
  await reserve(board, { dia: SATURDAY });
  const copies = join(dirname(board.storage.database.path!), "backups");
  await Deno.mkdir(copies);
  await Deno.writeTextFile(join(copies, "sobremesa-2026-03-09.db"), "no database ".repeat(500));
  const form = { accion: "borrar", telefono: "+529991234567", por_venir: "si" };
  const { status, text } = await board.post("/borrar", form);
  assertEquals(status, 200);
  assertStringIncludes(
    wordsOf(text),
    `Se borró de la base, pero estas copias todavía lo tienen: ${copies}/sobremesa-2026-03-09.db. Cierra el programa`,
  );
});

Deno.test("what was erased stays as counts and as a record of who erased it, without whose it was", async () => {
  await using board = await testBoard({ actor: "Rosa <b>" });
  assertStringIncludes(wordsOf((await board.get("/datos")).text), "Todavía nada.");
  await reserve(board, { dia: SATURDAY, personas: 7 });
  const ticked = { accion: "borrar", telefono: "9991234567", por_venir: "si" };
  assertEquals((await board.post("/borrar", ticked)).status, 303);
  const { text } = await board.get("/datos");
  const page = wordsOf(text);
  assertStringIncludes(page, "marzo de 2026: 7 personas en 1 reservación; canceladas 0, no vino 0");
  assertStringIncludes(page, "Rosa <b>, hoy a las 12:00: 1 reservación, a petición de la persona");
  assert(!text.includes("Rosa <b>") && !page.includes("Guadalupe") && !page.includes("123 45 67"));
});

Deno.test("a telephone that is none, or that no reservation has, erases nothing", async () => {
  await using board = await testBoard();
  const folio = await reserve(board, {});
  const wrong = await board.post("/borrar", { accion: "borrar", telefono: "12", por_venir: "si" });
  assertEquals(wrong.status, 422);
  assertStringIncludes(wordsOf(wrong.text), "Escribe diez cifras");
  assertStringIncludes(wrong.text, 'value="12"');
  const unknown = await board.post("/borrar", { accion: "contar", telefono: "9990000000" });
  assertStringIncludes(wordsOf(unknown.text), "no hay nada que borrar");
  assertEquals((await board.storage.book.find([folio])).length, 1);
});

Deno.test("the page says how long data is kept, and telephones are in no address that is logged", async () => {
  await using board = await testBoard({ staffDeps: () => ({ retentionDays: 180 }) });
  assertStringIncludes(wordsOf((await board.get("/datos")).text), "180 días");
  await board.post("/borrar", { accion: "contar", telefono: "9991234567" });
  assert(!JSON.stringify(board.requests).includes("1234567"));
});
