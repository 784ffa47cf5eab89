/** What an owner does with the first steps on the board. */
import type { Page } from "playwright-core";
import { untilLive } from "./_browser.ts";

/** Opens the form of a step from the list. */
export async function openStep(page: Page, step: string): Promise<void> {
  await untilLive(page);
  await page.getByRole("group", { name: step }).getByRole("link").click();
}

/** Opens the step's form, fills it in, looks at a new place, saves, and is back at the list if the step is done. */
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
  await page.getByRole("button", { name: "Guardar", exact: true }).click();
  if ("ubicacion" in fields) {
    await page.getByText("Todavía no se guarda nada.").waitFor();
    // A second tap at the same place would be taken for a double tap.
    await page.getByRole("button", { name: "Guardar", exact: true }).press("Enter");
  }
  await page.getByText(/Listo: se guardó\.|^Guardado$/).first().waitFor();
}
