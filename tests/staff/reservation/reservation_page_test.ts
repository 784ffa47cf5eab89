/** What the page of one reservation says. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { testBoard } from "../../support/test_board.ts";
import { act, assertSays, formFields, messagesTo, reserve } from "../_board_pages.ts";

Deno.test("the page says all that is known, who saw it first, who did what, and leads to the evening", async () => {
  await using board = await testBoard();
  const folio = await reserve(board, {
    ocasion: "cumpleanos",
    comentarios: "Alérgica a la nuez.\nSilla para bebé",
    landing: "ChatGPT",
  });
  board.clock.advance(3_600_000);
  await board.post("/visto", { folio, volver: "/" });
  board.clock.advance(3_600_000);
  const luis = await board.signIn("Luis");
  await luis.post(`/reserva/${folio}`, { accion: "nota", nota: "mesa 4", version: "1" });
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
    "Nota · Luis · hoy a las 14:00 nota: nada → mesa 4",
    "Reservada en línea · hoy a las 12:00 sábado 14 de marzo a las 20:00, 4 personas",
  );
  assertStringIncludes(text, "<mark>Alérgica</mark> a la <mark>nuez</mark>.\nSilla para bebé");
  assertStringIncludes(text, `href="/?dia=2026-03-14#${folio}"`);
  assertStringIncludes(text, `<title>Reservación ${folio} · La Prueba</title>`);
});

Deno.test("a message that suits how it stands is prepared for WhatsApp", async () => {
  await using board = await testBoard();
  const folio = await reserve(board);
  const message = async () => messagesTo((await board.get(`/reserva/${folio}`)).text)[0];
  assertEquals(
    await message(),
    `Hola, Ana Pérez. Su reservación en La Prueba quedó así: sábado 14 de marzo a las 20:00, 4 personas. Folio ${folio}. Si algo no está bien, respóndanos por aquí. ¡Le esperamos!`,
  );
  await act(board, folio, "cancelar");
  assertEquals(
    await message(),
    `Hola, Ana Pérez. Su reservación en La Prueba quedó cancelada: sábado 14 de marzo a las 20:00, 4 personas. Folio ${folio}. Si fue un error, respóndanos por aquí y la recuperamos.`,
  );
});

Deno.test("where a reservation comes from is said in the board's words, and of another assistant in its own", async () => {
  await using board = await testBoard();
  const said = { "web?lang=en": "página", "Chat GPT (web)": "ChatGPT", Perplexity: "Perplexity" };
  for (const [index, [landing, words]] of Object.entries(said).entries()) {
    const folio = await reserve(board, { landing, telefono: `999000000${index}` });
    const page = await board.get(`/reserva/${folio}`);
    assertSays(page, `${folio} · ${words} · hecha`, "Reservada en línea · hoy");
    assert(words === landing || !page.text.includes(landing));
  }
});

Deno.test("a message is in English if the source names it or the phone is not Mexican, else in Spanish, and can be switched", async () => {
  await using board = await testBoard();
  const spanish = await reserve(board, { landing: "Reservado en Facebook" });
  const address = { landing: "https://hecho-en-merida.mx/reservar-en-linea", hora: "21:00" };
  const linked = await reserve(board, address);
  const english = await reserve(board, { landing: "web?lang=en", telefono: "9990000001" });
  const menu = { landing: "x.mx/menu-en.html", hora: "22:00", telefono: "9990000001" };
  const written = await reserve(board, menu);
  const foreign = await reserve(board, { telefono: "+14155550123" });
  const greetings = async (folio: string, phone: string) =>
    messagesTo((await board.get(`/reserva/${folio}`)).text, phone)
      .map((message) => message.split(",")[0]);
  assertEquals(await greetings(spanish, "529991234567"), ["Hola", "Hello"]);
  assertEquals(await greetings(linked, "529991234567"), ["Hola", "Hello"]);
  assertEquals(await greetings(english, "529990000001"), ["Hello", "Hola"]);
  assertEquals(await greetings(written, "529990000001"), ["Hello", "Hola"]);
  assertEquals(await greetings(foreign, "14155550123"), ["Hello", "Hola"]);
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
