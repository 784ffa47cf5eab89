/** A real browser for tests of pages. */
import { type Browser, chromium } from "playwright-core";

const EXECUTABLE = "/usr/bin/chromium";
/** Nothing but the page itself may use the network. */
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Whether there is a browser. Where there is none tests are skipped, but never in CI. */
export const CHROMIUM_IS_THERE = isThere();

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS });
}

function isThere(): boolean {
  try {
    Deno.statSync(EXECUTABLE);
    return true;
  } catch {
    if (Deno.env.get("CI") === "true") {
      throw new Error(`${EXECUTABLE} is missing, and CI skips nothing`);
    }
    // deno-lint-ignore no-console -- a skipped test must not go unseen
    console.error(`SKIPPED: tests in a browser, for ${EXECUTABLE} is missing`);
    return false;
  }
}
