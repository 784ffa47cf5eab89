/** The tables of the evening in one strip, over HTTP. */
import { assertEquals, assertMatch } from "@std/assert";
import {
  hoursOf,
  instantOf,
  restaurantBooking,
  TEST_HOURS,
  testRestaurant,
} from "../../support/restaurant_fixture.ts";
import { testBoard } from "../../support/test_board.ts";
import { act, reserve, SATURDAY, saturdayBoard, wordsOf } from "../_board_pages.ts";

function strip(page: string): string {
  const section = /<section [^>]*id="plano"[^]*?<\/section>/.exec(page)?.[0] ?? "";
  return wordsOf(`<main>${section}`);
}

Deno.test("a table is free, held for a time and a name, or taken since some minutes by so many, past their stay too", async () => {
  const restaurant = restaurantBooking({ room: { people: 40, stayMinutes: 60 } });
  await using board = await testBoard({ now: instantOf(`${SATURDAY}T18:00`), restaurant });
  assertEquals(strip((await board.get("/")).text).trim(), "", "no label was used yet");
  const party = (hora: string, n: number) =>
    reserve(board, { hora, personas: n, nombre: `Ana ${n}`, telefono: `999000000${n}` });
  const [sits, holds, gone] = [
    await party("19:00", 4),
    await party("21:30", 2),
    await party("19:00", 3),
  ];
  await act(board, holds, "mesa", { mesa: "T10" });
  board.clock.set(instantOf(`${SATURDAY}T19:05`));
  await act(board, sits, "llego", { mesa: "T2" });
  await act(board, gone, "llego", { mesa: "T4" });
  await act(board, gone, "se_fue");
  board.clock.set(instantOf(`${SATURDAY}T20:15`));
  const { text } = await board.get("/");
  assertMatch(strip(text), /^ Mesas T2 4 pers\. 70 min \(\+10\) 19:00 Ana 4, 4 personas /);
  assertMatch(strip(text), / T4 libre T10 21:30 Ana 2 21:30 Ana 2, 2 personas /);
});

Deno.test("at dinner a table is free that lunch had, though its party was not noted as gone or absent", async () => {
  const hours = TEST_HOURS.with(5, hoursOf(["13:00-17:00", "19:00-01:30"]));
  const restaurant = testRestaurant({ hours });
  await using board = await testBoard({ now: instantOf(`${SATURDAY}T12:00`), restaurant });
  const lunch = await reserve(board, { hora: "13:00" });
  const dinner = await reserve(board, { hora: "20:00", telefono: "9990000001", nombre: "Eva" });
  const absent = await reserve(board, { hora: "14:00", telefono: "9990000002", nombre: "Luz" });
  await act(board, absent, "mesa", { mesa: "T5" });
  board.clock.set(instantOf(`${SATURDAY}T13:00`));
  await act(board, lunch, "llego", { mesa: "T4" });
  const isTaken = async (time: string) => {
    board.clock.set(instantOf(`${SATURDAY}T${time}`));
    const offering = [`/reserva/${dinner}`, "/llegaron?folio=R-00000000"];
    const pages = await Promise.all(["/", ...offering].map((path) => board.get(path)));
    const [day, ...offered] = pages.map(({ text }) => text);
    const isNamed = offered.map((text) => wordsOf(text).includes("T4 Ana Pérez, desde 13:00"));
    const isHeld = offered.map((text) => wordsOf(text).includes("T5 Luz, 14:00"));
    const isFree = ["T4", "T5"].map((label) => strip(day!).includes(`${label} libre`));
    return [...isFree.map((free) => !free), ...isNamed, ...isHeld];
  };
  assertEquals(await isTaken("16:59"), Array(6).fill(true));
  assertEquals(await isTaken("19:45"), Array(6).fill(false));
  await act(board, dinner, "llego", { mesa: "T4" });
  assertMatch(strip((await board.get("/")).text), / T4 4 pers\. 0 min 20:00 Eva/);
});

Deno.test("labels are offered free ones first, those last used for as many people before others", async () => {
  await using board = await saturdayBoard();
  const before = [["T1", 2], ["T2", 2], ["T3", 5], ["T1", 2]] as const;
  for (const [n, [mesa, personas]] of before.entries()) {
    const dia = `2026-03-${n === 3 ? 18 : 19 + n}`;
    const folio = await reserve(board, { dia, hora: "20:00", personas, telefono: `999000000${n}` });
    await act(board, folio, "mesa", { mesa });
  }
  const offered = async (personas: number) => {
    const telefono = `99900001${personas}0`;
    const folio = await reserve(board, { hora: "21:00", personas, telefono });
    const { text } = await board.get(`/reserva/${folio}`);
    return [...text.matchAll(/name="mesa" value="(T\d)"/g)].map(([, label]) => label);
  };
  assertEquals(await offered(2), ["T2", "T1", "T3"]);
  assertEquals(await offered(5), ["T3", "T1", "T2"]);
  const taking = await reserve(board, { hora: "20:00", personas: 5, telefono: "9990000200" });
  await act(board, taking, "mesa", { mesa: "T3" });
  assertEquals(await offered(6), ["T1", "T2", "T3"]);
  const { text } = await board.get("/llegaron?folio=R-00000000");
  const choices = [...text.matchAll(/name="mesa" value="(T\d)"/g)].map(([, label]) => label);
  assertEquals(choices, ["T1", "T2", "T3"]);
});
