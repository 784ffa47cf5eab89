/** What open pages read of the day, over HTTP. */
import { assert, assertEquals } from "@std/assert";
import type { StaffDeps } from "../../../src/ports/staff.ts";
import { believeClock } from "../../../src/storage/database/believed_clock.ts";
import { act, reserve, SATURDAY, saturdayBoard } from "../_board_pages.ts";
import { eventually } from "../../support/eventually.ts";
import { instantOf } from "../../support/restaurant_fixture.ts";
import type { TestBoard } from "../../support/test_board.ts";

/** A board that calls `look` before it reads a day from the database. */
function watchedBoard(look: () => void): Promise<TestBoard> {
  const staffDeps = ({ book }: StaffDeps) => ({
    book: {
      ...book,
      // deno-lint-ignore require-await -- what `look` throws is a rejection
      onServiceDay: async (day: string) => {
        look();
        return book.onServiceDay(day);
      },
    },
  });
  return saturdayBoard({ staffDeps });
}

const read = async (board: TestBoard) => (await board.get("/tablero")).text;

Deno.test("all pages that show a day share one reading of it, until something changes", async () => {
  let days = 0;
  await using board = await watchedBoard(() => days++);
  const all = () => Promise.all(Array.from({ length: 50 }, () => read(board)));
  assertEquals(new Set(await all()).size, 1);
  assertEquals(days, 1);
  const folio = await reserve(board);
  await eventually(async () => (await read(board)).includes(folio), 2_000);
  assert((await all()).every((text) => text.includes(folio)));
  assertEquals(days, 2);
});

Deno.test("the page that sent a change reads it at once, even before the counter of changes is read", async () => {
  await using board = await saturdayBoard({ staffDeps: () => ({ lastEvent: () => 0 }) });
  const folio = await reserve(board);
  const isHere = async () => (await read(board)).includes("llegó 1 (4 personas)");
  assertEquals(await isHere(), false);
  await act(board, folio, "llego");
  assertEquals(await isHere(), true);
});

Deno.test("a day that cannot be read is an error of that reading alone", async () => {
  let broken = true;
  await using board = await watchedBoard(() => {
    if (broken) throw new Error("no disk");
  });
  assertEquals((await board.get("/tablero")).status, 500);
  broken = false;
  assertEquals((await board.get("/tablero")).status, 200);
  assertEquals(board.errors.length, 1);
});

Deno.test("pages read of switches, of the clock's doubt and of minutes that pass: they change what a day shows", async () => {
  await using board = await saturdayBoard();
  await reserve(board);
  await read(board);
  await board.storage.switches.pause(null);
  assert((await read(board)).includes("Reservaciones en pausa"));
  for (const days of [3, 0]) {
    // As another instance stores it, or a person accepts it there.
    await believeClock(board.storage.database, board.clock.now() - days * 86_400_000);
    await board.storage.poll.refresh();
    assertEquals((await read(board)).includes("El reloj de la máquina"), days > 0);
  }
  board.clock.set(instantOf(`${SATURDAY}T20:15`));
  assert((await read(board)).includes("tarde 15′"));
});

Deno.test("a reservation that is not seen is announced again, though the clock has been set back an hour", async () => {
  await using board = await saturdayBoard();
  await reserve(board);
  const announced = async () => /data-turno="(.+?)" data-aviso="(.+?)"/.exec(await read(board))!;
  assertEquals((await announced())[2], "Nueva reservación");
  const seen: string[] = [];
  for (const minutes of [-60, 4, 4]) {
    board.clock.advance(minutes * 60_000);
    const [, turn = "", notice] = await announced();
    assertEquals([notice, seen.includes(turn)], ["Sigue sin verse", false]);
    seen.push(turn);
  }
});

Deno.test("boards are connected from the first reading to the end of the last one's time", async () => {
  const reported: boolean[] = [];
  const boards = { setConnected: (connected: boolean) => void reported.push(connected) };
  await using board = await saturdayBoard({ boards });
  await Promise.all([read(board), read(board)]);
  assertEquals(reported, [true]);
  await eventually(() => reported.length === 2, 7_000);
  assertEquals(reported, [true, false]);
});
