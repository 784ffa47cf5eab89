/** What holds for every command: how it is found, what is wrong with its arguments, and what it leaves alone. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { COMMAND_LIST, COMMANDS } from "../../src/commands/command_line.ts";
import { SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";
import { runProgram } from "../support/service_process.ts";
import { inTempFolder } from "../support/temp_folder.ts";
import { leftDatabase } from "./_database.ts";
import { run } from "./_run.ts";

/** Arguments that make sense, of commands that want some. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  "check": ["restaurante.json"],
  "import": [
    fileURLToPath(import.meta.resolve("../../src/restaurant/sample/restaurante.json")),
    "--yes",
  ],
  "print": ["caddy"],
  "purge": ["--phone", "9991234567"],
  "map import": ["town.osm.pbf"],
  "backup": ["/nowhere/copy.db"],
  "restore": ["/nowhere/copy.db"],
};

const LINES = COMMANDS.map((command) => ({
  ...command,
  args: [...command.name.split(" "), ...ARGUMENTS[command.name] ?? []],
}));
/** Those that open no database, if their arguments are those above. */
const OTHERS = LINES.filter(({ name, openToRoot }) =>
  openToRoot || name === "check" || name === "map import"
);
const ON_A_DATABASE = LINES.filter((line) => !OTHERS.includes(line));

Deno.test("help and --help print every command, and so does a line without one, as an error", async () => {
  for (const [args, expected] of [[["help"], 0], [["--help"], 0], [[], 2]] as const) {
    const io = await run(args, {}, expected);
    const said = expected === 0 ? io.written : io.complained;
    assertStringIncludes(said.join(), COMMAND_LIST);
    assertEquals(io.written.length + io.complained.length, 1);
  }
});

Deno.test("COMMAND --help says how it is called and what its options mean", async () => {
  const io = await run(["purge", "--help"]);
  const said = io.written.join("\n");
  assertStringIncludes(
    said,
    "uso: sobremesa purge --phone NUMBER [--upcoming]\n  --phone     como lo escriben",
  );
  assertStringIncludes(said, "borra los datos de una persona");
});

Deno.test("the first word of several commands explains each, as an error without --help", async () => {
  for (const [args, expected] of [[["map", "--help"], 0], [["map"], 2]] as const) {
    const io = await run(args, {}, expected);
    const said = (expected === 0 ? io.written : io.complained).join("\n");
    assertStringIncludes(said, "uso: sobremesa map import FILE");
    assertEquals(io.written.length + io.complained.length, 1);
  }
});

Deno.test("every option that a command explains is one that it takes", () => {
  for (const { name, usage, options = {} } of COMMANDS) {
    for (const option of Object.keys(options)) assertStringIncludes(usage, `--${option}`, name);
  }
});

Deno.test("an unknown command is named, with the ones there are", async () => {
  // The second is a name that every object has.
  for (const word of ["start", "constructor"]) {
    const { code, stdout, stderr } = await runProgram({ args: [word] });
    assertEquals([code, stdout], [2, ""]);
    assert(stderr.startsWith(`sobremesa: no hay comando "${word}"\n`), stderr);
    assertStringIncludes(stderr, "sobremesa serve ");
  }
});

/** Command lines, and what is said of each above its usage. */
const WRONG: readonly (readonly [line: string, says: string])[] = [
  ["serve --port 80", "no hay opción --port"],
  ["export now", "sobra una palabra"],
  ["export now and then", "sobran 3 palabras"],
  ["purge --phone", "--phone: falta NUMBER"],
  ["purge --phone --upcoming", "--phone: falta NUMBER"],
  ["purge --phone 999 --phone 998", "--phone está dos veces"],
  ["purge --phnoe 9995550001", "no hay opción --phnoe; ¿quisiste decir --phone?"],
  ["purge -p 9995550001", "no hay opción -p"],
  ["purge", "falta --phone NUMBER"],
  ["purge 9995550001", "sobra una palabra"],
  ["purge --phone 555", "--phone: usa diez dígitos, o + y la clave del país"],
  ["purge --phone 9995550001 --all", "no hay opción --all"],
  ["purge --phone 9995550001 --upcoming=yes", "--upcoming no lleva valor"],
  ["backup a b", "sobra una palabra"],
  ["restore --now", "no hay opción --now"],
  ["staff rotate-key now", "sobra una palabra"],
  ["check a b", "sobra una palabra"],
  ["setup here", "sobra una palabra"],
  ["setup --public=", "--public: falta DOMAIN"],
  ["map import", "falta FILE"],
  [
    "map import a.pbf --around 20,-89",
    "--around 20,-89: usa latitud,longitud,kilóm",
  ],
  ["map import a.pbf --around 20,-89,0", "--around 20,-89,0: usa latitud"],
  ["map import a.pbf --around 20,-89,1e1", "--around 20,-89,1e1: usa latitud"],
];

for (const [line, says] of WRONG) {
  Deno.test(`${line}: says "${says}", shows the usage, and does nothing`, async () => {
    const io = await run(line.split(" "), { DATA_DIR: "/nowhere" }, 2);
    assertEquals(io.written, []);
    const said = io.complained.join("\n");
    const name = COMMANDS.findLast(({ name }) => line.startsWith(name))!.name;
    assert(said.startsWith(`sobremesa ${name}: ${says}`), said);
    assertStringIncludes(said, `\nuso: sobremesa ${name}`);
    assert(!said.includes("9995550001"), "a telephone is not repeated");
  });
}

Deno.test("a wrong configuration is reported by every command that reads it, a line a variable, without a stack", async () => {
  const env = { PORT: "x", LOG_LEVEL: "loud" };
  const readers = [...ON_A_DATABASE, ...OTHERS.filter(({ args }) => args[1] === "caddy")];
  await Promise.all(readers.map(async ({ args }) => {
    const { code, stdout, stderr } = await runProgram({ args, env });
    assertEquals([code, stdout], [1, ""], args.join(" "));
    const [first, ...lines] = stderr.trimEnd().split("\n");
    assertEquals(first, "sobremesa: la configuración está mal:");
    assertEquals(lines.map((line) => line.split(":")[0]), ["PORT", "LOG_LEVEL"]);
    assertEquals(lines[0], 'PORT: se esperaba un número entero de 0 a 65535, y hay "x"');
  }));
});

Deno.test("a wrong file of variables is reported with its line, whatever the command", async () => {
  const file = await Deno.makeTempFile({ suffix: ".env" });
  await Deno.writeTextFile(file, "PORT=8000\nDATABASE_AUTH_TOKEN a-secret-of-the-house\n");
  for (const args of [["help", "--env", file], ["--env", file, "export"]]) {
    const { code, stdout, stderr } = await runProgram({ args });
    assertEquals([code, stdout], [1, ""]);
    assertEquals(
      stderr,
      `sobremesa: la configuración está mal:\n${file}, línea 2: se esperaba NOMBRE=valor\n`,
    );
  }
  await Deno.remove(file);
});

Deno.test("paths are those of the folder where the command was typed", async () => {
  await inEmptyFolder(async (folder) => {
    const { stderr } = await runProgram({
      args: ["export"],
      env: { DATA_DIR: "casa" },
      cwd: folder,
    });
    assertStringIncludes(stderr, `No hay ninguna base en ${folder}/casa/sobremesa.db`);
    await Deno.mkdir(join(folder, "nuevo"));
    await Deno.writeTextFile(join(folder, "nuevo/restaurante.json"), SAMPLE_FILE_TEXT);
    const { code } = await runProgram({ args: ["check", "nuevo/restaurante.json"], cwd: folder });
    assertEquals([code, await namesIn(folder)], [0, ["nuevo"]]);
  });
});

Deno.test("without a service, a command on its database makes nothing, and says where it looked and how to point it", async () => {
  const named = ON_A_DATABASE.filter(({ name }) => name !== "serve" && name !== "restore");
  await Promise.all(named.map(({ name, args }) =>
    inEmptyFolder(async (folder) => {
      const { code, stdout, stderr } = await runProgram({ args, cwd: folder });
      assertEquals([code, stdout], [1, ""], name);
      assertMatch(stderr, /^sobremesa: No hay ninguna base en /);
      assertEquals(await namesIn(folder), [], name);
      if (name === "backup") return;
      assertStringIncludes(stderr, ` ${folder}/data/sobremesa.db. `, name);
      for (const way of ["--env FILE", "DATA_DIR", "DATABASE_URL"]) {
        assertStringIncludes(stderr, way);
      }
    })
  ));
});

Deno.test("no other command but serve makes a database", async () => {
  await Promise.all(OTHERS.map(({ name, args }) =>
    inEmptyFolder(async (folder) => {
      await runProgram({ args, cwd: folder });
      assertEquals(await namesIn(folder), [], name);
    })
  ));
});

Deno.test("an empty file is not a database, and stays empty", async () => {
  await inEmptyFolder(async (folder) => {
    await Deno.writeTextFile(join(folder, "sobremesa.db"), "");
    const { code, stderr } = await runProgram({ args: ["export"], env: { DATA_DIR: folder } });
    assertEquals(code, 1);
    assertStringIncludes(stderr, `No hay ninguna base en ${folder}/sobremesa.db`);
    assertEquals(await namesIn(folder), ["sobremesa.db"]);
    assertEquals((await Deno.stat(join(folder, "sobremesa.db"))).size, 0);
  });
});

function inEmptyFolder(use: (folder: string) => Promise<void>): Promise<void> {
  return inTempFolder(async (folder) => await use(await Deno.realPath(folder)));
}

async function namesIn(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
}

// Root stays out of folders that belong to other users, whatever lies in them. Only root can give a folder away.

const NOBODY_UID = 65_534;

interface ForeignFolder extends AsyncDisposable {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** A folder of root's. */
  readonly own: string;
}

/** Registers `run` as a test for root, with the folder of a service that ran as `uid`. */
function testAsRoot(
  name: string,
  run: (foreign: ForeignFolder) => Promise<void>,
  uid = NOBODY_UID,
): void {
  Deno.test({
    name,
    ignore: Deno.uid() !== 0,
    async fn() {
      await using foreign = await foreignFolder(uid);
      await run(foreign);
    },
  });
}

async function foreignFolder(uid: number): Promise<ForeignFolder> {
  const { folder, env } = await leftDatabase();
  await system("chmod", "0755", folder);
  await system("chown", "-R", String(uid), env.DATA_DIR);
  const own = await Deno.makeTempDir();
  return {
    dataDir: env.DATA_DIR,
    env: { ...env, PORT: "0", STAFF_PORT: "0" },
    own,
    async [Symbol.asyncDispose]() {
      await Deno.remove(folder, { recursive: true });
      await Deno.remove(own, { recursive: true });
    },
  };
}

testAsRoot(
  "root's commands change nothing in another user's folder, and say who may",
  async (foreign) => {
    const before = await listing(foreign.dataDir);
    for (const { name, args, openToRoot } of LINES) {
      const options = { args, env: foreign.env, cwd: foreign.own };
      const { code, stdout, stderr } = await runProgram(options);
      assertEquals(await listing(foreign.dataDir), before, name);
      if (openToRoot) continue;
      assertEquals([code, stdout], [1, ""], name);
      const says = `sobremesa: ${foreign.dataDir} es de otro usuario, y root no toca nada ahí`;
      assertStringIncludes(stderr, says);
    }
  },
);

testAsRoot(
  "root makes no data folder in another user's folder, nor through another user's link",
  async (foreign) => {
    const link = join(foreign.dataDir, "link");
    await Deno.symlink(foreign.own, link);
    await system("chown", "-h", String(NOBODY_UID), link);
    const elsewhere = {
      below: { DATA_DIR: join(foreign.dataDir, "new", "data") },
      link: { DATA_DIR: link },
      database: { DATA_DIR: foreign.own, DATABASE_URL: `file:${foreign.dataDir}/sobremesa.db` },
    };
    const folders = () => Promise.all([listing(foreign.dataDir), listing(foreign.own)]);
    for (const [name, env] of Object.entries(elsewhere)) {
      const before = await folders();
      const options = { args: ["serve"], env: { ...foreign.env, ...env } };
      const { code, stderr } = await runProgram(options);
      assertEquals(code, 1, name);
      assertStringIncludes(stderr, "es de otro usuario, y root no toca nada ahí", name);
      assertEquals(await folders(), before, name);
    }
  },
);

/** All that is in `folder` and the folder itself: names, sizes, modes, owners, times of change. */
async function listing(folder: string): Promise<string[]> {
  const format = "%P %y %s %m %U %G %T@ %C@ %l\\n";
  const text = await system("find", folder, "-printf", format);
  return text.split("\n").filter((line) => line.trim() !== "").sort();
}

async function system(program: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args }).output();
  assert(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
