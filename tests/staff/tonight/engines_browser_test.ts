/** Other engines: one that lacks what the script needs gets the board without script; Firefox gets all of it. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { existsSync } from "node:fs";
import { launch } from "puppeteer-core";
import { isMissing } from "../../support/missing_part.ts";
import { jar } from "../_attacked.ts";
import { reserve, saturdayBoard, stored } from "../_board_pages.ts";
import { buttonOf, PHONE, signedInPage, testTonight } from "../_browser.ts";

/** What engines of 2022 lack, taken out of this one. */
const LACKS = {
  "AbortSignal.timeout": "delete AbortSignal.timeout",
  "FormData's second argument":
    "window.FormData = class extends FormData { constructor(form) { super(form); } }",
};

testTonight(
  "an engine without what the script needs gets the board without script, which says so and works",
  async ({ board, browser }) => {
    for (const [lacking, without] of Object.entries(LACKS)) {
      const [first, second] = [
        await reserve(board, { comentarios: lacking }),
        await reserve(board, { comentarios: lacking, hora: "21:00" }),
      ];
      await board.storage.book.acknowledge([first], "Beto");
      const page = await signedInPage(board, browser);
      await page.addInitScript(without);
      await page.goto(board.url);
      await page.getByText("el tablero no se actualiza solo").waitFor();
      assert(!await page.locator("#shift").isVisible(), lacking);
      await page.locator(`#u-${second}`).getByRole("button", { name: "Visto" }).click();
      await page.waitForLoadState();
      assertEquals((await stored(board, second)).acknowledged?.by, "Wendy", lacking);
      await buttonOf(page, first, "Llegó").click();
      await page.waitForLoadState();
      assertEquals((await stored(board, first)).status, "arrived", lacking);
      await page.goto(`${board.url}/nueva`);
      await page.getByLabel("Nombre").fill("Doña Lupe");
      await page.getByLabel("Día").fill("2026-03-18");
      await page.getByRole("button", { name: "Ver las horas" }).click();
      await page.getByRole("button", { name: /^20:30/ }).click();
      assertEquals(await page.getByLabel("Nombre").inputValue(), "Doña Lupe");
      assertEquals((await board.storage.book.onServiceDay("2026-03-18")).length, 0, lacking);
      await page.context().close();
    }
  },
);

const FIREFOX = ["/usr/bin/firefox", "/usr/bin/firefox-esr"]
  .find((path) => existsSync(path)) ?? "/usr/bin/firefox-esr";

Deno.test({
  name: "an evening in Firefox: news, an arrival and its undoing, a change on the spot",
  ignore: isMissing("Firefox", [FIREFOX]),
  async fn() {
    await using board = await saturdayBoard();
    const browser = await launch({
      browser: "firefox",
      executablePath: FIREFOX,
      headless: true,
    });
    try {
      const page = await browser.newPage();
      const mistakes: unknown[] = [];
      page.on("pageerror", (error) => mistakes.push(error));
      await page.setViewport(PHONE);
      const cookies = Object.entries(jar(board.cookie));
      const domain = new URL(board.url).hostname;
      await browser.setCookie(
        ...cookies.map(([name, value]) => ({ name, value, domain, path: "/" })),
      );
      await page.goto(board.url);
      await page.waitForSelector("body[data-vivo]");
      const folio = await reserve(board, { comentarios: "Alergia a la nuez" });
      const news = await page.waitForSelector(`#u-${folio}`);
      assertMatch(await news!.evaluate((each) => each.textContent!), /nuez/);
      assertMatch(await page.title(), /^\(1\) Hoy/);
      const settled = () => new Promise((resolve) => setTimeout(resolve, 1_700));
      const tap = async (selector: string) => {
        await settled();
        await page.locator(selector).click();
      };
      await tap(`#u-${folio} button`);
      await page.waitForSelector("#news li", { hidden: true });
      await tap(`[id="${folio}"] .acts button`);
      await page.waitForSelector(`[id="${folio}"].held`);
      await tap("#undo [name=accion]");
      await page.waitForSelector(`.hour [id="${folio}"].confirmed`);
      await tap(`[id="${folio}-n"]`);
      await tap(`[id="${folio}"] .acting a`);
      await page.locator("#f-personas").fill("7");
      await tap(`[id="${folio}"] .change .main:not([aria-pressed])`);
      await page.waitForFunction(
        "document.querySelector('#undo p').textContent.startsWith('Guardado')",
      );
      assertEquals((await stored(board, folio)).partySize, 7);
      assertEquals(mistakes, []);
    } finally {
      await browser.close();
    }
  },
});
