/** The day's page as it is looked at: sizes, contrast, without script, by keyboard alone. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { TestBoard } from "../../support/test_board.ts";
import { reserve, stored } from "../_board_pages.ts";
import { DESKTOP, holdPages, PHONE, testInBrowser } from "../_browser.ts";
import {
  buttonOf,
  rowOf,
  SATURDAY_EVENING,
  seenButton,
  testOnDevices,
  untilLive,
} from "../_devices.ts";

/** An evening with all there is on it: every state, long and hostile texts, a note, a birthday, a double, news of another day. */
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
    { nombre: "Boda Cámara", dia: "2026-03-21", personas: 20 },
  ];
  for (const [index, guest] of guests.entries()) {
    made.push(await reserve(board, { telefono: `999123456${index}`, ...guest }));
  }
  const [first, second, third, fourth, fifth] = made;
  await board.storage.book.acknowledge(made.slice(0, 6), "Beto");
  for (const [folio, accion] of [[first, "llego"], [third, "no_vino"], [fourth, "cancelar"]]) {
    await board.post(`/reserva/${folio}`, { accion: accion!, version: "1", volver: "/" });
  }
  await board.post(`/reserva/${second}`, {
    accion: "nota",
    version: "1",
    volver: "/",
    nota: "Mesa 12",
  });
  assertEquals((await stored(board, fifth!)).acknowledged?.by, "Beto");
  await board.storage.switches.pause(board.clock.now() + 3_600_000);
}

testInBrowser(
  "the day, an empty one and the list for paper fit, and meet WCAG 2.2 AA",
  async (board, browser) => {
    await busyEvening(board);
    await holdPages(board, browser, {
      "hoy": "/",
      "vacio": "/?dia=2026-03-19",
      "cerrado": "/?dia=2026-03-16",
      "imprimir": "/imprimir?dia=2026-03-14",
    });
  },
  { now: SATURDAY_EVENING },
);

testOnDevices(
  "hour and party can be read at a metre, on the narrowest phone too",
  async ({ board, open }) => {
    const folio = await reserve(board);
    for (const [viewport, least] of [[PHONE, 32], [DESKTOP, 40]] as const) {
      const page = await open("/", { viewport });
      for (const part of [".when time", ".size b"]) {
        await rowOf(page, folio).locator(part).waitFor();
        const size = await page.evaluate<string>(
          `getComputedStyle(document.querySelector(".row ${part}")).fontSize`,
        );
        assert(parseFloat(size) >= least, `${part} at ${viewport.width}: ${size}`);
      }
    }
  },
);

testOnDevices(
  "without JavaScript everything works but the live update",
  async ({ board, open }) => {
    const folios = [
      await reserve(board),
      await reserve(board, { hora: "21:00", telefono: "9990000001" }),
    ];
    const page = await open("/", { javaScriptEnabled: false, viewport: PHONE });
    assertMatch(await page.title(), /^\(2\) Hoy/);
    await seenButton(page, folios[0]!).click();
    assertMatch(await page.title(), /^\(1\) Hoy/);
    await buttonOf(page, folios[0]!, "Llegó").click();
    await buttonOf(page, folios[0]!, "Deshacer").click();
    await buttonOf(page, folios[0]!, "No vino").waitFor();
    for (const folio of folios) {
      await buttonOf(page, folio, "Cancelar").click();
      await rowOf(page, folio).getByText("Cancelada").waitFor();
      assertEquals((await stored(board, folio)).status, "cancelled");
    }
    await page.getByLabel("Otro día").fill("2026-03-18");
    await page.getByRole("button", { name: "Ver", exact: true }).click();
    await page.getByRole("heading", { name: "miércoles 18 de marzo" }).waitFor();
    await page.getByText("Nadie ha reservado este día.").waitFor();
    await page.getByRole("searchbox").fill("Ana");
    await page.getByRole("button", { name: "Buscar" }).click();
    await rowOf(page, folios[0]!).waitFor();
  },
);

testOnDevices(
  "by keyboard alone: what was pressed keeps the focus near, and it is seen where it is",
  async ({ board, open }) => {
    const folio = await reserve(board);
    const page = await open();
    await untilLive(page);
    await page.keyboard.press("Tab");
    assertEquals(await page.evaluate("document.activeElement.textContent"), "Ir al contenido");
    await page.keyboard.press("Enter");
    const focused = () => page.evaluate<string>("document.activeElement.textContent.trim()");
    const inRow = () =>
      page.evaluate<boolean>(`document.activeElement.closest(".row")?.id === "${folio}"`);
    for (let tabs = 0; tabs < 40 && !(await inRow() && await focused() === "Llegó"); tabs++) {
      await page.keyboard.press("Tab");
    }
    assert(await inRow(), "the row is reached by Tab");
    const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
    assertEquals(outline, "solid");
    await page.keyboard.press("Enter");
    await buttonOf(page, folio, "Deshacer").waitFor();
    assertEquals(await focused(), "Deshacer");
    await page.keyboard.press("Enter");
    await buttonOf(page, folio, "No vino").waitFor();
    assertEquals((await stored(board, folio)).version, 3);
  },
);

testOnDevices(
  "34 reservations are 34 lines on at most two sheets of A4, black on white, without what cannot be pressed there",
  async ({ board, open }) => {
    for (let index = 0; index < 34; index++) {
      await reserve(board, {
        hora: `${19 + index % 4}:30`,
        nombre: index % 5 === 0 ? "Guadalupe del Carmen Escalante Rodríguez".repeat(2) : "Ana Uc",
        telefono: `99900000${10 + index}`,
        comentarios: index % 4 === 0
          ? "Alergia a la nuez, mesa lejos de la puerta. ".repeat(3)
          : "",
      });
    }
    const page = await open("/imprimir?dia=2026-03-14", { colorScheme: "dark" });
    await page.getByRole("button", { name: "Imprimir" }).waitFor();
    const sheets = new TextDecoder("latin1").decode(await page.pdf({ preferCSSPageSize: true }))
      .match(/\/Type\s*\/Page\b/g)!.length;
    assert(sheets <= 2, `${sheets} sheets`);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    // A4 without its margins.
    await page.setViewportSize({ width: 703, height: 1_000 });
    const heights = await page.evaluate<number[]>(
      "[...document.querySelectorAll('tbody tr')].map((row) => Math.round(row.offsetHeight))",
    );
    assertEquals(heights.length, 34);
    assert(Math.max(...heights) - Math.min(...heights) <= 1, `not one line each: ${heights}`);
    const style = (part: string, property: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector("${part}")).${property}`);
    assertEquals(await style("body", "backgroundColor"), "rgb(255, 255, 255)");
    for (const part of ["td", "mark", "li"]) {
      assertEquals(await style(part, "color"), "rgb(0, 0, 0)");
    }
    for (const part of [".top", ".onscreen"]) assertEquals(await style(part, "display"), "none");
  },
);
