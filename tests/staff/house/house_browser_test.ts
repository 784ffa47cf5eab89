/** Casa in a real browser: the menu, changed without script as its owner does it, and how the pages look. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { Buffer } from "node:buffer";
import { SAMPLE_FILE_TEXT } from "../../../src/restaurant/load.ts";
import { instantOf, pricesOn } from "../../support/restaurant_fixture.ts";
import { quietSource, type TestBoard, testBoard } from "../../support/test_board.ts";
import { assertSays, reserve, sampleReservation, takeBack, wordsOf } from "../_board_pages.ts";
import { holdPages, testInBrowser, testTonight, WITHOUT_SCRIPT } from "../_browser.ts";

async function priceOf({ app }: TestBoard, id: string): Promise<number | undefined> {
  return pricesOn((await app.get("/api/menu")).body)[id];
}

testInBrowser(
  "the owner changes a price, removes a dish and undoes that, all on the section's page",
  async ({ board, browser, open }) => {
    const page = await open("/casa", WITHOUT_SCRIPT);
    await page.getByRole("link", { name: "Carta y precios" }).click();
    await page.getByRole("link", { name: "Antojitos" }).click();
    await page.getByLabel("orden de 3 Precio de Panuchos").fill("112,50");
    await page.getByLabel("pieza Precio de Salbutes").fill("40");
    await page.getByRole("button", { name: "Guardar", exact: true }).click();
    await page.getByText("Guardado", { exact: true }).waitFor();
    assertEquals(await priceOf(board, "panuchos-3"), 112.5);
    assertEquals(await priceOf(board, "salbutes-p"), 40);
    await page.getByText("Salbutes: descripción").click();
    await page.getByLabel("Quitar", { exact: true }).nth(1).check();
    await page.getByRole("button", { name: "Guardar", exact: true }).click();
    await page.waitForURL("**/carta/0?hecho=3");
    assertEquals(await priceOf(board, "salbutes-p"), undefined);
    await page.getByRole("button", { name: "Deshacer" }).click();
    await page.waitForURL("**/carta/0?hecho=4");
    assertEquals(await priceOf(board, "salbutes-p"), 40);
    const rows = page.getByLabel("Nombre de");
    const count = await rows.count();
    await rows.first().fill("Panuchos de la casa");
    await page.getByRole("button", { name: "Agregar 5 renglones" }).last().click();
    await page.getByLabel("Nombre de Platillo nuevo").first().fill("Tamal");
    await page.getByLabel("Precio de Platillo nuevo").first().fill("25");
    assertEquals(await rows.count(), count + 5);
    await page.getByRole("button", { name: "Guardar", exact: true }).click();
    await page.waitForURL("**/carta/0?hecho=5");
    assertEquals(await priceOf(board, "tamal-2"), 25);
    assertEquals(await rows.first().inputValue(), "Panuchos de la casa");
    await page.goto(`${board.url}/versiones`);
    const line = "Antojitos, Panuchos, orden de 3, precio: $108.00 → $112.50; y otro cambio";
    await page.getByText(line).waitFor();
    assertEquals(await page.getByText(/Versión \d: Wendy, hoy a las/).count(), 4);
    await holdPages(board, browser, { platillos: "/platillos", seccion: "/carta/0" });
  },
  { source: quietSource() },
);

testInBrowser(
  "a dish keeps what was typed after Back, even from what was saved, and if it cannot be saved, and needs no English",
  async ({ board, open }) => {
    const page = await open("/carta/5", WITHOUT_SCRIPT);
    const name = page.getByLabel("Nombre de").first();
    const price = page.getByLabel("Precio de").first();
    const save = () => page.getByRole("button", { name: "Guardar" }).click();
    const id = board.deps.restaurant().menu.sections[5]!.dishes[0]!.id;
    const problems: string[] = [];
    for (const typed of ["0", "cien"]) {
      await name.fill("Postre de la casa");
      await price.fill(typed);
      await save();
      problems.push(await page.getByRole("alert").getByRole("listitem").innerText());
      assertEquals(await name.inputValue(), "Postre de la casa");
      assertEquals(await price.inputValue(), typed);
    }
    const wrong = "precio: se esperaba un número mayor que 0, y hay";
    assertEquals(problems, [`${wrong} 0`, `${wrong} "cien"`]);
    // Without an English description, the Spanish one is in its place.
    // The refusal has opened what the dish keeps folded.
    await page.getByLabel("descripción en inglés").first().fill("");
    await price.fill("80");
    await save();
    await page.getByText("Guardado", { exact: true }).waitFor();
    const { description } = board.deps.restaurant().menu.sections[5]!.dishes.find((dish) =>
      dish.id === id
    )!;
    assertEquals(description.en, description.es);
    // Back does not ask to send the form again.
    await page.goBack();
    assertEquals(await price.inputValue(), "80", "in the refused form");
  },
  { source: quietSource() },
);

Deno.test("an uploaded file that is not UTF-8 is refused with what to do", async () => {
  await using board = await testBoard({ source: quietSource() });
  const body = new FormData();
  body.append("version", "0");
  body.append("texto", new Blob([new Uint8Array([0x89, 0x50, 0xff, 0xf1])]), "carta.json");
  const headers = { cookie: board.cookie, origin: board.url };
  const answer = await board.ask("/archivo", { method: "POST", body, headers });
  assertEquals(answer.status, 422);
  assertStringIncludes(answer.text, "hay que guardarlo con la codificación UTF-8");
});

testInBrowser(
  "new hours come by an uploaded file, which first shows the reservations that they hit",
  async ({ board, open }) => {
    await reserve(board, { hora: "21:00" });
    await reserve(board, { hora: "13:00", nombre: "Luis Uc", telefono: "9990001122" });
    const typed = { version: "0", "horario.sabado": "13-17:30", accion: "revisar" };
    const { headers: ofGuests } = await board.post("/ajustes/horario", typed);
    assertEquals(ofGuests.get("cache-control"), "no-store", "it names guests");
    const page = await open("/versiones", WITHOUT_SCRIPT);
    const upload = async (text: string) => {
      await page.getByLabel("Archivo cambiado").setInputFiles({
        name: "restaurante.json",
        mimeType: "application/json",
        buffer: Buffer.from(text),
      });
      await page.getByRole("button", { name: "Ver qué cambia" }).click();
    };
    await upload(SAMPLE_FILE_TEXT.replace("America/Merida", "America/Cancun"));
    await page.getByText(
      "La zona horaria no se cambia en el tablero, sino en el servidor",
    ).waitFor();
    await page.goto(`${board.url}/versiones`);
    await upload(SAMPLE_FILE_TEXT.replace('"nombre": "Panuchos"', '"nombre": ""'));
    await page.getByRole("heading", { name: "Así no se puede guardar" }).waitFor();
    await page.goto(`${board.url}/versiones`);
    const saturday = /"sabado": .*/;
    const shorter = '"sabado": [{ "abre": "13:00", "cierra": "17:30" }],';
    await upload(SAMPLE_FILE_TEXT.replace(saturday, shorter));
    await page.getByRole("heading", { name: "Fuera del horario nuevo: 1 reservación, 4 personas" })
      .waitFor();
    assertStringIncludes(
      wordsOf(await page.content()),
      "Horario, sábado: 13:00-17:30, 19:00-01:30 → 13:00-17:30",
    );
    await reserve(board, { hora: "20:00", nombre: "Eva Pech", telefono: "9990001133" });
    await page.getByRole("button", { name: "Guardar", exact: true }).click();
    await page.getByRole("heading", { name: "Fuera del horario nuevo: 2 reservaciones" }).waitFor();
    // Until another instance follows, it may take one at the old hours: the list is read again.
    const { headers } = await board.get("/versiones?hecho=2");
    assertEquals(headers.get("refresh"), "3;url=/versiones?hecho=2&aplicado");
    await board.storage.book.take(sampleReservation({ time: "21:30" }), "Lupe", "R-7K3M9QAB");
    const again = await board.get("/versiones?hecho=2&aplicado");
    assertSays(again, "Fuera del horario nuevo: 3 reservaciones");
    assertEquals(again.headers.get("refresh"), null);
    const { status } = await board.app.post("/api/reserva", {
      dia: "2026-03-14",
      hora: "20:00",
      personas: 2,
      nombre: "Rosa Chan",
      telefono: "9990001144",
    });
    assertEquals(status, 422);
  },
  { source: quietSource() },
);

for (const script of [true, false]) {
  testTonight(
    `what was opened can be undone in a bar that ${
      script ? "goes after 10 s" : "stays without script"
    }`,
    async ({ board, open }) => {
      const id = await board.storage.closures.by("Wendy")
        .add({ kind: "day", day: "2026-03-21" }, "Boda");
      await board.post("/lleno", { hora: "2026-03-14T21:00" });
      const { closures } = board.deps.state();
      const page = await open(`/cierres?cierre=${id}`, { javaScriptEnabled: script });
      if (script) {
        await page.clock.install({ time: board.clock.now() });
        // A page that was read by another clock counts as without network.
        await page.reload();
      }
      const openAgain = async (name: string) => {
        await page.getByRole("link", { name, exact: true }).click();
        await page.getByRole("heading", { name: "Los clientes podrán reservar" }).waitFor();
        assertEquals(board.deps.state().closures, closures);
        if (script) await page.clock.runFor(1_000);
        await page.getByRole("button", { name: "Sí, abrir" }).click();
        await bar.waitFor();
        assertEquals(board.deps.state().closures.length, 1);
      };
      const bar = page.getByText(/^Se quitó: /);
      const undo = page.locator(".watch").getByRole("button", { name: "Deshacer" });
      await openAgain("Quitar el cierre");
      assertEquals(await bar.innerText(), "Se quitó: sábado 21 de marzo, todo el día Boda");
      if (script) await page.clock.runFor(9_000);
      await undo.click();
      await page.getByRole("link", { name: "Quitar el cierre" }).waitFor();
      assertEquals(await bar.count(), 0);
      assertEquals(board.deps.state().closures, closures);
      // On the board, too, whose script reads the day again and again.
      await page.goto(board.url);
      await openAgain("Abrir");
      assertEquals(new URL(page.url()).pathname, "/");
      if (script) await page.clock.runFor(9_000);
      await bar.waitFor();
      if (script) await page.clock.runFor(1_500);
      assertEquals(await bar.isVisible(), !script);
      assertEquals(board.deps.state().closures.length, 1);
    },
  );
}

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
    await switches.pause({ night: "2026-03-10", until: instantOf("2026-03-10T20:30") });
    await switches.soldOut("panuchos", "2026-03-10");
    await switches.soldOut("retirado-".repeat(10), null);
    await switches.kitchen({ serviceDay: "2026-03-10", closes: "2026-03-10T20:00" });
    const evening = await closures.add({
      kind: "span",
      from: "2026-03-14T19:00",
      to: "2026-03-15T02:00",
    }, "Boda ".repeat(40).trim());
    const holiday = { kind: "days", from: "2026-12-24", to: "2026-12-26" } as const;
    await closures.by("Wendy").add(holiday, "Navidad");
    const wedding = await closures.by("Wendy").add({ kind: "day", day: "2026-03-20" }, "Boda");
    const { location } = await takeBack(board, `/cierres?quitar=${wedding}&volver=/cierres`);
    await holdPages(board, browser, {
      "casa": "/casa",
      "cierres": "/cierres",
      "cierre-quitar": `/cierres?quitar=${evening}&volver=/cierres`,
      "pausa-abrir": "/cierres?quitar=pausa&volver=/casa",
      "cierre-abierto": location!,
      "cierres-mal": "/cierres?dia=2026-03-14&de=19:00&motivo=",
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
