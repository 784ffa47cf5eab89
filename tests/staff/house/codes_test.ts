/** The sheet of QR codes: what a camera reads on it, and that it is one sheet. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import jsQR from "jsqr";
import { parseRestaurant } from "../../../src/restaurant/load.ts";
import { FILE_WEEKDAYS } from "../../../src/restaurant/schema.ts";
import { sheetsOf } from "../../support/chromium.ts";
import { editedSample } from "../../support/edited_sample.ts";
import { testBoard } from "../../support/test_board.ts";
import { wordsOf } from "../_board_pages.ts";
import { holdPages, testInBrowser } from "../_browser.ts";

/** The points of a picture, as a camera sees them. */
const POINTS = `(async (png) => {
  const picture = new Image();
  picture.src = "data:image/png;base64," + png;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(picture, 0, 0);
  const { data } = pen.getImageData(0, 0, picture.width, picture.height);
  return [picture.width, new TextDecoder("latin1").decode(data.map((value) => value >> 1))];
})`;

/** Pale yellow, in which no camera reads a code, and the longest name. */
const PALE = parseRestaurant(
  editedSample(["presentacion.color", "#fff3a0"], ["nombre", "Casa ".repeat(16).trim()]),
);

testInBrowser(
  "the codes of menu, booking and order are read from the page, by night and in a pale colour too, and fit one sheet",
  async ({ board, browser, open }) => {
    const page = await open("/codigos");
    const eye = await browser.newPage();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const read: (string | undefined)[] = [];
      for (const code of await page.locator(".codes svg").all()) {
        const png = (await code.screenshot()).toString("base64");
        const [width, points] = await eye.evaluate<[number, string]>(
          `${POINTS}(${JSON.stringify(png)})`,
        );
        const height = points.length / 4 / width;
        const bytes = Uint8ClampedArray.from(points, (point) => 2 * point.charCodeAt(0));
        read.push(jsQR.default(bytes, width, height)?.data);
      }
      const { url } = board.app;
      assertEquals(read, [`${url}/carta`, `${url}/reservar`, `${url}/pedir`]);
    }
    for (const paper of ["A4", "Letter"] as const) {
      const [sheet = "", ...more] = await sheetsOf(page, paper);
      assertEquals(more, [], paper);
      for (const words of ["Casa Casa", "La carta", "Reservar una mesa", "Pedir"]) {
        assertStringIncludes(sheet, words);
      }
    }
    await holdPages(board, browser, { codigos: "/codigos" });
  },
  { restaurant: PALE },
);

Deno.test("a restaurant without menu and hours has no code yet", async () => {
  const hours = FILE_WEEKDAYS.map((day) => [`horario.${day}`, []] as const);
  const restaurant = parseRestaurant(editedSample(["secciones", []], ["adiciones", []], ...hours));
  await using board = await testBoard({ restaurant });
  const { text } = await board.get("/codigos");
  assertStringIncludes(wordsOf(text), "Todavía no hay carta ni horario a los que lleven.");
  assertEquals(text.includes("Código QR:"), false);
});
