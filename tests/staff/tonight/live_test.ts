/** What open pages hear, and what they read of the day, over HTTP. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import type { StaffDeps } from "../../../src/ports/staff.ts";
import { held, openTestStorage, request } from "../../storage/_fixture.ts";
import { reserve } from "../_board_pages.ts";
import { openStream } from "../_event_stream.ts";
import { instantOf } from "../../support/restaurant_fixture.ts";
import { type TestBoard, testBoard, type TestBoardOptions } from "../../support/test_board.ts";

const SATURDAY = "2026-03-14";

function saturdayBoard(options: TestBoardOptions = {}): Promise<TestBoard> {
  return testBoard({ now: instantOf(`${SATURDAY}T18:40`), ...options });
}

/** The board, counting how often a day is read from the database. */
async function countingBoard(): Promise<{ board: TestBoard; days: () => number }> {
  let days = 0;
  const staffDeps = ({ book }: StaffDeps) => ({
    book: {
      ...book,
      onServiceDay: (day: string) => {
        days++;
        return book.onServiceDay(day);
      },
    },
  });
  return { board: await saturdayBoard({ staffDeps }), days: () => days };
}

Deno.test("a page hears when a reservation is made, and then reads it", async () => {
  await using board = await saturdayBoard();
  await using stream = await openStream(board);
  const folio = await reserve(board);
  await stream.until("cambio", 2);
  assert((await board.get("/tablero")).text.includes(`<li id="${folio}"`));
  assert(!(await board.get("/tablero?dia=2026-03-15")).text.includes(`<li id="${folio}"`));
});

Deno.test("all pages that show a day share one reading of it, until something changes", async () => {
  const { board, days } = await countingBoard();
  await using _ = board;
  await using stream = await openStream(board);
  const read = async () => (await board.get("/tablero")).text;
  const texts = await Promise.all(Array.from({ length: 50 }, read));
  assertEquals(days(), 1);
  assertEquals(new Set(texts).size, 1);
  const folio = await reserve(board);
  await stream.until("cambio", 2);
  const after = await Promise.all(Array.from({ length: 50 }, read));
  assertEquals(days(), 2);
  assert(after.every((text) => text.includes(folio)));
});

Deno.test("twenty changes in a row are announced at most twice a second", async () => {
  await using board = await saturdayBoard();
  await using stream = await openStream(board);
  const start = performance.now();
  for (let table = 0; table < 20; table++) {
    await reserve(board, { nombre: `Mesa ${table}`, telefono: `99900010${10 + table}` });
  }
  await stream.until("cambio", 2);
  const most = 2 + Math.floor((performance.now() - start) / 500);
  assert(stream.kinds.filter((kind) => kind === "cambio").length <= most, `${stream.kinds}`);
});

Deno.test("a day that cannot be read is an error of that reading alone", async () => {
  let broken = true;
  const staffDeps = ({ book }: StaffDeps) => ({
    book: {
      ...book,
      onServiceDay: (day: string) =>
        broken ? Promise.reject(new Error("no disk")) : book.onServiceDay(day),
    },
  });
  await using board = await saturdayBoard({ staffDeps });
  await using _stream = await openStream(board);
  assertEquals((await board.get("/tablero")).status, 500);
  broken = false;
  assertEquals((await board.get("/tablero")).status, 200);
  assertEquals(board.errors.length, 1);
});

Deno.test("pages hear of switches and of minutes that pass: they change what a day shows", async () => {
  await using board = await saturdayBoard();
  await using stream = await openStream(board);
  await board.storage.switches.pause(null);
  await stream.until("cambio", 2);
  assert((await board.get("/tablero")).text.includes("Reservaciones en pausa"));
  board.clock.advance(60_000);
  await stream.until("cambio", 3);
});

Deno.test("a page hears every so often that it is still connected", async () => {
  await using board = await saturdayBoard({ live: { heartbeatMs: 10 } });
  await using stream = await openStream(board);
  await stream.until("latido", 3);
});

Deno.test("a request without a session is refused, and a day that is none is taken for today", async () => {
  await using board = await saturdayBoard();
  for (const path of ["/eventos", "/tablero"]) {
    const stranger = await board.fetch(path);
    await stranger.body?.cancel();
    assertEquals(stranger.status, 401, path);
  }
  const today = (await board.get("/tablero")).text;
  assertEquals((await board.get("/tablero?dia=2026-02-30")).text, today);
});

Deno.test("boards are connected from the first page's coming to the last one's leaving", async () => {
  const reported: boolean[] = [];
  const boards = { setConnected: (connected: boolean) => void reported.push(connected) };
  await using board = await saturdayBoard({ live: { boards } });
  const stream = await openStream(board);
  const other = await openStream(board);
  await stream[Symbol.asyncDispose]();
  assertEquals(reported, [true]);
  await other[Symbol.asyncDispose]();
  while (reported.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  assertEquals(reported, [true, false]);
});

Deno.test("a closed board ends its streams and opens none", async () => {
  await using board = await saturdayBoard();
  await using stream = await openStream(board);
  board.live.close();
  await stream.ended;
  assertEquals((await board.get("/eventos")).status, 503);
});

Deno.test("a reservation made on another instance is announced here too", async () => {
  await using board = await saturdayBoard();
  await using stream = await openStream(board);
  const dataDir = await Deno.makeTempDir();
  const other = await openTestStorage(
    { url: `file:${board.storage.database.path}`, dataDir },
    { now: board.clock.now },
  );
  const folio = await held(other, request(1));
  await stream.until("cambio", 2);
  assert((await board.get("/tablero")).text.includes(folio));
  await other.close();
  await Deno.remove(dataDir, { recursive: true });
});

Deno.test("a page that does not read is cut off, and the others go on hearing", async () => {
  await using board = await saturdayBoard({ live: { unreadLimit: 400, heartbeatMs: 10 } });
  await using stream = await openStream(board);
  // Taken from the board itself: the network would hold some megabytes for a reader that does not read.
  const idle = board.live.open().stream!;
  await assertRejects(() => idle.getReader().closed, Error, "does not read");
  await reserve(board);
  await stream.until("cambio", 2);
});
