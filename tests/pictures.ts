/** Draws the README's two pictures anew from the sample restaurant: `deno task pictures`. Needs Chromium. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { sampleRestaurant } from "../src/restaurant/load.ts";
import { reserve } from "./staff/_board_pages.ts";
import { signedInPage } from "./staff/_browser.ts";
import { instantOf } from "./support/restaurant_fixture.ts";
import { launchChromium } from "./support/chromium.ts";
import { type TestBoard, testBoard } from "./support/test_board.ts";

const FOLDER = new URL("../docs/", import.meta.url).pathname;
const MAX_BYTES = 60_000;
const [NOON, EVENING] = [instantOf("2026-03-14T12:00"), instantOf("2026-03-14T19:22")];

/** The guests of one evening; the first has arrived. */
const GUESTS = [
  { hora: "19:00", personas: 2, nombre: "Rosario Canul", comentarios: "Alergia al cacahuate" },
  { hora: "19:00", personas: 4, nombre: "Tomás Ek", ocasion: "cumpleanos" },
  { hora: "19:30", personas: 9, nombre: "Familia Peniche", comentarios: "Silla alta para bebé" },
  { hora: "19:30", personas: 2, nombre: "Emma Clark", landing: "ChatGPT" },
  { hora: "20:00", personas: 5, nombre: "Julián Pech", comentarios: "En la terraza, si se puede" },
  { hora: "20:30", personas: 3, nombre: "Lupita May" },
  { hora: "21:00", personas: 6, nombre: "Grupo de la UADY" },
];

async function fill(board: TestBoard): Promise<void> {
  const folios: string[] = [];
  for (const [nth, guest] of GUESTS.entries()) {
    folios.push(await reserve(board, { ...guest, telefono: `999123450${nth}` }));
  }
  board.clock.set(EVENING);
  await board.post("/visto", folios.slice(0, -1).map((folio) => ["folio", folio] as const));
  await board.post(`/reserva/${folios[0]}`, { accion: "llego", version: "1", volver: "/" });
}

/** @throws {Error} if the picture is too large for the repository */
async function draw(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.waitForLoadState("networkidle");
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 80 });
  const picture = Uint8Array.fromBase64(data);
  if (picture.length > MAX_BYTES) throw new Error(`${name} has ${picture.length} bytes`);
  await Deno.writeFile(`${FOLDER}${name}.webp`, picture);
}

const browser: Browser = await launchChromium();
const board = await testBoard({ now: NOON, restaurant: sampleRestaurant() });
try {
  await Deno.mkdir(FOLDER, { recursive: true });
  await fill(board);
  const look: BrowserContextOptions = { colorScheme: "light", locale: "es-MX" };
  const guest = await browser.newContext({ ...look, viewport: { width: 900, height: 640 } });
  await draw(await guest.newPage(), board.app.url, "guests");
  const viewport = { width: 1180, height: 760 };
  await draw(await signedInPage(board, browser, { ...look, viewport }), board.url, "board");
} finally {
  await browser.close();
  await board[Symbol.asyncDispose]();
}
