/** The board of a day with more reservations than it has rows, over HTTP. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { instantOf } from "../../support/restaurant_fixture.ts";
import type { TestBoard } from "../../support/test_board.ts";
import { announced, reserve, rowsOf, SATURDAY, saturdayBoard, wordsOf } from "../_board_pages.ts";

const FEWER = 1_200;

/** Rows by time, of two people each: the first half at 19:00, the others at 21:00. All were seen. */
const INSERT = `WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < ?1 - 1)
  INSERT INTO reservations (folio, day, time, service_day, party_size, name, phone, occasion, status, arrived_at,
    created_at, version, acknowledged_at, acknowledged_by)
  SELECT printf('R-%s%07d', ?2, n), '${SATURDAY}', iif(n < ?1 / 2, '19:00', '21:00'), '${SATURDAY}', 2,
    'Mesa ' || ?2 || ' ' || n, '+52' || (9990000000 + n), 'general', ?3,
    iif(?3 = 'arrived', '${SATURDAY}T19:07', NULL), ?4 + n, 1, ?4, 'Lupe' FROM n`;

/** 1,200 expected, as many cancelled, and one who arrived first of all. */
async function longDay(): Promise<TestBoard> {
  const board = await saturdayBoard();
  const at = instantOf("2026-03-10T12:00");
  const insert = (count: number, letter: string, status: string) =>
    board.storage.database.write([{ sql: INSERT, args: [count, letter, status, at] }]);
  await insert(FEWER, "C", "confirmed");
  await insert(FEWER, "X", "cancelled");
  await insert(2, "A", "arrived");
  return board;
}

/** The folios of the inserted rows of `letter`, in their order. A folio that was drawn may begin with it too. */
function insertedRows(page: string, letter: string): string[] {
  return rowsOf(page).filter((folio) => folio.startsWith(`R-${letter}000`));
}

function foliosOf(letter: string, from: number, to: number): string[] {
  return Array.from(
    { length: to - from },
    (_, n) => `R-${letter}${`${from + n}`.padStart(7, "0")}`,
  );
}

Deno.test("a board shows the first 1,000 expected and says how many more there are; its totals are the day's", async () => {
  await using board = await longDay();
  for (const path of ["/", "/tablero"]) {
    const { text } = await board.get(path);
    assertEquals(insertedRows(text, "C"), foliosOf("C", 0, 1_000), path);
    const words = wordsOf(`<main${text}`);
    assertStringIncludes(words, "Aquí caben las primeras 1000. Después hay 200 reservaciones más");
    assertStringIncludes(
      words,
      "1200 reservaciones, 2400 personas · 2 sin reservación (4 personas):",
    );
    assertStringIncludes(words, "1200 canceladas");
    assertStringIncludes(words, "21:00 faltan 1200 de 1202");
  }
});

Deno.test("of those that are settled a board shows who arrived and the last cancelled, 1,000 in all", async () => {
  await using board = await longDay();
  const { text } = await board.get("/");
  assertEquals(insertedRows(text, "A"), foliosOf("A", 0, 2));
  assertEquals(insertedRows(text, "X"), foliosOf("X", 202, 1_200));
  assertStringIncludes(wordsOf(text), "Y 202 más, que están en Buscar.");
});

Deno.test("a reservation beyond the rows is on paper, in the export, in the search, and has its page", async () => {
  await using board = await longDay();
  const last = "R-C0001199";
  const print = await board.get(`/imprimir?dia=${SATURDAY}`);
  assertEquals(print.text.match(/<td>R-/g)?.length, FEWER + 2);
  assertStringIncludes(print.text, last);
  const csv = await board.get(`/datos.csv?desde=${SATURDAY}&hasta=${SATURDAY}`);
  assertEquals(csv.text.match(/R-[CXA]\d{7}/g)?.length, 2 * FEWER + 2);
  assert(insertedRows((await board.get("/buscar?q=Mesa%20C%201199")).text, "C").includes(last));
  assertEquals((await board.get(`/reserva/${last}`)).status, 200);
});

Deno.test("a new reservation beyond the rows is announced, with a link to its page", async () => {
  await using board = await longDay();
  const hidden = await reserve(board, { hora: "22:00" });
  const shown = await reserve(board, { hora: "19:00", telefono: "9990000001", nombre: "Eva" });
  const { text } = await board.get("/tablero");
  assertEquals(insertedRows(text, "C").length, 999);
  assert(text.includes(`<li id="${shown}"`) && !text.includes(`<li id="${hidden}"`));
  assertStringIncludes(text, `href="/#${shown}" id="u-${shown}-n"`);
  assertStringIncludes(text, `href="/reserva/${hidden}" id="u-${hidden}-n"`);
});

Deno.test("of more than 500 unseen ones the newest are announced", async () => {
  await using board = await longDay();
  const sql = "UPDATE reservations SET acknowledged_at = NULL, acknowledged_by = NULL";
  await board.storage.database.write([{ sql }]);
  const newest = await reserve(board, { hora: "22:00" });
  const { text } = await board.get("/tablero");
  assertEquals(announced(text), [...foliosOf("C", 701, 1_200), newest].toReversed());
});

Deno.test("a likely double is named on the page of either, however long the day", async () => {
  await using board = await longDay();
  const sql = "UPDATE reservations SET name = ?2, phone = ?3 WHERE folio = ?1";
  const rename = (folio: string, name: string, phone: string) =>
    board.storage.database.write([{ sql, args: [folio, name, phone] }]);
  await rename("R-C0000003", "Íñigo Peón", "+529991112233");
  await rename("R-C0001190", "inigo  PEON", "+529994445566");
  await rename("R-C0001191", "Otra", "+529991112233");
  const { text } = await board.get("/reserva/R-C0000003");
  for (const double of ["R-C0001190", "R-C0001191"]) {
    assertStringIncludes(text, `href="/reserva/${double}"`);
  }
  assert(!text.includes('href="/reserva/R-C0001192"'));
});
