/** Whatever lets people in beyond a limit, a closure or a full time asks once more, by whatever act, and may be done. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { ADMITS } from "../../src/domain/reservation/moves.ts";
import type { ReservationAction } from "../../src/domain/reservation/reservation.ts";
import { instantOf, restaurantBooking } from "../support/restaurant_fixture.ts";
import { type FormFields, type TestBoard, testBoard } from "../support/test_board.ts";
import { formFields, reserve } from "./_board_pages.ts";

type Sent = Readonly<Record<string, string>>;

/** What is sent to do an act that goes beyond the limit, and what the question says. */
interface Beyond {
  readonly to: string;
  readonly form: Sent;
  readonly asks: RegExp;
}

const NO_ROOM = /Esa hora está llena\.|solo queda/;
const TAKEN = /La mesa .*T4.* la tiene/;
let guests = 0;

/** Holds a table for another guest. */
function hold(board: TestBoard, personas: number, hora = "20:00"): Promise<string> {
  const telefono = `99900000${10 + guests++}`;
  return reserve(board, { dia: "2026-03-14", hora, personas, telefono });
}

async function press(
  board: TestBoard,
  folio: string,
  accion: string,
  more: Sent = {},
): Promise<number> {
  const { version } = (await board.deps.book.find([folio]))[0]!;
  const form = { accion, version: String(version), volver: "/", seguro: "si", ...more };
  return (await board.post(`/reserva/${folio}`, form)).status;
}

/** Seats the party at a table. */
async function seat(board: TestBoard, folio: string): Promise<void> {
  assertEquals(await press(board, folio, "llego", { mesa: "T4" }), 303);
}

async function moving(board: TestBoard, folio: string, accion: string): Promise<Beyond> {
  const { version } = (await board.deps.book.find([folio]))[0]!;
  const form = { accion, version: String(version), volver: "/" };
  return { to: `/reserva/${folio}`, form, asks: NO_ROOM };
}

/** A party that gave up its place, which another has taken. */
async function replaced(board: TestBoard, gaveUp: string): Promise<string> {
  const folio = await hold(board, 1);
  assertEquals(await press(board, folio, gaveUp), 303);
  await hold(board, 1);
  return folio;
}

/** Ways of each act that admits people into a room for six, where five are at eight. */
const WAYS: Readonly<Record<string, (board: CrowdedBoard) => Promise<Beyond>>> = {
  "taken: Nueva": async (board) => {
    const shown = formFields((await board.get("/nueva")).text, "/nueva");
    const form = { ...shown, dia: "2026-03-14", hora: "20:00", personas: "2", nombre: "Luis" };
    return { to: "/nueva", form, asks: NO_ROOM };
  },
  "taken: a party at the door": async (board) => {
    await hold(board, 1);
    return { to: "/llegaron", form: { personas: "2" }, asks: NO_ROOM };
  },
  "arrived: a no-show that comes": async (board) =>
    await moving(board, await replaced(board, "no_vino"), "llego"),
  "arrived: an hour and a half early, where others sit until then": async (board) => {
    const folio = await hold(board, 2, "22:00");
    board.clock.set(instantOf("2026-03-14T20:30"));
    return await moving(board, folio, "llego");
  },
  "arrived: an hour and a half late, where others have the room from ten": async (board) => {
    await hold(board, 2, "22:00");
    board.clock.set(instantOf("2026-03-14T21:30"));
    return await moving(board, board.five, "llego");
  },
  "taken: a party at the door, where others sit past their stay": async (board) => {
    await press(board, board.five, "llego");
    board.clock.set(instantOf("2026-03-14T22:00"));
    return { to: "/llegaron", form: { personas: "2" }, asks: NO_ROOM };
  },
  "undone: an arrival noted hours too early, whose time others have taken": async (board) => {
    await press(board, board.five, "cancelar");
    const folio = await hold(board, 5, "22:30");
    await press(board, folio, "llego");
    await hold(board, 5, "22:30");
    return await moving(board, folio, "deshacer");
  },
  "undone: a no-show": async (board) =>
    await moving(board, await replaced(board, "no_vino"), "deshacer"),
  "undone: a cancellation": async (board) =>
    await moving(board, await replaced(board, "cancelar"), "deshacer"),
  "undone: a cancellation of a day that is closed since": async (board) => {
    const folio = await hold(board, 1);
    await press(board, folio, "cancelar");
    await board.storage.closures.add({ kind: "day", day: "2026-03-14" }, "Luz");
    return { ...await moving(board, folio, "deshacer"), asks: /está cerrado: .*Luz/ };
  },
  "undone: a cancellation of a time that is full since": async (board) => {
    const folio = await hold(board, 1);
    await press(board, folio, "cancelar");
    const [from, to] = ["2026-03-14T20:00", "2026-03-14T20:01"];
    await board.storage.closures.add({ kind: "full", from, to }, "");
    return { ...await moving(board, folio, "deshacer"), asks: /Esa hora está llena\./ };
  },
  "edited: a larger party": async (board) => {
    const folio = await hold(board, 1);
    const { text } = await board.get(`/reserva/${folio}`);
    const form = { ...formFields(text, "cambiar"), personas: "3" };
    return { to: `/reserva/${folio}`, form, asks: NO_ROOM };
  },
  "taken: a party at the door, while its half hour is marked full": async (board) => {
    await press(board, board.five, "cancelar");
    const [from, to] = ["2026-03-14T19:30", "2026-03-14T19:31"];
    await board.storage.closures.add({ kind: "full", from, to }, "");
    board.clock.set(instantOf("2026-03-14T19:59"));
    return { to: "/llegaron", form: { personas: "1" }, asks: /Esa hora está llena\./ };
  },
  "undone: a party that was taken for gone": async (board) => {
    const folio = await hold(board, 1);
    await press(board, folio, "llego");
    await press(board, folio, "se_fue");
    await hold(board, 1);
    return await moving(board, folio, "deshacer");
  },
  "seated: at a table that is taken, typed otherwise": async (board) => {
    await seat(board, board.five);
    const { to, form } = await moving(board, await hold(board, 1), "mesa");
    return { to, form: { ...form, mesa: "t 4" }, asks: TAKEN };
  },
  "arrived: at a table where others sit": async (board) => {
    await seat(board, board.five);
    const { to, form } = await moving(board, await hold(board, 1), "llego");
    return { to, form: { ...form, mesa: "T4" }, asks: TAKEN };
  },
  "edited: to the time of another at its table": async (board) => {
    const folio = await reserve(board, {
      dia: "2026-03-14",
      hora: "20:30",
      personas: 1,
    });
    for (const each of [folio, board.five]) await press(board, each, "mesa", { mesa: "T4" });
    const { text } = await board.get(`/reserva/${folio}`);
    const form = { ...formFields(text, "cambiar"), hora: "20:00" };
    return { to: `/reserva/${folio}`, form, asks: TAKEN };
  },
  "taken: a party at the door, at a table that is taken": async (board) => {
    await seat(board, await hold(board, 1));
    await press(board, board.five, "cancelar");
    return { to: "/llegaron", form: { personas: "2", mesa: "T4" }, asks: TAKEN };
  },
};

for (const [name, way] of Object.entries(WAYS)) {
  Deno.test(`what lets people in beyond a limit asks once more, and may be done: ${name}`, async () => {
    await using board = await crowdedBoard();
    const { to, form, asks } = await way(board);
    await board.storage.poll.refresh();
    const stored = async () => JSON.stringify(await board.deps.book.onServiceDay("2026-03-14"));
    const before = await stored();
    const asked = await board.post(to, form);
    assertEquals(asked.status, 422, asked.text);
    assertMatch(asked.text, asks);
    assertEquals(await stored(), before, "nothing is done before it is accepted");
    const done = await board.post(to, accepting(asked.text, form));
    assertEquals(done.status, 303, done.text);
    assert(await stored() !== before);
  });
}

/** What makes an accepted question another one before its button is pressed. */
const RETURNS: Readonly<Record<string, (board: CrowdedBoard) => Promise<[Beyond, () => unknown]>>> =
  {
    "midnight passes": async (board) => {
      board.clock.set(instantOf("2026-03-14T23:58"));
      await board.post("/llegaron", { personas: "5" });
      const door = { to: "/llegaron", form: { personas: "3" }, asks: NO_ROOM };
      return [door, () => board.clock.set(instantOf("2026-03-15T00:01"))];
    },
    "another party sits down at the table": async (board) => {
      await seat(board, board.five);
      const [folio, other] = [await hold(board, 1, "22:00"), await hold(board, 1, "22:30")];
      const { to, form } = await moving(board, folio, "mesa");
      const seatOther = async () => {
        const { form } = await moving(board, other, "llego");
        const sent = { ...form, mesa: "T4" };
        const asked = await board.post(`/reserva/${other}`, sent);
        await board.post(`/reserva/${other}`, accepting(asked.text, sent));
      };
      return [{ to, form: { ...form, accion: "llego", mesa: "T4" }, asks: TAKEN }, seatOther];
    },
  };

for (const [name, way] of Object.entries(RETURNS)) {
  Deno.test(`a question that is asked anew before it is answered is accepted in one more tap: ${name}`, async () => {
    await using board = await crowdedBoard();
    const [{ to, form, asks }, meanwhile] = await way(board);
    await board.storage.poll.refresh();
    const asked = await board.post(to, form);
    assertMatch(asked.text, asks);
    await meanwhile();
    await board.storage.poll.refresh();
    const again = await board.post(to, accepting(asked.text, form));
    assertEquals(again.status, 422, again.text);
    assertEquals((await board.post(to, accepting(again.text, form))).status, 303);
  });
}

Deno.test("every act that admits people has a way above", () => {
  const admitting = (Object.keys(ADMITS) as ReservationAction[]).filter((act) => ADMITS[act]);
  const drawn = new Set(Object.keys(WAYS).map((name) => name.split(":")[0]));
  assertEquals(admitting.filter((act) => !drawn.has(act)), []);
});

/** Who comes, and when, after a tap has marked five and one absent, and before it is undone, in a room for six. */
const MEANWHILE: Readonly<Record<string, readonly [at: string, people: number]>> = {
  "a party for which only the small one leaves room": ["20:00", 5],
  "a party beside which each fits alone": ["20:00", 1],
  "a walk-in beside which each fits alone": ["20:31", 1],
};

for (const [what, [at, people]] of Object.entries(MEANWHILE)) {
  Deno.test(`undoing for all lets in those who fit together, and names the others: ${what}`, async () => {
    await using board = await crowdedBoard();
    const one = await hold(board, 1);
    const form = formFields((await board.get("/noche")).text, "/noche");
    const marked = await board.post("/noche", { ...form, accion: "ninguna" });
    board.clock.set(instantOf(`2026-03-14T${at}`));
    await board.storage.poll.refresh();
    if (at > "20:00") await board.post("/llegaron", { personas: `${people}` });
    else await hold(board, people);
    await board.storage.poll.refresh();
    const undoing = { ...formFields(marked.text, "/noche"), accion: "deshacer" };
    const undone = await board.post("/noche", undoing);
    const parties = await board.deps.book.find([one, board.five]);
    const [absent, ...more] = parties.filter(({ status }) => status === "no_show");
    assertMatch(undone.text, new RegExp(`Estas siguen igual[^]*/reserva/${absent?.folio}`));
    assertEquals(more, []);
    if (people === 5) assertEquals(absent!.folio, board.five);
  });
}

Deno.test("marking all as come seats nobody at a table that others have, each other too, and names who is left", async () => {
  await using board = await crowdedBoard();
  await seat(board, board.five);
  const free = await hold(board, 1, "20:30");
  board.clock.set(instantOf("2026-03-14T22:30"));
  const folios = [await hold(board, 1, "22:30"), await hold(board, 1, "22:30")];
  const same = await hold(board, 1, "22:30");
  await press(board, folios[0]!, "mesa", { mesa: "T5" });
  for (const [folio, mesa] of [[folios[1]!, "T5"], [same, "T4"], [free, "T5"]] as const) {
    const sent = { ...(await moving(board, folio, "mesa")).form, mesa };
    const asked = await board.post(`/reserva/${folio}`, sent);
    if (asked.status === 422) await board.post(`/reserva/${folio}`, accepting(asked.text, sent));
  }
  const form = formFields((await board.get("/noche")).text, "/noche");
  const marked = await board.post("/noche", { ...form, accion: "todas" });
  const parties = await board.deps.book.find([free, ...folios, same]);
  const left = parties.filter(({ status }) => status === "confirmed");
  assertEquals(parties[0]!.status, "arrived");
  assertEquals(left.length, 2);
  assert(left.some(({ folio }) => folio === same), "others sit at its table");
  const words = marked.text.slice(marked.text.indexOf("Estas siguen igual"));
  for (const { folio } of left) assert(words.includes(`/reserva/${folio}`));
  assertMatch(marked.text, /Todas llegaron: 2 reservaciones/);
  board.clock.set(instantOf("2026-03-15T02:30"));
  const closed = formFields((await board.get("/noche")).text, "/noche");
  assertMatch((await board.post("/noche", { ...closed, accion: "todas" })).text, /llegaron: 2 res/);
});

Deno.test("a party of an evening that is over is marked without a question about tonight, full or closed", async () => {
  await using board = await crowdedBoard();
  assertEquals(await press(board, board.five, "no_vino"), 303);
  board.clock.set(instantOf("2026-03-15T20:00"));
  await board.post("/llegaron", { personas: "6" });
  await board.storage.closures.add({ kind: "day", day: "2026-03-16" }, "Luz");
  for (const day of ["2026-03-15", "2026-03-16"]) {
    board.clock.set(instantOf(`${day}T20:00`));
    await board.storage.poll.refresh();
    assertEquals([day, await press(board, board.five, "llego")], [day, 303]);
    assertEquals(await press(board, board.five, "deshacer"), 303);
    assertEquals(await press(board, board.five, "no_vino"), 303);
  }
});

type CrowdedBoard = Awaited<ReturnType<typeof crowdedBoard>>;

async function crowdedBoard() {
  const room = { people: 6, stayMinutes: 120 };
  const board = await testBoard({
    now: instantOf("2026-03-14T20:00"),
    restaurant: restaurantBooking({ room, noticeMinutes: 0 }),
  });
  return Object.assign(board, { five: await hold(board, 5) });
}

/** What the question's button sends, as a browser does; if it is asked in the form itself, with what that held. */
function accepting(text: string, form: Sent): FormFields {
  const [, button] = /name="aceptado" value="([^"]+)"/.exec(text)!;
  const [question] = /<form class="card narrow"[^]*?<\/form>/.exec(text) ?? [];
  const hidden = question?.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  const sent = Array.from(hidden ?? [], ([, name, value]) => [name!, value!] as const);
  return [...sent.length > 0 ? sent : Object.entries(form), ["aceptado", button!]];
}
