/** The list for paper as it is printed: nothing of it is cut. */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { sheetsOf } from "../../support/chromium.ts";
import type { TestBoard } from "../../support/test_board.ts";
import { act, reserve } from "../_board_pages.ts";
import { testTonight } from "../_browser.ts";

/** Texts of exactly `length` characters from `start` on: words, or what breaks nowhere. */
function longText(length: number, start: string): fc.Arbitrary<string> {
  const word = fc.stringMatching(/^[a-záéíñü]{1,14}$/);
  const words = fc.array(word, { minLength: length, maxLength: length })
    .map((all) => all.join(" "));
  const whole = fc.constantFrom("W", "i", "Ñ").map((letter) => letter.repeat(length));
  return fc.oneof({ weight: 3, arbitrary: words }, { weight: 1, arbitrary: whole })
    .map((text) => `${start}${text}`.slice(0, length).replace(/ $/, "x"));
}

const ALLERGY = "Alergia a la nuez, al cacahuate, a los mariscos y al gluten";

/** What is said of the reservation with this number: each text as long as it may be. */
function guest(
  n: number,
): fc.Arbitrary<Readonly<Record<"nombre" | "comentarios" | "nota", string>>> {
  return fc.record({
    nombre: longText(80, `Familia ${n} `),
    comentarios: longText(500, `${ALLERGY} ${n}: `),
    nota: longText(500, `Nota ${n}: `),
  });
}

const guests = fc.tuple(...Array.from({ length: 12 }, (_, n) => guest(10 + n)));

async function takeAll(
  board: TestBoard,
  all: readonly Readonly<Record<"nombre" | "comentarios" | "nota", string>>[],
): Promise<void> {
  for (const [n, { nota, ...guest }] of all.entries()) {
    const folio = await reserve(board, { ...guest, telefono: `99900000${10 + n}`, personas: 8 });
    await act(board, folio, "nota", { nota });
    await act(board, folio, "mesa", { mesa: `WWWWWW${10 + n}` });
  }
}

/** How often `text` is read on a sheet, whatever blanks and breaks of lines there are. */
function timesRead(sheets: readonly string[], text: string): number {
  const [wanted, ...read] = [text, ...sheets].map((each) => each.replace(/\s+/g, ""));
  return read.reduce((sum, each) => sum + each.split(wanted!).length - 1, 0);
}

testTonight(
  "the longest names, allergies and notes are whole on a sheet of Letter and of A4, in the list and in what is special",
  async ({ board, open }) => {
    const [all] = fc.sample(guests, { numRuns: 1, seed: 47 });
    await takeAll(board, all!);
    const page = await open("/imprimir?dia=2026-03-14");
    for (const paper of ["Letter", "A4"] as const) {
      const sheets = await sheetsOf(page, paper);
      for (const text of all!.flatMap((each) => Object.values(each))) {
        assertEquals(timesRead(sheets, text), 2, `${paper}: ${text}`);
      }
      assertEquals(timesRead(sheets, "nuez, cacahuate, mariscos, gluten"), 24, paper);
      assertEquals(timesRead(sheets, "…"), 0, paper);
    }
  },
);
