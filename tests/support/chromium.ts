/** A real browser for tests of pages. */
import { type Browser, chromium } from "playwright-core";
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

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS });
}
