/** A guest's way in a real browser, from the start page to the calendar file: both languages, narrow and wide. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { testInChromium, wcagViolations } from "../support/chromium.ts";
import { restaurantBooking } from "../support/restaurant_fixture.ts";
import { type TestApp, testApp } from "../support/test_app.ts";
import { cancel } from "../storage/_fixture.ts";
import { stored } from "./_guest_form.ts";

const LANGUAGES = {
  es: {
    book: "Reservar una mesa",
    choose: "Elige una hora.",
    chosen: "viernes 13 de marzo, 4 personas",
    send: "Reservar",
    more: "Una persona más",
    sentence: "Viernes 13, 20:30, 5 personas",
    phone: "Teléfono",
    done: "Tu mesa está confirmada",
    unchanged: "lo que cambiaste después no se guardó",
    share: "Compartir",
    source: "web",
  },
  en: {
    book: "Book a table",
    choose: "Choose a time.",
    chosen: "Friday, March 13, 4 people",
    send: "Book",
    more: "One person more",
    sentence: "Friday 13, 20:30, 5 people",
    phone: "Phone",
    done: "Your table is confirmed",
    unchanged: "what you changed afterwards was not saved",
    share: "Share",
    source: "web?lang=en",
  },
};

const WAYS = [["es", 360, true], ["es", 1280, false], ["en", 360, false], [
  "en",
  1280,
  true,
]] as const;

testInChromium(
  "a guest reserves in both languages, on a phone and a desktop, with and without script: one table, whatever is sent again",
  async (browser, test) => {
    // Each two of the three are met together.
    for (const [lang, width, javaScriptEnabled] of WAYS) {
      const script = javaScriptEnabled ? "with script" : "without";
      await test.step(`${lang}, ${width} pixels, ${script}`, async () => {
        await using app = await testApp();
        await using context = await browser.newContext({
          viewport: { width, height: 740 },
          javaScriptEnabled,
          locale: lang === "es" ? "es-MX" : "en-US",
        });
        // This Chromium has no sheet to share through; a phone's has.
        if (javaScriptEnabled && width === 360) await context.addInitScript(SHEET);
        const words = LANGUAGES[lang];
        await walk(await context.newPage(), app, words, javaScriptEnabled);
        const rows = await stored(app);
        const [{ day, time, party_size, source } = {}] = rows;
        assertEquals(
          [rows.length, day, time, party_size, source],
          [1, "2026-03-13", "20:30", 5, words.source],
        );
        assertEquals(app.errors, []);
      });
    }
  },
);

const SHEET = "navigator.share = (data) => Promise.resolve(navigator.shared = data)";

async function walk(
  page: Page,
  app: TestApp,
  words: typeof LANGUAGES.es,
  hasScript: boolean,
): Promise<void> {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.goto(app.url);
  await page.getByRole("link", { name: words.book }).click();
  const more = page.getByRole("button", { name: words.more });
  await page.locator('button[value="2026-03-13"]').click();
  await page.waitForURL(/#hora$/);
  for (const party of ["3", "4"]) {
    await more.click();
    await page.locator("h2", { hasText: words.chosen.replace("4", party) }).waitFor();
  }
  const send = page.getByRole("button", { name: words.send, exact: true });
  await send.click();
  const focused = page.locator(":focus");
  assertStringIncludes(await focused.innerText(), words.choose);
  assertMatch(await page.title(), /^Error: /);
  await page.getByRole("link", { name: words.choose }).click();
  await page.keyboard.press("Tab");
  assertEquals(await focused.getAttribute("name"), "cuando", "the link leads to the times");
  await page.locator('input[value="2026-03-13T20:30"]').check();
  await page.locator("#personas").fill("5");
  const sentence = page.getByText(words.sentence, { exact: true });
  assertEquals(await sentence.count(), hasScript ? 1 : 0, "what changes here needs the script");
  await page.locator("#nombre").fill("Guadalupe Pech");
  await page.getByLabel(words.phone).fill("12");
  // The Enter key sends the form with the time that is chosen.
  await page.locator("#nombre").press("Enter");
  await page.waitForLoadState();
  await page.locator('.summary a[href="#telefono"]').click();
  assertEquals(await focused.getAttribute("name"), "telefono");
  assertEquals(await page.locator("#nombre").inputValue(), "Guadalupe Pech");
  await page.getByLabel(words.phone).fill("999 123 4567");
  await send.dblclick();
  await page.getByRole("heading", { level: 1, name: words.done }).waitFor();
  const folio = await page.locator(".folio").innerText();
  const share = page.getByRole("button", { name: words.share });
  if (await page.evaluate<boolean>("'share' in navigator")) {
    await share.click();
    const shared = JSON.stringify(await page.evaluate("navigator.shared"));
    assertMatch(shared, /^{"text":"[^"]* La Prueba: [^"]*13[^"]*, 20:30\. Calle 60[^"]*"}$/);
    assertEquals(/R-|999|Guadalupe|http/.exec(shared), null);
  } else {
    assertEquals(await share.count(), 0, "hidden where the device cannot share");
  }
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
  // A guest who goes back and changes her mind is told of her table, and holds no second one.
  const changes = [
    () => page.locator('button[value="2026-03-14"]').click(),
    () => more.click(),
    async () => {
      await page.locator("summary").click();
      await page.locator("#dia").fill("2026-03-18");
      await page.locator("#dia").press("Enter");
      await page.locator('input[value="2026-03-18T20:30"]').waitFor();
    },
  ];
  for (const change of changes) {
    await page.goBack();
    await change();
    await page.locator("[name=cuando]").last().check();
    await send.click();
    assertEquals(await page.locator(".folio").innerText(), folio);
    await page.getByText(words.unchanged).waitFor();
  }
  assertMatch(page.url(), /\/reservada\//);
  // That a form was refused is a status, which the browser notes.
  assertEquals(complaints.filter((text) => !text.includes("422")), []);
  assertEquals(await page.context().cookies(), []);
}

testInChromium(
  "the party is stepped on the page, and by the service where the times depend on it, within the limits",
  async (browser) => {
    for (const peoplePerTime of [null, 8]) {
      const restaurant = { ...restaurantBooking({ peoplePerTime }), maxParty: 5 };
      await using app = await testApp({ restaurant });
      const guest = { nombre: "Guadalupe Pech", telefono: "999 123 4567" };
      await app.post("/api/reserva", { ...guest, dia: "2026-03-13", hora: "20:30", personas: 5 });
      await app.storage.poll.refresh();
      await using context = await browser.newContext({ locale: "es-MX", bypassCSP: true });
      const page = await context.newPage();
      await page.goto(`${app.url}/reservar?dia=2026-03-13&personas=3`);
      const asked = app.requests.length;
      await page.locator('input[value="2026-03-13T20:30"]').check();
      const sentence = page.locator(".chosen");
      assertEquals(await sentence.textContent(), "Viernes 13, 20:30, 3 personas");
      assertEquals(await wcagViolations(page), []);
      const more = page.getByRole("button", { name: "Una persona más" });
      for (const party of ["4 personas", "5 personas"]) {
        await more.press("Enter");
        await page.locator("h2", { hasText: party }).waitFor();
      }
      assert(await more.isDisabled(), "the largest party");
      const isListed = await page.locator('input[value="2026-03-13T20:30"]').count() === 1;
      assertEquals([isListed, app.requests.length > asked], [
        peoplePerTime === null,
        peoplePerTime !== null,
      ]);
      if (isListed) assertEquals(await sentence.textContent(), "Viernes 13, 20:30, 5 personas");
    }
  },
);

testInChromium(
  "with forced colours the chosen day and time look unlike the others",
  async (browser) => {
    await using app = await testApp();
    const page = await browser.newPage({ forcedColors: "active", javaScriptEnabled: false });
    await page.goto(`${app.url}/reservar?dia=2026-03-13&hora=20:30`);
    const ground = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector("${selector}")).backgroundColor`);
    const [chosen, time] = ["[aria-current]", "label:has(:checked)"];
    assert(await ground(chosen) !== await ground(".strip :not([aria-current])"), "the day");
    assert(await ground(time) !== await ground("label:has([name=cuando]:not(:checked))"), "time");
  },
);

testInChromium(
  "on a phone a tapped day lands on its times, and Back shows a refused form as it was",
  async (browser) => {
    await using app = await testApp();
    const viewport = { width: 360, height: 740 };
    const page = await browser.newPage({ viewport, javaScriptEnabled: false });
    await page.goto(`${app.url}/reservar?lang=es`);
    const focused = page.locator(":focus");
    let stops = 1;
    do await page.keyboard.press("Tab"); while (
      ++stops < 8 && await focused.getAttribute("href") !== "#hora"
    );
    for (const key of ["Enter", "Tab"]) await page.keyboard.press(key);
    assertEquals(await focused.getAttribute("name"), "cuando", "the first time within 8 stops");
    await page.locator("#nombre").fill("Guadalupe Pech");
    await page.locator('button[value="2026-03-14"]').click();
    await page.waitForURL(/#hora$/);
    const line = (await page.getByText("sábado 14 de marzo, 2 personas").boundingBox())!;
    const fourth = (await page.locator("[name=cuando]").nth(3).boundingBox())!;
    assert(line.y >= 0 && line.y < fourth.y && fourth.y + fourth.height <= 740, "in sight");
    await page.getByRole("button", { name: "Reservar", exact: true }).click();
    await page.locator(".summary").waitFor();
    await page.getByRole("link", { name: "La Prueba" }).click();
    await page.waitForURL(`${app.url}/?lang=es`);
    for (const heading of ["Este envío no apartó", "Se confirma al momento"]) {
      await page.goBack();
      await page.getByText(heading).waitFor();
      assertEquals(await page.locator("#nombre").inputValue(), "Guadalupe Pech");
    }
  },
);

testInChromium("the Enter key on a day without times reserves nothing", async (browser) => {
  for (const javaScriptEnabled of [true, false]) {
    await using app = await testApp();
    await using context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${app.url}/reservar?lang=es&dia=2026-03-12&hora=20:30&personas=4`);
    await page.locator("#nombre").fill("Guadalupe Pech");
    await page.getByLabel("Teléfono").fill("9991234567");
    await page.getByText("Otro día").click();
    await page.locator("#dia").fill("2026-03-16");
    await page.getByRole("button", { name: "Ver horarios" }).click();
    await page.getByText("El lunes 16 de marzo está cerrado").waitFor();
    await page.locator("#personas").fill("6");
    await page.locator("#personas").press("Enter");
    await page.getByText("Este envío no apartó ninguna mesa").waitFor();
    assertEquals(await stored(app), []);
    // The evening that is offered instead has the hour and the guest that were typed.
    await page.getByRole("button", { name: "mar 17 mar" }).click();
    await page.getByRole("button", { name: "Reservar", exact: true }).click();
    await page.locator(".folio").waitFor();
    const [{ day, time, party_size, name } = {}] = await stored(app);
    const reserved = ["2026-03-17", "20:30", 6, "Guadalupe Pech"];
    assertEquals([day, time, party_size, name], reserved);
  }
});

for (const keeps of [false, true]) {
  testInChromium(
    `no Back or Forward shows the opposite of the database, in a browser that ${
      keeps ? "keeps pages in memory" : "asks again"
    }`,
    async (browser, test) => {
      for (const javaScriptEnabled of [true, false]) {
        await test.step(javaScriptEnabled ? "with script" : "without", async () => {
          await using app = await testApp();
          await using context = await browser.newContext({ javaScriptEnabled });
          const page = await context.newPage();
          await page.goto(`${app.url}/reservar?dia=2026-03-13&personas=2&lang=es`);
          const send = page.getByRole("button", { name: "Reservar", exact: true });
          const title = page.locator("h1", { hasText: "20:30, 2 personas" });
          await page.locator('input[value="2026-03-13T20:30"]').check();
          await page.locator("#nombre").fill("Guadalupe Pech");
          await send.click();
          await page.getByText("Este envío no apartó ninguna mesa").waitFor();
          await page.getByLabel("Teléfono").fill("9991234567");
          await send.click();
          await title.waitFor();
          await step(page, "goBack");
          // The form that was refused has a table by now: with the script it asks for that.
          if (javaScriptEnabled) await title.waitFor();
          else await page.getByText("Este envío no apartó ninguna mesa").waitFor();
          await step(page, "goForward");
          await title.waitFor();
          await page.goto(`${app.url}/carta?lang=es`);
          const [{ folio } = {}] = await stored(app);
          await cancel(app.storage, String(folio));
          await step(page, "goBack");
          // Without its script nothing makes Chromium ask again for a page that it keeps, no-store or not.
          if (keeps && !javaScriptEnabled) return;
          await page.getByText("Esta mesa cambió, se canceló o ya no existe").waitFor();
          assertEquals(/confirmada|20:30/.exec(await page.innerText("main")), null);
          assertEquals(app.errors, []);
        });
      }
    },
    { keeps },
  );
}

/** A page out of the browser's memory is not loaded. */
async function step(page: Page, where: "goBack" | "goForward"): Promise<void> {
  await page[where]({ waitUntil: "commit" });
}
