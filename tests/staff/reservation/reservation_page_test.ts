/** What the page of one reservation says. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { instantOf } from "../../support/restaurant_fixture.ts";
import { testBoard } from "../../support/test_board.ts";
import { assertSays, formFields, messagesTo, reserve } from "../_board_pages.ts";

Deno.test("the page says all that is known, who did what, and leads to the evening", async () => {
  await using board = await testBoard();
  const folio = await reserve(board, {
    ocasion: "cumpleanos",
    comentarios: "Alérgica a la nuez.\nSilla para bebé",
    landing: "ChatGPT",
  });
  board.clock.advance(3_600_000);
  await board.post("/visto", { folio, volver: "/" });
  await board.post(`/reserva/${folio}`, { accion: "nota", nota: "mesa 4", version: "1" });
  const { status, text } = await board.get(`/reserva/${folio.toLowerCase()}`);
  assertEquals(status, 200);
  assertSays(
    { text },
    "Ana Pérez",
    "confirmada",
    "Cumpleaños",
    "20:00 sábado 14 de marzo",
    "999 123 4567",
    `${folio} · ChatGPT · hecha hoy a las 12:00 · vista por Wendy hoy a las 13:00`,
    "Nota · Wendy · hoy a las 13:00 nota del personal: nada → mesa 4",
    "Reservada en línea · ChatGPT · hoy a las 12:00 sábado 14 de marzo a las 20:00, 4 personas",
  );
  assertStringIncludes(text, "<mark>Alérgica</mark> a la <mark>nuez</mark>.\nSilla para bebé");
  assertStringIncludes(text, `href="/?dia=2026-03-14#${folio}"`);
  assertStringIncludes(text, `<title>Reservación ${folio} · La Prueba</title>`);
});

Deno.test("a message that suits how it stands is prepared for WhatsApp", async () => {
  await using board = await testBoard();
  const folio = await reserve(board);
  const message = async () => messagesTo((await board.get(`/reserva/${folio}`)).text).at(-2);
  assertEquals(
    await message(),
    `Hola, Ana Pérez. Su reservación en La Prueba quedó así: sábado 14 de marzo a las 20:00, 4 personas. Folio ${folio}. Si algo no está bien, respóndanos por aquí. ¡Le esperamos!`,
  );
  const sure = { accion: "cancelar", version: "1", volver: "/", seguro: "si" };
  await board.post(`/reserva/${folio}`, sure);
  assertEquals(
    await message(),
    `Hola, Ana Pérez. Su reservación en La Prueba quedó cancelada: sábado 14 de marzo a las 20:00, 4 personas. Folio ${folio}. Si fue un error, respóndanos por aquí y la recuperamos.`,
  );
});

Deno.test("a message is in the language of the reservation's source if it names one, and can be switched", async () => {
  await using board = await testBoard();
  const spanish = await reserve(board, { landing: "Reservado en Facebook" });
  const english = await reserve(board, { landing: "web?lang=en", telefono: "9990000001" });
  const greetings = async (folio: string, phone: string) =>
    messagesTo((await board.get(`/reserva/${folio}`)).text, phone)
      .map((message) => message.split(",")[0]);
  assertEquals(await greetings(spanish, "529991234567"), ["Hola", "Hello", "Hola", "Hello"]);
  assertEquals(await greetings(english, "529990000001"), ["Hello", "Hola", "Hello", "Hola"]);
  assertSays(await board.get(`/reserva/${english}`), "Saturday, March 14 at 20:00, 4 people");
});

Deno.test("others of the same evening with the same phone or name are pointed at", async () => {
  await using board = await testBoard();
  const folio = await reserve(board);
  const twin = await reserve(board, { hora: "21:00", nombre: "Luis" });
  await reserve(board, { dia: "2026-03-13" });
  const page = await board.get(`/reserva/${folio}`);
  assertSays(page, "Posible duplicado.");
  assertEquals(
    [...page.text.matchAll(/<li><a href="\/reserva\/([^"]+)"/g)].map(([, other]) => other),
    [twin],
  );
});

Deno.test("what turns the reading around is shown by a sign, and does not reach WhatsApp", async () => {
  await using board = await testBoard();
  const folio = await reserve(board);
  // As an earlier version accepted it.
  const changes = { name: "Ana\u202e zerep" };
  await board.storage.book.edit({ folio, version: 1, action: "edited", changes, actor: "Beto" });
  const { text } = await board.get(`/reserva/${folio}`);
  const heading = /<h1>(.*?)<\/h1>/s.exec(text)![1]!;
  assertEquals(heading.replace(/<[^>]*>/g, ""), "Ana[·] zerep");
  assertStringIncludes(text, encodeURIComponent("Hola, Ana zerep."));
});

Deno.test("the list of hours is that of the day that was typed, its tail after midnight named", async () => {
  await using board = await testBoard();
  const folio = await reserve(board);
  const form = formFields((await board.get(`/reserva/${folio}`)).text, "cambiar");
  const typed = { ...form, dia: "2026-03-15", nombre: "Ana en otro día", horas: "1" };
  const shown = await board.post(`/reserva/${folio}`, typed);
  assertEquals(shown.status, 200);
  assertSays(shown, "00:30 (noche del sábado)");
  assertEquals(formFields(shown.text, "cambiar").nombre, "Ana en otro día");
});

Deno.test("a reservation without a phone offers no message, and may stay without one", async () => {
  await using board = await testBoard();
  const form = formFields((await board.get("/nueva?dia=2026-03-14")).text, "/nueva");
  const typed = { ...form, hora: "20:00", personas: "2", nombre: "Doña Lupe" };
  const { location } = await board.post("/nueva", typed);
  const page = await board.get(location!);
  assertSays(page, "Sin teléfono");
  assert(!page.text.includes("wa.me"), "there is no phone to write to");
  const edit = formFields(page.text, "cambiar");
  assertEquals((await board.post(location!, { ...edit, personas: "3" })).status, 303);
});

Deno.test("moments are given on the restaurant's clock, after midnight too", async () => {
  await using board = await testBoard({ now: instantOf("2026-03-13T23:58") });
  const folio = await reserve(board, { dia: "2026-03-14" });
  board.clock.set(instantOf("2026-03-14T00:10"));
  assertSays(await board.get(`/reserva/${folio}`), "el viernes 13 de marzo a las 23:58");
});
