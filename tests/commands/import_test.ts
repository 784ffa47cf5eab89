/** `import`: what a file changes, and what is served then. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { type Image, imageName, readImage } from "../../src/domain/image.ts";
import { pack, unpack } from "../../src/restaurant/archive.ts";
import { FILE_WEEKDAYS } from "../../src/restaurant/schema.ts";
import { SAMPLE_IMAGES } from "../../src/restaurant/sample_images.ts";
import { type Edit, editedSample } from "../support/edited_sample.ts";
import { inheritedEnvironment, programCommand } from "../support/service_process.ts";
import { type LeftDatabase, leftDatabase } from "./_database.ts";
import { ran, run, type Written } from "./_run.ts";

const PRICE = "secciones[0].platillos[0].presentaciones[1].precio";
const NOT_YET = "Todavía no se importó: --yes lo importa.";
const NOTHING = "Para los clientes no cambia nada: no se importó.";
const NO_IMAGE = "Falta una imagen que el archivo nombra: súbela en el tablero, en Ajustes.";
const CHANGE = "  Antojitos, Panuchos, orden de 3, precio: $108.00 → $112.00";

interface Imports extends LeftDatabase {
  /** Runs `import` of the sample's file, edited. */
  import(
    edits: readonly Edit[],
    ...options: readonly string[]
  ): Promise<Written & { readonly code: number }>;
  versions(): Promise<readonly string[]>;
}

/** A database that serves the sample's file as the first version, imported. */
async function imports(): Promise<Imports> {
  const database = await leftDatabase();
  const file = join(database.folder, "carta.json");
  await Deno.writeTextFile(file, editedSample());
  const target = `En ${database.env.DATA_DIR}/sobremesa.db:`;
  const { written } = await run(["import", file, "--yes"], database.env);
  assertEquals(written, [
    target,
    "Todavía no hay restaurante: empieza con este archivo.",
    "Importado: es la versión 1, y se sirve en dos segundos.",
    "Mientras el tablero diga que no se toman reservaciones, ahí se abren.",
  ]);
  return {
    ...database,
    async import(edits, ...options) {
      await Deno.writeTextFile(file, editedSample(...edits));
      const said = await ran(["import", file, ...options], database.env);
      return { ...said, written: said.written.filter((line) => line !== target) };
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

Deno.test("import shows what a file changes, as the board says it, and with --yes it is served", async () => {
  await using database = await imports();
  const edits: Edit[] = [[PRICE, 112], ["nombre", "La Otra"]];
  const renamed = "  Nombre del restaurante: Sobremesa de la 58 → La Otra";
  const { code, written } = await database.import(edits);
  assertEquals(code, 0);
  assertEquals(written, [renamed, CHANGE, NOT_YET]);
  assertEquals(await database.versions(), [FIRST]);
  const { written: done } = await database.import(edits, "--yes");
  assertEquals(done.at(-1), "Importado: es la versión 2, y se sirve en dos segundos.");
  assertEquals(await database.versions(), [FIRST, "La Otra, sobremesa import"]);
  const { complained } = await run(["export"], database.env);
  assertMatch(complained.join(), /^lo que se sirve, versión 2 \(sobremesa import, /);
});

Deno.test("import says first that a file takes away more than half of the dishes", async () => {
  await using database = await imports();
  const sections = [...Array(7).keys()];
  const without = (...cut: readonly number[]): Edit[] =>
    cut.map((n) => [`secciones[${n}].platillos`, []]);
  const warned = async (edits: readonly Edit[]) =>
    (await database.import(edits)).written.filter((line) => line.startsWith("Se quitan"));
  assertEquals(await warned(without(...sections)), ["Se quitan 62 de 62 platillos."]);
  assertEquals(await warned(without(0, 1)), []);
  const { written } = await database.import(without(...sections), "--yes");
  assertEquals(written.at(-2), "Se quitan 62 de 62 platillos.");
});

Deno.test("import says which reservations a file leaves outside its hours before it is imported", async () => {
  await using database = await imports();
  const open = (abre: string, cierra: string): Edit[] =>
    FILE_WEEKDAYS.map((day) => [`horario.${day}`, [{ abre, cierra }]]);
  await database.import(open("08:00", "23:00"), "--yes");
  const day = Temporal.Now.plainDateISO("America/Merida").add({ days: 7 }).toString();
  const [, evening] = await database.hold(
    ...["09:00", "20:00"].map((time) => ({ day, time, serviceDay: day, partySize: 4 })),
  );
  const told = [
    "Fuera del horario nuevo: 1 reservación, 4 personas. Siguen en pie: avísales.",
    `  ${evening}: ${day}, 20:00`,
  ];
  const morning = open("08:00", "12:00");
  assertEquals((await database.import(morning)).written.slice(-3), [...told, NOT_YET]);
  const { written } = await database.import(morning, "--yes");
  assertEquals(told.every((line) => written.includes(line)), true, written.join("\n"));
});

Deno.test("import refuses a broken file and names each mistake, and one that changes nothing is left out", async () => {
  await using database = await imports();
  const { code, complained } = await database.import([["valet", 1], ["nombre", " "]], "--yes");
  assertEquals(code, 1);
  assertEquals(complained.join().split("\n").slice(1), [
    'Nombre del restaurante (nombre): se esperaba un texto que no esté en blanco, y hay " "',
    "Valet parking (valet): se esperaba true (sí) o false (no), y hay 1",
  ]);
  const same = await database.import([], "--yes");
  assertEquals(same.written, [NOTHING]);
  assertEquals(await database.versions(), [FIRST]);
});

Deno.test("import says that an image of the file is missing", async () => {
  await using database = await imports();
  const { written } = await database.import([["presentacion.foto", "f".repeat(64)]]);
  const missing = written.filter((line) => line.startsWith("Falta una imagen"));
  assertEquals(missing.length, 1);
  const { written: other } = await database.import([[PRICE, 112]]);
  assertEquals(other.filter((line) => line.startsWith("Falta")), [], "the sample has its own");
});

Deno.test("import stores the photos that a menu which does not change lacks", async () => {
  await using database = await imports();
  const [hash, other] = [imageName(PIXEL), "f".repeat(64)];
  const edits: Edit[] = [
    ["presentacion.foto", hash],
    ["secciones[0].platillos[0].foto", other],
  ];
  await database.import(edits, "--yes");
  const file = join(database.folder, "casa.tar");
  const images = new Map([[hash, PIXEL]]);
  await Deno.writeFile(file, pack({ text: editedSample(...edits), images }, 0));
  const imported = async (...options: readonly string[]) =>
    (await run(["import", file, ...options], database.env)).written.slice(1);
  const stored = async () => (await database.rows("SELECT hash FROM images")).length;
  const says = ["Trae 1 foto de las que faltan.", NO_IMAGE];
  assertEquals([await imported(), await stored()], [[...says, NOT_YET], 0]);
  assertEquals([await imported("--yes"), await stored()], [[...says, "Se guardó 1 foto."], 1]);
  assertEquals(await imported("--yes"), [NO_IMAGE, NOTHING]);
  assertEquals((await database.versions()).length, 2);
});

Deno.test("of a stored version that this program refuses, the doctor names the lines that correct it", async () => {
  await using database = await imports();
  const refused = editedSample(["valet", 1]).replaceAll("'", "''");
  await database.rows(`UPDATE restaurant_versions SET text = '${refused}' RETURNING version`);
  const env = { ...database.env, PORT: "0", STAFF_PORT: "0" };
  const { written: examined } = await run(["doctor"], env, 1);
  const at = examined.findIndex((line) => line.startsWith("falla restaurante: "));
  const lines = [...examined[at + 1]!.matchAll(/`sudo ([^`]+)`/g)].map(([, line]) => line);
  assertEquals(lines, [
    "sobremesa export > restaurante.json",
    "sobremesa import restaurante.json --yes",
    "systemctl restart sobremesa",
  ]);
  const { written: [text = ""], complained } = await run(["export"], database.env, 1);
  assertStringIncludes(complained.join(), "Valet parking (valet): se esperaba true");
  const file = join(database.folder, "restaurante.json");
  await Deno.writeTextFile(file, text.replace(/("valet": ?)1/, "$1true"));
  const { written } = await run(["import", file, "--yes"], database.env);
  assertEquals(written.slice(1), [
    "La versión 1, la última, no sirve con este programa: la reemplaza.",
    "Importado: es la versión 2, y se sirve en dos segundos.",
  ]);
  const { written: after } = await ran(["doctor"], env);
  assertEquals(after.filter((line) => line.startsWith("falla restaurante")), []);
});

/** A picture of one pixel, which the sample lacks. */
const PIXEL = readImage(
  Uint8Array.fromBase64(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGOYZS/7HwAEYwH2+vL4kAAAAABJRU5ErkJggg==",
  ),
) as Image;

/** Runs the program itself, whose standard input and output are bytes. */
async function spawned(
  env: Readonly<Record<string, string>>,
  input: Uint8Array<ArrayBuffer>,
  ...args: readonly string[]
) {
  const [program = "", ...rest] = programCommand(args);
  const whole = { ...inheritedEnvironment(), ...env };
  const child = new Deno.Command(program, {
    ...{ args: rest, clearEnv: true, env: whole, stdin: "piped", stdout: "piped", stderr: "piped" },
  }).spawn();
  await new Blob([input]).stream().pipeTo(child.stdin).catch(() => {});
  const { code, stdout, stderr } = await child.output();
  return { code, bytes: new Uint8Array(stdout), complained: new TextDecoder().decode(stderr) };
}

Deno.test("export --images writes a tar that import takes, as a file or as standard input, with its images", async () => {
  await using database = await imports();
  await using other = await leftDatabase();
  const { code, bytes } = await spawned(database.env, new Uint8Array(), "export", "--images");
  assertEquals(code, 0);
  const { text, images } = unpack(bytes);
  assertEquals([text, images], [editedSample(), SAMPLE_IMAGES]);
  const hash = imageName(PIXEL);
  const named = editedSample(["presentacion.foto", hash]);
  const tar = pack({ text: named, images: new Map([[hash, PIXEL]]) }, 0);
  const file = join(other.folder, "casa.tar");
  await Deno.writeFile(file, tar);
  const { written } = await run(["import", file], other.env);
  assertEquals(written.filter((line) => line.startsWith("Falta")), [], "it comes with its image");
  const stored = () => other.rows("SELECT hash FROM images");
  assertEquals(await stored(), [], "nothing is kept without --yes");
  const cut = await spawned(other.env, tar.slice(0, -1_536), "import", "-", "--yes");
  assertEquals(cut.code, 1);
  assertMatch(cut.complained, /la entrada estándar:\nel \.tar está dañado o incompleto/);
  assertEquals((await spawned(other.env, tar, "import", "-", "--yes")).code, 0);
  assertEquals(await stored(), [{ hash }]);
});
