/** What open pages hear, and what they read of the day, over HTTP. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import type { StaffDeps } from "../../../src/ports/staff.ts";
import { held, openTestStorage, request } from "../../storage/_fixture.ts";
import { reserve } from "../_board_pages.ts";
import { instantOf } from "../../support/restaurant_fixture.ts";
import { type TestBoard, testBoard, type TestBoardOptions } from "../../support/test_board.ts";

const SATURDAY = "2026-03-14";

function saturdayBoard(options: TestBoardOptions = {}): Promise<TestBoard> {
  return testBoard({ now: instantOf(`${SATURDAY}T18:40`), ...options });
}

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

Deno.test("all pages that show a day share one reading of it, until something changes", async () => {
  let days = 0;
  await using board = await watchedBoard(() => days++);
  await using stream = await openStream(board);
  const read = async () => (await board.get("/tablero")).text;
  const texts = await Promise.all(Array.from({ length: 50 }, read));
  assertEquals(days, 1);
  assertEquals(new Set(texts).size, 1);
  const folio = await reserve(board);
  await stream.until("cambio", 2);
  const after = await Promise.all(Array.from({ length: 50 }, read));
  assertEquals(days, 2);
  assert(after.every((text) => text.includes(folio)));
});

Deno.test("the page that sent a change reads it at once, even before the counter of changes is read", async () => {
  await using board = await saturdayBoard({ staffDeps: () => ({ lastEvent: () => 0 }) });
  await using _stream = await openStream(board);
  const folio = await reserve(board);
  const isHere = async () => (await board.get("/tablero")).text.includes("llegó 1 (4 personas)");
  assertEquals(await isHere(), false);
  await board.post(`/reserva/${folio}`, { accion: "llego", version: "1" });
  assertEquals(await isHere(), true);
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
  await using board = await watchedBoard(() => {
    if (broken) throw new Error("no disk");
  });
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

/** A page's stream of events, read as a browser reads it. */
interface EventStream extends AsyncDisposable {
  /** The kinds of all events that came. */
  readonly kinds: readonly string[];
  /** Resolves when `count` events of `kind` have come. */
  until(kind: string, count: number): Promise<void>;
  /** Resolves when the board has ended the stream. */
  readonly ended: Promise<void>;
}

/** Opens the stream; its first event says that the page is to read its day anew. */
async function openStream(board: TestBoard): Promise<EventStream> {
  const aborter = new AbortController();
  const headers = { cookie: board.cookie };
  const response = await board.fetch("/eventos", { headers, signal: aborter.signal });
  assertEquals(response.status, 200);
  const kinds: string[] = [];
  let look = () => {};
  const ended = (async () => {
    let rest = "";
    try {
      for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
        const events = (rest + piece).split("\n\n");
        rest = events.pop()!;
        kinds.push(
          ...events.map((event) => /^(?:retry:500\n)?event:(\w+)\ndata:$/.exec(event)![1]!),
        );
        look();
      }
    } catch (error) {
      if (!aborter.signal.aborted) throw error;
    }
  })();
  const until = (kind: string, count: number) =>
    new Promise<void>((resolve) => {
      look = () => {
        if (kinds.filter((each) => each === kind).length >= count) resolve();
      };
      look();
    });
  await until("cambio", 1);
  return {
    kinds,
    until,
    ended,
    async [Symbol.asyncDispose]() {
      aborter.abort();
      await ended.catch(() => {});
    },
  };
}
