/** A real browser for tests of pages. */
import { assert } from "@std/assert";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { isMissing } from "./missing_part.ts";

const EXECUTABLE = "/usr/bin/chromium";
/** Only the page may use the network. */
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Whether tests in a browser can run. */
export const CHROMIUM_IS_THERE = !isMissing("Chromium", [EXECUTABLE]);

/** @param own arguments beside the usual ones */
export function launchChromium(own: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: [...ARGUMENTS, ...own] });
}

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What of the page breaks WCAG 2.2 AA, by axe. @param runOnly the rules. Default: all */
export async function wcagViolations(
  page: Page,
  runOnly: axe.RunOnly = { type: "tag", values: WCAG },
): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate<axe.AxeResults>(
    `axe.run({ runOnly: ${JSON.stringify(runOnly)} })`,
  );
  assert(passes.some(({ id }) => id === "color-contrast"), "axe looked at no contrast");
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

/** A picture of the whole page for people to look at, in the folder that SCREENSHOTS_DIR names, if it is set. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = Deno.env.get("SCREENSHOTS_DIR");
  if (folder === undefined) return;
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
