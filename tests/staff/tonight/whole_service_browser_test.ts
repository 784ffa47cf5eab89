/** The board of a real service: the sources, or the executable if SOBREMESA names one. */
import { assert, assertEquals } from "@std/assert";
import { testInChromium } from "../../support/chromium.ts";
import { startServiceProcess } from "../../support/service_process.ts";
import { afterTap } from "../_browser.ts";
import { keyIn } from "../../service/_board.ts";
import { freeSlot, NO_LIMITS, reserve } from "../../service/_guests.ts";

async function json(url: string): Promise<Record<string, unknown>> {
  return await (await fetch(url)).json();
}

testInChromium(
  "staff of a real service sign in with its key, see a reservation come, act on it, and switch what guests read",
  async (browser) => {
    await using service = await startServiceProcess({ env: NO_LIMITS });
    const key = await keyIn(service.dataDir);
    const slot = await freeSlot(service.url);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (line) => line.type() === "error" && problems.push(line.text()));
    await page.goto(`${service.staffUrl}/?dia=${slot.dia}`);
    await page.locator("#clave").fill(key);
    await page.locator("#nombre").fill("Ximena");
    await page.locator("main form button").first().click();
    await page.locator("#shift").waitFor();

    const { body } = await reserve(service.url, 7, slot);
    const row = page.locator(`#${body.folio}`);
    await row.waitFor();
    await page.waitForFunction("document.title.startsWith('(1)')");
    const seen = page.locator("#news").getByRole("button", { name: "Visto" });
    await afterTap(page);
    await seen.click();
    await seen.waitFor({ state: "detached" });
    await afterTap(page);
    await row.locator(".line").click();
    await row.getByText("vista por Ximena").waitFor();

    await page.goto(`${service.staffUrl}/casa`);
    await page.locator("summary", { hasText: "Antojitos" }).click();
    await page.getByRole("group", { name: "Panuchos" })
      .getByRole("button", { name: "Agotado por hoy" }).click();
    await page.getByRole("button", { name: "Ya hay" }).first().waitFor();
    const menu = JSON.stringify(await json(`${service.url}/api/menu`));
    assert(!menu.includes('"id":"panuchos"'), "a dish that is sold out is off the menu");

    await page.goto(`${service.staffUrl}/casa`);
    await page.getByRole("button", { name: "Pausar hasta que las abras" }).click();
    await page.getByRole("link", { name: "Abrir las reservaciones" }).first().waitFor();
    const info = await json(`${service.url}/api/info`);
    assertEquals((info.ahora as Record<string, unknown>).reservas_activas, false);
    assertEquals((await reserve(service.url, 8, slot)).status, 503);
    assertEquals(problems, []);
    await browser.close();
    assertEquals((await service.stop()).code, 0);
    assert(!service.lines.some((line) => line.includes("Guadalupe")));
  },
);
