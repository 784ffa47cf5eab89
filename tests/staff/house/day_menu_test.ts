/** /dia: the menu of the day, by the host. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { SAMPLE_FILE_TEXT } from "../../../src/restaurant/load.ts";
import { PICKUP, postDraft } from "../../operations/_drafts.ts";
import { show } from "../../pages/_pages.ts";
import { instantOf } from "../../support/restaurant_fixture.ts";
import {
  type BoardAnswer,
  type Device,
  HOST_KEY,
  quietSource,
  type TestBoard,
  testBoard,
} from "../../support/test_board.ts";
import { formFields, wordsOf } from "../_board_pages.ts";
import { holdPages, signedInPage, testInBrowser, untilLive, WITHOUT_SCRIPT } from "../_browser.ts";

/** Friday evening. The sample serves until half past one. */
const TONIGHT = instantOf("2026-03-13T20:00");

interface HostBoard extends TestBoard {
  readonly host: Device;
}

async function hostBoard(): Promise<HostBoard> {
  const board = await testBoard({ source: quietSource(), now: TONIGHT });
  await board.storage.staffKey.set("host", HOST_KEY);
  return Object.assign(board, { host: await board.signIn("Lupe", HOST_KEY) });
}

/** Types into the box, and taps its button again for what is only shown first. @returns what was shown, in words */
async function write(
  { host }: HostBoard,
  platillos: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const first = await host.post("/dia", { platillos, ...more });
  if (first.status === 303) return "";
  const saved = await host.post("/dia", { platillos, ...more, ...shownIn(first) });
  assertEquals([saved.status, saved.location], [303, "/dia?hecho"], wordsOf(saved.text));
  return wordsOf(first.text);
}

/** The fields by which the page knows what it has shown. */
function shownIn({ text }: BoardAnswer): Readonly<Record<string, string>> {
  const [, visto = "", version = ""] =
    /name="visto" value="([^"]*)">\s*<input [^>]*name="version" value="(\d+)"/.exec(text) ?? [];
  return { visto, version };
}

interface Seen {
  readonly nombre: string;
  readonly platillos: readonly { readonly id: string; readonly nombre: string }[];
}

/** The first section that guests see: its name, and its dishes' names by their ids. */
async function firstSection({ app }: TestBoard): Promise<readonly [string, object]> {
  const { nombre, platillos } = (await app.get("/api/menu")).body.secciones[0] as Seen;
  return [nombre, Object.fromEntries(platillos.map(({ id, nombre }) => [id, nombre]))];
}

function file({ deps }: TestBoard) {
  return JSON.parse(deps.restaurantBook.served().text);
}

Deno.test("the host's menu of the day comes first everywhere, can be ordered, and ends with its night", async () => {
  await using board = await hostBoard();
  const { app } = board;
  assertEquals(await write(board, "Sopa de lima 65\nPuchero con verduras $80"), "");
  const dishes = { "dia-20260313-1": "Sopa de lima", "dia-20260313-2": "Puchero con verduras" };
  assertEquals(await firstSection(board), ["Menú del día", dishes]);
  assertMatch((await show(app, "/carta?lang=en")).words, /Today&#39;s menu Sopa de lima \$65/);
  assertMatch((await show(app, "/pedir")).text, /<h2 id="_0">Menú del día/);
  const lineas = [{ id: "dia-20260313-2", cantidad: 2 }];
  assertEquals((await postDraft(app, { lineas, entrega: PICKUP })).body.total, 160);
  board.clock.set(instantOf("2026-03-14T01:30"));
  assertEquals((await firstSection(board))[0], "Antojitos");
  assertEquals((await postDraft(app, { lineas, entrega: PICKUP })).body.motivo, "lineas");
  assertEquals((await board.host.get("/dia")).text.includes("Puchero"), false);
  const { restaurantBook: book } = board.deps;
  const named = book.served().text.replace("Menú del día", "Comida corrida");
  await book.save(named, book.served().version, "Ana");
  await write(board, "Pozole 90");
  assertEquals(await firstSection(board), ["Comida corrida", { "dia-20260314-1": "Pozole" }]);
  assertEquals(file(board).secciones.length, 8, "Friday's is no longer in the file");
});

Deno.test("after the last service of a day the page says that its menu ends at midnight, and when tomorrow's begins", async () => {
  await using board = await hostBoard();
  const says = async () => wordsOf((await board.host.get("/dia")).text);
  const tomorrow = "Hoy ya no hay servicio: el menú de mañana se escribe pasada la medianoche.";
  // On Sundays the sample serves until seven.
  for (
    const [at, end, isOver] of [
      ["14T23:45", "el final del servicio de hoy, sábado 14 de marzo", false],
      ["15T01:00", "el final del servicio de hoy, sábado 14 de marzo", false],
      ["15T18:59", "el final del servicio de hoy, domingo 15 de marzo", false],
      ["15T19:00", "la medianoche de hoy, domingo 15 de marzo", true],
    ] as const
  ) {
    board.clock.set(instantOf(`2026-03-${at}`));
    const words = await says();
    assertStringIncludes(words, `Se verá hasta ${end}.`);
    assertEquals(words.includes(tomorrow), isOver, at);
  }
});

Deno.test("what replaces a menu is shown first; a dish keeps its id by its name, and no id comes to mean another", async () => {
  await using board = await hostBoard();
  await write(board, "Sopa 65\nPuchero 80");
  const before = file(board).secciones.at(-1).platillos;
  const shown = await write(board, "PUCHERO 85\nPozole chico 60 / grande 90");
  assertStringIncludes(shown, "Esto se entendió PUCHERO $85.00 Pozole");
  assertEquals((await firstSection(board))[1], {
    "dia-20260313-2": "PUCHERO",
    "dia-20260313-3": "Pozole",
  });
  const [puchero, pozole] = file(board).secciones.at(-1).platillos;
  assertEquals(puchero.presentaciones, [{ ...before[1].presentaciones[0], precio: 85 }]);
  assertEquals(pozole.presentaciones.map(({ id }: { id: string }) => id), [
    "dia-20260313-3-1",
    "dia-20260313-3-2",
  ]);
  const { version } = board.deps.restaurantBook.served();
  for (const tap of ["first", "second"]) {
    assertEquals((await board.host.post("/dia", { accion: "quitar" })).status, 303);
    assertEquals(board.deps.restaurantBook.served().version, version + 1, `${tap} tap`);
  }
  assertEquals((await firstSection(board))[0], "Antojitos");
  const again = wordsOf((await board.host.get("/dia")).text);
  assertStringIncludes(again, "Pozole $60.00 chico / $90.00 grande", "what was taken off is typed");
  assertEquals(await write(board, "Tamal 30\nSopa 65"), "");
  const ids = Object.keys((await firstSection(board))[1]);
  assertEquals(ids, ["dia-20260313-4", "dia-20260313-5"], "the soup was a dish of an earlier menu");
});

Deno.test("the host's act changes that section alone, whatever it sends and whoever saves meanwhile", async () => {
  await using board = await hostBoard();
  await write(board, "Sopa 65");
  const own = file(board);
  const { host, storage: { restaurants } } = board;
  const renamed = { ...own, nombre: "Otra casa", secciones: own.secciones.toReversed() };
  await restaurants.add({ text: JSON.stringify(renamed), after: 2, actor: "Ana" });
  await write(board, "Puchero 80", {
    ...{ nombre: "Mala", n: "1", section: "0", accion: "guardar", texto: "{}" },
    ...{ "secciones.0.nombre": "Mala", "secciones.0.visible": "oculta" },
  });
  const [dayMenu, ...others] = file(board).secciones;
  assertEquals([dayMenu.id, dayMenu.platillos[0].nombre], ["dia-20260313", "Puchero"]);
  assertEquals({ ...file(board), secciones: others }, {
    ...renamed,
    secciones: renamed.secciones.slice(1),
  });
  for (const path of ["/carta/0", "/archivo", "/ajustes/secciones"]) {
    assertEquals((await host.post(path, {})).status, 403, path);
  }
});

Deno.test("of two hosts who replace one menu the second sees the first one's before it goes", async () => {
  await using board = await hostBoard();
  await write(board, "Sopa 65");
  const platillos = "Puchero 80";
  const seen = shownIn(await board.host.post("/dia", { platillos }));
  await write(board, "Pozole 90");
  const late = await board.host.post("/dia", { platillos, ...seen });
  assertEquals(late.status, 200);
  assertStringIncludes(wordsOf(late.text), "Pozole $90.00");
  assertEquals((await board.host.post("/dia", { platillos, ...shownIn(late) })).status, 303);
});

Deno.test("an owner who saves a form that is older than the menu of the day takes nothing from it", async () => {
  await using board = await hostBoard();
  await write(board, "Sopa 65");
  const version = String(board.deps.restaurantBook.served().version);
  const renamed = { "secciones.0.nombre": "Antojos", "secciones.7.visible": "" };
  await write(board, "Puchero 80");
  const form = { ...renamed, version, accion: "guardar" };
  const { status, text } = await board.post("/ajustes/secciones", form);
  assertEquals([status, file(board).secciones[0].nombre], [303, "Antojos"], wordsOf(text));
  assertEquals((await firstSection(board))[0], "Antojos", "the owner shows it always");
  const own = file(board).secciones.find(({ id }: { id: string }) => id === "dia-20260313");
  assertEquals(own.platillos.map(({ nombre }: { nombre: string }) => nombre), ["Puchero"]);
});

Deno.test("a menu of the day that the owner shows always stays, and the host writes another beside it", async () => {
  await using board = await hostBoard();
  const { host } = board;
  await write(board, "Sopa 65");
  const shown = { version: "2", "secciones.7.visible": "", accion: "guardar" };
  assertEquals((await board.post("/ajustes/secciones", shown)).status, 303);
  const kept = file(board).secciones.at(-1);
  assertEquals(wordsOf((await host.get("/dia")).text).includes("Se ve hasta"), false);
  await host.post("/dia", { accion: "quitar" });
  assertEquals(file(board).secciones.at(-1), kept);
  assertEquals(await write(board, "Puchero 80"), "");
  assertEquals(await firstSection(board), ["Menú del día", { "dia-20260313-2": "Puchero" }]);
  await write(board, "Puchero 85");
  board.clock.set(instantOf("2026-03-14T20:00"));
  await write(board, "Pozole 90");
  assertEquals(file(board).secciones.slice(-2), [kept, {
    ...{ id: "dia-20260314", nombre: "Menú del día", nombre_en: "Today's menu" },
    visible: "2026-03-14",
    platillos: [{
      id: "dia-20260314-1",
      nombre: "Pozole",
      presentaciones: [{ id: "dia-20260314-1-1", precio: 90 }],
    }],
  }]);
});

Deno.test("a menu that the owner pastes goes into no menu of the day, whatever its heading is", async () => {
  for (
    const [sections, texto, place] of [
      [
        JSON.parse(SAMPLE_FILE_TEXT).secciones,
        "MENÚ DEL DÍA\nCaldo $50\nPollo pibil $90",
        "MENÚ DEL DÍA",
      ],
      [[], "Caldo $50\nPollo pibil $90", "Platillos"],
    ] as const
  ) {
    await using board = await hostBoard();
    const { restaurantBook: book } = board.deps;
    await book.save(JSON.stringify({ ...file(board), secciones: sections }), 0, "Ana");
    await write(board, "Sopa 65");
    board.clock.set(instantOf("2026-03-14T15:00"));
    const sheet = await board.post("/platillos", { texto });
    const form = { ...formFields(sheet.text, "/platillos"), accion: "guardar" };
    assertEquals((await board.post("/platillos", form)).status, 303);
    await write(board, "Pozole 90");
    const { secciones } = (await board.app.get("/api/menu")).body;
    const pasted = secciones.find(({ nombre }: Seen) => nombre === place) as Seen;
    assertEquals(pasted.platillos.map(({ nombre }) => nombre), ["Caldo", "Pollo pibil"]);
  }
});

Deno.test("no form offers the menu of a day as the section of another dish, which would go with the next day's", async () => {
  await using board = await hostBoard();
  await write(board, "Sopa 65");
  const pasted = await board.post("/platillos", { texto: "POSTRES\nArroz con leche $60" });
  const pages = { "/carta/0": await board.get("/carta/0"), "/platillos": pasted };
  for (const [path, { text }] of Object.entries(pages)) {
    assertStringIncludes(text, '<option value="6"', path);
    assertEquals(text.includes('<option value="7"'), false, path);
  }
  const own = formFields((await board.get("/carta/7")).text, "/carta/7");
  assertEquals(own["secciones.7.platillos.0.seccion"], "7", "its own dishes may stay");
});

Deno.test("what was not understood is told before anything is saved, and stays typed", async () => {
  await using board = await hostBoard();
  const platillos = `Sopa de lima 65\n${
    "Guarnición que cambia cada día según el mercado ".repeat(3)
  }`;
  const first = await board.host.post("/dia", { platillos });
  assertEquals(first.status, 422);
  assertStringIncludes(wordsOf(first.text), "Todavía no se guarda.");
  assertStringIncludes(first.text, "Guarnición que cambia");
  const titled = await board.host.post("/dia", { platillos: "MENÚ\nSOPAS\nDe lima 65\nPozole 80" });
  assertEquals(titled.status, 422);
  assertStringIncludes(wordsOf(titled.text), "No se muestra «SOPAS». El menú del día es una sola");
  const { status, text } = await board.host.post("/dia", { platillos: "Nada que se venda" });
  assertEquals(status, 422);
  assertStringIncludes(wordsOf(text), "Ningún renglón tiene un platillo con su precio");
  assertStringIncludes(text, ">Nada que se venda</textarea>");
  const long = await board.host.post("/dia", { platillos: `${"Sopa ".repeat(20)} 65` });
  assertStringIncludes(wordsOf(long.text), "se esperaba un texto de hasta 80 letras");
  assertEquals(board.deps.restaurantBook.served().version, 0, "nothing was saved");
});

testInBrowser(
  "two taps and typing put the menu of the day on /carta, on any screen and without script",
  async ({ board, browser }) => {
    await board.storage.staffKey.set("host", HOST_KEY);
    for (const [n, options] of [{}, WITHOUT_SCRIPT].entries()) {
      const { cookie } = await board.signIn("Lupe", HOST_KEY);
      const page = await signedInPage(board, browser, { cookie, ...options });
      await page.goto(board.url);
      if (n === 0) await untilLive(page);
      await page.getByRole("link", { name: "Menú del día" }).click();
      await page.waitForURL("**/dia");
      if (n === 0) await page.keyboard.type("Sopa de lima 65");
      else {
        await page.getByRole("button", { name: "Quitar" }).click();
        await page.waitForURL("**/dia?hecho");
        await page.getByRole("textbox").fill("Puchero 80");
      }
      await page.getByRole("button", { name: "Guardar" }).click();
      await page.getByText("Listo: los clientes lo ven en dos segundos.").waitFor();
    }
    assertMatch((await show(board.app, "/carta")).words, /Menú del día Puchero \$80/);
    await holdPages(board, browser, { dia: "/dia" });
  },
  { source: quietSource(), now: TONIGHT },
);
