/** A real browser for tests of pages. */
import { assert, assertEquals } from "@std/assert";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { extractText, getDocumentProxy } from "unpdf";
import { isMissing } from "./missing_part.ts";

const EXECUTABLE = Deno.env.get("CHROMIUM") ?? "/usr/bin/chromium";
/** Only the page may use the network. */
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

const IS_THERE = !isMissing("Chromium", [EXECUTABLE]);

export interface ChromiumOptions {
  /** Arguments beside the usual ones. */
  readonly own?: readonly string[];
  /** Default: Debian's Chromium. */
  readonly executablePath?: string;
  /** Whether pages are kept in memory for Back and Forward, as people's browsers do. */
  readonly keeps?: boolean;
}

export function launchChromium(
  { own = [], executablePath = EXECUTABLE, keeps = false }: ChromiumOptions = {},
): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [...ARGUMENTS, ...own],
    ...(keeps && { ignoreDefaultArgs: ["--disable-back-forward-cache"] }),
  });
}

/** A test in Chromium; skipped without it, but never in CI. */
export function testInChromium(
  name: string,
  use: (browser: Browser, test: Deno.TestContext) => Promise<void>,
  options?: ChromiumOptions,
): void {
  Deno.test({
    name,
    ignore: !IS_THERE,
    async fn(test) {
      await using browser = await launchChromium(options);
      await use(browser, test);
    },
  });
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

/** Fails if anything sticks out sideways, or is tapped and smaller than 44 pixels, but links within a sentence. */
export async function holdSizes(page: Page, label: string): Promise<void> {
  // A press leads to a page that may only just have begun.
  await page.waitForLoadState("domcontentloaded");
  const { overflow, small } = await page.evaluate<{ overflow: number; small: unknown[] }>(`(() => ({
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    small: [...document.querySelectorAll("a:not(.unseen), button:not(.unseen), input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea, summary, label.tick, label:has([type=checkbox], [type=radio])")]
      .filter((target) => target.checkVisibility())
      .map((target) => {
        const { width, height } = target.getBoundingClientRect();
        return { tag: target.tagName, words: target.textContent.trim(), width, height };
      }).filter(({ width, height }) => width < 44 || height < 44),
  }))()`);
  assertEquals(overflow, 0, `${label} scrolls sideways`);
  assertEquals(small, [], label);
}

/** What is read on each sheet of `paper` that the page is printed on. */
export async function sheetsOf(page: Page, paper: "Letter" | "A4"): Promise<readonly string[]> {
  const pdf = await page.pdf({ format: paper, preferCSSPageSize: true });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  return text;
}
