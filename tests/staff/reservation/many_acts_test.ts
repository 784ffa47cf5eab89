/** Several reservations together: each by its own version, one that cannot be keeps no other from it. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { testBoard } from "../../support/test_board.ts";
import { reserve, stored, wordsOf } from "../_board_pages.ts";

const NAMES = ["Ana Uno", "Eva Dos", "Luz Tres", "Sol Cuatro"];

function chosen(accion: string, marks: readonly string[]): [string, string][] {
  return [
    ["accion", accion],
    ["volver", "/?dia=2026-03-14"],
    ...marks.map((mark): [string, string] => ["elegida", mark]),
  ];
}

Deno.test("those selected are cancelled together, and taken back together", async () => {
  await using board = await testBoard();
  const folios = await Promise.all(NAMES.map((nombre) => reserve(board, { nombre })));
  const [ana, eva, luz, sol] = folios as [string, string, string, string];
  const answer = await board.post(
    "/reservas",
    chosen("cancelar", [`${ana}:1`, `${eva}:1`, `${luz}:1`]),
  );
  assertEquals([answer.status, answer.location], [303, "/?dia=2026-03-14"]);
  const statuses = async () =>
    (await board.storage.book.find([ana, eva, luz, sol]))
      .map(({ status }) => status);
  assertEquals(await statuses(), ["cancelled", "cancelled", "cancelled", "confirmed"]);
  const undo = chosen("deshacer", [`${ana}:2`, `${eva}:2`, `${luz}:2`]);
  assertEquals((await board.post("/reservas", undo)).status, 303);
  assertEquals(await statuses(), ["confirmed", "confirmed", "confirmed", "confirmed"]);
  assertEquals(
    (await board.storage.book.history(ana)).map(({ actor, action }) => [actor, action]),
    [
      ["api", "created"],
      ["Wendy", "cancelled"],
      ["Wendy", "undone"],
    ],
  );
});

Deno.test("the answer tells which could not be cancelled and why, and offers those that still can be", async () => {
  await using board = await testBoard();
  const luis = await board.signIn("Luis");
  const folios = await Promise.all(NAMES.map((nombre) => reserve(board, { nombre })));
  const [ana, eva, luz, sol] = folios as [string, string, string, string];
  const act = (folio: string, accion: string) =>
    luis.post(`/reserva/${folio}`, { accion, version: "1", volver: "/", nota: "mesa 4" });
  await act(eva, "llego");
  await act(luz, "nota");
  await act(sol, "cancelar");
  const marks = [`${ana}:1`, `${eva}:1`, `${luz}:1`, `${sol}:2`, "R-00000000:1"];
  const told = await board.post("/reservas", chosen("cancelar", marks));
  assertEquals(told.status, 409);
  const words = wordsOf(told.text);
  assertStringIncludes(words, "4 reservaciones no se pudieron cancelar. 1 reservación sí.");
  assertStringIncludes(
    words,
    "Eva Dos, sábado 14 de marzo a las 20:00, 4 personas: alguien la cambió",
  );
  assertStringIncludes(words, "Llegó · Luis");
  assertStringIncludes(words, "nota: nada → mesa 4");
  assertStringIncludes(
    words,
    "Sol Cuatro, sábado 14 de marzo a las 20:00, 4 personas: ya está cancelada.",
  );
  assertStringIncludes(words, "R-00000000: ya no existe.");
  assertEquals(
    (await board.storage.book.find([ana, eva, luz, sol])).map(({ status }) => status),
    ["cancelled", "arrived", "confirmed", "cancelled"],
  );
  // Only Luz, who merely has a note, can still be cancelled.
  const again = [...told.text.matchAll(/name="elegida" value="([^"]+)"/g)].map(([, mark]) => mark!);
  assertEquals(again, [`${luz}:2`]);
  assertEquals((await board.post("/reservas", chosen("cancelar", again))).status, 303);
  assertEquals((await stored(board, luz)).status, "cancelled");
});

Deno.test("those selected are marked as seen together", async () => {
  await using board = await testBoard();
  const folios = await Promise.all(NAMES.map((nombre) => reserve(board, { nombre })));
  const answer = await board.post(
    "/reservas",
    chosen("visto", folios.map((folio) => `${folio}:1`)),
  );
  assertEquals(answer.status, 303);
  const seen = await board.storage.book.find(folios);
  assertEquals(seen.map(({ acknowledged }) => acknowledged?.by), NAMES.map(() => "Wendy"));
});

Deno.test("nothing selected, or a button that no page has, does nothing and says so", async () => {
  await using board = await testBoard();
  const folio = await reserve(board);
  assertEquals((await board.post("/reservas", chosen("cancelar", []))).status, 422);
  for (const accion of ["", "llego", "constructor"]) {
    assertEquals((await board.post("/reservas", chosen(accion, [`${folio}:1`]))).status, 422);
  }
  assertEquals(
    (await board.post("/reservas", chosen("cancelar", [folio, `${folio}:x`]))).status,
    409,
  );
  assertEquals((await stored(board, folio)).status, "confirmed");
});

Deno.test("where the database fails on the way, the answer tells which were done, and one tap does the rest once", async () => {
  let edits = 0;
  await using board = await testBoard({
    staffDeps: ({ book }) => ({
      book: {
        ...book,
        async edit(edit) {
          edits++;
          // The second is written, and nobody hears of it.
          const outcome = await book.edit(edit);
          if (edits === 2) throw new Error("no answer within 5000 milliseconds");
          return outcome;
        },
      },
    }),
  });
  const folios = await Promise.all(NAMES.map((nombre) => reserve(board, { nombre })));
  const marks = folios.map((folio) => `${folio}:1`);
  const told = await board.post("/reservas", chosen("cancelar", marks));
  assertEquals(told.status, 503);
  const words = wordsOf(told.text);
  assertStringIncludes(words, "3 reservaciones no se pudieron cancelar. 1 reservación sí.");
  assertStringIncludes(words, "4 personas: el sistema falló en este momento; quizá sí se hizo.");
  assertEquals(words.split("ya no se intentó").length - 1, 2);
  assertEquals(words.slice(words.indexOf("Estas sí")).includes(NAMES[0]!), true);
  assertEquals(edits, 2, "nothing is tried in vain");
  assertStringIncludes(words, "Cancelar esas 3 de todos modos");

  const again = [...told.text.matchAll(/name="elegida" value="([^"]+)"/g)].map(([, mark]) => mark!);
  assertEquals(again, marks.slice(1));
  assertEquals((await board.post("/reservas", chosen("cancelar", again))).status, 303);
  for (const folio of folios) {
    assertEquals(
      (await board.storage.book.history(folio)).map(({ action }) => action),
      ["created", "cancelled"],
    );
  }
});
