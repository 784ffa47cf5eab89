/** A menu that is pasted on the board, looked at once, and saved. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { editedSample } from "../../support/edited_sample.ts";
import { quietSource, type TestBoard } from "../../support/test_board.ts";
import { holdAnswer, PHONE, testInBrowser, textOf, WITHOUT_SCRIPT } from "../_browser.ts";

const SECTIONS = ["Entradas", "Sopas", "Tacos", "Platos fuertes", "Postres", "Aguas", "Cervezas"];

/** 32 dishes in 7 sections. */
const MENU = SECTIONS.map((section, n) => {
  const dishes = Array.from(
    { length: n < 4 ? 5 : 4 },
    (_, i) => `${section} de la casa ${"abcde"[i]}\tcon lo de temporada\t$${40 + n * 10 + i}`,
  );
  return [section.toUpperCase(), ...dishes].join("\n");
}).join("\n\n");

async function serve(board: TestBoard, sections: unknown): Promise<void> {
  const text = editedSample(["secciones", sections]);
  await board.storage.restaurants.add({ text, after: 0, actor: "Lupe" });
}

async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel("Pégala aquí").fill(text);
  await page.getByRole("button", { name: "Leer la carta" }).click();
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Guardar", exact: true }).click();
  await page.getByText(/Listo: se guardó|Guardado/).first().waitFor();
}

// deno-lint-ignore no-explicit-any
function sectionsOf({ deps }: TestBoard): any {
  return JSON.parse(deps.restaurantBook.served().text).secciones;
}

testInBrowser(
  "32 dishes in 7 sections take at most 8 pages and 40 taps",
  async ({ board, open }) => {
    await serve(board, []);
    const page = await open("/", { ...WITHOUT_SCRIPT, viewport: PHONE });
    let [pages, taps] = [1, 0];
    page.on("load", () => pages++);
    for (const link of ["Ajustes", "Carta y precios"]) {
      await page.getByRole("link", { name: link }).first().click();
      taps++;
    }
    // Besides those buttons: into the box, and the telephone's own to paste.
    taps += 4;
    await paste(page, MENU);
    await save(page);
    assert(pages <= 8 && taps <= 40, `${pages} pages, ${taps} taps`);
    const sections = sectionsOf(board);
    assertEquals(
      sections.map(({ platillos }: { platillos: unknown[] }) => platillos.length),
      [5, 5, 5, 5, 4, 4, 4],
    );
    const { presentaciones: [{ precio }], descripcion } = sections[6].platillos[3];
    assertEquals([precio, descripcion.es], [103, "con lo de temporada"]);
  },
  { source: quietSource() },
);

const KEPT = {
  id: "sopa-1",
  nombre: "Sopa de lima",
  descripcion: { es: "caldo con lima\ny pollo", en: "broth with lime\nand chicken" },
  presentaciones: [{ id: "sopa-1-1", etiqueta: "chica", etiqueta_en: "small", precio: 40 }, {
    id: "sopa-1-2",
    etiqueta: "grande",
    precio: 60,
  }],
  favorito: true,
  agotado: true,
};
const GONE = { id: "flan", nombre: "Flan", presentaciones: [{ id: "flan-1", precio: 30 }] };
const OLD = { id: "te", nombre: "Té", presentaciones: [{ id: "te-1", precio: 20 }] };

testInBrowser(
  "pasted again, dishes keep all but their prices, and nothing that is absent goes unless it is ticked",
  async ({ board, open }) => {
    await serve(board, [{ nombre: "Sopas", platillos: [KEPT, OLD] }, {
      nombre: "Postres",
      platillos: [GONE, {
        ...OLD,
        id: "arroz",
        nombre: "Arroz",
        presentaciones: [{ id: "arroz-1", precio: 20 }],
      }],
    }]);
    const page = await open("/platillos", { viewport: PHONE, bypassCSP: true });
    await paste(
      page,
      "FONDA LUPITA\n\nSOPAS\nCaldo $35\nSOPA DE LIMA chica $45 grande $60\nCrema del día $50\nTé $20\nAgua $15\n\nGracias por su visita",
    );
    const said = await textOf(page.locator("main"));
    for (
      const words of [
        "Nuevos: 3.",
        "Cambian: 1.",
        "Iguales: 1.",
        "No vienen: 2.",
        "No se entendieron: 2.",
        "Antes: chica $40, grande $60",
      ]
    ) {
      assertStringIncludes(said, words);
    }
    await holdAnswer(page, "pegada");
    await page.getByText("2: se quedan").click();
    await page.getByLabel("Quitar Flan").check();
    await save(page);
    const [soups, desserts] = sectionsOf(board);
    const [small, big] = KEPT.presentaciones;
    const [first, kept, second, ...last] = soups.platillos;
    assertEquals(kept, { ...KEPT, presentaciones: [{ ...small, precio: 45 }, big] });
    const added = {
      id: "crema-del-dia",
      nombre: "Crema del día",
      presentaciones: [{ id: "crema-del-dia-2", precio: 50 }],
    };
    assertEquals([second, last[0]], [added, OLD]);
    assertEquals([first.nombre, last[1].nombre], ["Caldo", "Agua"], "where they were pasted");
    assertEquals(desserts.platillos.map(({ id }: { id: string }) => id), ["arroz"]);
  },
  { source: quietSource() },
);

testInBrowser(
  "the prices of a section rise or fall in one step, by whole pesos, and are seen before they are saved",
  async ({ board, open }) => {
    await serve(board, [{ nombre: "Sopas", platillos: [KEPT, OLD] }]);
    const page = await open("/carta/0", WITHOUT_SCRIPT);
    const step = async (typed: string) => {
      await page.getByLabel("Cuánto").fill(typed);
      await page.getByRole("button", { name: "Ver los precios nuevos" }).click();
      return await textOf(page.locator("main"));
    };
    assertStringIncludes(await step("mucho"), 'como "+10 %" o "-5"');
    assertStringIncludes(await step("-20"), "no queda de $1");
    assertStringIncludes(await step("+ 11 %"), "Té, precio: $20.00 → $22.00");
    assertEquals(pricesOf(board), [40, 60, 20]);
    await save(page);
    assertEquals(pricesOf(board), [44, 67, 22]);
  },
  { source: quietSource() },
);

function pricesOf(board: TestBoard): readonly number[] {
  const [{ platillos }] = sectionsOf(board);
  return platillos.flatMap(({ presentaciones }: { presentaciones: { precio: number }[] }) =>
    presentaciones.map(({ precio }) => precio)
  );
}

testInBrowser(
  "a paste that the file cannot hold is told with how to mend it, and stays as typed",
  async ({ board, open }) => {
    await serve(board, []);
    const page = await open("/platillos", WITHOUT_SCRIPT);
    await paste(page, "Bienvenidos a la casa");
    assertStringIncludes(
      await textOf(page.locator("main")),
      "Cada uno va en su renglón con su precio",
    );
    assertEquals(await page.getByLabel("Pégala aquí").inputValue(), "Bienvenidos a la casa");
    const long = "Sopa ".repeat(20).trim();
    const many = Array.from(
      { length: 101 },
      (_, n) => `Sopa ${"abcdefghij"[n % 10]}${"xyzuvwrstop"[Math.trunc(n / 10)]} $40`,
    );
    await paste(page, ["SOPAS", `${long} $30`, ...many].join("\n"));
    await page.getByLabel("Precio").first().fill("31.5");
    await page.getByRole("button", { name: "Guardar", exact: true }).click();
    const said = await textOf(page.getByRole("alert").first());
    assertStringIncludes(said, "hasta 80 letras");
    assertStringIncludes(said, "SOPAS, platillos: se esperaba hasta 100 platillos");
    assertEquals(await page.getByLabel("Precio").first().inputValue(), "31.5");
  },
  { source: quietSource() },
);
