/** An order that came by message, against what its link has sealed. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type TestBoard, testBoard, type TestBoardOptions } from "../../support/test_board.ts";
import { wordsOf } from "../_board_pages.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

const ORDER = {
  lineas: [{ id: "panuchos-3", cantidad: 2 }, { id: "tortillas", cantidad: 1 }],
  entrega: {
    modo: "domicilio",
    direccion: "Calle 55 #512-B x 64 y 66, Santiago",
    referencias: "Portón negro",
    lat: 20.9712,
    lng: -89.6291,
  },
  comentarios: "Sin nuez, por favor",
};

/** The link that the API gives, and the message that its page writes. */
async function sentOrder({ app }: TestBoard): Promise<{ link: string; message: string }> {
  const { status, body } = await app.post("/api/pedido/borrador", ORDER);
  assertEquals(status, 200, JSON.stringify(body));
  const link: string = body.confirmar_en;
  const page = await app.get(new URL(link).pathname);
  const href = /href="(https:\/\/wa\.me\/[^"]+)"/.exec(page.text)![1]!.replaceAll("&amp;", "&");
  return { link, message: new URL(href).searchParams.get("text")! };
}

async function check(
  board: TestBoard,
  mensaje: string,
): Promise<{ status: number; words: string }> {
  const { status, text } = await board.post("/pedido", { mensaje });
  return { status, words: wordsOf(text) };
}

async function boardWithOrder(options: TestBoardOptions = {}) {
  const board = await testBoard(options);
  return { board, ...await sentOrder(board) };
}

Deno.test("a message as it was written is found to be what was sealed, down to the last amount", async () => {
  const { board: made, message, link } = await boardWithOrder();
  await using board = made;
  const { status, words } = await check(board, message);
  assertEquals(status, 200);
  for (
    const said of [
      "El mensaje coincide con lo sellado.",
      "Vigente",
      "Se preparó hoy a las 12:00; sus precios valen hasta hoy a las 12:30.",
      "2 Panuchos $95.00 c/u $190.00",
      "1 Tortillas $15.00",
      "Calle 55 #512-B x 64 y 66, Santiago",
      "Portón negro",
      "Sin nuez, por favor",
    ]
  ) assertStringIncludes(words, said);
  const total = /Total: (\$[\d.]+) MXN/.exec(message)![1]!;
  assertStringIncludes(words, `Total ${total}`);
  // As WhatsApp copies it, with its own signs, and lines that Windows ends.
  const copied = `[12:31, 10/3/2026] Ana: \u200e${message.replaceAll("\n", "\r\n")}`;
  assertStringIncludes((await check(board, copied)).words, "coincide");
  assertStringIncludes((await check(board, link)).words, "Solo pegaste el enlace");
});

Deno.test("the English message of the page is as good as the Spanish one", async () => {
  const { board: made, link } = await boardWithOrder();
  await using board = made;
  const page = await board.app.get(`${new URL(link).pathname}?lang=en`);
  const href = /href="(https:\/\/wa\.me\/[^"]+)"/.exec(page.text)![1]!.replaceAll("&amp;", "&");
  const message = new URL(href).searchParams.get("text")!;
  assertStringIncludes(message, "I would like to order");
  assertStringIncludes((await check(board, message)).words, "coincide");
});

Deno.test("an edited message is noticed: the line that was changed, added or left out is named", async () => {
  const { board: made, message } = await boardWithOrder();
  await using board = made;
  const more = await check(
    board,
    message.replace("2 × Panuchos: $190.00", "4 × Panuchos: $190.00"),
  );
  assertEquals(more.status, 200);
  assertStringIncludes(more.words, "El mensaje no dice lo mismo que lo sellado.");
  assertStringIncludes(more.words, "Dice el mensaje y no está sellado: 4 × Panuchos: $190.00");
  assertStringIncludes(more.words, "Está sellado y no lo dice el mensaje: 2 × Panuchos: $190.00");
  const address = await check(board, message.replace("Calle 55 #512-B", "Calle 70 #1"));
  assertStringIncludes(address.words, "no está sellado: Dirección: Calle 70 #1");
  const less = await check(board, message.replace(/.*Comentarios: .*\n/, ""));
  assertStringIncludes(less.words, "no lo dice el mensaje: Comentarios: Sin nuez, por favor");
  const cheap = await check(board, message.replace(/Total: \$[\d.]+/, "Total: $1.00"));
  assertStringIncludes(cheap.words, "no está sellado: Total: $1.00 MXN");
  const twice = await check(board, message.replace("2 × Panuchos: $190.00", "$&\n$&"));
  assertStringIncludes(twice.words, "no está sellado: 2 × Panuchos: $190.00");
});

Deno.test("a link opens for staff until seven days after it expired, and not a second longer", async () => {
  const { board: made, link } = await boardWithOrder();
  await using board = made;
  board.clock.advance(30 * MINUTE);
  assertEquals((await board.app.get(new URL(link).pathname)).status, 410);
  const expired = await check(board, link);
  assertEquals(expired.status, 200);
  assertStringIncludes(expired.words, "Vencido");
  assertStringIncludes(expired.words, "sus precios valían hasta hoy a las 12:30.");
  assertStringIncludes(expired.words, "Panuchos");
  board.clock.advance(7 * DAY);
  assertEquals((await check(board, link)).status, 200);
  board.clock.advance(1);
  const old = await check(board, link);
  assertEquals(old.status, 422);
  assertStringIncludes(old.words, "El enlace venció hace más de 7 días.");
  assert(!old.words.includes("Panuchos"), "what is too old is not shown");
});

Deno.test("a link that is cut, changed, of another address or missing is said to be so", async () => {
  const { board: made, link, message } = await boardWithOrder();
  await using board = made;
  const token = link.slice(link.lastIndexOf("/") + 1);
  const changed = token[30] === "A" ? "B" : "A";
  const said = async (text: string) => {
    const { status, words } = await check(board, text);
    assertEquals(status, 422, text);
    assert(!words.includes("Lo que se selló"), text);
    return words;
  };
  assertStringIncludes(
    await said(link.slice(0, link.length - token.length + 20)),
    "El enlace está cortado.",
  );
  assertStringIncludes(await said(link.slice(0, -4)), "está cortado o alterado.");
  assertStringIncludes(
    await said(link.replace(token, token.slice(0, 30) + changed + token.slice(31))),
    "está cortado o alterado.",
  );
  assertStringIncludes(
    await said(`https://otra.example/pedido/${"A".repeat(120)}`),
    "El enlace es de otra dirección.",
  );
  assertStringIncludes(await said(message.replace(link, "")), "No hay ningún enlace de pedido");
  assertStringIncludes(await said(""), "No hay ningún enlace de pedido");
});

Deno.test("the seal decides, not the address: a link of ours opens from wherever it was sent", async () => {
  const { board: made, link } = await boardWithOrder();
  await using board = made;
  const token = link.slice(link.lastIndexOf("/") + 1);
  for (
    const text of [
      token,
      `https://acorta.example/pedido/${token}`,
      `${token.slice(0, 40)}\n${token.slice(40)}`,
    ]
  ) {
    assertEquals((await check(board, text)).status, 200, text);
  }
});

Deno.test("a link torn by line breaks is read, and its pieces are no lines of the message", async () => {
  const { board: made, link, message } = await boardWithOrder();
  await using board = made;
  const torn = message.replace(
    link,
    `${link.slice(0, 70)}\n${link.slice(70, 130)}\n${link.slice(130)}`,
  );
  const { status, words } = await check(board, torn);
  assertEquals(status, 200);
  assertStringIncludes(words, "coincide");
});

Deno.test("a guest's link opens at the board's address too, as long as a pasted one does", async () => {
  const { board: made, link } = await boardWithOrder();
  await using board = made;
  const path = new URL(link).pathname;
  board.clock.advance(30 * MINUTE + 7 * DAY);
  const shown = await board.get(path);
  assertEquals(shown.status, 200);
  assertStringIncludes(wordsOf(shown.text), "2 Panuchos");
  board.clock.advance(1);
  assertEquals((await board.get(path)).status, 422);
  assertEquals((await board.get("/pedido/%3Cscript%3E")).status, 422);
  const stranger = await board.fetch(path);
  await stranger.body?.cancel();
  assertEquals(stranger.status, 303);
});

Deno.test("of two links in one message both are looked at, and staff are warned", async () => {
  const { board: made, link, message } = await boardWithOrder();
  await using board = made;
  const other = await sentOrder(board);
  const { words } = await check(board, `${message}\n${other.link}`);
  assertStringIncludes(words, "trae 2 enlaces distintos");
  assertEquals(words.split("Lo que se selló").length, 3);
  assert(link !== other.link);
});

Deno.test("what was pasted is kept in the form and is only text", async () => {
  await using board = await testBoard();
  const pasted = "</textarea><script>alert(1)</script> /pedido/x";
  const { text } = await board.post("/pedido", { mensaje: pasted });
  assert(!text.includes("<script>alert"), "markup got through");
  assertStringIncludes(
    text,
    "&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt; /pedido/x</textarea>",
  );
});

Deno.test("looking at an order keeps nothing of it, not even in the log", async () => {
  const { board: made, message } = await boardWithOrder();
  await using board = made;
  await check(board, message);
  assert(!JSON.stringify(board.requests).includes("Panuchos"));
  assertEquals(await board.storage.book.onServiceDay("2026-03-10"), []);
});
