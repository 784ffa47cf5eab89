/** The evening under a host's finger: what is new stays in sight, rows stay in place, forms open where one is. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { instantOf } from "../../support/restaurant_fixture.ts";
import type { TestBoard } from "../../support/test_board.ts";
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
  untilLive,
  wasLoadedAnew,
  WITHOUT_SCRIPT,
} from "../_browser.ts";

/** Reserves for `count` parties at 20:00. @returns their folios */
async function parties(board: TestBoard, count: number): Promise<string[]> {
  const folios = [];
  for (let index = 0; index < count; index++) {
    const guest = { nombre: `Mesa ${index}`, telefono: `99900000${10 + index}` };
    folios.push(await reserve(board, { ...guest, comentarios: `Terraza ${index}\nal fondo` }));
  }
  await board.storage.book.acknowledge(folios, "Beto");
  return folios;
}

const isInSight = (page: Page, selector: string) =>
  page.evaluate<boolean>(`(() => {
    const { left, top, width, height } = document.querySelector("${selector}").getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return document.querySelector("${selector}").contains(there);
  })()`);

testTonight(
  "what is new stays in sight, scrolled to the end and on other pages, with what was asked and who wrote it, and only what was shown is acknowledged",
  async ({ board, open }) => {
    await parties(board, 30);
    const page = await open("/", { viewport: PHONE });
    const other = await open("/nueva", { viewport: PHONE });
    await Promise.all([untilLive(page), untilLive(other)]);
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    const first = await reserve(board, { hora: "19:00", nombre: "Luz May", landing: "Claude" });
    for (const each of [page, other]) await each.locator(`#u-${first}`).waitFor();
    board.clock.advance(1_000);
    const allergy = { comentarios: "Alergia al camarón\ny terraza", landing: "Perplexity" };
    const newest = await reserve(board, { hora: "21:00", telefono: "9990000077", ...allergy });
    for (const each of [page, other]) {
      const item = each.locator(`#news > ol #u-${newest}`);
      await item.waitFor();
      assertMatch(
        await textOf(item),
        /^21:00 4 personas Ana Pérez Perplexity camarón Alergia al camarón/,
      );
      assert(await isInSight(each, `#u-${newest} button`));
      assertEquals(await textOf(each.locator("#count")), "2");
      assertMatch(await each.title(), /^\(2\) /);
      assert(!await each.getByRole("button", { name: "Todo visto" }).isVisible());
    }
    await afterTap(page);
    await page.locator(`#u-${newest}`).getByRole("button", { name: "Visto" }).click();
    await page.locator(`#news > ol #u-${first}`).waitFor();
    assertMatch(await textOf(page.locator("#news")), /Luz May.*Claude/);
    assertEquals((await stored(board, first)).acknowledged, null);
    assertEquals((await stored(board, newest)).acknowledged?.by, "Wendy");
  },
);

testTonight(
  "a settled row stays in its place until one scrolls, a tap on what has just come under the finger does nothing, and the bar covers no row",
  async ({ board, open }) => {
    await parties(board, 30);
    const page = await open("/", { viewport: PHONE });
    await untilLive(page);
    const idAt = async (index: number) =>
      (await page.locator(".hour .row").nth(index).getAttribute("id"))!;
    const [first, second, third] = [await idAt(0), await idAt(1), await idAt(2)];
    const topOf = async (folio: string) => (await rowOf(page, folio).boundingBox())!.y;
    await afterTap(page);
    const before = await topOf(second);
    await buttonOf(page, first, "Llegó").click();
    await page.locator(`.hour .held#${first}`).waitFor();
    assertEquals(await topOf(second), before);
    const bar = (await page.locator("#undo").boundingBox())!;
    const rows = await page.locator(".hour .row").first().boundingBox();
    assert(bar.y + bar.height <= rows!.y, "the bar covers no row");
    await afterTap(page);
    await page.getByRole("button", { name: "Cerrar" }).click();
    assert(!await page.locator("#undo").isVisible());
    await afterTap(page);
    await page.mouse.wheel(0, 30);
    await page.locator(`#sala #${first}`).waitFor();
    await afterTap(page);
    // Another device moves the list under a finger that is on its way down; scrolled, the list would stay.
    await page.evaluate("scrollTo(0, 0)");
    const { x, y, width, height } = (await buttonOf(page, second, "Llegó").boundingBox())!;
    const party = { dia: "2026-03-14", hora: "19:00", personas: "4", nombre: "Antes" };
    const early = (await board.post("/nueva", party)).location!.slice("/reserva/".length);
    await rowOf(page, early).waitFor();
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.getByText("La lista se movió").waitFor();
    for (const folio of [second, third, early]) {
      assertEquals((await stored(board, folio)).status, "confirmed");
    }
  },
);

testTonight(
  "on a tablet those in the room are on the screen with their button, and who leaves moves no other row, which the bar undoes each time",
  async ({ board, open }) => {
    const folios = await parties(board, 12);
    for (const folio of folios.slice(0, 3)) {
      await act(board, folio, "llego");
      board.clock.advance(60_000);
    }
    const page = await open();
    await untilLive(page);
    const [first, second, third] = folios as [string, string, string];
    assertEquals(await page.locator("#sala .row").count(), 3);
    assert(await isInSight(page, `#sala #${first} .acts button`));
    const { y } = (await rowOf(page, second).boundingBox())!;
    for (const leaving of [first, third]) {
      await afterTap(page);
      await buttonOf(page, leaving, "Se fue").click();
      await page.locator(`#sala .held#${leaving}`).waitFor();
      assertEquals((await rowOf(page, second).boundingBox())!.y, y);
      await page.getByText("Se fue: ").waitFor();
      await afterTap(page);
      await page.locator("#undo").getByRole("button", { name: "Deshacer" }).click();
      await page.locator(`#sala .row:not(.held)#${leaving}`).waitFor();
      assertEquals((await stored(board, leaving)).left, null);
    }
    const [next, planned] = folios.slice(3) as [string, string];
    board.clock.set(instantOf("2026-03-14T20:20"));
    await act(board, planned, "mesa", { mesa: "T4" });
    // A tap is refused while these changes move the list.
    await rowOf(page, planned).locator(".line").getByText("T4").waitFor();
    await afterTap(page);
    await openRow(page, next);
    await afterTap(page);
    await rowOf(page, next).getByRole("button", { name: /^T4/ }).click();
    await page.getByText("La mesa T4 la tiene").waitFor();
    await afterTap(page);
    await page.getByRole("button", { name: "Sí, de todos modos" }).click();
    await page.getByText("Llegó: ").waitFor();
    await page.locator(`#sala #${next} .chip`).getByText("T4").waitFor();
    assert(await page.locator("#undo").getByRole("button", { name: "Deshacer" }).isVisible());
  },
);

testTonight(
  "one tap marks who waits as called and opens WhatsApp in a tab of its own, the board keeps the row in its place, with undo, and a host who comes second is told instead",
  async ({ board, open }) => {
    const waits = async (nombre: string) => {
      const party = { personas: "2", espera: "15", nombre, telefono: "9995550101" };
      const { location } = await board.post("/llegaron", party);
      return /R-[0-9A-Z]{8}/.exec(location!)![0];
    };
    await parties(board, 20);
    const folios = [];
    for (let n = 0; n < 12; n++) folios.push(await waits(`Espera ${n}`));
    const folio = folios[9]!;
    for (const scripted of [true, false]) {
      const page = await open("/", { viewport: PHONE, ...scripted ? {} : WITHOUT_SCRIPT });
      await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "chat" }));
      if (scripted) await untilLive(page);
      await rowOf(page, folio).scrollIntoViewIfNeeded();
      const place = async () => (await rowOf(page, folio).boundingBox())!.y;
      const before = await place();
      if (scripted) await afterTap(page);
      const opened = page.waitForEvent("popup");
      await buttonOf(page, folio, "Avisar").click();
      const chat = await opened;
      await chat.waitForURL(/^https:\/\/wa\.me\/529995550101\?text=/);
      assertMatch(decodeURIComponent(chat.url()), /Espera 9\. Ya está su mesa/);
      await chat.close();
      assertEquals(await place(), before);
      assert(await isInSight(page, `#${folio} .acts`));
      if (!scripted) continue;
      await rowOf(page, folio).getByText(/Avisada \d\d:\d\d/).waitFor();
      await page.locator("#undo").getByText("Avisada").waitFor();
      await afterTap(page);
      await page.locator("#undo").getByRole("button", { name: "Deshacer" }).click();
      await rowOf(page, folio).getByText(/Avisada/).waitFor({ state: "detached" });
      assertEquals((await stored(board, folio)).called, null);
    }
    await act(board, folio, "deshacer");
    const late = await open("/", { viewport: PHONE });
    await untilLive(late);
    let tabs = 0;
    late.on("popup", () => tabs++);
    await late.route("**/tablero?*", (route) => route.abort());
    const { version } = await stored(board, folio);
    await board.post(`/reserva/${folio}`, { accion: "avisar", version: `${version}` });
    await late.evaluate(`document.querySelector("#${folio} [value=avisar]").click()`);
    await late.getByText("La cambiaron mientras tanto.").waitFor();
    assertEquals(tabs, 0);
  },
);

testTonight(
  "at the evening's end who still waits is sent away in one tap, and no tap there cancels a reservation",
  async ({ board, open }) => {
    const { location } = await board.post("/llegaron", { personas: "2", espera: "0" });
    const waiting = /R-[0-9A-Z]{8}/.exec(location!)![0];
    const [expected] = await parties(board, 1);
    const page = await open("/noche");
    const shown = (folio: string) =>
      page.locator(`form[action="/reserva/${folio}"] button:visible`).allInnerTexts();
    assertEquals(await shown(waiting), ["Avisar", "Sentar", "Se fueron"]);
    board.clock.set(instantOf("2026-03-14T20:00"));
    await page.reload();
    assertEquals(await shown(expected!), ["Llegó", "No vino"]);
    await page.getByRole("button", { name: "Se fueron" }).click();
    await page.getByText("Sin cerrar: 1 reservación, 4 personas").waitFor();
    assertEquals((await stored(board, waiting)).status, "cancelled");
  },
);

testTonight(
  "a move can be undone for ten seconds after the question about it was answered, however late",
  async ({ board, open }) => {
    const folio = await reserve(board);
    const page = await open();
    await untilLive(page);
    await openRow(page, folio);
    await afterTap(page);
    await page.clock.install();
    await buttonOf(page, folio, "Cancelar la reservación").click();
    await page.getByText("¿Cancelar esta reservación?").waitFor();
    await page.clock.fastForward(11_000);
    for (let read = 0; read < 2; read++) await page.waitForResponse(/tablero/);
    await untilLive(page);
    await page.getByRole("button", { name: "Sí, cancelar" }).click();
    await page.locator("#undo").getByText("Cancelada: Ana Pérez").waitFor();
  },
);

testTonight(
  "the bar undoes a move on the page of a search, which shows it",
  async ({ board, open }) => {
    const folio = await reserve(board);
    board.clock.set(instantOf("2026-03-14T20:00"));
    const page = await open("/buscar?q=ana");
    await untilLive(page);
    await buttonOf(page, folio, "Llegó").click();
    await buttonOf(page, folio, "Se fue").waitFor();
    await untilLive(page);
    await afterTap(page);
    await page.locator("#undo").getByRole("button", { name: "Deshacer" }).click();
    await buttonOf(page, folio, "Llegó").waitFor({ timeout: 5_000 });
    assertEquals(new URL(page.url()).search, "?q=ana");
  },
);

testTonight(
  "a form opens in its row and says that it saved, focus stays in the row through every change, and Nueva keeps the day",
  async ({ board, open }) => {
    const [folio] = await parties(board, 3) as [string];
    const page = await open("/", { viewport: PHONE });
    await untilLive(page);
    await markPage(page);
    await openRow(page, folio);
    await afterTap(page);
    await rowOf(page, folio).getByRole("link", { name: "Cambiar" }).click();
    await rowOf(page, folio).getByLabel("Personas").fill("9");
    await afterTap(page);
    await rowOf(page, folio).getByRole("button", { name: "Guardar los cambios" }).click();
    await page.locator("#undo").getByText("Guardado").waitFor();
    await rowOf(page, folio).locator(".line").getByText("9", { exact: true }).waitFor();
    await afterTap(page);
    const row = () => page.evaluate("document.activeElement.closest('.row')?.id");
    await rowOf(page, folio).getByRole("button", { name: "Cancelar" }).focus();
    await act(board, folio, "mesa", { mesa: "12" });
    await rowOf(page, folio).locator(".line").getByText("12").waitFor();
    await afterTap(page);
    assertEquals(await row(), folio);
    assert(!await wasLoadedAnew(page));

    await page.goto(`${board.url}/?dia=2026-03-18`);
    assertEquals(await page.locator("[aria-current=page]").count(), 0, "Hoy is lit on today alone");
    await page.getByRole("link", { name: "Nueva" }).click();
    await page.getByRole("heading", { name: "Nueva reservación" }).waitFor();
    assertEquals(await page.getByLabel("Día").inputValue(), "2026-03-18");
  },
);

testTonight(
  "without network comments open and the menu stays on the page; a failing script raises the alarm until all is read anew",
  async ({ board, open }) => {
    const [folio] = await parties(board, 3) as [string];
    const page = await open("/", { viewport: PHONE });
    await untilLive(page);
    await page.context().setOffline(true);
    await page.locator("#lost").getByText("Sin conexión").waitFor();
    await page.locator(`#${folio}-n`).click();
    await rowOf(page, folio).locator(".more").getByText("al fondo").waitFor();
    // A tap near the last one is ignored for this time.
    await page.waitForTimeout(1_000);
    await page.getByRole("link", { name: "Buscar" }).click();
    await page.getByText("Sin conexión: se puede en cuanto vuelva.").waitFor();
    assertEquals(new URL(page.url()).pathname, "/");
    await page.context().setOffline(false);
    await untilLive(page);
    // Every drawing of the day fails from here on.
    await page.evaluate(`
      window.after = Element.prototype.after;
      Element.prototype.after = () => { throw new Error("an old engine"); };
    `);
    await reserve(board, { hora: "21:00", telefono: "9990000099" });
    await page.locator("#lost").getByText("Sin conexión").waitFor();
    await page.waitForTimeout(3_000);
    assert(await page.locator("#lost").isVisible(), "a reading that is not shown is none");
    await page.evaluate("Element.prototype.after = window.after");
    await page.locator("#lost").waitFor({ state: "hidden" });
    assertEquals(await page.locator(".hour .row").count(), 4);
  },
);

testTonight(
  "at 200 % text no page scrolls sideways",
  async ({ board, open }) => {
    const [folio] = await parties(board, 3) as [string];
    await act(board, folio, "llego", { mesa: "Terraza1" });
    const waits = { personas: "4", espera: "45", nombre: "Wilberth Alejandro Dzul Poot" };
    await board.post("/llegaron", { ...waits, telefono: "9995550101" });
    const page = await open("/", { viewport: PHONE });
    const paths = [
      "/",
      "/nueva",
      "/llegaron",
      "/buscar?q=terraza",
      `/reserva/${folio}`,
      "/noche",
      "/imprimir",
    ];
    for (const path of paths) {
      await page.goto(board.url + path);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      assertEquals(over, 0, path);
    }
  },
);
