/** Marking a time full on the day's list. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { instantOf, restaurantBooking } from "../../support/restaurant_fixture.ts";
import type { TestBoard } from "../../support/test_board.ts";
import {
  ask,
  assertSays,
  linksTo,
  reserve,
  SATURDAY,
  saturdayBoard,
  takeBack,
  undo,
  wordsOf,
} from "../_board_pages.ts";

async function dayOf(board: TestBoard): Promise<string> {
  await board.storage.poll.refresh();
  return wordsOf((await board.get("/")).text);
}

/** The code of the refusal of a guest; undefined if the table is held. */
async function refusal(board: TestBoard, hora: string, dia = SATURDAY): Promise<unknown> {
  return (await ask(board, { dia, hora, telefono: "9990000077" })).body.error;
}

for (const [dia, hora] of [[SATURDAY, "20:30"], ["2026-03-15", "00:30"]] as const) {
  Deno.test(`one tap on its hour marks ${hora} full, another asks and opens it, and that can be undone`, async () => {
    await using board = await saturdayBoard();
    await reserve(board, { dia, hora });
    assertMatch(await dayOf(board), new RegExp(`${hora} 4 pers. Marcar llena`));
    const tap = () => board.post("/lleno", { hora: `${dia}T${hora}`, volver: "/" });
    assertEquals((await tap()).location, "/");
    await tap();
    assertMatch(await dayOf(board), new RegExp(`${hora} 4 pers. Llena Abrir`));
    assertEquals(await refusal(board, hora, dia), "hora_no_reservable");
    const closures = wordsOf((await board.get("/cierres")).text);
    assertMatch(closures, new RegExp(`${hora}.*, hora llena .*Último cambio: Wendy`));
    const [link] = linksTo((await board.get("/")).text, "/cierres?quitar=");
    assertSays(
      await board.get(link!),
      "hora llena",
      `Los clientes podrán reservar sábado 14 de marzo: ${hora} `,
    );
    assertEquals(await refusal(board, hora, dia), "hora_no_reservable");
    const full = (await board.app.storage.poll.current()).closures;
    const opened = await takeBack(board, link!);
    assertMatch(opened.location!, /^\/\?abierto=/);
    assertSays(await board.get(opened.location!), `${hora} 4 pers. Marcar llena`);
    assertEquals((await undo(board, opened)).location, "/");
    assertEquals((await board.app.storage.poll.current()).closures, full);
    assertEquals(await refusal(board, hora, dia), "hora_no_reservable");
    await takeBack(board, link!);
    assertEquals(await refusal(board, hora, dia), undefined);
    assertEquals((await board.app.storage.poll.current()).closures, []);
  });
}

Deno.test("a time marked full without parties has a heading too, so that it can be opened", async () => {
  await using board = await saturdayBoard();
  await board.post("/lleno", { hora: `${SATURDAY}T21:00` });
  assertMatch(await dayOf(board), /21:00 0 pers. Llena Abrir/);
  board.clock.set(instantOf(`${SATURDAY}T21:01`));
  assert(!/Llena Abrir/.test(await dayOf(board)), "it is over");
  await board.post("/lleno", { hora: "2026-03-20T21:00" });
  await board.storage.poll.refresh();
  const { text } = await board.get("/?dia=2026-03-20");
  assertMatch(wordsOf(text), /21:00 0 pers. Llena Abrir Nadie ha reservado este día\./);
});

Deno.test("a time that is past or not listed cannot be marked", async () => {
  await using board = await saturdayBoard();
  for (const hora of ["18:00", "20:15", "12:00", "mañana", ""]) {
    const at = hora.includes(":") ? `${SATURDAY}T${hora}` : hora;
    assertEquals((await board.post("/lleno", { hora: at })).status, 422, hora);
  }
  assertEquals((await board.app.storage.poll.current()).closures, []);
  board.clock.set(instantOf(`${SATURDAY}T19:00`));
  const present = { hora: `${SATURDAY}T19:00` };
  assertEquals((await board.post("/lleno", present)).status, 303, "the present minute can");
});

Deno.test("headings show the limit, and at it neither mark a time full nor open it", async () => {
  await using board = await saturdayBoard({ restaurant: restaurantBooking({ peoplePerTime: 10 }) });
  await reserve(board, { hora: "20:30", personas: 8 });
  assertMatch(await dayOf(board), /20:30 8 pers., cupo 10 Marcar llena/);
  await reserve(board, { hora: "20:30", personas: 2, telefono: "9990000001" });
  const full = await dayOf(board);
  assertMatch(full, /20:30 10 pers., cupo 10 Llena/);
  assert(!/cupo 10 Llena (Abrir|Marcar llena)/.test(full), "neither is of use");
  const form = { dia: SATURDAY, hora: "20:30", personas: "2", nombre: "Luz", telefono: "" };
  const sent = { ...form, ocasion: "general", comentarios: "" };
  await board.app.storage.poll.refresh();
  assertEquals((await board.post("/nueva", sent)).status, 422, "it is asked first");
  await board.post("/nueva", { ...sent, aceptado: `${SATURDAY} 20:30 full` });
  assertMatch(await dayOf(board), /20:30 12 pers., cupo 10 Llena(?! (Abrir|Marcar))/);
});

Deno.test("the heading of a time at which the room is full says so, as the strip of days does", async () => {
  const room = { people: 10, stayMinutes: 60 };
  await using board = await saturdayBoard({ restaurant: restaurantBooking({ room }) });
  await reserve(board, { hora: "20:30", personas: 8 });
  await reserve(board, { hora: "21:00", personas: 2, telefono: "9990000001" });
  const words = await dayOf(board);
  assertMatch(words, /20:30 8 pers. Llena 20:30 .*21:00 2 pers. Llena 21:00 /);
  assertMatch(words, /lleno a las 20:30, 21:00 /);
});
