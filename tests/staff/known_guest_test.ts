/** What staff are told of a guest by the number: on the row, in the opened row, while they take a reservation. */
import { assert, assertEquals } from "@std/assert";
import { type ReservationValues, WALK_IN_NAME } from "../../src/domain/reservation/reservation.ts";
import type { TestBoard } from "../support/test_board.ts";
import { values } from "../storage/_fixture.ts";
import { assertSays, formFields, reserve, saturdayBoard, wordsOf } from "./_board_pages.ts";
import { PHONE as SMALL, testTonight, textOf } from "./_browser.ts";

const PHONE = "+529991234567";

let folios = 0;

/** A reservation of Ana Pérez for that day at 20:00, with some of its values replaced. */
async function stored(
  { storage }: TestBoard,
  day: string,
  changes: Partial<ReservationValues> = {},
): Promise<string> {
  const folio = `R-${String(++folios).padStart(8, "0")}`;
  const its = { day, serviceDay: day, time: "20:00", name: "Ana Pérez", phone: PHONE, ...changes };
  await storage.book.take(values(its), "Wendy", folio);
  return folio;
}

/** Ana: two visits, one of them an allergy, a no-show with a note, a table to come, and one cancelled. */
async function remembered(board: TestBoard): Promise<void> {
  await stored(board, "2026-02-07", { status: "arrived", comments: "Alergia al camarón" });
  await stored(board, "2026-03-06", { status: "arrived", name: "ana", comments: "Terraza" });
  await stored(board, "2026-02-28", { status: "no_show", note: "Avisar a la gerente" });
  await stored(board, "2026-03-21", { time: "21:00", name: "Ana Pérez Gómez" });
  await stored(board, "2026-02-14", { status: "cancelled", note: "Avisar a la gerente" });
}

const KNOWN =
  "vino 2 veces, la última el viernes 6 de marzo; no vino 1 vez, el sábado 28 de febrero. " +
  "También el sábado 21 de marzo a las 21:00, 4 personas " +
  "sábado 28 de febrero, nota: Avisar a la gerente sábado 7 de febrero: camarón";

const WITHIN = "Se recuerdan los últimos 365 días.";

async function lineOf(board: TestBoard, folio: string, path = "/"): Promise<string> {
  const { text } = await board.get(path);
  const start = text.indexOf(`id="${folio}-n"`);
  return wordsOf(`<main ${text.slice(start, text.indexOf("</summary>", start))}`).trim();
}

Deno.test("row, opened row and search say how often a guest came, and what other reservations say of the guest", async () => {
  await using board = await saturdayBoard();
  const first = await reserve(board);
  assertEquals(await lineOf(board, first), "20:00 4 personas Ana Pérez");
  assertSays(await board.get(`/reserva/${first}`), `Ana Pérez: sin visitas anotadas. ${WITHIN}`);
  await remembered(board);
  const told = "20:00 4 personas 3.ª vez Ana Pérez antes: camarónno vino 1 vez";
  assertEquals(await lineOf(board, first), told);
  const found = await lineOf(board, first, "/buscar?q=9991234567");
  assertEquals(found, told.replace("20:00", "sáb 14/3 20:00"));
  assertSays(await board.get(`/reserva/${first}`), `Ana Pérez: ${KNOWN} ${WITHIN}`);
  // Only what was before counts: on the day of the second visit it was the second.
  const second = await lineOf(board, "R-00000002", "/?dia=2026-03-06");
  assert(second.endsWith("4 personas 2.ª vez ana antes: camarónno vino 1 vezTerraza"), second);
});

Deno.test("who waits at the door is told apart by the number as who sits is, and from a table held for later", async () => {
  await using board = await saturdayBoard();
  await remembered(board);
  const held = await reserve(board, { hora: "21:00" });
  const waits = await stored(board, "2026-03-14", { time: "18:40", status: "waiting", told: 15 });
  const told = "4 personas 3.ª vez Ana Pérez antes: camarónno vino 1 vez";
  assertEquals(await lineOf(board, waits), `18:40 0 min de 15 ${told}`);
  assertEquals(await lineOf(board, held), `21:00 ${told}2 de este teléfono`);
  for (const folio of [waits, held]) {
    assertSays(await board.get(`/reserva/${folio}`), "Posible duplicado.");
  }
});

Deno.test("a walk-in that gave a number and no name counts as who reserves with it, unless that was corrected", async () => {
  await using board = await saturdayBoard();
  const nameless = { name: WALK_IN_NAME, time: "15:00" };
  const walkIn = { ...nameless, status: "arrived", note: "Alergia al camarón" } as const;
  await stored(board, "2026-03-07", walkIn);
  const wrong = await stored(board, "2026-03-20", nameless);
  const form = formFields((await board.get(`/reserva/${wrong}`)).text, "cambiar");
  await board.post(`/reserva/${wrong}`, { ...form, telefono: "9990000009" });
  const ana = await reserve(board);
  assertEquals(await lineOf(board, ana), "20:00 4 personas 2.ª vez Ana Pérez antes: camarón");
  const known = ["Ana Pérez: vino 1 vez, el sábado 7 de marzo.", "nota: Alergia al camarón"];
  assertSays(await board.get(`/reserva/${ana}`), ...known, "Sin reservación tuvo este número");
  const asking = { ...formFields((await board.get("/nueva")).text, "/nueva"), telefono: PHONE };
  assertSays(await board.post("/nueva", asking), ...known);
});

Deno.test("a shared number names the others, a corrected one who had it, and an erased one is as new", async () => {
  await using board = await saturdayBoard();
  await remembered(board);
  const own = await reserve(board);
  await stored(board, "2026-03-07", { status: "arrived", name: "Luis Pech" });
  const eva = await stored(board, "2026-03-20", { name: "Eva Canul" });
  const form = formFields((await board.get(`/reserva/${eva}`)).text, "cambiar");
  await board.post(`/reserva/${eva}`, { ...form, telefono: "9990000009" });
  assert((await lineOf(board, own)).endsWith("1 vez con este teléfono también: Luis Pech"));
  assertSays(
    await board.get(`/reserva/${own}`),
    `Ana Pérez: ${KNOWN}`,
    "Con este teléfono también: Luis Pech: vino 1 vez, el sábado 7 de marzo.",
    "sábado 7 de marzo. Eva Canul tuvo este número; se corrigió hoy a las 18:40.",
  );
  const today = "2026-03-14";
  await board.storage.erasure.erase(PHONE, { today, upcoming: true, actor: "Wendy" });
  const anew = await reserve(board, { personas: 2 });
  assertEquals(await lineOf(board, anew), "20:00 2 personas Ana Pérez");
  assertSays(await board.get(`/reserva/${anew}`), `Ana Pérez: sin visitas anotadas. ${WITHIN}`);
});

Deno.test("a board reads what is known of its 60 numbers at once", async () => {
  const asked: number[] = [];
  await using board = await saturdayBoard({
    staffDeps: ({ book }) => ({
      book: {
        ...book,
        known(phones, now) {
          asked.push(phones.length);
          return book.known(phones, now);
        },
      },
    }),
  });
  for (let n = 0; n < 60; n++) {
    await stored(board, "2026-03-14", { name: `Eva ${n}`, phone: `+52999000${1000 + n}` });
  }
  await board.get("/");
  assertEquals(asked, [60]);
});

Deno.test("without a script, the form for a new reservation tells of the number when it comes back", async () => {
  await using board = await saturdayBoard();
  await remembered(board);
  await stored(board, "2026-03-07", { status: "arrived", name: "Luis Pech" });
  const form = formFields((await board.get("/nueva")).text, "/nueva");
  const wrong = { ...form, telefono: "999 123 4567" };
  const luis = "Con este teléfono también: Luis Pech: vino 1 vez, el sábado 7 de marzo.";
  assertSays(await board.post("/nueva", wrong), `Ana Pérez Gómez: ${KNOWN} ${luis} ${WITHIN}`);
  const unknown = await board.post("/nueva", { ...wrong, telefono: "9990000009" });
  assertSays(unknown, `Nada anotado de este teléfono. ${WITHIN}`);
});

testTonight(
  "with a script, it tells of the number as soon as that is whole",
  async ({ board, open }) => {
    await remembered(board);
    const page = await open("/nueva");
    const known = page.locator("#known");
    await page.locator("#f-telefono").pressSequentially("999 123 456");
    assertEquals(await textOf(known), "");
    await page.locator("#f-telefono").pressSequentially("7");
    await known.getByText("vino 2 veces").waitFor();
    await page.locator("#f-telefono").press("Backspace");
    await page.locator("#known:empty").waitFor({ state: "attached" });
    assertEquals(await page.locator("#f-telefono").inputValue(), "999 123 456");
  },
);

testTonight(
  "a phone shows how often a guest came in whole, beside an earlier allergy",
  async ({ board, open }) => {
    await remembered(board);
    await reserve(board);
    const page = await open("/", { viewport: SMALL });
    await page.locator(".row").getByText("3.ª vez").waitFor();
    const covered = await page.evaluate(`(() => {
      const visit = document.querySelector(".row .size small");
      const words = document.createRange();
      words.selectNodeContents(visit);
      const { left, right, top } = words.getBoundingClientRect();
      return [left, right - 1].filter((x) => document.elementFromPoint(x, top + 4) !== visit);
    })()`);
    assertEquals(covered, []);
  },
);
