/** The switches, closures, search and data in a real browser, as the host and the manager use them. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { parse } from "deno-std/csv/parse.js";
import { instantOf } from "../../support/restaurant_fixture.ts";
import { homeDraftBody } from "../../support/test_app.ts";
import type { TestBoard } from "../../support/test_board.ts";
import { reserve } from "../_board_pages.ts";
import { holdPages, signedInPage, testInBrowser } from "../_browser.ts";

/** A Saturday evening; the restaurant is open until 02:00. */
const SATURDAY = "2026-03-14";
const EVENING = instantOf(`${SATURDAY}T18:00`);

function refusal({ app }: TestBoard): Promise<number> {
  const body = {
    dia: SATURDAY,
    hora: "21:00",
    personas: 2,
    nombre: "Luis Uc",
    telefono: "9990001122",
  };
  return app.post("/api/reserva", body).then(({ status }) => status);
}

testInBrowser(
  "a host pauses reservations, sees the API refuse, and opens them again",
  async ({ board, browser }) => {
    const page = await signedInPage(board, browser);
    await page.goto(`${board.url}/casa`);
    await page.getByRole("button", { name: "Pausar hasta que las abras" }).click();
    await page.getByText("En pausa.").waitFor();
    assertEquals(await refusal(board), 503);
    await page.getByText("Cambiar la pausa").click();
    await page.getByLabel("Pausar hasta las").fill("20:30");
    await page.getByRole("button", { name: "Pausar", exact: true }).click();
    await page.getByText("En pausa hasta hoy a las 20:30.").waitFor();
    await page.getByRole("button", { name: "Abrir las reservaciones" }).click();
    await page.getByText("Abiertas.").waitFor();
    assertEquals(await refusal(board), 200);
  },
  { now: EVENING },
);

testInBrowser(
  "a manager closes Saturday evening, reads whom it hits and tells them one by one",
  async ({ board, browser }) => {
    const folio = await reserve(board, { hora: "20:30", comentarios: "Alergia a la nuez" });
    await reserve(board, { hora: "15:00", telefono: "9990001122", nombre: "Luis Uc" });
    const page = await signedInPage(board, browser, { javaScriptEnabled: false });
    await page.goto(`${board.url}/casa`);
    await page.getByRole("link", { name: "Ver y agregar cierres" }).click();
    await page.getByLabel("Día", { exact: true }).fill(SATURDAY);
    await page.getByLabel("Desde las").fill("19:00");
    await page.getByLabel("Motivo").fill("Boda");
    await page.getByRole("button", { name: "Ver a quién afecta" }).click();
    await page.getByRole("heading", { name: "1 reservación, 4 personas" }).waitFor();
    assertEquals(board.deps.state().closures, []);
    const message = await page.getByRole("link", { name: "Avisar por WhatsApp", exact: true })
      .getAttribute(
        "href",
      );
    assertStringIncludes(new URL(message!).searchParams.get("text")!, folio);

    await page.getByRole("button", { name: "Cerrar", exact: true }).click();
    await page.getByText("Cerrado: ya no se reserva en ese tiempo.").waitFor();
    assertEquals(board.deps.state().closures.length, 1);
    await page.getByRole("button", { name: "Ya le avisé" }).click();
    await page.getByRole("heading", { name: "con aviso: 1" }).waitFor();
    await page.getByRole("button", { name: "Cancelar" }).click();
    await page.getByRole("button", { name: "Sí, cancelar" }).click();
    await page.getByRole("heading", { name: "ninguna reservación" }).waitFor();
    await page.getByRole("button", { name: "Quitar el cierre" }).click();
    await page.getByText("No hay cierres").waitFor();
    assertEquals(board.deps.state().closures, []);
  },
);

testInBrowser(
  "a dish marked as sold out is off the menu, refused in a draft, and put back",
  async ({ board, browser }) => {
    const menu = async () => (await board.app.get("/api/menu")).text.includes('"panuchos"');
    const draft = async () =>
      (await board.app.post("/api/pedido/borrador", homeDraftBody())).status;
    const page = await signedInPage(board, browser);
    await page.goto(`${board.url}/casa`);
    await page.locator(".sections summary").first().click();
    await page.getByRole("group", { name: "Panuchos" }).getByRole("button", {
      name: "Agotado por hoy",
    })
      .click();
    await page.getByText("1 platillo agotado.").waitFor();
    assertEquals([await menu(), await draft()], [false, 422]);
    await page.getByRole("button", { name: "Ya hay" }).first().click();
    await page.getByText("Toda la carta se puede pedir.").waitFor();
    assertEquals([await menu(), await draft()], [true, 200]);
  },
  { now: EVENING },
);

testInBrowser(
  "a manager downloads a month and erases one person's data",
  async ({ board, browser }) => {
    await reserve(board, { nombre: "=cmd|' /C calc'!A0" });
    const kept = await reserve(board, { telefono: "9990001122", nombre: "Luis Uc" });
    const page = await signedInPage(board, browser);
    await page.goto(`${board.url}/datos`);
    const started = page.waitForEvent("download");
    await page.getByRole("button", { name: "Descargar CSV" }).click();
    const download = await started;
    assertEquals(download.suggestedFilename(), "reservaciones-2026-03-01-a-2026-03-31.csv");
    const rows = parse(await Deno.readTextFile((await download.path())!)) as string[][];
    assertEquals(rows.length, 3);
    assertEquals(rows[1]![5], "'=cmd|' /C calc'!A0");

    await page.getByLabel("Teléfono").fill("999 123 4567");
    await page.getByRole("button", { name: "Ver cuántas hay" }).click();
    await page.getByText("Por venir: 1.").waitFor();
    await page.getByLabel("Borrar también 1 reservación por venir").check();
    await page.getByRole("button", { name: "Borrar", exact: true }).click();
    await page.getByText("Reservaciones borradas con los datos de la persona: 1.").waitFor();
    assertMatch(page.url(), /\/datos\?borradas=1#borrar$/);
    const left = await board.storage.book.range("2026-03-01", "2026-03-31");
    assertEquals(left.map(({ folio }) => folio), [kept]);
  },
);

testInBrowser(
  "house, closures, search and data fit phone and desktop, light and dark, thumb and reader",
  async ({ board, browser }) => {
    const switches = board.storage.switches.by("Guadalupe del Carmen ".repeat(2));
    const { closures } = board.storage;
    await reserve(board, { dia: "2026-03-10", hora: "20:30", telefono: "9998887766" });
    const erased = { today: "2026-03-10", upcoming: true, actor: "Wendy" };
    await reserve(board, { dia: "2026-03-11", telefono: "9995554433" });
    await board.storage.erasure.erase("+529995554433", erased);
    await reserve(board, {
      hora: "20:30",
      nombre: "María ".repeat(13),
      comentarios: "Sin nuez. ".repeat(40),
    });
    await reserve(board, {
      hora: "21:00",
      nombre: "A<b>".repeat(10),
      telefono: "+442079990958",
      ocasion: "cumpleanos",
    });
    await switches.pause(instantOf("2026-03-10T20:30"));
    await switches.soldOut("panuchos", "2026-03-10");
    await switches.soldOut("retirado-".repeat(10), null);
    await switches.kitchen({
      serviceDay: "2026-03-10",
      closes: "2026-03-10T20:00",
      lastArrival: "2026-03-10T19:30",
    });
    const evening = await closures.add({
      kind: "span",
      from: "2026-03-14T19:00",
      to: "2026-03-15T02:00",
    }, "Boda ".repeat(40).trim());
    const holiday = { kind: "days", from: "2026-12-24", to: "2026-12-26" } as const;
    await closures.by("Wendy").add(holiday, "Navidad");
    await holdPages(board, browser, {
      "casa": "/casa",
      "cierres": "/cierres",
      "cierres-mal": "/cierres?dia=2026-03-14&de=19:00&a=19:00&motivo=x",
      "cierre-previo": "/cierres?dia=2026-03-14&motivo=Luz",
      "cierre-impacto": `/cierres?cierre=${evening}`,
      "cierre-nadie": "/cierres?dia=2026-03-20&motivo=Luz",
      "buscar": "/buscar?q=999",
      "buscar-nada": "/buscar?q=zz",
      "datos": "/datos?borradas=3",
      "datos-mal": "/datos.csv?desde=2026-03-02&hasta=2026-03-01",
    });
  },
);
