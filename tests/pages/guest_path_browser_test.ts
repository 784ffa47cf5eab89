/** A guest's whole way in a real browser, from the address on the card to the calendar file: both languages, narrow and wide. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Browser, Page } from "playwright-core";
import { CHROMIUM_IS_THERE, launchChromium } from "../support/chromium.ts";
import { type TestApp, testApp } from "../support/test_app.ts";
import { stored } from "./_guest_form.ts";

const LANGUAGES = {
  es: {
    book: "Reservar una mesa",
    choose: "Elige una hora.",
    send: "Reservar",
    phone: "Teléfono",
    done: "Tu mesa está confirmada",
    source: "web",
  },
  en: {
    book: "Book a table",
    choose: "Choose a time.",
    send: "Book",
    phone: "Phone",
    done: "Your table is confirmed",
    source: "web?lang=en",
  },
};

Deno.test({
  name:
    "a guest reserves in both languages, on a phone and a desktop, with and without script: one table, whatever is sent again",
  ignore: !CHROMIUM_IS_THERE,
  async fn(test) {
    await using browser = await launchChromium();
    for (const [lang, words] of Object.entries(LANGUAGES)) {
      for (const width of [360, 1280]) {
        for (const javaScriptEnabled of [true, false]) {
          const script = javaScriptEnabled ? "with script" : "without";
          await test.step(`${lang}, ${width} pixels, ${script}`, async () => {
            await using app = await testApp();
            await using context = await browser.newContext({
              viewport: { width, height: 740 },
              javaScriptEnabled,
              locale: lang === "es" ? "es-MX" : "en-US",
            });
            await walk(await context.newPage(), app, words);
            const rows = await stored(app);
            const [{ day, time, party_size, source } = {}] = rows;
            assertEquals(
              [rows.length, day, time, party_size, source],
              [1, "2026-03-13", "20:30", 5, words.source],
            );
            assertEquals(app.errors, []);
          });
        }
      }
    }
  },
});

async function walk(page: Page, app: TestApp, words: typeof LANGUAGES.es): Promise<void> {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.goto(app.url);
  await page.getByRole("link", { name: words.book }).click();
  await page.locator("#personas").fill("4");
  await page.locator('button[value="2026-03-13"]').click();
  assertEquals(await page.locator("#personas").inputValue(), "4");
  const send = page.getByRole("button", { name: words.send, exact: true });
  await send.click();
  const focused = page.locator(":focus");
  assertEquals(await focused.getAttribute("name"), "cuando", "the first wrong field has the focus");
  assertStringIncludes(await page.locator("#hora-mal").innerText(), words.choose);
  await page.locator('input[value="2026-03-13T20:30"]').check();
  await page.locator("#personas").fill("5");
  await page.locator("#nombre").fill("Guadalupe Pech");
  await page.getByLabel(words.phone).fill("12");
  // The Enter key sends the form with the time that is chosen.
  await page.locator("#nombre").press("Enter");
  assertEquals(await focused.getAttribute("name"), "telefono");
  assertEquals(await page.locator("#nombre").inputValue(), "Guadalupe Pech");
  await page.getByLabel(words.phone).fill("999 123 4567");
  await send.dblclick();
  await page.getByRole("heading", { level: 1, name: words.done }).waitFor();
  const folio = await page.locator(".folio").innerText();
  await page.reload();
  assertEquals(await page.locator(".folio").innerText(), folio);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator('a[href*=".ics"]').click(),
  ]);
  assertEquals(download.suggestedFilename(), `${folio}.ics`);
  // The same again, in a new form and in one that the browser goes back to.
  await page.goto(`${app.url}/reservar?dia=2026-03-13&personas=5`);
  for (const isBack of [false, true]) {
    if (isBack) await page.goBack();
    await page.locator('input[value="2026-03-13T20:30"]').check();
    await page.locator("#nombre").fill("Guadalupe Pech");
    await page.getByLabel(words.phone).fill("9991234567");
    await send.click();
    assertEquals(await page.locator(".folio").innerText(), folio);
  }
  assertMatch(page.url(), /\/reservada\//);
  // That a form was refused is a status, which the browser notes.
  assertEquals(complaints.filter((text) => !text.includes("422")), []);
  assertEquals(await page.context().cookies(), []);
}

Deno.test({
  name: "a form that another site sends from the guest's own browser holds nothing",
  ignore: !CHROMIUM_IS_THERE,
  async fn() {
    await using app = await testApp();
    await using browser: Browser = await launchChromium();
    const page = await browser.newPage();
    await page.goto(`${app.url}/reservar?dia=2026-03-13`);
    const clave = await page.locator("[name=clave]").inputValue();
    const fields = { clave, personas: "2", cuando: "2026-03-13T20:30", nombre: "Ana Uc" };
    const inputs = Object.entries({ ...fields, telefono: "9991112233" })
      .map(([name, value]) => `<input name="${name}" value="${value}">`);
    const evil = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      () =>
        new Response(
          `<form method="post" action="${app.url}/reservar">${
            inputs.join("")
          }<button>x</button></form>`,
          { headers: { "content-type": "text/html", "referrer-policy": "unsafe-url" } },
        ),
    );
    try {
      await page.goto(`http://localhost:${evil.addr.port}/`);
      const [answer] = await Promise.all([
        page.waitForResponse(`${app.url}/reservar`),
        page.locator("button").click(),
      ]);
      assertEquals(answer.status(), 403);
      assert(!(await page.content()).includes("Ana Uc"));
      assertEquals(await stored(app), []);
    } finally {
      await evil.shutdown();
    }
  },
});
