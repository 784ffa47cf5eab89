/** What an owner does with the first steps on the board. */
import type { Page } from "playwright-core";
import { untilLive } from "./_browser.ts";

/** Opens the form of a step from the list. */
export async function openStep(page: Page, step: string): Promise<void> {
  await untilLive(page);
  await page.getByRole("group", { name: step }).getByRole("link").click();
}

/** Opens the step's form, fills it in, looks at what changes, saves, and is back at the list. */
export async function take(
  page: Page,
  step: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  await openStep(page, step);
  for (const [name, text] of Object.entries(fields)) {
    const field = page.locator(`[name="${name}"]`);
    if (name === "zona") await field.selectOption(text);
    else await field.fill(text);
  }
  await page.getByRole("button", { name: "Ver qué cambia" }).click();
  await page.getByRole("button", { name: "Guardar", exact: true }).click();
  await page.getByText("Listo: se guardó.").waitFor();
}
