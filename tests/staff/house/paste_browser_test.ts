/** A menu that is pasted on the board, looked at once, and saved. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { editedSample } from "../../support/edited_sample.ts";
import { quietSource, type TestBoard, testBoard } from "../../support/test_board.ts";
import { formFields } from "../_board_pages.ts";
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

const SOLD = [
  {
    nombre: "Tortas",
    platillos: [{ id: "torta", nombre: "Pastor", presentaciones: [{ id: "torta-1", precio: 50 }] }],
  },
  {
    nombre: "Por orden",
    platillos: [{
      id: "orden",
      nombre: "Pastor",
      presentaciones: [
        { id: "orden-5", etiqueta: "orden de 5", precio: 85 },
        { id: "orden-10", etiqueta: "orden de 10", precio: 160 },
      ],
    }, { id: "suadero", nombre: "Suadero", presentaciones: [{ id: "suadero-5", precio: 80 }] }],
  },
];

for (
  const [what, text, changed] of [
    [
      "only another section has a dish of that name",
      "CARNE POR KILO\nPastor 1/4 $95, 1/2 $180, kilo $350",
      { "new 1": "1/4 $95", "new 2": "1/2 $180", "new 3": "kilo $350" },
    ],
    [
      "a new section begins with a dish of that name",
      "BURRITOS\nPastor $70\nPOR ORDEN\nPastor orden de 5 $90, orden de 10 $170\nTORTAS\nPastor $55",
      {
        "torta-1": "$55",
        "orden-5": "orden de 5 $90",
        "orden-10": "orden de 10 $170",
        "new 1": "$70",
      },
    ],
    [
      "a dish is sold in one more way, and not in all of the old ones",
      "POR ORDEN\nPastor orden de 3 $60, orden de 10 $170",
      { "orden-10": "orden de 10 $170", "new 1": "orden de 3 $60" },
    ],
    ["there is no heading", "Suadero $85", { "suadero-5": "$85" }],
  ] as const
) {
  Deno.test(`no id comes to mean other goods by a pasted menu in which ${what}`, async () => {
    await using board = await testBoard({ source: quietSource() });
    await serve(board, SOLD);
    const before = goodsOf(board);
    const sheet = await board.post("/platillos", { texto: text });
    const form = { ...formFields(sheet.text, "/platillos"), accion: "guardar" };
    assertEquals((await board.post("/platillos", form)).status, 303);
    const after = Object.entries(goodsOf(board));
    const added = after.filter(([id]) => !(id in before)).map((
      [, goods],
      n,
    ) => [`new ${n + 1}`, goods]);
    const kept = after.filter(([id]) => id in before);
    assertEquals(Object.fromEntries([...kept, ...added]), { ...before, ...changed });
    const sizes = sectionsOf(board).map(({ platillos }: { platillos: unknown[] }) =>
      platillos.length
    );
    assertEquals(sizes, [1, 2, ...sizes.slice(2)], "none has left its section");
  });
}

/** What each id of a way to sell a dish means, with its price. */
function goodsOf(board: TestBoard): Readonly<Record<string, string>> {
  interface Sold {
    readonly id: string;
    readonly etiqueta?: string;
    readonly precio: number;
  }
  const dishes: readonly { readonly presentaciones: readonly Sold[] }[] = sectionsOf(board)
    .flatMap(({ platillos }: { platillos: unknown[] }) => platillos);
  return Object.fromEntries(
    dishes.flatMap(({ presentaciones }) =>
      presentaciones.map(({ id, etiqueta = "", precio }) => [id, `${etiqueta} $${precio}`.trim()])
    ),
  );
}

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
