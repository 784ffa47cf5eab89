/** Ordering in a real browser, as a guest with a phone does. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { sampleRestaurant } from "../../src/restaurant/load.ts";
import { holdSizes, testInChromium } from "../support/chromium.ts";
import { testApp } from "../support/test_app.ts";

const PHONE = { width: 360, height: 740 };
const HERE = { latitude: 20.9745, longitude: -89.6212 };

/** Where the page has its focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate("document.activeElement.className || document.activeElement.id");
}

testInChromium(
  "an order follows the typing, takes the device's position, and keeps what was typed through language, refusal and Back",
  async (browser) => {
    await using app = await testApp();
    const permissions = ["geolocation"];
    const context = await browser.newContext({ viewport: PHONE, permissions, geolocation: HERE });
    const page = await context.newPage();
    await page.goto(`${app.url}/pedir?lang=es`);
    const panuchos = page.getByRole("spinbutton", { name: "Panuchos" });
    await page.getByRole("button", { name: "Agregar uno: Panuchos" }).dblclick();
    assertEquals(await panuchos.inputValue(), "2");
    const sum = page.locator("[data-sum]");
    assertMatch((await sum.innerText())!, /2 piezas\s+\$190/);
    await panuchos.fill("1800");
    const [more, fewer] = ["Agregar uno: Panuchos", "Quitar uno: Panuchos"].map((name) =>
      page.getByRole("button", { name })
    );
    assert(await more!.isDisabled(), "as many as can be ordered");
    await panuchos.fill("1");
    await fewer!.click();
    assert(await fewer!.isDisabled() && await sum.isHidden(), "none");
    await panuchos.fill("2");
    const place = page.getByLabel("¿A dónde?");
    for (
      const [way, isAsked] of [["Recoger en el restaurante", false], ["Entrega", true]] as const
    ) {
      const choice = page.getByLabel(way);
      await choice.check();
      assert((await choice.boundingBox())!.y < (await panuchos.boundingBox())!.y);
      for (const field of [place, page.getByLabel("Referencias")]) {
        assertEquals(await field.isVisible(), isAsked);
      }
    }
    await place.fill("Calle 60 núm. 420");
    await page.getByRole("button", { name: "Usar mi ubicación" }).click();
    await page.waitForURL(/#texto$/);
    assertEquals(await place.inputValue(), "Calle 60 núm. 420");
    await page.getByText("Encontramos Calle").waitFor();
    await page.getByRole("button", { name: "English" }).click();
    await page.waitForSelector("text=Place an order");
    assertEquals(await panuchos.inputValue(), "2");
    assert(await sum.isVisible(), "the sum of what came back");
    await page.getByLabel("Where to?").fill("");
    await page.getByRole("button", { name: "Show the total" }).click();
    await page.waitForSelector("text=Something is missing yet");
    assertEquals(await focused(page), "notice summary");
    await page.getByRole("link", { name: "Write the street and one" }).click();
    assertEquals(await focused(page), "texto");
    await page.keyboard.type("20.9745, -89.6212");
    await panuchos.press("Enter");
    const asked = page.locator("[data-asked]");
    await asked.waitFor();
    assert((await asked.boundingBox())!.y < PHONE.height, "in sight");
    await asked.getByRole("button").click();
    await page.waitForURL(/\/pedido\//);
    await page.goBack();
    assertEquals(await panuchos.inputValue(), "2");
    for (
      const change of [
        () => panuchos.fill("3"),
        () => page.getByLabel("Where to?").fill("20.9700, -89.6200"),
        () => page.getByLabel("Pickup").check(),
      ]
    ) {
      await asked.waitFor();
      await change();
      assertEquals(await asked.count(), 0, "a total of another order is gone");
      await page.getByRole("button", { name: "Show the total" }).click();
    }
    await asked.waitFor();
    await page.getByLabel("Comments").fill("No onion");
    assert(await asked.isVisible(), "it has the same total");
  },
);

testInChromium(
  "the device's position can be asked for again after it could not be had",
  async (browser) => {
    await using app = await testApp();
    const context = await browser.newContext({ viewport: PHONE });
    const page = await context.newPage();
    await page.goto(`${app.url}/pedir?lang=es`);
    await page.getByRole("button", { name: "Usar mi ubicación" }).click();
    const again = page.getByRole("button", { name: "No se pudo: pégala arriba" });
    await again.waitFor();
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation(HERE);
    await again.click();
    await page.getByText("Encontramos Calle").waitFor();
    await context.close();
  },
);

/** The focused field's name and value, and whether the bar is over it or its label. */
const STOP = `(() => {
  const [field, bar] = [document.activeElement, document.querySelector(".bar")];
  const { top, bottom } = bar.getBoundingClientRect();
  const isCovered = !bar.contains(field) && [field, ...field.labels ?? []].some((one) => {
    const box = one.getBoundingClientRect();
    return box.top < Math.min(bottom, innerHeight) && box.bottom > top;
  });
  return { name: field.name ?? "", value: field.value, isCovered };
})()`;

testInChromium(
  "the bar is never over a field or its label that the Tab key reaches, enlarged neither, and each dish is one stop",
  async (browser) => {
    await using app = await testApp({ restaurant: sampleRestaurant() });
    const narrow = { width: 320, height: 640 };
    for (const [viewport, size] of [[PHONE, "100%"], [PHONE, "200%"], [narrow, "200%"]] as const) {
      const page = await browser.newPage({ viewport });
      await page.goto(`${app.url}/pedir?lang=es&panuchos-p=2`);
      await page.evaluate(`document.documentElement.style.fontSize = "${size}"`);
      const dishes = await page.locator("[data-cents]").count();
      for (const [key, last] of [["Tab", "enviar"], ["Shift+Tab", "domicilio"]] as const) {
        const stops: string[] = [];
        for (let value = ""; value !== last && stops.length < 200;) {
          await page.keyboard.press(key);
          const stop: { name: string; value: string; isCovered: boolean } = await page.evaluate(
            STOP,
          );
          assert(!stop.isCovered, `${stop.name} by ${key}, ${size}`);
          stops.push(stop.name);
          value = stop.value;
        }
        assertEquals(stops.filter((name) => name.includes("-")).length, dishes);
      }
      await holdSizes(page, `${viewport.width} px, ${size}`);
      await page.close();
    }
  },
);
