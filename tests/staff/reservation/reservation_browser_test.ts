/** Reservations and orders in a real browser, as a host with a tablet and a manager with a phone handle them. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { instantOf } from "../../support/restaurant_fixture.ts";
import type { BoardAnswer, TestBoard } from "../../support/test_board.ts";
import { formFields, reserve, SATURDAY, stored } from "../_board_pages.ts";
import { holdPages, testInBrowser, WITHOUT_SCRIPT } from "../_browser.ts";

const EVENING = instantOf(`${SATURDAY}T18:00`);

/** A reservation whose every text tries to run, to lead astray or to push things around. */
const HOSTILE = {
  nombre: "Ñ".repeat(80),
  comentarios:
    `</bdi><script>document.title="ran";alert(1)</script> \u202esoy alérgica\njavascript:alert(1) https://evil.example ${
      "x".repeat(200)
    }`,
  landing: `"><svg onload="alert(1)">`,
};

testInBrowser(
  "a host changes the hour by keyboard alone, without script, and reads both hours in the history",
  async ({ board, open }) => {
    const folio = await reserve(board);
    const page = await open(`/reserva/${folio}`, WITHOUT_SCRIPT);
    await page.getByText("Cambiar día, hora o datos").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Otra hora").click();
    await page.getByLabel("Hora", { exact: true }).fill("21:30");
    await page.getByLabel("Nombre").focus();
    await page.keyboard.press("Enter");
    await page.getByText("hora: 20:00 → 21:30").waitFor();
    const { time, version } = await stored(board, folio);
    assertEquals([time, version], ["21:30", 2]);
    const message = page.getByRole("link", { name: "WhatsApp", exact: true });
    const text = new URL((await message.getAttribute("href"))!).searchParams.get("text")!;
    assertStringIncludes(text, "sábado 14 de marzo a las 21:30");
  },
  { now: EVENING },
);

testInBrowser(
  "the listed hours follow the day at once, keep what is typed, and a tap takes one, during a reading too",
  async ({ board, open }) => {
    const folio = await reserve(board);
    await board.post(`/reserva/${folio}`, { accion: "mesa", version: "1", mesa: "12" });
    const page = await open("/nueva");
    await page.getByLabel("Nombre").fill("Doña Lupe");
    await page.getByLabel("Día").fill("2026-03-16");
    await page.getByText("Ese día no hay horas en lista.").waitFor();
    await page.getByLabel("Día").fill("2026-03-18");
    await page.getByRole("button", { name: "20:30 0 pers." }).click();
    assertEquals(await page.getByLabel("Hora", { exact: true }).inputValue(), "20:30");
    assertEquals(await page.getByLabel("Nombre").inputValue(), "Doña Lupe");
    assertEquals(new URL(page.url()).pathname, "/nueva");
    assertEquals(await page.getByRole("button", { name: "Ver las horas" }).count(), 0);
    // The answer for a day that was left comes after that for the next one.
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route("**/nueva", async (route) => {
      if (route.request().postData()?.includes("2026-03-18")) await promise;
      await route.continue();
    });
    const late = page.waitForResponse((answer) =>
      answer.request().postData()?.includes("2026-03-18") === true
    );
    await page.getByLabel("Día").fill("2026-03-18");
    await page.getByLabel("Día").fill("2026-03-16");
    await page.getByText("Ese día no hay horas en lista.").waitFor();
    resolve();
    await (await late).finished();
    await page.waitForTimeout(200);
    assert(await page.getByText("Ese día no hay horas en lista.").isVisible());
    await page.unroute("**/nueva");
    await page.getByLabel("Día").fill("2026-03-18");
    await page.getByRole("button", { name: "21:30 0 pers." }).waitFor();
    const reading = Promise.withResolvers<void>();
    await page.route("**/nueva", async (route) => {
      await reading.promise;
      await route.continue();
    });
    await page.getByLabel("Día").fill(SATURDAY);
    await page.getByRole("button", { name: "21:30 0 pers." }).click();
    await page.locator("#mesas").getByText("12").click();
    reading.resolve();
    await page.getByRole("button", { name: "20:00 4 pers." }).waitFor();
    assertEquals(await page.getByLabel("Hora", { exact: true }).inputValue(), "21:30");
    assert(await page.locator("#mesas").getByLabel("12").isChecked());
    assertEquals(await page.locator("#horas [aria-pressed=true]").getAttribute("value"), "21:30");
  },
  { now: EVENING },
);

/** Serves answers of the board's POSTs to GET, so that each can be looked at in every size; the rest is the board's. */
async function withAnswers(
  board: TestBoard,
  answers: Readonly<Record<string, BoardAnswer>>,
  use: (board: TestBoard) => Promise<void>,
): Promise<void> {
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  await using server = Deno.serve(options, (request) => {
    const { pathname, search } = new URL(request.url);
    const kept = answers[pathname];
    if (kept !== undefined) return new Response(kept.text, kept);
    return board.fetch(pathname + search, { headers: { cookie: board.cookie } });
  });
  await use({ ...board, url: `http://127.0.0.1:${server.addr.port}` });
}

testInBrowser(
  "pages of reservations fit phone and desktop, light and dark, and meet WCAG 2.2 AA, whatever they hold",
  async ({ board, browser }) => {
    const luis = await board.signIn("Luis");
    const plain = await reserve(board, { comentarios: "Alergia al gluten", ocasion: "cumpleanos" });
    await reserve(board, { hora: "21:30", nombre: "Ana Pérez Uc" });
    const hostile = await reserve(board, { ...HOSTILE, telefono: "9990002233" });
    const gone = await reserve(board, { hora: "22:00", telefono: "9990002244", nombre: "Eva" });
    await board.post(`/reserva/${gone}`, { accion: "cancelar", version: "1", volver: "/" });
    const form = formFields((await board.get(`/reserva/${plain}`)).text, "cambiar");
    await luis.post(`/reserva/${plain}`, { ...form, hora: "21:00", personas: "6" });
    const at = `/reserva/${plain}`;
    const answers = {
      "/tarde": await board.post(at, { ...form, hora: "19:00", comentarios: "Ventana" }),
      "/tarde-llego": await board.post(at, { accion: "llego", version: "1", volver: "/" }),
      "/mal": await board.post(at, { ...form, version: "2", hora: "", personas: "0", nombre: "" }),
      "/aviso": await board.post(at, { ...form, version: "2", hora: "11:00" }),
      "/nota-larga": await board.post(at, { accion: "nota", version: "2", nota: "ñ".repeat(501) }),
      "/nueva-aviso": await board.post("/nueva", { ...form, folio: "", hora: "11:00" }),
    };
    assertEquals(
      Object.values(answers).map(({ status }) => status),
      [409, 409, 422, 422, 422, 422],
    );
    const gets = {
      reserva: at,
      "reserva-larga": `/reserva/${hostile}`,
      "reserva-cancelada": `/reserva/${gone}`,
      nueva: "/nueva",
    };
    const posts = Object.keys(answers).map((path) => [path.slice(1), path]);
    await withAnswers(
      board,
      answers,
      (shown) => holdPages(shown, browser, { ...gets, ...Object.fromEntries(posts) }),
    );
  },
  { now: EVENING },
);
