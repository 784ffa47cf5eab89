/** The shift in a real browser: sound, the lit screen, and what is not seen in time. */
import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { reserve } from "../_board_pages.ts";
import { afterTap, rowOf, testTonight, textOf, untilLive } from "../_browser.ts";

/** Counts the tones that are really started. */
const COUNT_TONES = `
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.tones++;
    return start.apply(this, when);
  };
`;

/** The page's lock of the screen, as `window.lock`. */
const KEEP_LOCK = `
  const request = WakeLock.prototype.request;
  WakeLock.prototype.request = async function (...kind) {
    return window.lock = await request.apply(this, kind);
  };
`;

const tonesOf = (page: Page) => page.evaluate<number>("window.tones");

async function untilTones(page: Page, count: number): Promise<void> {
  for (let tries = 0; tries < 100 && await tonesOf(page) < count; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assertEquals(await tonesOf(page), count);
}

testTonight(
  "a shift begins with a tap: new reservations sound, and again while they have not been seen for three minutes",
  async ({ board, open }) => {
    const page = await open("/entrar");
    await page.addInitScript(COUNT_TONES);
    await page.clock.install({ time: board.clock.now() });
    await page.goto(board.url);
    await untilLive(page);
    const silent = await reserve(board, { hora: "19:30" });
    await rowOf(page, silent).waitFor();
    assertEquals(await tonesOf(page), 0, "no browser lets a page sound before a tap");
    const seeAll = async () => {
      const seen = page.locator("#news > ol").getByRole("button", { name: "Visto" });
      await page.clock.runFor(1_000);
      await seen.click();
      await seen.waitFor({ state: "detached" });
    };
    await seeAll();

    await page.getByRole("button", { name: "Empezar turno" }).click();
    await page.getByRole("button", { name: "Terminar turno" }).waitFor();
    // A first one, so that staff hear that it can be heard.
    await untilTones(page, 1);
    const heard = await reserve(board, { hora: "20:30", telefono: "9990000001" });
    await rowOf(page, heard).waitFor();
    await untilTones(page, 2);

    /** The page takes the silence for a lost connection, and has it back with the next reading. */
    const pass = async (ms: number) => {
      board.clock.advance(ms);
      const read = page.waitForResponse((answer) => answer.url().includes("/tablero"));
      await page.clock.fastForward(ms);
      await read;
      await page.locator("#lost").waitFor({ state: "hidden" });
    };
    await pass(170_000);
    assertEquals(await tonesOf(page), 2, "three minutes are not over");
    await pass(12_000);
    await untilTones(page, 3);
    await pass(190_000);
    await untilTones(page, 4);
    await seeAll();
    await pass(400_000);
    assertEquals(await tonesOf(page), 4, "who has been seen is quiet");
  },
);

testTonight("the shift goes on from page to page until it is ended", async ({ open }) => {
  const page = await open();
  await untilLive(page);
  const state = page.locator("#shift [role=status]");
  await page.getByRole("button", { name: "Empezar turno" }).click();
  await page.getByText("Suena").waitFor();
  await page.goto(new URL("/?dia=2026-03-17", page.url()).href);
  await page.getByRole("button", { name: "Terminar turno" }).waitFor();
  // Browsers differ in whether the tap on the page before still counts: if not, the page asks for another.
  await page.locator("h1").click();
  await page.getByText("Suena").waitFor();
  await afterTap(page);
  await page.getByRole("button", { name: "Terminar turno" }).click();
  await page.getByRole("button", { name: "Empezar turno" }).waitFor();
  assertEquals(await textOf(state), "");
});

testTonight(
  "the screen is kept on, also after the tablet was looked away from",
  async ({ open }) => {
    const page = await open();
    await untilLive(page);
    await page.evaluate(KEEP_LOCK);
    await page.getByRole("button", { name: "Empezar turno" }).click();
    await page.waitForFunction("window.lock?.released === false");
    // What the system does to the lock of a page that is put away.
    await page.evaluate("window.lock.release()");
    assert(await page.evaluate("window.lock.released"));
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await page.waitForFunction("window.lock.released === false");
  },
);
