/** Signing in, in a real browser. */
import { assertEquals, assertMatch } from "@std/assert";
import type { Browser, Page } from "playwright-core";
import { takePicture } from "../../support/chromium.ts";
import { reservationBody } from "../../support/test_app.ts";
import { STAFF_KEY, testBoard } from "../../support/test_board.ts";
import {
  DESKTOP,
  holdPages,
  holdSizes,
  PHONE,
  testInBrowser,
  wcagViolations,
} from "../_browser.ts";

/** A page of a device that was never used. */
async function newDevice(browser: Browser): Promise<Page> {
  return await (await browser.newContext({ viewport: PHONE })).newPage();
}

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel("Tu nombre").fill(name);
  await page.getByLabel("Clave del personal").fill(STAFF_KEY);
  await page.getByRole("button", { name: "Entrar" }).click();
}

Deno.test("only if a link of another site led to the form, it offers to go on", async () => {
  await using board = await testBoard();
  const words = async (site: string) => {
    const headers = { "sec-fetch-site": site };
    return await (await board.fetch("/entrar", { headers })).text();
  };
  assertMatch(await words("cross-site"), /Ya había entrado en este equipo/);
  assertEquals((await words("none")).includes("Ya había entrado"), false);
});

testInBrowser(
  "a wrong key is reported beside its field, the name stays, and the key is asked for again",
  async ({ board, browser }) => {
    const page = await newDevice(browser);
    await page.goto(board.url);
    await page.getByLabel("Tu nombre").fill("Wendy");
    await page.getByLabel("Clave del personal").fill("una llave que no es");
    await page.getByRole("button", { name: "Entrar" }).click();
    await page.getByRole("alert").waitFor();
    assertEquals(await page.getByLabel("Tu nombre").inputValue(), "Wendy");
    assertEquals(await page.getByLabel("Clave del personal").inputValue(), "");
    // Chromium moves the focus some time after the page is there.
    await page.locator("#clave:focus").waitFor();
    await page.getByLabel("Clave del personal").fill(STAFF_KEY);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${board.url}/`);
  },
);

testInBrowser(
  "the name is changed by a tap on it, and signing out leaves it for the next time",
  async ({ board, browser }) => {
    const page = await newDevice(browser);
    await page.goto(board.url);
    await signIn(page, "Wendy");
    await page.waitForURL(`${board.url}/`);
    await page.getByRole("link", { name: "Cambiar de nombre: Wendy" }).click();
    await page.getByLabel("Tu nombre").fill("Beto");
    await page.getByRole("button", { name: "Guardar" }).click();
    await page.waitForURL(`${board.url}/`);
    await page.getByRole("link", { name: "Cambiar de nombre: Beto" }).waitFor();
    await page.getByRole("button", { name: "Salir" }).click();
    await page.waitForURL(`${board.url}/entrar`);
    assertEquals(await page.getByLabel("Tu nombre").inputValue(), "Beto");
    await page.goto(board.url);
    assertMatch(page.url(), /\/entrar$/);
  },
);

testInBrowser(
  "a session that ended while a form was filled in loses nothing of it",
  async ({ board, browser }) => {
    const { body } = await board.app.post("/api/reserva", reservationBody({ dia: "2026-03-10" }));
    const page = await newDevice(browser);
    await page.goto(`${board.url}/reserva/${body.folio}`);
    await signIn(page, "Wendy");
    await page.waitForURL(`${board.url}/reserva/${body.folio}`);
    const note = page.locator("textarea[name=nota]");
    await note.fill("mesa junto a la ventana");
    await board.storage.staffKey.endSessions();
    await page.getByRole("button", { name: "Guardar la nota" }).click();
    await page.getByText("Tu sesión terminó").waitFor();
    const other = await page.context().newPage();
    await other.goto(board.url);
    await signIn(other, "Wendy");
    await other.waitForURL(`${board.url}/`);
    await page.goBack();
    assertEquals(await note.inputValue(), "mesa junto a la ventana");
  },
);

testInBrowser(
  "the pages to sign in and those that refuse fit phone and desktop, light and dark, and pass WCAG 2.2 AA",
  async ({ board, browser }) => {
    for (const viewport of [PHONE, DESKTOP]) {
      for (const colorScheme of ["light", "dark"] as const) {
        // Axe needs scripts, and a policy that lets it in.
        const options = { viewport, colorScheme, bypassCSP: true };
        const page = await (await browser.newContext(options)).newPage();
        for (
          const [name, path] of [["entrar", "/entrar?volver=/buscar"], ["nada", "/nada"]] as const
        ) {
          const label = `${name}-${viewport.width}-${colorScheme}`;
          await page.goto(board.url + path);
          await holdSizes(page, label);
          await takePicture(page, `tablero-${label}`);
          // What a screen reader says does not depend on the width, and axe takes its time.
          if (viewport === PHONE) assertEquals(await wcagViolations(page, colorScheme), [], label);
        }
        await page.goto(`${board.url}/entrar`);
        await page.getByLabel("Tu nombre").fill("Wendy");
        await page.getByLabel("Clave del personal").fill("una llave que no es");
        await page.getByRole("button", { name: "Entrar" }).click();
        await takePicture(page, `tablero-clave-${viewport.width}-${colorScheme}`);
        if (viewport === PHONE) assertEquals(await wcagViolations(page, colorScheme), []);
        await page.context().close();
      }
    }
    await holdPages(board, browser, { nombre: "/entrar" });
  },
);
