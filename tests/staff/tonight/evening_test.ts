/** What is special about an evening, two reservations of one phone, and its end: over HTTP. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  hoursOf,
  instantOf,
  TEST_HOURS,
  testRestaurant,
} from "../../support/restaurant_fixture.ts";
import { quietSource, testBoard } from "../../support/test_board.ts";
import {
  act,
  assertSays,
  formFields,
  linksTo,
  reserve,
  SATURDAY,
  saturdayBoard,
  stored,
  wordsOf,
} from "../_board_pages.ts";

Deno.test("what is special is in groups with hour, party, name and table, without those who do not come or have left", async () => {
  await using board = await saturdayBoard();
  const said = [
    { comentarios: "Alergia a la nuez. Periquera, por favor" },
    { comentarios: "Viene mi abuela en silla de ruedas" },
    { comentarios: "El anillo va con el postre", hora: "21:00" },
    { comentarios: "Mesa tranquila", ocasion: "cumpleanos" },
    { comentarios: "Sin gluten", nombre: "Cancelada Uc" },
    { comentarios: "Sin gluten", nombre: "Luis Pech" },
    {},
    { comentarios: "Dos sillas para los niños", hora: "21:30" },
    { comentarios: "2 sillas de ruedas", hora: "22:00" },
  ];
  const folios = [];
  for (const [index, changes] of said.entries()) {
    const guest = { nombre: `Mesa ${index}`, telefono: `999000000${index}` };
    folios.push(await reserve(board, { ...guest, ...changes }));
  }
  await act(board, folios[2]!, "mesa", { mesa: "T4" });
  await act(board, folios[4]!, "cancelar");
  for (const accion of ["llego", "se_fue"]) await act(board, folios[5]!, accion);
  const { text } = await board.get("/");
  const words = wordsOf(text);
  const special = words.slice(words.indexOf("Lo especial de hoy"));
  assertSays(
    { text: `<main>${special}` },
    "Lo especial de hoy 6 Alergias y dietas 1 20:00 4 personas, Mesa 0 nuez Alergia a la nuez.",
    "Sillas para niños 2 20:00 4 personas, Mesa 0",
    "Cumpleaños 1 20:00 4 personas, Mesa 3",
    "Sillas de ruedas 2 20:00 4 personas, Mesa 1",
    "Otras peticiones 2 20:00 4 personas, Mesa 3 Mesa tranquila 21:00 4 personas, Mesa 2 , mesa T4",
  );
  assert(!special.slice(0, special.indexOf("20:00 4 pers.")).includes("Cancelada"));
});

Deno.test("each reservation of one phone on a day leads to the next, cancelled ones too", async () => {
  await using board = await saturdayBoard();
  const one = await reserve(board);
  const two = await reserve(board, { hora: "21:30" });
  await reserve(board, { telefono: "9990000001" });
  await reserve(board, { dia: "2026-03-18" });
  await act(board, one, "cancelar");
  const { text } = await board.get("/");
  const links = [...text.matchAll(/href="#(R-[^"]+)">2 de este teléfono/g)].map(([, to]) => to);
  assertEquals(new Set(links), new Set([one, two]));
  assertEquals(links.length, 2);
});

Deno.test("the evening's end has its figures by hour and source, on paper too, and the parties to settle", async () => {
  await using board = await saturdayBoard();
  const landings = ["ChatGPT", "web", "Claude", "Perplexity"];
  const folios = [];
  for (const [index, landing] of landings.entries()) {
    const guest = { landing, telefono: `999000000${index}`, personas: index + 1 };
    folios.push(await reserve(board, { ...guest, hora: index < 2 ? "19:30" : "20:00" }));
  }
  await board.post("/llegaron", { personas: "7" });
  board.clock.set(instantOf(`${SATURDAY}T20:00`));
  for (const [index, accion] of ["llego", "no_vino", "cancelar"].entries()) {
    await act(board, folios[index]!, accion);
  }
  // Parties, people, came, did not, cancelled; walk-ins are in their row alone.
  const figures = [
    "Reservaciones 2 5 1 1 1 19:00 1 1 1 1 0 20:00 1 4 0 0 1",
    "página 0 0 0 1 0",
    "sin reservación 1 7 1 0 0",
    "ChatGPT 1 1 1 0 0",
    "Claude 0 0 0 0 1",
    "otro asistente 1 4 0 0 0",
  ];
  const page = await board.get("/noche");
  const open = "Sin cerrar: 1 reservación, 4 personas Todas llegaron Ninguna vino 20:00 Ana Pérez,";
  assertSays(page, open, ...figures);
  assertSays(await board.get("/imprimir"), ...figures);
  const form = { ...formFields(page.text, `/reserva/${folios[3]}`), accion: "no_vino" };
  const settled = await board.post(`/reserva/${folios[3]}`, form);
  assertEquals(settled.location, "/noche?dia=2026-03-14");
  assertSays(await board.get("/noche"), "Todas están cerradas.", "Reservaciones 1 1 1 2 1");
});

const UNTIL_HALF_PAST_ONE = testRestaurant({ hours: TEST_HOURS.with(5, hoursOf(["13:00-01:30"])) });

Deno.test("the evening that has ended stays on every page until the next one begins, then a line leads to what it left open", async () => {
  await using board = await saturdayBoard({ restaurant: UNTIL_HALF_PAST_ONE });
  const folio = await reserve(board, { hora: "21:00" });
  await reserve(board, { hora: "22:00", telefono: "9990000001" });
  await reserve(board, { dia: "2026-03-15", hora: "14:00", telefono: "9990000002" });
  const shown = async (local: string) => {
    board.clock.set(instantOf(local));
    const pages = ["/", "/noche", "/imprimir"].map((path) => board.get(path));
    return (await Promise.all(pages))
      .map(({ text }) => /<h1>.*?(sábado 14|domingo 15)/s.exec(text)?.[1]);
  };
  const [saturday, sunday] = ["sábado 14", "domingo 15"].map((day) => Array(3).fill(day));
  for (const time of ["01:29", "01:30", "01:50", "07:00", "07:29"]) {
    assertEquals(await shown(`2026-03-15T${time}`), saturday, time);
    assert(!wordsOf((await board.get("/")).text).includes("sin marcar"), time);
  }
  assertSays(await board.get("/noche"), "Sin cerrar: 2 reservaciones, 8 personas");
  for (const time of ["07:30", "12:30"]) {
    assertEquals(await shown(`2026-03-15T${time}`), sunday, time);
    const page = await board.get("/");
    assertSays(page, "Anoche quedaron 2 sin marcar");
    assertEquals(linksTo(page.text, "/noche?")[0], `/noche?dia=${SATURDAY}`);
  }
  await act(board, folio, "llego");
  assertSays(await board.get("/"), "Anoche quedó 1 sin marcar");
  assertEquals((await stored(board, folio)).arrived, `${SATURDAY}T21:00`);
});

Deno.test("a line names an evening before a closed day, another the closed day for which staff took a party, and the day's own pages have none", async () => {
  await using board = await saturdayBoard();
  await reserve(board, { dia: "2026-03-15", hora: "14:00" });
  const monday = { dia: "2026-03-16", hora: "20:00", personas: "2", nombre: "Luis May" };
  const taken = await board.post("/nueva", {
    ...monday,
    aceptado: "2026-03-16 20:00 outside_hours",
  });
  assertEquals(taken.status, 303, taken.text);
  board.clock.set(instantOf("2026-03-17T12:30"));
  assertSays(
    await board.get("/"),
    "El domingo 15 de marzo quedó 1 sin marcar",
    "Anoche quedó 1 sin marcar",
  );
  assert(!wordsOf((await board.get("/?dia=2026-03-18")).text).includes("sin marcar"));
});

Deno.test("one tap marks all open parties whose time has come as come or absent, another undoes it, but for what changed since", async () => {
  await using board = await saturdayBoard();
  const [early, late, came] = [
    await reserve(board, { hora: "19:00" }),
    await reserve(board, { hora: "20:00", telefono: "9990000001" }),
    await reserve(board, { hora: "20:00", telefono: "9990000002" }),
  ];
  const ahead = await reserve(board, { hora: "22:00", telefono: "9990000003" });
  board.clock.set(instantOf(`${SATURDAY}T20:30`));
  await act(board, came, "llego");
  const states = () =>
    Promise.all([early, late, came, ahead].map(async (folio) => {
      const { status, arrived } = await stored(board, folio);
      return [status, arrived?.slice(11)].filter(Boolean).join(" ");
    }));
  const open = ["confirmed", "confirmed", "arrived 20:30", "confirmed"];
  const page = await board.get("/noche");
  assertSays(page, "De las 2 que ya pasaron de su hora: Todas llegaron Ninguna vino");
  const mark = (accion: string) =>
    board.post("/noche", { ...formFields(page.text, "/noche"), accion });
  const absent = await mark("ninguna");
  assertEquals(await states(), ["no_show", "no_show", "arrived 20:30", "confirmed"]);
  assertSays(absent, "Ninguna vino: 2 reservaciones, 8 personas. Deshacer");
  const undoing = { ...formFields(absent.text, "/noche"), accion: "deshacer" };
  assertEquals((await board.post("/noche", undoing)).location, `/noche?dia=${SATURDAY}`);
  assertEquals(await states(), open);

  assertEquals((await mark("otra")).status, 422);
  assertEquals((await mark("todas")).location, `/noche?dia=${SATURDAY}`, "a page of before");
  assertEquals(await states(), open);
  const fresh = formFields((await board.get("/noche")).text, "/noche");
  const present = await board.post("/noche", { ...fresh, accion: "todas" });
  const marked = ["arrived 19:00", "arrived 20:00", "arrived 20:30", "confirmed"];
  assertEquals(await states(), marked, "at their booked time");
  await act(board, late, "se_fue");
  await board.post("/noche", { ...formFields(present.text, "/noche"), accion: "deshacer" });
  assertEquals(await states(), ["confirmed", ...marked.slice(1)], "one has been changed since");
  const last = (await board.storage.book.history(early)).slice(1);
  assertEquals(last.map(({ actor, action }) => `${actor} ${action}`), [
    "Wendy no_show",
    "Wendy undone",
    "Wendy arrived",
    "Wendy undone",
  ]);
});

Deno.test("paper leaves out who booked in a service that is over, says how many, and has all once the day is over", async () => {
  await using board = await testBoard();
  const day = "2026-03-11";
  // Breakfast ends at 12:00, the second service at 23:00.
  await reserve(board, { dia: day, hora: "09:00", nombre: "Ana Uc", comentarios: "Sin gluten" });
  const evening = { dia: day, hora: "20:00", nombre: "Beto May", telefono: "9990000001" };
  const beto = await reserve(board, evening);
  const printedAt = async (time: string) => {
    board.clock.set(instantOf(`${day}T${time}`));
    const words = wordsOf((await board.get(`/imprimir?dia=${day}`)).text);
    const left = "antes de las 12:00, que ya pasaron: 1 reservación, 4";
    return ["Ana Uc", "gluten", "Beto May", "que ya pasaron", left]
      .filter((each) => words.includes(each));
  };
  assertEquals(await printedAt("11:59"), ["Ana Uc", "gluten", "Beto May"]);
  assertEquals((await printedAt("12:00")).slice(0, 1), ["Beto May"]);
  assertEquals((await printedAt("22:59")).length, 3);
  assertEquals(await printedAt("23:00"), ["Ana Uc", "gluten", "Beto May"]);
  await act(board, beto, "no_vino");
  assertEquals((await printedAt("22:59")).length, 2);
  assert(!wordsOf((await board.get("/imprimir")).text).includes("Nadie ha reservado"));
});

const CLOSED_EARLIER = {
  "an hour earlier": hoursOf(["13:00-23:30"]),
  "before dinner": hoursOf(["13:00-17:00"]),
  "all day": hoursOf([]),
};
for (const [how, saturday] of Object.entries(CLOSED_EARLIER)) {
  Deno.test(`who booked after midnight is on the board of that evening, though the owner closes it ${how} since`, async () => {
    const [open, closed] = [hoursOf(["13:00-02:30"]), saturday]
      .map((hours) => testRestaurant({ hours: TEST_HOURS.with(5, hours) }));
    let served = open!;
    const source = { ...quietSource(), current: () => served };
    await using board = await saturdayBoard({ source });
    const folio = await reserve(board, { dia: "2026-03-15", hora: "00:30" });
    served = closed!;
    await board.storage.poll.refresh();
    for (const time of ["00:20", "02:00"]) {
      board.clock.set(instantOf(`2026-03-15T${time}`));
      const pages = ["/", "/noche", "/imprimir"].map((path) => board.get(path));
      for (const { text } of await Promise.all(pages)) assertStringIncludes(text, folio, time);
    }
    await act(board, folio, "llego");
    assertEquals(
      (await board.storage.book.onServiceDay(SATURDAY)).map(({ status }) => status),
      ["arrived"],
    );
    await act(board, folio, "se_fue");
    board.clock.set(instantOf("2026-03-15T12:30"));
    assert(!(await board.get("/")).text.includes(folio));
  });
}
