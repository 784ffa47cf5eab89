/** What is special about an evening, two reservations of one phone, and its end: over HTTP. */
import { assert, assertEquals } from "@std/assert";
import { instantOf } from "../../support/restaurant_fixture.ts";
import { testBoard } from "../../support/test_board.ts";
import { act, assertSays, formFields, reserve, saturdayBoard, wordsOf } from "../_board_pages.ts";

Deno.test("what is special is in groups with hour, party, name and table, without those who do not come", async () => {
  await using board = await saturdayBoard();
  const said = [
    { comentarios: "Alergia a la nuez. Periquera, por favor" },
    { comentarios: "Viene mi abuela en silla de ruedas" },
    { comentarios: "El anillo va con el postre", hora: "21:00" },
    { comentarios: "Mesa tranquila", ocasion: "cumpleanos" },
    { comentarios: "Sin gluten", nombre: "Cancelada Uc" },
    {},
  ];
  const folios = [];
  for (const [index, changes] of said.entries()) {
    const guest = { nombre: `Mesa ${index}`, telefono: `999000000${index}` };
    folios.push(await reserve(board, { ...guest, ...changes }));
  }
  await act(board, folios[2]!, "mesa", { mesa: "T4" });
  await act(board, folios[4]!, "cancelar");
  const { text } = await board.get("/");
  const words = wordsOf(text);
  const special = words.slice(words.indexOf("Lo especial de hoy"));
  assertSays(
    { text: `<main>${special}` },
    "Lo especial de hoy 4 Alergias y dietas 1 20:00 4 personas, Mesa 0 nuez Alergia a la nuez.",
    "Sillas para niños 1 20:00 4 personas, Mesa 0",
    "Cumpleaños 1 20:00 4 personas, Mesa 3",
    "Sillas de ruedas 1 20:00 4 personas, Mesa 1",
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
  for (const [index, accion] of ["llego", "no_vino", "cancelar"].entries()) {
    await act(board, folios[index]!, accion);
  }
  // Parties, people, came, did not, walk-ins, cancelled.
  const figures = [
    "Total 3 12 2 1 1 1",
    "18:00 1 7 1 0 1 0",
    "19:00 1 1 1 1 0 0",
    "20:00 1 4 0 0 0 1",
    "página 0 0 0 1 0 0",
    "sin reservación 1 7 1 0 1 0",
    "ChatGPT 1 1 1 0 0 0",
    "Claude 0 0 0 0 0 1",
    "otro asistente 1 4 0 0 0 0",
  ];
  const page = await board.get("/noche");
  assertSays(page, "Sin cerrar: 1 reservación, 4 personas 20:00 Ana Pérez, 4 personas", ...figures);
  assertSays(await board.get("/imprimir"), ...figures);
  const form = { ...formFields(page.text, `/reserva/${folios[3]}`), accion: "no_vino" };
  const settled = await board.post(`/reserva/${folios[3]}`, form);
  assertEquals(settled.location, "/noche?dia=2026-03-14");
  assertSays(await board.get("/noche"), "Todas están cerradas.", "Total 2 8 2 2 1 1");
});

Deno.test("paper leaves out who booked in a service that is over, says how many, and has all once the day is over", async () => {
  await using board = await testBoard();
  const day = "2026-03-11";
  // Breakfast ends at 12:00, the second service at 23:00.
  await reserve(board, { dia: day, hora: "09:00", nombre: "Ana Uc", comentarios: "Sin gluten" });
  const evening = { dia: day, hora: "20:00", nombre: "Beto May", telefono: "9990000001" };
  await reserve(board, evening);
  const printedAt = async (time: string) => {
    board.clock.set(instantOf(`${day}T${time}`));
    const words = wordsOf((await board.get(`/imprimir?dia=${day}`)).text);
    return ["Ana Uc", "gluten", "Beto May", "antes de las 12:00, que ya pasaron: 1 reservación, 4"]
      .filter((each) => words.includes(each));
  };
  assertEquals(await printedAt("11:59"), ["Ana Uc", "gluten", "Beto May"]);
  assertEquals((await printedAt("12:00")).slice(0, 1), ["Beto May"]);
  assertEquals((await printedAt("22:59")).length, 2);
  assertEquals(await printedAt("23:00"), ["Ana Uc", "gluten", "Beto May"]);
});
