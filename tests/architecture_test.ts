/** Holds the program's arrows: who may import whom, and who may touch the world. */
import project from "../deno.json" with { type: "json" };
import { assert, assertEquals } from "@std/assert";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./support/run.ts";

const ROOT_URL = new URL("../", import.meta.url).href;
const ROOT = fileURLToPath(ROOT_URL);
const SRC = new URL("../src/", import.meta.url).href;
const TESTS = new URL("./", import.meta.url).href;

/**
 * What each part of src may import besides itself, down to a file where only that one is meant. The types of ports are
 * shared by the parts that call and the parts that implement.
 */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  "std.ts": ["npm:deno-std"],
  "in_progress.ts": [],
  domain: [
    "std.ts",
    // Which phone numbers can exist.
    "npm:libphonenumber-js",
    // A confirmation is sealed and an image named in place: Web Crypto hands it to a thread of its own.
    "node:buffer",
    "node:crypto",
  ],
  ports: ["domain"],
  http: [
    "in_progress.ts",
    // What a rule reads.
    "domain/read.ts",
    // The line of a request.
    "log.ts",
    "std.ts",
    "npm:valibot",
    "npm:@valibot/to-json-schema",
    "npm:openapi3-ts",
    // The length of a text in UTF-8, which only Node gives without encoding it.
    "node:buffer",
    // Addresses and networks.
    "node:net",
  ],
  restaurant: [
    "domain",
    "ports",
    "npm:valibot",
  ],
  // A part that a reader may skip: it knows no restaurant.
  streets: [
    "domain/location.ts",
    "domain/text.ts",
    // The shapes of its answers.
    "ports/streets.ts",
    "std.ts",
    "npm:valibot",
    // A map file's checksum is reckoned column by column: Web Crypto takes one piece, and copies that.
    "node:crypto",
    // The mode of an open file.
    "node:fs/promises",
    // The blobs of a map are unpacked as they are read.
    "node:zlib",
  ],
  // The floor below knows no reservation.
  "storage/database": [
    "domain/read.ts",
    "in_progress.ts",
    "schema.sql",
    "npm:@libsql/client",
    "node:path",
    "node:sqlite",
  ],
  "storage/book": [
    "storage/database",
    "in_progress.ts",
    "domain",
    "ports",
    "std.ts",
    "node:path",
  ],
  storage: ["storage/book", "storage/database", "domain", "node:path", "ports", "std.ts"],
  operations: [
    "http",
    "domain",
    "ports",
    "npm:valibot",
    // A body's hash is reckoned in place: Web Crypto hands it to a thread of its own.
    "node:crypto",
  ],
  // What an object is.
  mcp: ["domain/read.ts", "http"],
  // Days.
  html: ["domain/local_time.ts", "http/memo.ts", "std.ts"],
  // The types of the document that /docs shows.
  pages: [
    "html",
    "http",
    "domain",
    "ports",
    "std.ts",
    "npm:openapi3-ts",
    // The hash of a style sheet with the restaurant's colour, in the policy of each page that is made.
    "node:crypto",
  ],
  // QR codes for the tables.
  staff: ["html", "http", "domain", "ports", "std.ts", "npm:lean-qr"],
  "app.ts": ["operations", "mcp", "pages", "http", "ports", "npm:openapi3-ts"],
  "alerts.ts": ["domain", "ports"],
  "metrics.ts": ["http", "log.ts", "ports"],
  "staff_app.ts": ["metrics.ts", "staff", "http", "ports"],
  config: ["log.ts", "domain/read.ts", "node:fs", "node:net"],
  "log.ts": [],
};

/** These may import anything but what comes before them here. */
const COMPOSITION = ["main.ts", "commands", "service"];

interface Import {
  readonly from: string;
  readonly to: string;
}

const info = await readInfo();
const { modules, imports } = readGraph();

Deno.test("every import follows an arrow of the design", () => {
  const wrong = imports.filter(({ from, to }) => !follows(from, to));
  assertEquals(wrong.map(({ from, to }) => `${from} -> ${to}`), []);
});

Deno.test("every arrow of the design is one that an import follows", () => {
  const unused = Object.entries(ARROWS).flatMap(([part, targets]) =>
    targets.filter((target) =>
      !imports.some(({ from, to }) =>
        partOf(from) === part && (to === target || partOf(to) === target)
      )
    ).map((target) => `${part} -> ${target}`)
  );
  assertEquals(unused, []);
});

Deno.test("every part of the program has its arrows, and every arrow its part", () => {
  assertEquals(
    [...new Set(modules.map(partOf))].sort(),
    [...Object.keys(ARROWS), ...COMPOSITION].sort(),
  );
});

Deno.test("the streets have one door: from outside, mod.ts alone is imported, by tests too", async () => {
  const files = [SRC, TESTS].map(async (root) =>
    (await filesBelow("", root)).map((path) => root + path)
  );
  const past = (await Promise.all(files)).flat()
    .filter((file) => !file.startsWith(`${SRC}streets/`) && !file.startsWith(`${TESTS}streets/`))
    .map(async (file) => {
      const text = await Deno.readTextFile(new URL(file));
      return [...text.matchAll(/\b(?:from|import)\b[ (]*"(\.[^"]+)"/g)]
        .map(([, path]) => new URL(path!, file).href)
        .filter((to) => to.startsWith(`${SRC}streets/`) && to !== `${SRC}streets/mod.ts`)
        .map((to) => `${file.slice(ROOT_URL.length)} -> ${shortened(to)}`);
    });
  assertEquals((await Promise.all(past)).flat(), []);
});

Deno.test("http and mcp know no restaurant: no word of it, and how a value is read knows no more", async () => {
  const subject =
    /reserv|restaurant|\bmenu|m[eé]rida|phone|guest|\bdish|kitchen|party|folio|landing|\bmesas?\b|carta|pedido|envio|platillo/i;
  const knowing = (await sourcesWith(subject)).filter((path) => /^(http|mcp)\//.test(path));
  assertEquals(knowing, []);
  assertEquals(imports.filter(({ from }) => from === "domain/read.ts"), []);
});

Deno.test("no task's folder of the board imports another: a rule of two is the domain's, words of two are staff's own", () => {
  const taskOf = (module: string) => /^staff\/(\w+)\/\w+\.ts$/.exec(module)?.[1];
  const across = imports.filter(({ from, to }) =>
    from.startsWith("staff/") && taskOf(to) !== undefined && taskOf(to) !== taskOf(from)
  );
  assertEquals(across.map(({ from, to }) => `${from} -> ${to}`), []);
});

Deno.test("of what the files of src export, no two have one name", async () => {
  const names = await Promise.all((await sources()).map(async (path) => {
    const text = await Deno.readTextFile(new URL(path, SRC));
    return [...text.matchAll(EXPORT)].map(([, , name]) => name!);
  }));
  const all = names.flat();
  assert(all.length > 600, "there are names to look at");
  assertEquals(all.filter((name, i) => all.indexOf(name) !== i), []);
});

Deno.test("no arrow turns back from one part to another", () => {
  const arrows = imports.map(({ from, to }) => [partOf(from), partOf(to)] as const)
    .filter(([from, to]) => from !== to);
  assertEquals(cyclesOf(arrows), []);
});

Deno.test("no module imports one that imports it, not even for a type", () => {
  const arrows = imports.map(({ from, to }) => [from, to] as const);
  assert(arrows.length > 100, "there are imports to look at");
  assertEquals(cyclesOf(arrows), []);
});

Deno.test("deno.json names no package that nothing imports", async () => {
  const texts = await Promise.all(
    [SRC, TESTS].map(async (root) =>
      Promise.all(
        (await filesBelow("", root)).map((path) => Deno.readTextFile(new URL(path, root))),
      )
    ),
  );
  const imported = [
    ...texts.flat().join("\n").matchAll(/\b(?:from|imports?)\b[ ([]*"([^".][^"]*)"/g),
  ]
    .map(([, name]) => name!);
  const unused = Object.keys(project.imports)
    .filter((name) => !imported.some((each) => each === name || each.startsWith(`${name}/`)));
  assertEquals(unused, []);
});

Deno.test("a first start as the README says it runs with 25 packages at most, all of its own", async () => {
  const cache = await Deno.makeTempDir();
  const count = await copyPackages(cache);
  assert(count > 10 && count <= 25, `a first start downloads ${count} packages`);
  const readme = await Deno.readTextFile(new URL("../README.md", import.meta.url));
  const [, words] = /^npx -y deno@\S+ (run .*) serve$/m.exec(readme)!;
  // What was not copied would have to be downloaded.
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: words!.replace("run ", "run --cached-only ").split(" ").concat("--version"),
    cwd: ROOT,
    env: { DENO_DIR: cache },
  }).output();
  const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
  assert(success && said.startsWith("sobremesa "), said);
  await Deno.remove(cache, { recursive: true });
});

Deno.test("main reaches every module: none serves only its tests", async () => {
  const reached = new Set(modules);
  const unreached = (await sources()).filter((path) => !reached.has(path));
  // The build is a program of its own.
  assertEquals(unreached, ["compile.ts"]);
});

Deno.test("only commands import the service, so that main starts it through them alone", () => {
  const into = imports.filter(({ from, to }) =>
    partOf(to) === "service" && partOf(from) !== "service"
  );
  assertEquals([...new Set(into.map(({ from }) => partOf(from)))], ["commands"]);
});

Deno.test("only main reads the environment and the command line", async () => {
  assertEquals(await sourcesWith(/\bDeno\s*\.\s*(env|args)\b|\bprocess\s*\.\s*(env|argv)\b/), [
    "main.ts",
  ]);
});

Deno.test("time and randomness are handed in: only commands and the service take them from the world", async () => {
  const world =
    /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|\bMath\.random\b|\b(getRandomValues|randomUUID)\b/;
  const takers = (await sourcesWith(world)).filter((path) => !COMPOSITION.includes(partOf(path)));
  assertEquals(takers, []);
});

Deno.test("every file is named for its subject, none for being useful", async () => {
  const useful = /(^|[\/_.])(utils?|helpers?|common|shared|misc|managers?)([\/_.]|$)/;
  assertEquals((await sources()).filter((path) => useful.test(path)), []);
});

Deno.test("beside tests, a file that is not one begins with _", async () => {
  const beside = (await filesBelow("", TESTS)).filter((path) =>
    path.includes("/") &&
    !/^(clients|support|bench|packages|contract|saturdays|torture\/faults)\//.test(path)
  );
  assertEquals(beside.filter((path) => !/\/_[^/]+$|_test\.ts$/.test(path)), []);
});

const EXPORT = /^export (?:async )?(const|let|enum|function\*?|class|type|interface) (\w+)/gm;
const IMPORT = /^import (?:type )?(?:\w+, )?\{([^}]*)\} from "(?:\.|@std)/gm;

Deno.test("a line with a comment is at most 120 columns wide", async () => {
  const files = (await filesBelow("", SRC)).filter((file) => /\.(ts|js|css)$/.test(file));
  const wide: string[] = [];
  for (const file of files) {
    const lines = (await Deno.readTextFile(new URL(file, SRC))).split("\n");
    const isWide = (line: string) =>
      [...line].length > 120 && /^\s*(\/\/|\/?\*)|\s\/\/ [^"`]*$/.test(line);
    wide.push(...lines.filter(isWide).map((line) => `${file}: ${line.trim()}`));
  }
  assertEquals(wide, []);
});

Deno.test("every export is imported, or is a type that its own module shows, and none is there for tests alone", async () => {
  const read = (paths: readonly string[], folder: string) =>
    Promise.all(paths.map((path) => Deno.readTextFile(new URL(path, folder))));
  const paths = await sources();
  const texts = await read(paths, SRC);
  const ofProgram = importedBy(texts);
  const ofTests = importedBy(await read(await filesBelow("", TESTS), TESTS));
  const unread = paths.flatMap((path, index) =>
    [...texts[index]!.matchAll(EXPORT)].flatMap(([, kind, name = ""]) => {
      if (ofProgram.has(name)) return [];
      const isType = kind === "type" || kind === "interface";
      const isUsed = texts[index]!.match(new RegExp(`\\b${name}\\b`, "g"))!.length > 1;
      return isUsed && (isType || ofTests.has(name)) ? [] : [`${path}: ${name}`];
    })
  );
  assertEquals(unread, []);
});

function importedBy(texts: readonly string[]): ReadonlySet<string> {
  const names = texts.flatMap((text) => [...text.matchAll(IMPORT)])
    .flatMap(([, list = ""]) => list.split(","))
    .map((name) => name.trim().replace(/^type /, "").split(" as ")[0]!);
  return new Set(names);
}

function follows(from: string, to: string): boolean {
  const part = partOf(from);
  if (part === partOf(to)) return true;
  const rank = COMPOSITION.indexOf(part);
  if (rank >= 0) return !COMPOSITION.slice(0, rank).includes(partOf(to));
  return (ARROWS[part] ?? []).some((allowed) => allowed === to || allowed === partOf(to));
}

/**
 * `staff` for `staff/tonight/board.ts`, and `storage/book` for `storage/book/search.ts`, a floor of its part; itself
 * for `app.ts`, `schema.sql`, `node:path` and `npm:valibot`.
 */
function partOf(module: string): string {
  if (/^[a-z]+:/.test(module)) return module;
  const [part = "", floor = ""] = module.split("/");
  return `${part}/${floor}` in ARROWS ? `${part}/${floor}` : part;
}

/** Edges between `pairs` that close a circle, each written out. */
function cyclesOf(pairs: readonly (readonly [string, string])[]): string[] {
  const next = Map.groupBy(pairs, ([from]) => from);
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (module: string, path: readonly string[]): void => {
    if (path.includes(module)) {
      cycles.push([...path.slice(path.indexOf(module)), module].join(" -> "));
      return;
    }
    if (done.has(module)) return;
    for (const [, to] of next.get(module) ?? []) visit(to, [...path, module]);
    done.add(module);
  };
  for (const from of next.keys()) visit(from, []);
  return [...new Set(cycles)];
}

interface Info {
  readonly npmPackages: Readonly<
    Record<string, { readonly dependencies: readonly string[]; readonly localPath: string }>
  >;
  readonly modules: readonly {
    readonly specifier: string;
    readonly npmPackage?: string;
    readonly error?: string;
    readonly dependencies?: readonly {
      readonly code?: { readonly specifier?: string };
      readonly type?: { readonly specifier?: string };
    }[];
  }[];
}

/**
 * Copies into `cache` the packages that main.ts reaches and this machine has, which `deno info` has downloaded.
 *
 * @returns how many
 */
async function copyPackages(cache: string): Promise<number> {
  const reached = new Set(info.modules.flatMap(({ npmPackage }) => npmPackage ?? []));
  for (const id of reached) info.npmPackages[id]!.dependencies.forEach((each) => reached.add(each));
  // Deno does not download those of other systems.
  const folders = [...reached].map((id) => info.npmPackages[id]!.localPath).filter(existsSync);
  for (const folder of folders) {
    const parent = dirname(cache + folder.slice(folder.lastIndexOf("/npm/")));
    await Deno.mkdir(parent, { recursive: true });
    await run("cp", "-r", folder, parent);
  }
  return folders.length;
}

/** The modules that main.ts reaches, with packages. */
async function readInfo(): Promise<Info> {
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "src/main.ts"],
    cwd: ROOT,
    stderr: "inherit",
  }).output();
  assert(success, "deno info gives the module graph");
  const info = JSON.parse(new TextDecoder().decode(stdout)) as Info;
  assertEquals(info.modules.filter(({ error }) => error !== undefined), []);
  return info;
}

/** The modules of src that main.ts reaches, and everything that they import. */
function readGraph(): { modules: string[]; imports: Import[] } {
  const ours = info.modules.filter(({ specifier }) => specifier.startsWith(SRC));
  const imports = ours.flatMap(({ specifier, dependencies = [] }) =>
    dependencies.flatMap(({ code, type }) => {
      const to = code?.specifier ?? type?.specifier;
      return to === undefined ? [] : [{ from: shortened(specifier), to: shortened(to) }];
    })
  );
  return { modules: ours.map(({ specifier }) => shortened(specifier)), imports };
}

/** A module's path below src, a package's name without its version, or the name of a file beside src. */
function shortened(specifier: string): string {
  if (specifier.startsWith(SRC)) return specifier.slice(SRC.length);
  const name = /^npm:\/?((?:@[^/]+\/)?[^@/]+)/.exec(specifier)?.[1];
  if (name !== undefined) return `npm:${name}`;
  return specifier.replace(/^file:.*\//, "");
}

async function sources(): Promise<string[]> {
  return (await filesBelow("", SRC)).sort();
}

async function filesBelow(folder: string, root: string): Promise<string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, root))) {
    if (isDirectory) files.push(...await filesBelow(`${folder}${name}/`, root));
    else if (name.endsWith(".ts")) files.push(`${folder}${name}`);
  }
  return files;
}

async function sourcesWith(pattern: RegExp): Promise<string[]> {
  const paths = await sources();
  const texts = await Promise.all(paths.map((path) => Deno.readTextFile(new URL(path, SRC))));
  return paths.filter((_, index) => pattern.test(texts[index]!));
}
