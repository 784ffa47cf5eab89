/** Buttons under a finger: nothing moves into the place of what was tapped, and two quick taps do one thing. */
import { assertEquals } from "@std/assert";
import type { Locator, Page } from "playwright-core";
import { instantOf } from "../../support/restaurant_fixture.ts";
import type { TestBoard } from "../../support/test_board.ts";
import { act, reserve, saturdayBoard, stored } from "../_board_pages.ts";
import {
  afterTap,
  buttonOf,
  openRow,
  PHONE,
  signedInPage,
  testInBrowser,
  testTonight,
  unfold,
  untilLive,
  VIEWPORTS,
} from "../_browser.ts";

const DELAYS = [120, 350, 700];

/**
 * Taps in the page itself, by its own clock: a busy machine must not stretch the time between two taps. The second one
 * may fall on the page that the first one led to; if that comes too late it is left out. Or one tap where a button was,
 * as soon as a new reservation has moved it.
 */
const TAPS = `
  const tap = (x, y) => document.elementFromPoint(x, y)?.dispatchEvent(
    new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y }),
  );
  const plan = () => {
    const second = JSON.parse(sessionStorage.getItem("second") ?? "null");
    if (second === null) return;
    setTimeout(() => {
      sessionStorage.removeItem("second");
      if (Date.now() - second.at < 100) tap(second.x, second.y);
    }, second.at - Date.now());
  };
  window.tapTwice = (target, delay) => {
    target.scrollIntoView({ block: "center" });
    const box = target.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    sessionStorage.setItem("second", JSON.stringify({ x, y, at: Date.now() + delay }));
    plan();
    tap(x, y);
  };
  addEventListener("DOMContentLoaded", plan);
  window.tapOnceNew = (target) => {
    const box = target.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    new MutationObserver((_, observer) => {
      if (document.querySelector("#news li") === null) return;
      observer.disconnect();
      window.hit = document.elementFromPoint(x, y).closest("button")?.textContent;
      tap(x, y);
    }).observe(document.body, { childList: true, subtree: true });
  };
`;

/** Taps where `target` is, and again in the same place. @returns the beginnings of the paths that forms were sent to */
async function tapTwice(page: Page, target: Locator, delay: number): Promise<string[]> {
  await target.waitFor();
  await afterTap(page);
  const sent: string[] = [];
  const note = (request: { method(): string; url(): string }) => {
    if (request.method() === "POST") sent.push(new URL(request.url()).pathname.slice(0, 9));
  };
  page.on("request", note);
  // deno-lint-ignore no-explicit-any -- a function of the page
  await target.evaluate((each, delay) => (globalThis as any).tapTwice(each, delay), delay);
  await page.waitForTimeout(delay);
  await afterTap(page);
  page.off("request", note);
  return sent;
}

/** Every button of the board, of one party's page and of the questions. */
async function tapEverything(board: TestBoard, page: Page, delay: number): Promise<void> {
  const parties = [];
  for (const hora of ["19:00", "19:30", "20:00", "20:30", "21:00"]) {
    const guest = {
      nombre: `Mesa ${hora} ${delay}`,
      telefono: `99${delay + 1_000}${hora.replace(":", "")}`,
    };
    parties.push(await reserve(board, { hora, ...guest, comentarios: `${delay}` }));
  }
  board.clock.set(instantOf("2026-03-14T21:00"));
  const [first, second, third, fourth, fifth] = parties as [string, string, string, string, string];
  const state = async (folio: string) => {
    const { status, version } = await stored(board, folio);
    return [status, version];
  };
  const twice = (target: Locator) => tapTwice(page, target, delay);
  const undo = page.locator("#undo [name=accion]");
  await page.goto(board.url);
  await untilLive(page);

  assertEquals(await twice(buttonOf(page, first, "Llegó")), ["/reserva/"]);
  assertEquals(await state(first), ["arrived", 2]);
  assertEquals(await twice(undo), ["/reserva/"]);
  assertEquals(await state(first), ["confirmed", 3]);
  assertEquals(await twice(page.locator(`#${second}-n`)), []);
  assertEquals(await twice(buttonOf(page, second, "No vino")), ["/reserva/"]);
  assertEquals(await state(second), ["no_show", 2]);
  await unfold(page, "settled");
  await afterTap(page);
  assertEquals(await twice(buttonOf(page, second, "Llegó")), ["/reserva/"]);
  assertEquals(await state(second), ["arrived", 3]);
  assertEquals(await twice(buttonOf(page, second, "Se fue")), ["/reserva/"]);
  assertEquals(await state(second), ["arrived", 4]);
  assertEquals(await twice(buttonOf(page, second, "Deshacer")), ["/reserva/"]);
  assertEquals(await state(second), ["arrived", 5]);

  await openRow(page, third);
  await afterTap(page);
  assertEquals(await twice(buttonOf(page, third, "Cancelar")), ["/reserva/"]);
  assertEquals(await state(third), ["confirmed", 1], "the question is not answered yet");
  assertEquals(await twice(page.getByRole("button", { name: "Sí, cancelar" })), ["/reserva/"]);
  assertEquals(await state(third), ["cancelled", 2]);

  await unfold(page, "news-list");
  await afterTap(page);
  const seen = page.locator(`#u-${fourth}`).getByRole("button", { name: "Visto" });
  assertEquals(await twice(seen), ["/visto"]);
  const unseen = await board.storage.book.unacknowledged("2026-03-14");
  assertEquals(unseen.some(({ folio }) => folio === fourth), false);
  assertEquals(await state(fourth), ["confirmed", 1]);

  assertEquals(await twice(page.getByText("Sin reservación", { exact: true }).first()), []);
  const walkIns = async () =>
    (await board.storage.book.onServiceDay("2026-03-14"))
      .filter(({ source, partySize }) => source === "personal" && partySize === delay % 9).length;
  const number = page.getByRole("button", { name: `${delay % 9}`, exact: true });
  assertEquals(await twice(number), ["/llegaron"]);
  assertEquals(await walkIns(), 1);

  assertEquals(await twice(page.locator(".time button").first()), ["/lleno"]);
  assertEquals(board.deps.state().closures.length, 1);

  await page.goto(`${board.url}/reserva/${fifth}`);
  await untilLive(page);
  const press = (name: string) =>
    twice(page.locator("#main").getByRole("button", { name, exact: true }));
  assertEquals(await press("Visto"), ["/visto"]);
  assertEquals(await state(fifth), ["confirmed", 1]);
  assertEquals(await press("No vino"), ["/reserva/"]);
  assertEquals(await press("Llegó"), ["/reserva/"]);
  assertEquals(await press("Sí, de todos modos"), ["/reserva/"], "its time was marked full above");
  assertEquals(await press("Deshacer «Llegó»"), ["/reserva/"]);
  assertEquals(await press("Cancelar la reservación"), ["/reserva/"]);
  assertEquals(await state(fifth), ["confirmed", 4]);
}

// All at once: nearly all of a run is waiting for the time after a tap in which nothing moves.
testInBrowser(
  "two quick taps on any button do one thing, on phone, tablet and desktop, 120, 350 and 700 ms apart",
  async ({ browser }) => {
    await Promise.all(
      VIEWPORTS.flatMap((viewport) => DELAYS.map((delay) => ({ viewport, delay }))).map(
        async ({ viewport, delay }) => {
          await using board = await saturdayBoard();
          const page = await signedInPage(board, browser, { viewport });
          await page.addInitScript(TAPS);
          await tapEverything(board, page, delay);
          await page.context().close();
        },
      ),
    );
  },
);

testTonight(
  "a tap on another button of the same open row or table, which has just come under the finger, does nothing and says so",
  async ({ board, browser }) => {
    const folio = await reserve(board, { hora: "19:30" });
    await act(board, folio, "mesa", { mesa: "7" });
    board.clock.set(instantOf("2026-03-14T19:35"));
    const places = [
      { place: `#${folio}`, height: 1100, hit: "No vino" },
      { place: "#plano", height: PHONE.height, hit: "Llegó" },
    ];
    for (const { place, height, hit } of places) {
      const page = await signedInPage(board, browser, { viewport: { ...PHONE, height } });
      await page.addInitScript(TAPS);
      await page.goto(board.url);
      await untilLive(page);
      await page.locator(`${place} summary`).click();
      const cancel = page.locator(place).getByRole("button", { name: "Cancelar" });
      await cancel.waitFor();
      await afterTap(page);
      // deno-lint-ignore no-explicit-any -- a function of the page
      await cancel.evaluate((each) => (globalThis as any).tapOnceNew(each));
      const other = await reserve(board, { hora: "22:00", telefono: "9990000001" });
      await page.getByText("La lista se movió: vuelve a tocar.").waitFor();
      assertEquals(await page.evaluate("window.hit"), hit);
      assertEquals((await stored(board, folio)).status, "confirmed");
      await page.context().close();
      await act(board, other, "cancelar");
      await board.storage.book.acknowledge([other], "Beto");
    }
  },
);
