/** Ordering in a real browser, as a guest with a phone does. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { testInChromium } from "../support/chromium.ts";
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
    await page.getByLabel("Panuchos").fill("2");
    const sum = page.locator("[data-sum]");
    assertMatch((await sum.textContent())!, /\$190$/);
    await page.getByRole("button", { name: "Usar mi ubicación" }).click();
    await page.waitForURL(/#texto$/);
    assertEquals(await page.getByLabel("¿Dónde es?").inputValue(), "20.974500, -89.621200");
    await page.getByRole("button", { name: "English" }).click();
    await page.waitForSelector("text=Place an order");
    assertEquals(await page.getByLabel("Panuchos").inputValue(), "2");
    assert(await sum.isVisible(), "the sum of what came back");
    await page.getByRole("button", { name: "Show the total" }).click();
    await page.waitForSelector("text=Something is missing yet");
    assertEquals(await focused(page), "notice summary");
    await page.getByRole("link", { name: "Write the full address." }).click();
    assertEquals(await focused(page), "direccion");
    await page.keyboard.type("Calle 60 núm. 420");
    await page.getByLabel("Panuchos").press("Enter");
    const asked = page.locator("[data-asked]");
    await asked.waitFor();
    assert((await asked.boundingBox())!.y < PHONE.height, "in sight");
    await asked.getByRole("button").click();
    await page.waitForURL(/\/pedido\//);
    await page.goBack();
    assertEquals(await page.getByLabel("Panuchos").inputValue(), "2");
    await page.getByLabel("Panuchos").fill("3");
    assertEquals(await asked.count(), 0, "a total of another order is gone");
  },
);
