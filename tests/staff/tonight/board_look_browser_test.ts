/** The day's page as it is looked at: sizes, contrast, without script, by keyboard alone. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import type { Restaurant } from "../../../src/domain/restaurant.ts";
import { instantOf, restaurantBooking } from "../../support/restaurant_fixture.ts";
import type { TestBoard } from "../../support/test_board.ts";
import { act, reserve, stored } from "../_board_pages.ts";
import { holdSizes, sheetsOf } from "../../support/chromium.ts";
import {
  buttonOf,
  holdPages,
  openRow,
  PHONE,
  rowOf,
  testTonight,
  unfold,
  untilLive,
  VIEWPORTS,
  violationsIn,
} from "../_browser.ts";

function withRoom(people: number): Restaurant {
  return restaurantBooking({ room: { people, stayMinutes: 120 } });
}

/** An evening with every state, long and hostile texts, a note, a birthday, a double, and news of another day. */
async function busyEvening(board: TestBoard): Promise<void> {
  const made: string[] = [];
  const guests = [
    { nombre: "Guadalupe Pech", hora: "19:00" },
    {
      nombre: "Marisol Canul Ek",
      hora: "19:30",
      comentarios: "Una persona celíaca; alergia a mariscos.\nTerraza.",
    },
    {
      nombre: "W".repeat(80),
      hora: "20:00",
      personas: 40,
      comentarios: "x".repeat(500),
      landing: "y".repeat(120),
    },
    { nombre: "<script>alert(1)</script>", hora: "20:30", comentarios: "مرحبا \u202e <b>نص</b>" },
    { nombre: "Familia Dzul", hora: "20:30", ocasion: "cumpleanos" },
    { nombre: "Guadalupe Pech", hora: "21:30" },
    { nombre: "Iván Cocom", hora: "22:00" },
    { nombre: "Ana Ávila", dia: "2026-03-15", hora: "00:30" },
    // Of numbers that others of the evening have.
    { nombre: "Boda Cámara", dia: "2026-03-21", personas: 20, telefono: "9991234561" },
    { nombre: "V".repeat(80), dia: "2026-03-21", comentarios: "Nuez", telefono: "9991234564" },
  ];
  for (const [index, guest] of guests.entries()) {
    made.push(await reserve(board, { telefono: `999123456${index}`, ...guest }));
    // The last one is the newest, which has the line on top.
    board.clock.set(board.clock.now() + 1);
  }
  const [first, second, third, fourth, fifth] = made;
  await board.storage.book.acknowledge(made.slice(0, 6), "Beto");
  await act(board, first!, "llego");
  await act(board, fourth!, "cancelar");
  const absent = { action: "no_show", changes: { status: "no_show" } } as const;
  await board.storage.book.edit({ folio: third!, version: 1, ...absent, actor: "Beto" });
  await act(board, second!, "nota", { nota: "Mesa 12" });
  for (const personas of ["40", "35"]) await board.post("/llegaron", { personas });
  for (const nombre of ["Wilberth Alejandro Dzul Poot", "W".repeat(80)]) {
    const telefono = "9995550101";
    await board.post("/llegaron", { personas: "4", espera: "45", nombre, telefono });
  }
  assertEquals((await stored(board, fifth!)).acknowledged?.by, "Beto");
  await act(board, made[5]!, "mesa", { mesa: "T4" });
  await act(board, made[0]!, "mesa", { mesa: "Patio 12" });
  await board.storage.switches.pause({ night: "2026-03-14", until: board.clock.now() + 3_600_000 });
}

testTonight(
  "the day, an open row, an empty day and the list for paper fit, and meet WCAG 2.2 AA",
  async ({ board, browser, open }) => {
    await busyEvening(board);
    await holdPages(board, browser, {
      "hoy": "/",
      "vacio": "/?dia=2026-03-19",
      "cerrado": "/?dia=2026-03-16",
      "imprimir": "/imprimir?dia=2026-03-14",
      "noche": "/noche",
      "mes": "/mes",
      "confirmar": "/confirmar?dia=2026-03-14",
      "sin-reservacion": "/llegaron",
      "buscar": "/buscar?q=mariscos",
    });
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await open("/", { colorScheme, bypassCSP: true, viewport: PHONE });
      await untilLive(page);
      await openRow(page, (await page.locator(".hour .row").first().getAttribute("id"))!);
      for (const viewport of VIEWPORTS) {
        await page.setViewportSize(viewport);
        const label = `an open row, ${colorScheme}, ${viewport.width}`;
        await holdSizes(page, label);
        assertEquals(await violationsIn(colorScheme, page), [], label);
      }
    }
  },
  { restaurant: withRoom(80) },
);

testTonight(
  "parties past their stay, and an evening to settle, fit and meet WCAG 2.2 AA",
  async ({ board, browser, open }) => {
    await busyEvening(board);
    board.clock.set(instantOf("2026-03-14T22:20"));
    await holdPages(board, browser, { "de-mas": "/", "por-cerrar": "/noche" });
    for (const viewport of VIEWPORTS) {
      const page = await open("/noche", { viewport });
      await page.getByRole("button", { name: "Ninguna vino" }).click();
      await page.getByRole("button", { name: "Deshacer" }).waitFor();
      await holdSizes(page, `marked, ${viewport.width}`);
      await page.getByRole("button", { name: "Deshacer" }).click();
      await page.getByRole("button", { name: "Ninguna vino" }).waitFor();
    }
  },
  { restaurant: withRoom(80) },
);

testTonight(
  "the question about the date fits, meets WCAG 2.2 AA, and its button answers it with the script too",
  async ({ board, browser, open }) => {
    board.clock.set(instantOf("2028-11-23T18:40"));
    const { cookie } = await board.signIn("Wendy");
    await holdPages({ ...board, cookie }, browser, { reloj: "/" });
    const page = await open("/", { cookie, viewport: PHONE });
    await untilLive(page);
    await page.getByRole("button", { name: "Sí, es hoy" }).click();
    await page.getByText("¿Hoy es jueves 23 de noviembre de 2028?").waitFor({ state: "detached" });
    assertEquals(board.storage.clock.doubt(), null);
  },
);

testTonight(
  "of 34 reservations 6 complete rows are on the first screen of a phone, 15 of a tablet, 10 of a desktop, with a pause and news",
  async ({ board, open }) => {
    for (let index = 0; index < 34; index++) {
      const made = await reserve(board, {
        hora: ["19:30", "20:00", "20:30", "21:00"][index % 4],
        nombre: `María Fernanda Góngora Peniche ${index}`,
        telefono: `99912340${10 + index}`,
        personas: 1 + index % 12,
        ocasion: index % 3 === 0 ? "cumpleanos" : "general",
        comentarios: index % 2 === 0 ? "Alergia a los mariscos y a la nuez" : null,
      });
      if (index < 4) await act(board, made, "llego");
    }
    await board.storage.switches.pause({
      night: "2026-03-14",
      until: instantOf("2026-03-14T22:00"),
    });
    board.clock.set(instantOf("2026-03-14T20:05"));
    for (const [index, least] of [6, 15, 10].entries()) {
      const viewport = VIEWPORTS[index]!;
      const page = await open("/", { viewport });
      await untilLive(page);
      const { heights, complete } = await page.evaluate<{ heights: number[]; complete: number }>(
        `(() => {
          const rows = [...document.querySelectorAll(".hour .row")].map((row) => row.getBoundingClientRect());
          const bar = document.querySelector("nav.parts").getBoundingClientRect();
          const end = bar.top > innerHeight / 2 ? bar.top : innerHeight;
          return {
            heights: rows.map(({ height }) => height),
            complete: rows.filter(({ top, bottom }) => top >= 0 && bottom <= end).length,
          };
        })()`,
      );
      assert(heights.every((height) => height >= 48 && height <= 56), `${heights}`);
      assert(complete >= least, `${complete} rows at ${viewport.width}`);
    }
  },
  { restaurant: withRoom(300) },
);

testTonight(
  "without JavaScript everything works but the live update",
  async ({ board, open }) => {
    const folios = [
      await reserve(board),
      await reserve(board, { hora: "21:00", telefono: "9990000001" }),
    ];
    const page = await open("/", { javaScriptEnabled: false, viewport: PHONE });
    assertMatch(await page.title(), /^\(2\) Hoy/);
    await unfold(page, "news-list");
    await page.locator(`#u-${folios[0]}`).getByRole("button", { name: "Visto" }).click();
    assertMatch(await page.title(), /^\(1\) Hoy/);
    await buttonOf(page, folios[0]!, "Llegó").click();
    await page.getByRole("link", { name: "En sala 4" }).click();
    await buttonOf(page, folios[0]!, "Se fue").click();
    await unfold(page, "settled");
    await buttonOf(page, folios[0]!, "Deshacer").click();
    await page.locator(`#${folios[0]}-n`).click();
    await rowOf(page, folios[0]!).getByRole("link").click();
    await page.getByRole("button", { name: "Deshacer" }).click();
    await page.locator(".chip", { hasText: "confirmada" }).waitFor();
    await page.getByRole("link", { name: "Hoy" }).click();
    await page.locator(`#${folios[1]}-n`).click();
    await page.getByRole("link", { name: "Ver la reservación" }).click();
    await page.getByRole("button", { name: "Cancelar" }).click();
    await page.getByRole("button", { name: "Sí, cancelar" }).click();
    await page.locator(".chip.gone").waitFor();
    assertEquals((await stored(board, folios[1]!)).status, "cancelled");
    await page.getByRole("link", { name: "Hoy" }).click();
    await page.getByText("1 cancelada").waitFor();
    await page.getByText("Sin reservación", { exact: true }).click();
    await page.getByRole("button", { name: "4", exact: true }).click();
    await page.getByText("Llegó: Sin reservación, 4 personas").waitFor();
    await page.getByText("1 sin reservación (4 personas)").waitFor();
    await page.getByLabel("Otro día").fill("2026-03-18");
    await page.getByRole("button", { name: "Ver", exact: true }).click();
    await page.getByRole("heading", { name: "miércoles 18 de marzo" }).waitFor();
    await page.getByText("Nadie ha reservado este día.").waitFor();
  },
);

testTonight(
  "by keyboard alone: what was pressed keeps the focus near, and it is seen where it is",
  async ({ board, open }) => {
    const folio = await reserve(board);
    await reserve(board, { nombre: "Beto May", telefono: "9990000001" });
    const page = await open();
    await untilLive(page);
    await page.keyboard.press("Tab");
    assertEquals(await page.evaluate("document.activeElement.textContent"), "Ir al contenido");
    await page.keyboard.press("Enter");
    const focused = () =>
      page.evaluate<string>(
        `document.activeElement.localName + " " + document.activeElement.closest(".row")?.id`,
      );
    for (let tabs = 0; tabs < 40 && await focused() !== `button ${folio}`; tabs++) {
      await page.keyboard.press("Tab");
    }
    const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
    assertEquals(outline, "solid");
    await page.keyboard.press("Enter");
    await page.getByText("llegó 1 (4 personas)").waitFor();
    assertEquals(
      await focused(),
      `summary ${folio}`,
      "Enter again opens, and marks no one arrived",
    );
    assertEquals((await stored(board, folio)).status, "arrived");
  },
);

testTonight(
  "34 reservations are on two sheets of Letter or A4, most in a line each, black on white, without what cannot be pressed there",
  async ({ board, open }) => {
    for (let index = 0; index < 34; index++) {
      await reserve(board, {
        hora: `${19 + index % 4}:30`,
        nombre: index % 5 === 0
          ? "Guadalupe del Carmen Escalante Rodríguez"
          : "María Guadalupe Pech",
        telefono: `99900000${10 + index}`,
        comentarios: index % 4 === 0
          ? "Alergia a la nuez, mesa lejos de la puerta. ".repeat(3)
          : "",
      });
    }
    const page = await open("/imprimir?dia=2026-03-14", { colorScheme: "dark" });
    await page.getByRole("button", { name: "Imprimir" }).waitFor();
    for (const paper of ["Letter", "A4"] as const) {
      assertEquals((await sheetsOf(page, paper)).length, 2, paper);
    }
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    // A4 without its margins.
    await page.setViewportSize({ width: 703, height: 1_000 });
    const heights = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.parties tbody tr:not(.remark)')].map((row) => Math.round(row.offsetHeight))",
    );
    assertEquals(heights.length, 34);
    const low = heights.filter((height) => height <= Math.min(...heights) + 1);
    assertEquals(low.length, 27, `lines each: ${heights}`);
    const style = (part: string, property: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector("${part}")).${property}`);
    assertEquals(await style("body", "backgroundColor"), "rgb(255, 255, 255)");
    for (const part of ["td", "mark", "li"]) {
      assertEquals(await style(part, "color"), "rgb(0, 0, 0)");
    }
    for (const part of [".top", ".onscreen"]) assertEquals(await style(part, "display"), "none");
  },
);

/** The words within what `selector` finds that go over two lines. */
function brokenWords(page: Page, selector: string): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const broken = [];
    const places = document.querySelectorAll("${selector}");
    if (places.length === 0) throw new Error("there is no ${selector}");
    for (const each of places) {
      const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        for (const { 0: word, index } of texts.currentNode.data.matchAll(/\\S+/g)) {
          const range = document.createRange();
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + word.length);
          const tops = Array.from(range.getClientRects(), ({ top }) => Math.round(top));
          if (new Set(tops).size > 1) broken.push(word);
        }
      }
    }
    return broken;
  })()`);
}

testTonight(
  "the day's heading takes one line, its words are whole, and no button's words leave it, with a shift on too",
  async ({ open }) => {
    for (const width of [320, 360, 820, 1280]) {
      for (const path of ["/", "/?dia=2026-03-18"]) {
        const label = `${path} at ${width}`;
        const page = await open(path, { viewport: { width, height: 800 } });
        await page.getByRole("button", { name: "Empezar turno" }).click();
        await page.getByText("Suena").waitFor();
        assertEquals(await brokenWords(page, ".heading, .tools"), [], label);
        const { lines, cut, over } = await page.evaluate<Record<string, number>>(`(() => {
          const places = [...document.querySelectorAll(".heading > *")].map((each) => each.getBoundingClientRect());
          const buttons = [...document.querySelectorAll(".tools :is(button, .button)")];
          return {
            lines: places.filter(({ top }) => top >= places[0].bottom).length + 1,
            cut: buttons.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
            over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          };
        })()`);
        assertEquals({ lines, cut, over }, { lines: 1, cut: 0, over: 0 }, label);
        await page.context().close();
      }
    }
  },
);

testTonight(
  "on a phone the list for paper breaks no word and cuts none off",
  async ({ board, open }) => {
    await reserve(board, {
      nombre: "María Fernanda Góngora Peniche",
      comentarios: "Alergia a los mariscos y a la nuez",
      ocasion: "cumpleanos",
    });
    const page = await open("/imprimir?dia=2026-03-14", { viewport: PHONE });
    assertEquals(await brokenWords(page, ".sheet table"), []);
    const cut = await page.evaluate(
      "[...document.querySelectorAll('.parties td')].filter((each) => each.scrollWidth > each.clientWidth).length",
    );
    assertEquals(cut, 0);
  },
);
