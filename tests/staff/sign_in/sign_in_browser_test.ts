/** Signing in, in a real browser. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Locator, Page } from "playwright-core";
import { takePicture } from "../../support/chromium.ts";
import { STAFF_KEY, testBoard } from "../../support/test_board.ts";
import { reserve, stored } from "../_board_pages.ts";
import {
  afterTap,
  buttonOf,
  holdPages,
  openRow,
  PHONE,
  rowOf,
  signedInPage,
  testInBrowser,
  untilLive,
  violationsIn,
} from "../_browser.ts";

/** A device that was never used. */
const NEW_DEVICE = { cookie: "", viewport: PHONE };

async function signIn(page: Page, name: string, key = STAFF_KEY): Promise<void> {
  await page.getByLabel("Tu nombre").fill(name);
  await page.getByLabel("Clave del personal").fill(key);
  await page.getByRole("button", { name: "Entrar" }).click();
}

Deno.test("only if a link of another site led to the form, it offers to go on", async () => {
  await using board = await testBoard();
  const words = async (site: string) =>
    (await board.ask("/entrar", { headers: { "sec-fetch-site": site } })).text;
  assertMatch(await words("cross-site"), /Ya había entrado en este equipo/);
  assertEquals((await words("none")).includes("Ya había entrado"), false);
});

testInBrowser(
  "a wrong key is reported beside its field, the name stays, and the key is asked for again",
  async ({ board, open }) => {
    const page = await open("/", NEW_DEVICE);
    await signIn(page, "Wendy", "una llave que no es");
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
  async ({ board, open }) => {
    const page = await open("/", NEW_DEVICE);
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
  "the owner makes the host's key on the board, and it is typed in sight on another device",
  async ({ board, open }) => {
    const owner = await open("/casa");
    await owner.getByRole("link", { name: "Clave del turno y clave del dueño" }).click();
    await owner.getByRole("button", { name: "Hacer la clave" }).click();
    const key = await owner.locator(".key").innerText();
    await takePicture(owner, "tablero-clave-nueva");
    await owner.getByRole("button", { name: "Usar esta" }).press("Enter");
    await owner.getByText("Listo: la clave ya es la nueva.").waitFor();

    const page = await open("/", NEW_DEVICE);
    await page.getByLabel("Tu nombre").fill("Beto");
    await page.getByLabel("Clave del personal").fill(key.slice(0, 9));
    await page.getByRole("button", { name: "Mostrar lo que escribo" }).click();
    await page.locator("#clave[type=text]").waitFor();
    assertEquals(await page.getByLabel("Clave del personal").inputValue(), key.slice(0, 9));
    await page.getByLabel("Clave del personal").fill(key);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${board.url}/`);
    assertEquals(await page.getByRole("link", { name: "Datos" }).count(), 0);
  },
);

testInBrowser(
  "a session that ended while forms were filled in loses nothing of them: signed in in another tab, they are sent",
  async ({ board, open }) => {
    const [folio, next] = [
      await reserve(board, { dia: "2026-03-10" }),
      await reserve(board, { dia: "2026-03-10", telefono: "9995550101" }),
    ];
    const page = await open("/", NEW_DEVICE);
    await signIn(page, "Wendy");
    await page.waitForURL(`${board.url}/`);
    const tab = async (path: string) => {
      const opened = await page.context().newPage();
      await opened.goto(`${board.url}${path}`);
      return opened;
    };
    const of = "/nueva?dia=2026-03-11";
    const [plain, taken, refused, ticked, settings, closures] = [
      await tab(`/reserva/${folio}`),
      await tab(of),
      await tab(of),
      await tab(of),
      await tab("/ajustes/reservas"),
      await tab("/cierres"),
    ];
    const all = [page, plain, taken, refused, ticked, settings, closures];
    const typed = [
      page.getByLabel("Nota para el personal"),
      plain.getByLabel("Nota para el personal"),
      taken.getByLabel("Nombre"),
      refused.getByLabel("Nombre"),
      settings.locator("main input:not([type=hidden])").first(),
      closures.getByRole("textbox", { name: "Motivo" }),
    ];
    const holdTyped = async (...fields: readonly Locator[]) => {
      for (const field of fields) assertEquals(await field.inputValue(), "12");
    };
    await openRow(page, folio);
    for (const field of typed) await field.fill("12");
    await refused.getByRole("button", { name: "Reservar" }).click();
    await refused.getByText("Escribe cuántas personas son").first().waitFor();
    await ticked.getByLabel("Es cumpleaños").check();
    for (const each of all) await untilLive(each);
    await board.storage.staffKey.replace(STAFF_KEY);
    const over = (each: Page) => each.locator("#lost").getByText("Tu sesión terminó");
    for (const each of all) await over(each).waitFor();
    await holdTyped(...typed);
    assert(await ticked.getByLabel("Es cumpleaños").isChecked());

    // In the row it was typed in, in another and on a page of its own it is sent all the same.
    await buttonOf(page, folio, "Guardar la nota").click();
    await rowOf(page, folio).getByText("Todavía no se guardó").waitFor();
    await page.waitForTimeout(1_000);
    await buttonOf(page, next, "Llegó").click();
    await rowOf(page, next).getByText("Todavía no se guardó").waitFor();
    await taken.getByRole("button", { name: "Reservar" }).click();
    const again = taken.getByRole("button", { name: "enviarlo otra vez" });
    await again.waitFor();
    await takePicture(page, "tablero-sesion-terminada");
    await takePicture(taken, "tablero-enviar-otra-vez");

    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Entrar en otra pestaña" }).click();
    await signIn(await opened, "Wendy");
    for (const each of [page, plain, refused, ticked, settings, closures]) {
      await over(each).waitFor({ state: "hidden" });
    }
    await holdTyped(typed[0]!, typed[1]!, typed[3]!, typed[4]!, typed[5]!);
    await afterTap(page);
    await buttonOf(page, folio, "Guardar la nota").click();
    await page.locator("#undo").getByText("Guardado").waitFor();
    assertEquals((await stored(board, folio)).note, "12");
    assertEquals((await stored(board, next)).status, "confirmed");
    await again.click();
    await taken.getByText("Escribe cuántas personas son").first().waitFor();
    await holdTyped(typed[2]!);
  },
);

testInBrowser(
  "the pages to sign in and those that refuse fit phone and desktop, light and dark, and pass WCAG 2.2 AA",
  async ({ board, browser }) => {
    const stranger = { ...board, cookie: "" };
    await holdPages(stranger, browser, { entrar: "/entrar?volver=/buscar", nada: "/nada" });
    await holdPages(board, browser, { nombre: "/entrar", claves: "/claves" });
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await signedInPage(stranger, browser, { colorScheme, bypassCSP: true });
      await page.goto(`${board.url}/entrar`);
      await signIn(page, "Wendy", "una llave que no es");
      await page.getByRole("alert").waitFor();
      await takePicture(page, `tablero-clave-${colorScheme}`);
      assertEquals(await violationsIn(colorScheme, page), []);
    }
  },
);
