/** Who waits at the door for a table, over HTTP. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { outdated } from "../../../src/storage/book/tidying.ts";
import { instantOf, restaurantBooking } from "../../support/restaurant_fixture.ts";
import { type TestBoard, testBoard } from "../../support/test_board.ts";
import {
  act,
  assertSays,
  formFields,
  linksTo,
  messagesTo,
  reserve,
  rowsOf,
  SATURDAY,
  stored,
  wordsOf,
} from "../_board_pages.ts";

const PHONE = "9995550101";

async function wait(board: TestBoard, personas: number, more: Record<string, string> = {}) {
  const { location } = await board.post("/llegaron", {
    personas: `${personas}`,
    espera: "0",
    ...more,
  });
  return /R-[0-9A-Z]{8}/.exec(location!)![0];
}

/** The folios that wait, in their order, and those that fit now. */
async function waiting(board: TestBoard) {
  await board.storage.poll.refresh();
  const { text } = await board.get("/");
  const panel = /<section [^>]*id="esperan"[^]*?<\/section>/.exec(text)?.[0] ?? "";
  const fits = [...panel.matchAll(/id="(R-\w+)" class="row[^"]* fits/g)].map(([, folio]) => folio);
  return { all: rowsOf(panel), fits, words: wordsOf(`<main>${panel}`) };
}

async function call(board: TestBoard, folio: string) {
  const { version } = await stored(board, folio);
  const sent = { accion: "avisar", version: `${version}`, volver: "/" };
  return await board.post(`/reserva/${folio}`, sent);
}

function crowdedBoard(): Promise<TestBoard> {
  const restaurant = restaurantBooking({ room: { people: 8, stayMinutes: 60 }, noticeMinutes: 0 });
  return testBoard({ now: instantOf(`${SATURDAY}T20:00`), restaurant });
}

Deno.test("who waits is in no room and no sum, and lights up once it fits: when others leave, cancel or do not come", async () => {
  for (const leaves of ["se_fue", "cancelar", "no_vino"]) {
    await using board = await crowdedBoard();
    const sitting = await reserve(board, { hora: "20:00", personas: 6 });
    if (leaves === "se_fue") await act(board, sitting, "llego");
    await board.storage.poll.refresh();
    const many = await wait(board, 4, { nombre: "Lupe", telefono: PHONE, espera: "30" });
    board.clock.advance(1_000);
    const few = await wait(board, 2);
    const all = [many, few];
    const before = await waiting(board);
    assertEquals([before.all, before.fits], [all, [few]], leaves);
    assertStringIncludes(before.words, "Esperan 6 personas");
    assertSays(await board.get("/"), "1 reservación, 6 personas", "Esperan 6");
    await act(board, sitting, leaves);
    assertEquals((await waiting(board)).fits, all, leaves);
    const shown = await board.storage.book.onServiceDay(SATURDAY, 2);
    assertEquals(shown.map(({ folio }) => folio), all, "what is settled takes no row from them");
  }
});

Deno.test("who waits does not fit while others sit past their stay, on the board and where it is found", async () => {
  await using board = await crowdedBoard();
  const sitting = await reserve(board, { hora: "20:00", personas: 6 });
  await act(board, sitting, "llego");
  board.clock.set(instantOf(`${SATURDAY}T21:00`));
  const folio = await wait(board, 4, { nombre: "Lupe Uc" });
  const found = async () => /row[^"]* fits/.test((await board.get("/buscar?q=Lupe")).text);
  assertEquals([(await waiting(board)).fits, await found()], [[], false]);
  await act(board, sitting, "se_fue");
  assertEquals([(await waiting(board)).fits, await found()], [[folio], true]);
});

Deno.test("who waits says since when and what it was told, is called in one tap that opens WhatsApp, and is seated with its table", async () => {
  await using board = await crowdedBoard();
  const folio = await wait(board, 4, { nombre: "Lupe Uc", telefono: PHONE, espera: "30" });
  board.clock.advance(12 * 60_000);
  assertStringIncludes((await waiting(board)).words, "12 min de 30 4 personas Lupe Uc Caben");
  const called = await call(board, folio);
  assertEquals(called.status, 200);
  assertEquals(linksTo(called.text, "/#"), [`/#${folio}`], "the way back");
  const link = called.headers.get("refresh")!;
  assertMatch(
    decodeURIComponent(link),
    /^0;url=https:\/\/wa\.me\/529995550101\?text=.*está su mesa/,
  );
  assertStringIncludes(
    (await waiting(board)).words,
    "12 min de 30 4 personas Lupe Uc Avisada 20:12",
  );
  await act(board, folio, "deshacer");
  assert(!(await waiting(board)).words.includes("Avisada"), "the call is taken back");
  await call(board, folio);
  await act(board, folio, "llego", { mesa: "T4" });
  const seated = await stored(board, folio);
  assertEquals([seated.status, seated.arrived, seated.table], [
    "arrived",
    `${SATURDAY}T20:12`,
    "T4",
  ]);
  assertEquals((await waiting(board)).all, []);
  assertSays(await board.get("/"), "0 reservaciones, 0 personas · 1 sin reservación (4 personas)");
  await act(board, folio, "deshacer");
  assertStringIncludes((await waiting(board)).words, "Avisada 20:12", "it waits again");
  await act(board, folio, "cancelar");
  assertEquals((await waiting(board)).all, [], "it left, without a question");
  for (const path of ["/", `/reserva/${folio}`]) {
    const words = wordsOf((await board.get(path)).text);
    assertMatch(words, /[Ss]e fue sin mesa/);
    assert(!/[Cc]ancelada/.test(words), `${path}: ${words}`);
  }
  await act(board, folio, "deshacer");
  assertEquals((await waiting(board)).all, [folio]);
  const isMarked = async () => /class="row waiting late/.test((await board.get("/")).text);
  assert(!await isMarked());
  board.clock.advance(19 * 60_000);
  assert(await isMarked(), "it waits for longer than it was told");
});

Deno.test("who does not fit is asked about when seated, and the question at the door lets them wait", async () => {
  await using board = await crowdedBoard();
  await reserve(board, { hora: "20:00", personas: 6 });
  await board.storage.poll.refresh();
  const folio = await wait(board, 4);
  const { version } = await stored(board, folio);
  const seating = { accion: "llego", version: `${version}`, volver: "/" };
  assertEquals((await board.post(`/reserva/${folio}`, seating)).status, 422);
  const asked = await board.post("/llegaron", { personas: "5", nombre: "Beto May", espera: "" });
  assertEquals(asked.status, 422);
  assertSays(asked, "Que esperen");
  const sent = Object.fromEntries(
    [...asked.text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map((
      [, k, v],
    ) => [k!, v!]),
  );
  await board.post("/llegaron", { ...sent, espera: "0" });
  assert((await waiting(board)).words.includes("Beto May"));
});

Deno.test("an evening closes who still waits, and the month counts who was seated and who left", async () => {
  await using board = await crowdedBoard();
  const [seated, left, open] = [await wait(board, 2), await wait(board, 3), await wait(board, 1)];
  assert(!wordsOf((await board.get("/mes")).text).includes("esperaron mesa"), "they still wait");
  await act(board, seated, "llego");
  await act(board, left, "cancelar");
  board.clock.advance(12 * 3_600_000);
  await board.storage.database.write(outdated(board.clock.now()));
  assertEquals((await stored(board, open)).status, "cancelled");
  assertSays(await board.get(`/reserva/${open}`), "Se fue sin mesa · cierre");
  assertSays(await board.get("/mes"), "esperaron mesa 1 2 0 2");
});

Deno.test("who waits is open at the evening's end, is greeted without a name it did not give, and moves to no other day", async () => {
  await using board = await crowdedBoard();
  const folio = await wait(board, 3, { telefono: PHONE });
  const open = "Sin cerrar: 0 reservaciones, 0 personas · 1 sin reservación (3 personas)";
  assertSays(await board.get("/noche"), open);
  const { text } = await board.get(`/reserva/${folio}`);
  assertMatch(messagesTo(text, "529995550101")[0]!, /^Hola\. Ya está su mesa en /);
  const { version, time } = await stored(board, folio);
  const more = { accion: "cambiar", version: `${version}`, hora: time, personas: "5" };
  const form = { ...more, nombre: "Lupe" };
  const moved = await board.post(`/reserva/${folio}`, { ...form, dia: "2026-03-19" });
  assertEquals(moved.status, 409);
  assertSays(moved, "hazle una reservación nueva");
  const { dia, personas, nombre } = formFields(moved.text, "cambiar");
  assertEquals([dia, personas, nombre], ["2026-03-19", "5", "Lupe"], "what was typed is kept");
  await board.post(`/reserva/${folio}`, { ...form, dia: SATURDAY });
  assertStringIncludes((await waiting(board)).words, "5 personas Lupe");
  await act(board, folio, "cancelar");
  const { version: last } = await stored(board, folio);
  const gone = await board.post(`/reserva/${folio}`, {
    ...form,
    version: `${last}`,
    dia: "2026-03-19",
  });
  assertEquals([gone.status, (await stored(board, folio)).day], [409, SATURDAY]);
});

Deno.test("of two hosts who seat, call or send away the same party at once, one is told what the other did", async () => {
  const acts = {
    llego: "Llegó",
    "llego T4": "Llegó",
    "llego T5": "Llegó",
    cancelar: "Se fue sin mesa",
    avisar: "Avisada",
  };
  await using board = await crowdedBoard();
  const luis = await board.signIn("Luis");
  const names = Object.keys(acts) as (keyof typeof acts)[];
  const isSame = (one: string, other: string) => one === other && one !== "avisar";
  const pairs = names.flatMap((one, n) => names.slice(n).map((other) => [one, other] as const))
    .filter(([one, other]) => !isSame(one, other));
  for (const pair of pairs) {
    const folio = await wait(board, 1, { telefono: PHONE, nombre: `Ana ${pair}` });
    const [first, second] = pair.map((name) => {
      const [accion, mesa = ""] = name.split(" ");
      return { accion: accion!, mesa, version: "1", volver: "/" };
    });
    const answers = await Promise.all([
      board.post(`/reserva/${folio}`, first!),
      luis.post(`/reserva/${folio}`, second!),
    ]);
    const lost = answers.findIndex(({ status }) => status === 409);
    const won = 1 - lost;
    assertEquals(answers[won]?.status, pair[won] === "avisar" ? 200 : 303, `${pair}`);
    const { version, status } = await stored(board, folio);
    assertEquals(version, 2);
    assertSays(
      answers[lost]!,
      "La cambiaron mientras tanto.",
      `${acts[pair[won]!]} · ${["Wendy", "Luis"][won]}`,
    );
    if (status === "arrived") await act(board, folio, "se_fue");
  }
});
