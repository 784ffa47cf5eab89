/** Devices at a board: tablets and phones on which staff are signed in, and what tests ask of what they show. */
import { assertEquals } from "@std/assert";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { CHROMIUM_IS_THERE, launchChromium } from "../support/chromium.ts";
import { instantOf } from "../support/restaurant_fixture.ts";
import { type TestBoard, testBoard, type TestBoardOptions } from "../support/test_board.ts";

/** The test restaurant serves until two in the morning. */
export const SATURDAY_EVENING = instantOf("2026-03-14T18:40");

const TABLET = { width: 1180, height: 820 };

export interface Devices {
  readonly board: TestBoard;
  readonly browser: Browser;
  /** A device of its own that shows `path`: signed in as the board's actor, or with another device's `cookie`. */
  open(path?: string, options?: DeviceOptions): Promise<Page>;
}

export interface DeviceOptions extends BrowserContextOptions {
  readonly cookie?: string;
}

/** A test on Saturday evening with a board and a browser; nothing may go wrong on the server or in the script meanwhile. */
export function testOnDevices(
  name: string,
  use: (devices: Devices) => Promise<void>,
  options: TestBoardOptions = {},
): void {
  Deno.test({
    name,
    ignore: !CHROMIUM_IS_THERE,
    async fn() {
      await using board = await testBoard({ now: SATURDAY_EVENING, ...options });
      const browser = await launchChromium();
      const mistakes: string[] = [];
      try {
        await use({ board, browser, open: opener(board, browser, mistakes) });
      } finally {
        await browser.close();
      }
      assertEquals(mistakes, []);
      assertEquals(board.errors, []);
    },
  });
}

function opener(board: TestBoard, browser: Browser, mistakes: string[]): Devices["open"] {
  return async (path = "/", { cookie = board.cookie, ...options } = {}) => {
    const context = await browser.newContext({ viewport: TABLET, ...options });
    await context.addCookies(
      cookie.split("; ").map((pair) => {
        const at = pair.indexOf("=");
        return { name: pair.slice(0, at), value: pair.slice(at + 1), url: board.url };
      }),
    );
    const page = await context.newPage();
    page.on("pageerror", (error) => mistakes.push(error.message));
    await page.goto(`${board.url}${path}`);
    return page;
  };
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

/** Waits until the last tap is over, during which nothing moves, and the page shows what came of it. */
export async function afterTap(page: Page): Promise<void> {
  const isOver =
    `isStill() && !reading && !again && document.querySelector("[aria-busy]") === null`;
  const look = () => page.evaluate<boolean>(isOver).catch(() => false);
  for (let over = 0, tries = 0; over < 3; tries++) {
    if (tries === 500) throw new Error("the page does not come to rest");
    await page.waitForTimeout(40);
    over = await look() ? over + 1 : 0;
  }
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
