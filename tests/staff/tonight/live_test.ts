/** What open boards are told, over HTTP. */
import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { BoardTooSlow } from "../../../src/staff/tonight/live/board_stream.ts";
import { candidate, held, openTestStorage } from "../../storage/_fixture.ts";
import { reserve } from "../_board_pages.ts";
import { eventsPath, openStream, type SentEvent } from "../_event_stream.ts";
import { instantOf } from "../../support/restaurant_fixture.ts";
import { type TestBoard, testBoard, type TestBoardOptions } from "../../support/test_board.ts";

const SATURDAY = "2026-03-14";

function saturdayBoard(options: TestBoardOptions = {}): Promise<TestBoard> {
  return testBoard({ now: instantOf(`${SATURDAY}T18:40`), ...options });
}

/** Whether the event puts the row of `folio` into the page. */
function tellsOf(folio: string): (event: SentEvent) => boolean {
  return ({ data }) => data.includes(`<li id="${folio}"`);
}

function dropsRow(folio: string): (event: SentEvent) => boolean {
  return ({ data }) => data.includes(`data-op="drop" data-id="${folio}"`);
}

Deno.test("a board is told of a reservation made after it was drawn, with the number of the event", async () => {
  await using board = await saturdayBoard();
  await using stream = await openStream(board);
  const folio = await reserve(board, { comentarios: "dos\nlíneas" });
  const { id, data } = await stream.until(tellsOf(folio));
  assertEquals(Number(id), await board.storage.feed.last());
  assert(data.includes("dos\nlíneas"));
});

Deno.test("a board that comes back is told all it missed, by its number or by Last-Event-ID, and no more", async () => {
  await using board = await saturdayBoard();
  await using first = await openStream(board);
  const known = await reserve(board, { nombre: "Beto May", telefono: "9990000001" });
  const since = Number((await first.until(tellsOf(known))).id);
  const missed = await reserve(board, { telefono: "9990000002" });
  const { id: last } = await first.until(tellsOf(missed));
  await using stream = await openStream(board, { since });
  const { data } = await stream.until(tellsOf(missed));
  assert(!data.includes(`<li id="${known}"`), "what it knows is not told again");

  const path = await eventsPath(board, { since: 0 });
  const response = await board.fetch(path, {
    headers: { cookie: board.cookie, "last-event-id": last! },
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("event:cambio")) text += (await reader.read()).value;
  assert(!text.includes(known) && !text.includes(missed));
  await reader.cancel();
});

Deno.test("nothing is missed between drawing the page and opening the stream, however they are timed", async () => {
  await using board = await saturdayBoard();
  const told = new Map<string, number>();
  let since = 0;
  const folios: string[] = [];
  for (let round = 0; round < 8; round++) {
    const made = reserve(board, { telefono: `99900000${10 + round}` });
    await using stream = await openStream(board, { since });
    const folio = await made;
    folios.push(folio);
    const { id } = await stream.until(({ data, id }) =>
      data.includes(`<li id="${folio}"`) || Number(id) > round
    );
    for (const { data } of stream.events) {
      for (const each of folios) {
        if (data.includes(`<li id="${each}"`)) told.set(each, (told.get(each) ?? 0) + 1);
      }
    }
    since = Number(id);
  }
  assertEquals(folios.filter((folio) => !told.has(folio)), []);
});

Deno.test("a reservation that is moved to another day leaves the board it was on and comes to the other", async () => {
  await using board = await saturdayBoard();
  const folio = await reserve(board);
  await using here = await openStream(board);
  await using there = await openStream(board, { day: "2026-03-18" });
  const changes = { day: "2026-03-18", serviceDay: "2026-03-18" };
  await board.storage.book.edit({ folio, version: 1, action: "edited", changes, actor: "Beto" });
  await Promise.all([here.until(dropsRow(folio)), there.until(tellsOf(folio))]);
});

Deno.test("a reservation of another day is no row, but counts among the unseen and in the strip", async () => {
  await using board = await saturdayBoard();
  await using stream = await openStream(board);
  const folio = await reserve(board, { dia: "2026-03-18", personas: 7 });
  const { data } = await stream.until(({ data }) => data.includes(`u-${folio}`));
  assert(!data.includes(`<li id="${folio}"`));
  assert(data.includes('data-cuantas="1"'));
  await stream.until(({ data }) =>
    data.includes("miércoles 18 de marzo: 7 personas, 1 reservación")
  );
});

Deno.test("a second reservation by the same guest marks the first one too", async () => {
  await using board = await saturdayBoard();
  const first = await reserve(board);
  await using stream = await openStream(board);
  const second = await reserve(board, { hora: "21:00" });
  const { data } = await stream.until(tellsOf(second));
  assert(tellsOf(first)({ data, event: "cambio", id: null }));
  assert(
    data.includes(`Posible duplicado: ${first}`) && data.includes(`Posible duplicado: ${second}`),
  );
});

Deno.test("boards of one day are sent the same bytes, drawn once", async () => {
  let reads = 0;
  await using board = await saturdayBoard({
    staffDeps: (real) => ({
      book: {
        ...real.book,
        find(folios) {
          reads++;
          return real.book.find(folios);
        },
      },
    }),
  });
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(board)));
  reads = 0;
  const folio = await reserve(board);
  const told = await Promise.all(streams.map((stream) => stream.until(tellsOf(folio))));
  assertEquals(new Set(told.map(({ data }) => data)).size, 1);
  assertEquals(reads, 1);
  await Promise.all(streams.map((stream) => stream[Symbol.asyncDispose]()));
});

Deno.test("reservations that pour in are told together, not one by one", async () => {
  await using board = await saturdayBoard();
  await using stream = await openStream(board);
  const before = stream.events.length;
  const folios = await Promise.all(
    Array.from(
      { length: 300 },
      (_, index) => reserve(board, { telefono: `9990001${100 + index}` }),
    ),
  );
  for (const folio of folios) await stream.until(tellsOf(folio));
  const events = stream.events.slice(before);
  assert(events.length <= 12, `${events.length} events for 300 reservations`);
  for (const { data } of events) {
    assert(data.split(/<li id="R-/).length - 1 <= 330, "in portions");
  }
  assertEquals(Number(events.at(-1)!.id), await board.storage.feed.last());
});

Deno.test("a board whose last event is from another database, or too old, reads its page anew", async () => {
  await using board = await saturdayBoard();
  await reserve(board);
  await using ahead = await openStream(board, { since: 1_000_000 });
  assertEquals(ahead.events.map(({ event, data }) => [event, data]), [["recargar", "pagina"]]);
  await ahead.ended;
});

Deno.test("a board that follows today reads its page anew when the service day is over, the others' words too", async () => {
  await using board = await saturdayBoard();
  await using stream = await openStream(board, { today: true });
  board.clock.set(instantOf("2026-03-15T01:59"));
  await reserve(board, { dia: "2026-03-18" });
  await stream.until(({ data }) => data.includes("data-cuantas"));
  assert(!stream.events.some(({ event }) => event === "recargar"), "the service still runs");
  board.clock.set(instantOf("2026-03-15T02:00"));
  await stream.until(({ event }) => event === "recargar");
  await stream.ended;
});

Deno.test("what is switched is told to the boards it concerns", async () => {
  await using board = await saturdayBoard();
  await using stream = await openStream(board);
  await using other = await openStream(board, { day: "2026-03-18" });
  await board.storage.closures.add({
    kind: "span",
    from: "2026-03-14T20:00",
    to: "2026-03-14T22:00",
  }, "Fuga de agua");
  const { data } = await stream.until(({ event }) => event === "casa");
  assert(data.includes("sábado 14 de marzo, de 20:00 a 22:00") && data.includes("Fuga de agua"));
  await board.storage.switches.pause(null);
  await other.until(({ data }) => data.includes("Reservaciones en pausa"));
  assert(!other.text.includes("Fuga de agua"));
});

Deno.test("a board is told while the database cannot be read, and when it can again", async () => {
  let broken = false;
  await using board = await saturdayBoard({
    staffDeps: (real) => ({
      book: {
        ...real.book,
        find: (folios) => broken ? Promise.reject(new Error("away")) : real.book.find(folios),
      },
    }),
  });
  await using stream = await openStream(board);
  broken = true;
  const folio = await reserve(board);
  await stream.until(({ event }) => event === "atrasado");
  broken = false;
  await stream.until(tellsOf(folio));
  await stream.until(({ event }) => event === "puesto_al_dia");
  assertEquals(board.errors.splice(0).map(({ where }) => where), ["live"]);
});

Deno.test("a board hears from time to time that it is connected, and what the time is", async () => {
  await using board = await saturdayBoard({ live: { heartbeatMs: 20 } });
  await using stream = await openStream(board);
  while (stream.text.split("event:latido").length < 5) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert(stream.text.includes(`event:latido\ndata:${board.clock.now()}\n\n`));
});

Deno.test("a script of another version is told to load its page anew", async () => {
  await using board = await saturdayBoard();
  const path = (await eventsPath(board)).replace(/v=\w+/, "v=0123456789abcdef");
  const { status, text } = await board.get(path);
  assertEquals([status, text], [200, "event:recargar\ndata:todo\n\n"]);
});

Deno.test("a day that is none is refused, and a look at the headers opens no stream", async () => {
  await using board = await saturdayBoard();
  assertEquals((await board.get("/eventos?dia=2026-02-30")).status, 400);
  const path = await eventsPath(board);
  const head = await board.fetch(path, { method: "HEAD", headers: { cookie: board.cookie } });
  assertEquals([head.status, head.headers.get("content-type")], [200, "text/event-stream"]);
  const stranger = await board.fetch(path);
  await stranger.body?.cancel();
  assertEquals(stranger.status, 401);
});

Deno.test("while boards are connected the calls to staff know it; when the last has gone they do again", async () => {
  let connected = 0;
  await using board = await saturdayBoard({
    live: {
      boards: {
        join() {
          connected++;
          return () => connected--;
        },
      },
    },
  });
  const stream = await openStream(board);
  await using _other = await openStream(board);
  assertEquals(connected, 2);
  await stream[Symbol.asyncDispose]();
  while (connected > 1) await new Promise((resolve) => setTimeout(resolve, 10));
});

Deno.test("a closed board ends its streams and opens none", async () => {
  const board = await saturdayBoard();
  const stream = await openStream(board);
  const path = await eventsPath(board);
  await board.live.close();
  await stream.ended;
  assertEquals((await board.get(path)).status, 503);
  await board[Symbol.asyncDispose]();
  assertNotEquals(stream.events.length, 0);
});

Deno.test("a reservation made on another instance is told here too", async () => {
  await using board = await saturdayBoard();
  await using stream = await openStream(board);
  const dataDir = await Deno.makeTempDir();
  const other = await openTestStorage(
    { url: `file:${board.storage.database.path}`, dataDir },
    { now: board.clock.now },
  );
  const folio = await held(other, candidate(1));
  await stream.until(tellsOf(folio));
  await other.close();
  await Deno.remove(dataDir, { recursive: true });
});

Deno.test("a board that does not read is cut off, and the others go on being told", async () => {
  let connected = 0;
  const boards = { join: () => (connected++, () => void connected--) };
  await using board = await saturdayBoard({ live: { boards, unreadLimit: 40_000 } });
  await using stream = await openStream(board);
  // Taken from the board itself: the network would hold some megabytes for a reader who does not read.
  const idle = board.live.open({ day: SATURDAY, followsToday: false, since: null }).stream!;
  assertEquals(connected, 2);
  for (let table = 0; connected > 1 && table < 20; table++) {
    const guest = { nombre: `Mesa ${table}`, telefono: `9990001${100 + table}` };
    await stream.until(tellsOf(await reserve(board, { ...guest, comentarios: "x".repeat(500) })));
  }
  assertEquals(connected, 1);
  await assertRejects(() => idle.getReader().read(), BoardTooSlow);
  await stream.until(tellsOf(await reserve(board, { nombre: "Otra", telefono: "9990000009" })));
});
