/**
 * When guests see their pages: the largest paint in milliseconds and the shift of layout, in Chromium with the network
 * of a slow 4G and the processor of a mid-range phone, beside a page without style that holds the same text; and the
 * bytes that each page takes compressed, without face and photo. A proxy compresses, as Caddy does.
 *
 *   deno run --allow-all tests/bench/pages_bench.ts
 */
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { sampleRestaurant } from "../../src/restaurant/load.ts";
import { launchChromium } from "../support/chromium.ts";
import { instantOf } from "../support/restaurant_fixture.ts";
import { type TestApp, testApp } from "../support/test_app.ts";
import { atMost, medians, print } from "./figures.ts";

const ROUNDS = 5;
const MAX_BYTES = 14_000;
const MAX_MS = { photo: 2_500, none: 1_500 };
/** Lighthouse's slow 4G and its mid-range phone. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 204_800,
  uploadThroughput: 96_000,
};
const PROCESSOR = { rate: 4 };
const PHONE = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, isMobile: true };

type Seen = Readonly<Record<"lcp" | "shift", number>>;

/** Collects what the browser reports, from the first paint on. */
const OBSERVE = `
  globalThis.seen = { lcp: 0, shift: 0 };
  const observe = (type, add) => new PerformanceObserver((list) => list.getEntries().forEach(add))
    .observe({ type, buffered: true });
  observe("largest-contentful-paint", ({ startTime }) => seen.lcp = startTime);
  observe("layout-shift", ({ value }) => seen.shift += value);`;

async function look(browser: Browser, url: string): Promise<Seen> {
  const context = await browser.newContext({ ...PHONE, locale: "es-MX" });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", PROCESSOR);
  await page.addInitScript(OBSERVE);
  await page.goto(url, { waitUntil: "networkidle" });
  const seen = await page.evaluate<Seen>("seen");
  await context.close();
  return seen;
}

/** Serves the app's answers compressed, and under /texto the words of a page without its style. */
function compressed(app: TestApp) {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async ({ url }) => {
    const { pathname, search } = new URL(url);
    const isBare = pathname.startsWith("/texto");
    const answer = await app.fetch((isBare ? pathname.slice(6) : pathname) + search);
    const headers = new Headers(answer.headers);
    if (!headers.get("content-type")?.startsWith("text/html")) {
      return new Response(await answer.bytes(), { headers });
    }
    headers.set("content-encoding", "gzip");
    const text = await answer.text();
    return new Response(gzipSync(isBare ? bare(text) : text), { headers });
  });
}

function bare(page: string): string {
  const [, main = ""] = /<main>([^]*)<\/main>/.exec(page)!;
  const words = main.replace(/<[^>]+>/g, "\n").split(/\n\s*/).filter((line) => line !== "");
  return `<!DOCTYPE html><title>.</title>${words.map((line) => `<p>${line}</p>`).join("\n")}`;
}

const browser = await launchChromium();
const now = instantOf("2026-03-14T20:10");
const sample = sampleRestaurant();
const unphotographed = { ...sample, face: { ...sample.face, photo: null } };
for (const restaurant of [sample, unphotographed]) {
  await using app = await testApp({ restaurant, now });
  await using server = compressed(app);
  const hasPhoto = restaurant === sample;
  for (const path of hasPhoto ? ["/"] : ["/", "/carta", "/reservar", "/pedir"]) {
    const url = (prefix: string) => `http://127.0.0.1:${server.addr.port}${prefix}${path}?lang=es`;
    const rounds: (Seen & { readonly bare: number })[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { lcp } = await look(browser, url("/texto"));
      rounds.push({ ...await look(browser, url("")), bare: lcp });
    }
    const { lcp, shift, bare } = medians(rounds);
    const name = hasPhoto ? `${path} with a photo` : path;
    const page = await (await app.fetch(`${path}?lang=es`)).text();
    print(`${name}: its text alone ${bare.toFixed(0)} ms`);
    atMost(hasPhoto ? MAX_MS.photo : MAX_MS.none, `${name}: largest paint, ms`, lcp);
    atMost(0, `${name}: shift of layout`, Math.max(shift, ...rounds.map(({ shift }) => shift)));
    atMost(MAX_BYTES, `${name}: bytes, compressed`, gzipSync(page).length);
  }
}
await browser.close();
