/** What commands do where there is no service: say so, and leave everything as it is. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { runProgram } from "../support/service_process.ts";

/** Every command that works on the database of a running service. */
const ON_A_DATABASE = [
  ["pause"],
  ["pause", "--until", "20:30"],
  ["resume"],
  ["close", "2030-12-24"],
  ["reopen", "1"],
  ["closures"],
  ["soldout", "panuchos"],
  ["available", "panuchos"],
  ["kitchen", "close"],
  ["kitchen", "default"],
  ["valet", "off"],
  ["purge", "--phone", "9991234567"],
  ["staff", "rotate-key"],
];

/** The others but serve, with what they leave in the folder where they are run. */
const WITHOUT_DATABASE: readonly (readonly [readonly string[], readonly string[]])[] = [
  [["init"], ["restaurante.json", "restaurante.schema.json"]],
  [["check", "restaurante.json"], []],
  [["map", "import", "town.osm", "--out", "mapa.bin"], []],
  [["map", "show", "mapa.bin", "--to", "20.9,-89.6"], []],
  [["map", "check", "mapa.bin"], []],
  [["openapi"], []],
  [["help"], []],
];

for (const args of ON_A_DATABASE) {
  Deno.test(`${args.join(" ")} in an empty folder makes nothing, and says where it looked and how to point it`, async () => {
    await inEmptyFolder(async (folder) => {
      const { code, stdout, stderr } = await runProgram({ args, cwd: folder });
      assertEquals([code, stdout], [1, ""]);
      assertStringIncludes(stderr, `no database at ${folder}/data/sobremesa.db`);
      for (const way of ["--env FILE", "DATA_DIR", "DATABASE_URL"]) {
        assertStringIncludes(stderr, way);
      }
      assertEquals(await namesIn(folder), []);
    });
  });
}

for (const [args, left] of WITHOUT_DATABASE) {
  Deno.test(`${args.join(" ")} makes no database`, async () => {
    await inEmptyFolder(async (folder) => {
      await runProgram({ args, cwd: folder });
      assertEquals(await namesIn(folder), left);
    });
  });
}

Deno.test("where the variables of a file lead nowhere, that is where the command says it looked", async () => {
  await inEmptyFolder(async (folder) => {
    const file = join(folder, "casa.env");
    await Deno.writeTextFile(file, `# the service's\nDATA_DIR="${folder}/nowhere"\n`);
    const { code, stderr } = await runProgram({ args: ["valet", "off", "--env", file] });
    assertEquals(code, 1);
    assertStringIncludes(stderr, `no database at ${folder}/nowhere/sobremesa.db`);
    assertEquals(await namesIn(folder), ["casa.env"]);
  });
});

Deno.test("an empty file is no database, and stays empty", async () => {
  await inEmptyFolder(async (folder) => {
    await Deno.writeTextFile(join(folder, "sobremesa.db"), "");
    const { code, stderr } = await runProgram({ args: ["resume"], env: { DATA_DIR: folder } });
    assertEquals(code, 1);
    assertStringIncludes(stderr, `no database at ${folder}/sobremesa.db`);
    assertEquals(await namesIn(folder), ["sobremesa.db"]);
    assertEquals((await Deno.stat(join(folder, "sobremesa.db"))).size, 0);
  });
});

async function inEmptyFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
  assert(names.every((name) => name !== ""));
  return names.sort();
}
