/** The board in a real browser, and what every page of it is held to. */
import { assert, assertEquals } from "@std/assert";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { CHROMIUM_IS_THERE, launchChromium, takePicture } from "../support/chromium.ts";
import { type TestBoard, testBoard, type TestBoardOptions } from "../support/test_board.ts";

export const PHONE = { width: 360, height: 740 };
const TABLET = { width: 820, height: 1180 };
export const DESKTOP = { width: 1280, height: 800 };
export const VIEWPORTS = [PHONE, TABLET, DESKTOP];

/** A test of the board in Chromium; skipped where there is none, but never in CI. */
export function testInBrowser(
  name: string,
  use: (board: TestBoard, browser: Browser) => Promise<void>,
  options: TestBoardOptions = {},
): void {
  Deno.test({
    name,
    ignore: !CHROMIUM_IS_THERE,
    async fn() {
      await using board = await testBoard(options);
      const browser = await launchChromium();
      try {
        await use(board, browser);
      } finally {
        await browser.close();
      }
    },
  });
}

/** A device of its own on which `board`'s first session is open. */
export async function signedInPage(
  board: TestBoard,
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE, ...options });
  await context.addCookies(
    board.cookie.split("; ").map((pair) => {
      const end = pair.indexOf("=");
      return { name: pair.slice(0, end), value: pair.slice(end + 1), url: board.url };
    }),
  );
  return await context.newPage();
}

/**
 * Holds pages to fit phone, tablet and desktop, light and dark, without script, with every target of 44 pixels, and to WCAG 2.2 AA
 * by axe. Pictures of them go to SCREENSHOTS_DIR where that is set.
 */
export async function holdPages(
  board: TestBoard,
  browser: Browser,
  pages: Readonly<Record<string, string>>,
): Promise<void> {
  for (const viewport of VIEWPORTS) {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await signedInPage(board, browser, {
        viewport,
        colorScheme,
        javaScriptEnabled: false,
      });
      for (const [name, path] of Object.entries(pages)) {
        const label = `${name}-${viewport.width}-${colorScheme}`;
        await page.goto(board.url + path);
        await holdSizes(page, label);
        await takePicture(page, `tablero-${label}`);
      }
      await page.context().close();
    }
  }
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await signedInPage(board, browser, { colorScheme, bypassCSP: true });
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(board.url + path);
      for (const viewport of VIEWPORTS) {
        await page.setViewportSize(viewport);
        const label = `${name}, ${colorScheme}, ${viewport.width}`;
        assertEquals(await wcagViolations(page, colorScheme), [], label);
      }
    }
    await page.context().close();
  }
}

/** Nothing sticks out sideways, and whatever is tapped is 44 pixels wide and high, but links within a sentence. */
export async function holdSizes(page: Page, label: string): Promise<void> {
  const { overflow, small } = await page.evaluate<{ overflow: number; small: unknown[] }>(`(() => ({
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    small: [...document.querySelectorAll("a:not(.unseen), button:not(.unseen), input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea, summary, label.tick")]
      .filter((target) => target.checkVisibility())
      .map((target) => {
        const { width, height } = target.getBoundingClientRect();
        return { tag: target.tagName, words: target.textContent.trim(), width, height };
      }).filter(({ width, height }) => width < 44 || height < 44),
  }))()`);
  assertEquals(overflow, 0, `${label} scrolls sideways`);
  assertEquals(small, [], label);
}

/** By every rule in the light, and by that of contrast in the dark, which changes nothing else. */
export async function wcagViolations(
  page: Page,
  scheme: "light" | "dark",
): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const runOnly = scheme === "light"
    ? {
      type: "tag",
      values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }
    : { type: "rule", values: ["color-contrast"] };
  const { violations, passes } = await page.evaluate<axe.AxeResults>(
    `axe.run({ runOnly: ${JSON.stringify(runOnly)} })`,
  );
  assert(passes.some(({ id }) => id === "color-contrast"), "axe looked at no contrast");
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}
