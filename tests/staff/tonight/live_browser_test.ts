/** Tonight, live, in a real browser. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Request } from "playwright-core";
import { instantOf } from "../../support/restaurant_fixture.ts";
import { STAFF_KEY } from "../../support/test_board.ts";
import { act, reserve, stored } from "../_board_pages.ts";
import {
  afterTap,
  buttonOf,
  markPage,
  openRow,
  PHONE,
  rowOf,
  testTonight,
  textOf,
  unfold,
  untilLive,
  wasLoadedAnew,
} from "../_browser.ts";

testTonight(
  "what is open, focused, half typed and read stays where it is while reservations pour in above",
  async ({ board, open }) => {
    for (let index = 0; index < 20; index++) {
      const guest = { nombre: `Mesa ${index}`, telefono: `99900000${10 + index}` };
      await reserve(board, { hora: "21:30", ...guest });
    }
    const last = await reserve(board, { hora: "22:00" });
    const page = await open();
    await untilLive(page);
    await openRow(page, last);
    await afterTap(page);
    const note = page.getByLabel("Nota para el personal");
    await note.fill("a medias");
    await buttonOf(page, last, "Cancelar").focus();
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    const first = rowOf(page, (await page.locator(".row").nth(14).getAttribute("id"))!);
    const before = (await first.boundingBox())!.y;
    const folio = await reserve(board, { hora: "19:00", nombre: "Antes que todos" });
    await rowOf(page, folio).waitFor();
    const after = (await first.boundingBox())!.y;
    assert(Math.abs(after - before) <= 1, `moved from ${before} to ${after}`);
    assert(await page.locator(`.row #mas-${last}`).isVisible());
    assertEquals(await page.evaluate("document.activeElement.value"), "cancelar");
    assertEquals(await page.evaluate("document.activeElement.closest('.row').id"), last);
    // After one's own change of the same row it stays too, and can be saved.
    await afterTap(page);
    await rowOf(page, last).getByLabel("Mesa").fill("7");
    await buttonOf(page, last, "Guardar la mesa").click();
    await rowOf(page, last).locator(".line").getByText("7", { exact: true }).waitFor();
    assertEquals(await note.inputValue(), "a medias");
    await afterTap(page);
    // The row is read anew then, and what is typed before its answer comes stays.
    const reading = Promise.withResolvers<void>();
    await page.route(`**/reserva/${last}`, async (route) => {
      if (route.request().method() === "GET") await reading.promise;
      await route.continue();
    });
    const isReading = (request: Request) =>
      request.method() === "GET" && request.url().endsWith(`/reserva/${last}`);
    const asked = page.waitForRequest(isReading);
    const answered = page.waitForResponse((answer) => isReading(answer.request()));
    await buttonOf(page, last, "Guardar la nota").click();
    await asked;
    assertEquals((await stored(board, last)).note, "a medias");
    await note.fill("otra a medias");
    reading.resolve();
    await (await answered).finished();
    await afterTap(page);
    assertEquals(await note.inputValue(), "otra a medias");
    // Another's change of the same row comes first: what is half typed stays, and saving it is refused.
    await act(board, last, "mesa", { mesa: "12" });
    await rowOf(page, last).locator(".line").getByText("12").waitFor();
    assertEquals(await note.inputValue(), "otra a medias");
    await buttonOf(page, last, "Guardar la nota").click();
    await page.getByText("La cambiaron mientras tanto").waitFor();
    assertEquals((await stored(board, last)).note, "a medias");
  },
);

testTonight(
  "the list of new ones and the tables of a phone stay scrolled when another reservation comes",
  async ({ board, open }) => {
    for (let index = 0; index < 20; index++) {
      const guest = { nombre: `Mesa ${index}`, telefono: `99900000${10 + index}` };
      const folio = await reserve(board, { hora: "21:30", ...guest });
      await act(board, folio, "mesa", { mesa: `${index}` });
      await reserve(board, { hora: "22:00", ...guest });
    }
    const page = await open("/", { viewport: PHONE });
    await untilLive(page);
    await unfold(page, "news-list");
    await afterTap(page);
    const scrolled = () =>
      page.evaluate<number[]>(`["#news-list", "#plano > ul"].map((each) =>
        document.querySelector(each).scrollTop)`);
    await page.evaluate(`for (const each of ["#news-list", "#plano > ul"])
      document.querySelector(each).scrollTop = 120`);
    assertEquals(await scrolled(), [120, 120]);
    const folio = await reserve(board, { hora: "19:00", telefono: "9990000099" });
    await page.locator(`#u-${folio}`).waitFor();
    assertEquals(await scrolled(), [120, 120]);
  },
);

testTonight(
  "a cut network shows at once; what was made meanwhile appears once, and nothing is missed",
  async ({ board, open }) => {
    const before = await reserve(board, { hora: "19:30" });
    const page = await open();
    await untilLive(page);
    await markPage(page);
    const banner = page.locator("#lost");
    assert(!await banner.isVisible());
    await page.context().setOffline(true);
    await banner.getByText(/Sin conexión/).waitFor();
    const made = [];
    for (let index = 0; index < 3; index++) {
      made.push(await reserve(board, { hora: "20:30", telefono: `999000000${index}` }));
    }
    await act(board, before, "cancelar");
    assertEquals(await page.locator(".row").count(), 1);
    await page.context().setOffline(false);
    await banner.waitFor({ state: "hidden" });
    // A locator that waits also fails if there are two.
    for (const folio of made) await rowOf(page, folio).waitFor();
    assertEquals(await page.locator(".row").count(), 4);
    assertMatch(await page.title(), /^\(3\) /);
    assert(!await wasLoadedAnew(page));
  },
);

testTonight(
  "a button pressed without network says so on its row or in its table, or that there is no answer yet, keeps the board, and does its work once it is back",
  async ({ board, open }) => {
    const folio = await reserve(board, { hora: "19:30" });
    await act(board, folio, "mesa", { mesa: "7" });
    const page = await open();
    await untilLive(page);
    await markPage(page);
    await unfold(page, "mesa-7");
    await afterTap(page);
    await page.route("**/reserva/*", (route) => route.abort());
    const table = page.locator("#plano");
    await table.getByRole("button", { name: "Llegó" }).click();
    await table.getByText(/No hubo respuesta/).waitFor();
    for (let readings = 0; readings < 2; readings++) await page.waitForResponse("**/tablero?*");
    assert(await table.getByText(/No hubo respuesta/).isVisible(), "the words outlast a reading");
    await page.unroute("**/reserva/*");
    await page.context().setOffline(true);
    await buttonOf(page, folio, "Llegó").click();
    await rowOf(page, folio).getByText(/No hubo respuesta/).waitFor();
    assertEquals((await stored(board, folio)).status, "confirmed");
    await page.context().setOffline(false);
    await page.locator("#lost").waitFor({ state: "hidden" });
    await afterTap(page);
    const answer = Promise.withResolvers<void>();
    await page.route("**/reserva/*", async (route) => {
      await answer.promise;
      await route.continue();
    });
    await buttonOf(page, folio, "Llegó").click();
    await rowOf(page, folio).getByText("Todavía no hay respuesta…").waitFor();
    answer.resolve();
    await page.locator("#undo").waitFor();
    assertEquals((await stored(board, folio)).status, "arrived");
    assert(!await wasLoadedAnew(page));
  },
);

testTonight(
  "a day that was not read for 5 seconds counts as lost",
  async ({ open }) => {
    const page = await open("/entrar");
    await page.clock.install();
    await page.goto(new URL("/", page.url()).href);
    await untilLive(page);
    await page.clock.runFor(3_500);
    assert(!await page.locator("#lost").isVisible());
    await page.route("**/tablero?*", () => {});
    await page.clock.runFor(5_000);
    await page.getByText(/Sin conexión/).waitFor();
  },
);

testTonight(
  "taps that keep the list where it is for longer than that are no lost connection",
  async ({ board, open }) => {
    const page = await open("/entrar");
    await page.clock.install();
    await page.goto(new URL("/", page.url()).href);
    await untilLive(page);
    await reserve(board, { hora: "21:00" });
    for (let tap = 0; tap < 12; tap++) {
      await page.locator("h1").click();
      const read = page.waitForResponse(/tablero/);
      await page.clock.runFor(600);
      await (await read).finished();
    }
    assert(!await page.locator("#lost").isVisible());
    assertEquals(await page.locator(".row").count(), 0);
  },
);

testTonight(
  "a device's clock that is set back after a tap stops neither new reservations nor settled rows",
  async ({ board, open }) => {
    const folio = await reserve(board, { hora: "19:30" });
    const page = await open();
    await untilLive(page);
    await buttonOf(page, folio, "Llegó").click();
    await page.locator(`.held#${folio}`).waitFor();
    await page.evaluate("{ const { now } = Date; Date.now = () => now() - 3_600_000; }");
    const next = await reserve(board, { hora: "21:00", telefono: "9990000001" });
    await rowOf(page, next).waitFor();
    await page.locator(`#sala .row:not(.held)#${folio}`).waitFor();
    await page.locator("#lost").waitFor({ state: "hidden" });
  },
);

testTonight(
  "after midnight the evening stays, after its closing too; in the morning the board goes on by itself",
  async ({ board, open }) => {
    const late = await reserve(board, { dia: "2026-03-15", hora: "00:30" });
    const sunday = await reserve(board, { dia: "2026-03-15", hora: "14:00", nombre: "Domingo" });
    const page = await open();
    await untilLive(page);
    await markPage(page);
    board.clock.set(instantOf("2026-03-15T00:20"));
    const other = await open();
    for (const each of [page, other]) {
      assertMatch(await textOf(each.locator("h1")), /Hoy sábado 14 de marzo/);
      assertEquals(await rowOf(each, late).count(), 1);
      assertEquals(await rowOf(each, sunday).count(), 0);
    }
    board.clock.set(instantOf("2026-03-15T07:59"));
    await page.getByText("tarde").first().waitFor();
    assertMatch(await textOf(page.locator("h1")), /Hoy sábado 14 de marzo/);
    board.clock.set(instantOf("2026-03-15T08:00"));
    await page.getByRole("heading", { name: "domingo 15 de marzo" }).waitFor();
    assertEquals(await rowOf(page, sunday).count(), 1);
    assertEquals(await rowOf(page, late).count(), 0);
    await untilLive(page);
    const next = await reserve(board, { dia: "2026-03-15", hora: "15:00", nombre: "Otra" });
    await rowOf(page, next).waitFor();
    assert(!await wasLoadedAnew(page), "sound and lit screen outlast the night");
    await board.storage.staffKey.replace(STAFF_KEY);
    await page.waitForURL(/entrar/);
  },
);

testTonight(
  "an update loads the page anew, but not while something is half typed",
  async ({ board, open }) => {
    const folio = await reserve(board);
    const page = await open(`/reserva/${folio}`);
    await untilLive(page);
    await markPage(page);
    const note = page.getByLabel("Nota para el personal");
    await note.fill("a medias");
    await page.evaluate("document.body.dataset.version = 'old'");
    await reserve(board, { telefono: "9990000001" });
    await page.locator("#lost").getByText("Hay un tablero nuevo").waitFor();
    assertEquals(await note.inputValue(), "a medias");
    assert(!await wasLoadedAnew(page));
    const loaded = page.waitForEvent("load");
    await note.fill("");
    await loaded;
    await untilLive(page);
  },
);

testTonight("when the session ends, the board asks to sign in", async ({ board, open }) => {
  const page = await open("/?dia=2026-03-17");
  await untilLive(page);
  await board.storage.staffKey.replace(STAFF_KEY);
  await page.waitForURL("**/entrar?volver=%2F%3Fdia%3D2026-03-17");
});
