/** The board in a real browser: devices, what tests ask of what they show, and what every page is held to. */
import { assertEquals } from "@std/assert";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { holdSizes, takePicture, testInChromium, wcagViolations } from "../support/chromium.ts";
import { type TestBoard, testBoard, type TestBoardOptions } from "../support/test_board.ts";
import { jar } from "./_attacked.ts";
import { SATURDAY_EVENING } from "./_board_pages.ts";

export const PHONE = { width: 360, height: 740 };
const TABLET = { width: 820, height: 1180 };
export const DESKTOP = { width: 1280, height: 800 };
export const VIEWPORTS = [PHONE, TABLET, DESKTOP];

interface Devices {
  readonly board: TestBoard;
  readonly browser: Browser;
  /** A tablet of its own that shows `path`: signed in as the board's actor, or with another device's `cookie`. */
  open(path?: string, options?: DeviceOptions): Promise<Page>;
}

export const WITHOUT_SCRIPT = { javaScriptEnabled: false };

interface DeviceOptions extends BrowserContextOptions {
  readonly cookie?: string;
}

/**
 * A test of the board in Chromium; skipped without it, but never in CI. Nothing may go wrong on the server, or in the
 * script of an opened page.
 */
export function testInBrowser(
  name: string,
  use: (devices: Devices) => Promise<void>,
  options: TestBoardOptions = {},
): void {
  testInChromium(name, async (browser) => {
    await using board = await testBoard(options);
    const mistakes: string[] = [];
    const open: Devices["open"] = async (path = "/", device = {}) => {
      const viewport = { width: TABLET.height, height: TABLET.width };
      const page = await signedInPage(board, browser, { viewport, ...device });
      page.on("pageerror", (error) => mistakes.push(error.message));
      await page.goto(`${board.url}${path}`);
      return page;
    };
    try {
      await use({ board, browser, open });
    } finally {
      // Ends what pages still ask, which the board would wait for.
      await browser.close();
    }
    assertEquals(mistakes, []);
    assertEquals(board.errors, []);
  });
}

/** The same on Saturday evening. */
export function testTonight(
  name: string,
  use: (devices: Devices) => Promise<void>,
  options: TestBoardOptions = {},
): void {
  testInBrowser(name, use, { now: SATURDAY_EVENING, ...options });
}

/** A phone of its own on which a session of `board` is open: the first one, or that of `cookie`. */
export async function signedInPage(
  board: TestBoard,
  browser: Browser,
  { cookie = board.cookie, ...options }: DeviceOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE, ...options });
  const cookies = Object.entries(jar(cookie));
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: board.url })));
  return await context.newPage();
}

/** The row of a reservation. */
export function rowOf(page: Page, folio: string): Locator {
  return page.locator(`.row#${folio}`);
}

/** A button of a row. */
export function buttonOf(page: Page, folio: string, name: string): Locator {
  return rowOf(page, folio).getByRole("button", { name });
}

/** Opens a list that is folded. */
export async function unfold(page: Page, id: string): Promise<void> {
  await page.locator(`#${id} > summary`).click();
  await page.locator(`#${id}[open]`).waitFor();
}

/** Opens a row. */
export async function openRow(page: Page, folio: string): Promise<void> {
  await page.locator(`#${folio}-n`).click();
  await page.locator(`.row #mas-${folio}`).waitFor();
}

/** Waits until the last tap is over, in which nothing moves, and the page shows its result and takes another tap. */
export async function afterTap(page: Page): Promise<void> {
  const isOver = `(async () => {
    const { isSteady } = await ${moduleOf("page")};
    const { isIdle } = await ${moduleOf("day")};
    return isSteady() && isIdle() && document.querySelector("[aria-busy]") === null;
  })()`;
  const look = () => page.evaluate<boolean>(isOver).catch(() => false);
  for (let over = 0, tries = 0; over < 3; tries++) {
    if (tries === 500) throw new Error("the page does not come to rest");
    await page.waitForTimeout(40);
    over = await look() ? over + 1 : 0;
  }
}

/** An expression of the page: a module of its script, as it runs there. */
function moduleOf(name: string): string {
  return `import(performance.getEntriesByType("resource").map((each) => each.name)
    .find((each) => each.includes("/${name}.js")))`;
}

/** Waits until the page is connected and has read the day anew. */
export async function untilLive(page: Page): Promise<void> {
  await page.locator("body[data-vivo]").waitFor();
}

/** Marks the page, so that {@linkcode wasLoadedAnew} can say whether it is still the same one. */
export async function markPage(page: Page): Promise<void> {
  await page.evaluate("window.marked = true");
}

export async function wasLoadedAnew(page: Page): Promise<boolean> {
  return !await page.evaluate("window.marked === true");
}

/** What is read there, every run of blanks one. */
export async function textOf(locator: Locator): Promise<string> {
  return (await locator.innerText()).replace(/\s+/g, " ").trim();
}

/**
 * Holds pages to fit phone, tablet and desktop, light and dark, without script, with every target of 44 pixels, and to
 * WCAG 2.2 AA by axe. Pictures of them go to SCREENSHOTS_DIR if that is set.
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
        assertEquals(await violationsIn(colorScheme, page), [], label);
      }
    }
    await page.context().close();
  }
}

/** Holds an answer to a form in the same way. @param page without a content policy */
export async function holdAnswer(page: Page, name: string): Promise<void> {
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const label = `${name}-${viewport.width}-${colorScheme}`;
      await holdSizes(page, label);
      await takePicture(page, `tablero-${label}`);
      assertEquals(await violationsIn(colorScheme, page), [], label);
    }
  }
}

/** By every rule in the light, and by that of contrast in the dark, which changes nothing else. */
export async function violationsIn(
  scheme: "light" | "dark",
  page: Page,
): Promise<readonly string[]> {
  if (scheme === "light") return await wcagViolations(page);
  return await wcagViolations(page, { type: "rule", values: ["color-contrast"] });
}
