/** The list of tomorrow's parties, from which staff ask whether they come. */
import { assert, assertEquals } from "@std/assert";
import { instantOf } from "../../support/restaurant_fixture.ts";
import { type TestBoard, testBoard } from "../../support/test_board.ts";
import {
  act,
  assertSays,
  buttonNamed,
  formFields,
  linksTo,
  messagesTo,
  reserve,
  stored,
  wordsOf,
} from "../_board_pages.ts";

const LIST = "/confirmar?dia=2026-03-14";

function onFriday(): Promise<TestBoard> {
  return testBoard({ now: instantOf("2026-03-13T18:40") });
}

/** The party's part of a list, to its end. */
function partOf(page: string, folio: string): string {
  return page.slice(page.indexOf(`<li id="${folio}"`)).split('<li id="R-')[1]!;
}

/** Presses the button of that label in the party's part, as the page was `seen`. */
function press(board: Pick<TestBoard, "post">, seen: string, folio: string, label: string) {
  const part = partOf(seen, folio);
  const [name, value] = buttonNamed(part, label);
  return board.post(`/reserva/${folio}`, {
    ...formFields(part, `/reserva/${folio}`),
    [name]: value,
  });
}

Deno.test("the board leads to tomorrow's parties, each with a message in its language, in the order in which they come", async () => {
  await using board = await onFriday();
  assert(linksTo((await board.get("/")).text, "/confirmar").length === 1);
  await reserve(board, { dia: "2026-03-13", telefono: "9990000001" });
  const late = await reserve(board, { dia: "2026-03-15", hora: "00:30", telefono: "+14155550123" });
  const first = await reserve(board, { comentarios: "Terraza" });
  const { text } = await board.get("/confirmar");
  assertEquals([...text.matchAll(/<li id="(R-[^"]+)"/g)].map(([, folio]) => folio), [first, late]);
  assertEquals(messagesTo(text), [
    `Hola, Ana Pérez. Le recordamos su reservación en La Prueba: sábado 14 de marzo a las 20:00, 4 personas. Folio ${first}. ¿Nos confirma que vienen? Si cambiaron de planes, respóndanos por aquí.`,
    `Hello, Ana Pérez. This is a reminder of your reservation at La Prueba: Saturday, March 14 at 20:00, 4 people. Reference ${first}. Could you confirm that you are coming? If your plans have changed, reply here.`,
  ]);
  const [message] = messagesTo(text, "14155550123");
  assert(message!.includes("Sunday, March 15 at 00:30, 4 people"), message);
  for (const path of [LIST, "/confirmar?dia=ayer"]) {
    assertEquals((await board.get(path)).text, text, path);
  }
});

Deno.test("a tap notes that the party was asked and that it comes, and changes nothing else; a changed table asks again", async () => {
  await using board = await onFriday();
  const folio = await reserve(board);
  const before = await stored(board, folio);
  const pressed = async () =>
    [...(await board.get(LIST)).text.matchAll(/aria-pressed="true">([^<]+)</g)].map(([, on]) => on);
  for (const [label, words] of [["Avisada", "Avisada"], ["Confirmó", "Confirmó"]] as const) {
    const { text } = await board.get(LIST);
    const answers = await Promise.all([1, 2].map(() => press(board, text, folio, label)));
    const back = `${LIST}#${folio}`;
    assertEquals(answers.map(({ status, location }) => [status, location]), [[303, back], [
      303,
      back,
    ]]);
    assertSays(await board.get(LIST), `${words} · Wendy · hoy a las 18:40`);
    assertEquals(await pressed(), [label]);
  }
  const { version, acknowledged, ...after } = await stored(board, folio);
  assertEquals(version, 3);
  assertEquals({ ...after, version: 1, acknowledged: null }, before);
  assert(acknowledged !== null);
  const actions = (await board.storage.book.history(folio)).map(({ action }) => action);
  assertEquals(actions, ["created", "reminded", "reconfirmed"]);
  await act(board, folio, "mesa", { mesa: "T4" });
  assertEquals(await pressed(), ["Confirmó"]);
  const form = formFields((await board.get(`/reserva/${folio}`)).text, "cambiar");
  await board.post(`/reserva/${folio}`, { ...form, hora: "21:00" });
  assertEquals(await pressed(), []);
  assertSays(await board.get(LIST), "hora: 20:00 → 21:00");
});

Deno.test("a mistaken tap is undone by another, and what was noted before it stands again", async () => {
  await using board = await onFriday();
  const folio = await reserve(board);
  const steps = [
    ["Avisada", ["Avisada"]],
    ["Confirmó", ["Confirmó"]],
    ["Deshacer «Confirmó»", ["Avisada"]],
    ["No viene", []],
    ["Deshacer «Cancelada»", ["Avisada"]],
    ["Deshacer «Avisada»", []],
  ] as const;
  for (const [n, [label, left]] of steps.entries()) {
    const seen = (await board.get(LIST)).text;
    const answers = await Promise.all([1, 2].map(() => press(board, seen, folio, label)));
    assertEquals(answers.map(({ status }) => status), [303, 303], `${n} ${label}`);
    const part = partOf((await board.get(LIST)).text, folio);
    const pressed = [...part.matchAll(/aria-pressed="true">\s*([^<]+?)\s*</g)].map(([, on]) => on);
    assertEquals<readonly unknown[]>(pressed, left, `${n} ${label}`);
  }
  const { text } = await board.get(LIST);
  assertEquals(partOf(text, folio).includes("deshacer"), false);
  assertEquals((await stored(board, folio)).status, "confirmed");
});

Deno.test("a tap on a party that was moved or cancelled meanwhile is refused, and says who did it", async () => {
  await using board = await onFriday();
  const luis = await board.signIn("Luis");
  const folio = await reserve(board);
  const { text } = await board.get(LIST);
  const form = formFields((await luis.get(`/reserva/${folio}`)).text, "cambiar");
  await luis.post(`/reserva/${folio}`, { ...form, dia: "2026-03-21" });
  for (const label of ["Avisada", "Confirmó", "No viene"]) {
    const moved = await press(board, text, folio, label);
    assertEquals(moved.status, 409);
    assertSays(moved, "La cambiaron mientras tanto.", "sábado 14 de marzo → sábado 21 de marzo");
  }
  assert(!wordsOf((await board.get(LIST)).text).includes("Ana Pérez"));
  await luis.post(`/reserva/${folio}`, { accion: "cancelar", version: "2", seguro: "si" });
  const cancelled = await press(board, text, folio, "Confirmó");
  assertEquals(cancelled.status, 409);
  assertSays(cancelled, "La cambiaron mientras tanto.", "estado: confirmada → cancelada");
  assertEquals((await stored(board, folio)).version, 3);
});
