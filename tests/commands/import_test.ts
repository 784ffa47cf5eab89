/** `import`: what a file changes, the owner's consent, and what is served then. */
import { assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { runCommandLine } from "../../src/commands/command_line.ts";
import { type Edit, editedSample } from "../support/edited_sample.ts";
import { type LeftDatabase, leftDatabase } from "./_database.ts";
import { ran, recordingIo, run, type Written } from "./_run.ts";

const PRICE = "secciones[0].platillos[0].presentaciones[1].precio";
const ASKED = "¿Importar? [s/N]";
const CHANGE = "  Antojitos, Panuchos, orden de 3, precio: $108.00 → $112.00";

interface Imports extends LeftDatabase {
  /** Runs `import` of the sample's file, edited. @param answers what is typed; none without a terminal */
  import(
    edits: readonly Edit[],
    answers?: readonly string[],
    ...options: readonly string[]
  ): Promise<Written & { readonly code: number }>;
  versions(): Promise<readonly string[]>;
}

/** A database that serves the sample's file as the first version, imported. */
async function imports(): Promise<Imports> {
  const database = await leftDatabase();
  const file = join(database.folder, "carta.json");
  await Deno.writeTextFile(file, editedSample());
  const { written } = await run(["import", file], database.env, 0, ["s"]);
  assertEquals(written, [
    "Todavía no hay restaurante: empieza con este archivo.",
    ASKED,
    "Importado: es la versión 1, y se sirve en dos segundos.",
  ]);
  return {
    ...database,
    async import(edits, answers = [], ...options) {
      await Deno.writeTextFile(file, editedSample(...edits));
      return await ran(["import", file, ...options], database.env, answers);
    },
    async versions() {
      const sql = "SELECT text, actor FROM restaurant_versions ORDER BY version";
      return (await database.rows(sql)).map(({ text, actor }) =>
        `${JSON.parse(String(text)).nombre}, ${actor}`
      );
    },
  };
}

const FIRST = "Sobremesa de la 58, sobremesa import";

Deno.test("import shows what a file changes, as the board says it, and asks before it is served", async () => {
  await using database = await imports();
  const edits: Edit[] = [[PRICE, 112], ["nombre", "La Otra"]];
  const renamed = "  Nombre del restaurante: Sobremesa de la 58 → La Otra";
  for (const answer of ["", "n", "claro"]) {
    const { code, written } = await database.import(edits, [answer]);
    assertEquals(code, 0);
    assertEquals(written, [renamed, CHANGE, ASKED, "No se importó nada."]);
  }
  assertEquals(await database.versions(), [FIRST]);
  const { written } = await database.import(edits, ["Sí"]);
  assertEquals(written.at(-1), "Importado: es la versión 2, y se sirve en dos segundos.");
  assertEquals(await database.versions(), [FIRST, "La Otra, sobremesa import"]);
  const { complained } = await run(["export"], database.env);
  assertMatch(complained.join(), /^lo que se sirve, versión 2 \(sobremesa import, /);
});

Deno.test("import --yes asks nothing; without it and without a terminal nothing is imported", async () => {
  await using database = await imports();
  const refused = await database.import([[PRICE, 112]]);
  assertEquals([refused.code, refused.complained], [1, [
    "sobremesa: no hay quien conteste: --yes importa sin preguntar",
  ]]);
  assertEquals(await database.versions(), [FIRST]);
  const { code, written } = await database.import([[PRICE, 112]], [], "--yes");
  assertEquals([code, written.includes(ASKED)], [0, false]);
  assertEquals((await database.versions()).length, 2);
});

Deno.test("import says before it asks that a file takes away more than half of the dishes", async () => {
  await using database = await imports();
  const sections = [...Array(7).keys()];
  const without = (...cut: readonly number[]): Edit[] =>
    cut.map((n) => [`secciones[${n}].platillos`, []]);
  const warned = async (edits: readonly Edit[]) =>
    (await database.import(edits, ["n"])).written.filter((line) => line.startsWith("Se quitan"));
  assertEquals(await warned(without(...sections)), ["Se quitan 62 de 62 platillos."]);
  assertEquals(await warned(without(0, 1)), []);
  const { written } = await database.import(without(...sections), [], "--yes");
  assertEquals(written.at(-2), "Se quitan 62 de 62 platillos.");
});

Deno.test("import refuses a broken file and names each mistake, and one that changes nothing is left out", async () => {
  await using database = await imports();
  const { code, complained } = await database.import([["valet", 1], ["nombre", " "]], [], "--yes");
  assertEquals(code, 1);
  assertEquals(complained.join().split("\n").slice(1), [
    'Nombre del restaurante (nombre): se esperaba un texto que no esté en blanco, y hay " "',
    "Valet parking (valet): se esperaba true (sí) o false (no), y hay 1",
  ]);
  const same = await database.import([], [], "--yes");
  assertEquals(same.written, ["Para los clientes no cambia nada: no se importó."]);
  assertEquals(await database.versions(), [FIRST]);
});

Deno.test("import says that an image of the file is missing", async () => {
  await using database = await imports();
  const { written } = await database.import([["presentacion.foto", "f".repeat(64)]], ["n"]);
  const missing = written.filter((line) => line.startsWith("Falta una imagen"));
  assertEquals(missing.length, 1);
  const { written: other } = await database.import([[PRICE, 112]], ["n"]);
  assertEquals(other.filter((line) => line.startsWith("Falta")), [], "the sample has its own");
});

Deno.test("import replaces a stored version that this program refuses", async () => {
  await using database = await imports();
  await database.rows("UPDATE restaurant_versions SET text = '{}' RETURNING version");
  const { written } = await database.import([], ["s"]);
  assertEquals(written, [
    "La versión 1, la última, no sirve con este programa: la reemplaza.",
    ASKED,
    "Importado: es la versión 2, y se sirve en dos segundos.",
  ]);
});

Deno.test("import over a version that came while it asked changes nothing", async () => {
  await using database = await imports();
  const file = join(database.folder, "carta.json");
  await Deno.writeTextFile(file, editedSample([PRICE, 112]));
  const recorded = recordingIo();
  const ask = (): string => {
    const other = new DatabaseSync(join(database.env.DATA_DIR, "sobremesa.db"));
    other.exec(
      `INSERT INTO restaurant_versions SELECT 2, text, at, 'Wendy' FROM restaurant_versions`,
    );
    other.close();
    return "s";
  };
  const code = await runCommandLine({
    args: ["import", file],
    environment: database.env,
    io: { ...recorded, ask },
    program: "",
    systemFile: null,
  });
  assertEquals(code, 1);
  assertEquals(recorded.complained, [
    "sobremesa: Entretanto se guardó otra versión, y no se importó nada: repite el comando.",
  ]);
  assertEquals((await database.versions()).map((one) => one.split(", ")[1]), [
    "sobremesa import",
    "Wendy",
  ]);
});
