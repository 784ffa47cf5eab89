/** Who is in the room, and how many people it will hold, over HTTP. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { ReservationEdit } from "../../../src/ports/reservations.ts";
import {
  hoursOf,
  instantOf,
  restaurantBooking,
  TEST_HOURS,
  testRestaurant,
} from "../../support/restaurant_fixture.ts";
import { testBoard } from "../../support/test_board.ts";
import {
  act,
  ask,
  assertSays,
  reserve,
  rowOf,
  rowsOf,
  SATURDAY,
  saturdayBoard,
  stored,
  wordsOf,
} from "../_board_pages.ts";

Deno.test("a party in the room is listed with its arrival until it leaves, which is a time, and undoing takes back one step at a time", async () => {
  await using board = await saturdayBoard();
  const folio = await reserve(board);
  const after = async (time: string, accion: string) => {
    board.clock.set(instantOf(`${SATURDAY}T${time}`));
    await act(board, folio, accion);
    const { text } = await board.get("/");
    const room = text.slice(text.indexOf('id="sala"'));
    const { status, left } = await stored(board, folio);
    return [wordsOf(`<main>${room}`).match(/En sala \d+/)![0], status, left, rowsOf(room)];
  };
  const line = async () => wordsOf(`<main>${rowOf((await board.get("/")).text, folio)}`);
  assertEquals(await after("20:07", "llego"), ["En sala 4", "arrived", null, [folio]]);
  assertMatch(await line(), /^ 20:00 llegó 20:07 4 personas Ana Pérez/);
  const left = `${SATURDAY}T22:15`;
  assertEquals(await after("22:15", "se_fue"), ["En sala 0", "arrived", left, []]);
  assertMatch(await line(), /^ 20:00 20:07–22:15 4 personas/);
  const page = await board.get(`/reserva/${folio}`);
  assertSays(page, "ya se fue", "Se fue · Wendy · hoy a las 22:15 se fue: nada → 22:15");
  assertEquals(await after("22:20", "deshacer"), ["En sala 4", "arrived", null, [folio]]);
  assertEquals(await after("22:21", "deshacer"), ["En sala 0", "confirmed", null, []]);
  assertEquals(await after("22:30", "llego"), ["En sala 4", "arrived", null, [folio]]);
  assertMatch(await line(), /^ 20:00 llegó 22:30 /);
  assertSays(
    await board.get(`/reserva/${folio}`),
    "Llegó · Wendy · hoy a las 22:30 estado: confirmada → ya llegó llegó: nada → 22:30",
  );
  const { version } = await stored(board, folio);
  const moving = { folio, version, action: "edited", changes: { time: "20:30" }, actor: "Wendy" };
  await board.storage.book.edit(moving as ReservationEdit);
  assertMatch(await line(), /^ 20:30 llegó 22:30 /, "another time keeps the arrival");
  board.clock.set(instantOf("2026-03-15T12:00"));
  const later = await board.get(`/?dia=${SATURDAY}`);
  assert(!later.text.includes("En sala"), "the service day is over");
});

Deno.test("a party that came late is in the room past its stay, marked and first, and blocks what list and hold say until its stay from then on is over", async () => {
  const restaurant = restaurantBooking({ room: { people: 12, stayMinutes: 120 } });
  await using board = await testBoard({ now: instantOf(`${SATURDAY}T18:30`), restaurant });
  const at = (time: string) => board.clock.set(instantOf(`${SATURDAY}T${time}`));
  const late = await reserve(board, { hora: "19:00", personas: 8 });
  const punctual = await reserve(board, { hora: "19:00", personas: 1, telefono: "9990000001" });
  at("19:00");
  await act(board, punctual, "llego");
  at("19:23");
  await act(board, late, "llego");
  const listed = async () => {
    await board.storage.poll.refresh();
    const { body } = await board.app.get(`/api/disponibilidad?dia=${SATURDAY}&personas=5`);
    return body.dias[0].horas_reservables.filter((time: string) => time < "22:30").join(" ");
  };
  const asking = async (hora: string) =>
    (await ask(board, { hora, personas: 5, telefono: "9990000002" })).status;
  at("20:00");
  assertEquals(await listed(), "21:30 22:00");
  assertEquals(await asking("21:00"), 422, "its table is free at 21:23");
  const seen = async (time: string) => {
    at(time);
    await board.storage.poll.refresh();
    const { text } = await board.get("/");
    const room = text.slice(text.indexOf('id="sala"'));
    const marks = [late, punctual].map((folio) => /\d+ min de más/.exec(rowOf(room, folio))?.[0]);
    const [, half, people] = /<li><small>(..:..)<\/small> <b[^>]*>(\d+)/.exec(room)!;
    return [/En sala [\d/]+/.exec(room)![0], rowsOf(room), marks, `${half} ${people}`];
  };
  const both = [punctual, late];
  assertEquals(await seen("21:05"), ["En sala 9/12", both, [undefined, "5 min de más"], "21:00 9"]);
  assertEquals(await asking("21:30"), 200);
  const over = ["20 min de más", "43 min de más"];
  assertEquals(await seen("21:43"), ["En sala 9/12", both, over, "21:30 14"]);
  assertEquals(await listed(), "22:00", "who overstays blocks nothing later");
  await act(board, late, "se_fue");
  assertEquals(await seen("23:59"), [
    "En sala 1/12",
    [punctual],
    [undefined, "179 min de más"],
    "23:30 1",
  ]);
});

Deno.test("with a limit the room is shown by half hour, expected and arrived, walk-ins too", async () => {
  const restaurant = restaurantBooking({ room: { people: 12, stayMinutes: 90 } });
  await using board = await testBoard({ now: instantOf(`${SATURDAY}T20:10`), restaurant });
  const folios = [
    await reserve(board, { hora: "20:30", personas: 5 }),
    await reserve(board, { hora: "21:30", personas: 6, telefono: "9990000001" }),
    await reserve(board, { hora: "21:30", personas: 1, telefono: "9990000002" }),
    await reserve(board, { dia: "2026-03-15", hora: "00:30", telefono: "9990000003" }),
  ] as const;
  await board.storage.poll.refresh();
  const asked = await board.post("/llegaron", { personas: "3" });
  const [, aceptado] = /name="aceptado" value="([^"]+)"/.exec(asked.text)!;
  await board.post("/llegaron", { personas: "3", aceptado: aceptado! });
  const room = async (path = "/") => {
    await board.storage.poll.refresh();
    const { text } = await board.get(path);
    return [
      /id="sala-t">(.*?)</.exec(text)?.[1],
      Array.from(
        text.matchAll(/<li><small>(..:..)<\/small> <b ?( ?class="chip gone")?>(\d+)/g),
        ([, time, full, people]) => `${time} ${people}${full ? " full" : ""}`,
      ).filter((half) => !half.endsWith(" 0")).join(", "),
    ];
  };
  const later = "00:30 4, 01:00 4, 01:30 4";
  assertEquals(await room(), [
    "En sala 3/12",
    `20:00 3, 20:30 8, 21:00 8, 21:30 15 full, 22:00 7, 22:30 7, ${later}`,
  ]);
  await act(board, folios[1], "cancelar");
  await act(board, folios[0], "llego");
  assertEquals(await room(), [
    "En sala 8/12",
    `20:00 8, 20:30 8, 21:00 8, 21:30 9, 22:00 1, 22:30 1, ${later}`,
  ]);
  board.clock.set(instantOf(`${SATURDAY}T21:40`));
  assertEquals(await room(), ["En sala 8/12", `21:30 9, 22:00 1, 22:30 1, ${later}`]);
  await act(board, folios[0], "se_fue");
  assertEquals(await room(), ["En sala 3/12", `21:30 4, 22:00 1, 22:30 1, ${later}`]);
  await reserve(board, { dia: "2026-03-18", hora: "13:00", telefono: "9990000004" });
  assertEquals(await room("/?dia=2026-03-18"), ["En sala", "13:00 4, 13:30 4, 14:00 4"]);
  assertEquals(await room("/?dia=2026-03-13"), [undefined, ""]);
  assertEquals(
    (await room((await board.get("/llegaron")).location!))[1],
    "21:30 4, 22:00 1, 22:30 1",
  );
});

Deno.test("without a limit who writes down a party sees the room, and whom the next half hours bring", async () => {
  await using board = await saturdayBoard();
  await board.post("/llegaron", { personas: "3" });
  for (const [n, hora] of ["19:00", "19:30", "20:30"].entries()) {
    await reserve(board, { hora, personas: n + 5, telefono: `999000000${n}` });
  }
  const { text } = await board.get((await board.get("/llegaron")).location!);
  assertSays({ text }, "En sala 3 por llegar: 18:30 0 19:00 5 19:30 6 ");
});

const LUNCH_AND_DINNER = testRestaurant({
  hours: TEST_HOURS.with(5, hoursOf(["13:00-17:00", "19:00-01:30"])),
});

Deno.test("at dinner who did not come to lunch is folded away, and counted", async () => {
  await using board = await saturdayBoard({ restaurant: LUNCH_AND_DINNER });
  board.clock.set(instantOf(`${SATURDAY}T12:00`));
  const lunch = await reserve(board, { hora: "14:00" });
  const dinner = await reserve(board, { hora: "20:00", telefono: "9990000001" });
  const folded = async (time: string) => {
    board.clock.set(instantOf(`${SATURDAY}T${time}`));
    const { text } = await board.get("/");
    const fold = /<details [^>]*id="served"[^]*?<\/details>\s*<section/.exec(text)?.[0] ?? "";
    return [rowsOf(fold), rowsOf(text.replace(fold, ""))];
  };
  assertEquals(await folded("16:59"), [[], [lunch, dinner]]);
  assertEquals(await folded("17:00"), [[lunch], [dinner]]);
  assertSays(await board.get("/"), "Ya terminó: 1 sin marcar 14:00");
  await act(board, lunch, "no_vino");
  assertEquals((await folded("19:30"))[0], []);
});

Deno.test("who came to lunch and is marked or forgotten until dinner is in neither its room nor what is special, and keeps no table", async () => {
  await using board = await saturdayBoard({ restaurant: LUNCH_AND_DINNER });
  const at = (time: string) => board.clock.set(instantOf(`${SATURDAY}T${time}`));
  at("12:00");
  const [forgotten, unmarked, dinner] = [
    await reserve(board, { hora: "14:00", comentarios: "Sin gluten" }),
    await reserve(board, { hora: "14:30", comentarios: "Vegana", telefono: "9990000001" }),
    await reserve(board, { hora: "20:00", telefono: "9990000002" }),
  ];
  at("14:00");
  await act(board, forgotten, "llego", { mesa: "T4" });
  assertSays(await board.get("/"), "Lo especial de hoy 2", "En sala 4");
  at("20:30");
  await act(board, dinner, "llego", { mesa: "T4" });
  await act(board, unmarked, "llego", { mesa: "T4" });
  assertEquals((await stored(board, unmarked)).arrived, `${SATURDAY}T14:30`);
  const page = await board.get("/");
  assertSays(page, "En sala 4");
  assert(!wordsOf(page.text).includes("Lo especial"));
});
