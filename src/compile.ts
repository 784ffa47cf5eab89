/**
 * Builds `dist/sobremesa`: the program, its schema, the sample restaurant and map, and its pages in one file.
 *
 * The sources are bundled into one module first: hundreds of small ones take longer to load than to run, and packages that only
 * tests use stay out.
 *
 * It is built for the kind of machine that it is built on: x86_64 or aarch64 Linux.
 *
 * Usage: deno task compile
 */
// deno-lint-ignore-file no-console -- a build speaks through the console
import { fileURLToPath } from "node:url";
import project from "../deno.json" with { type: "json" };
import { VARIABLES } from "./config/environment.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const DIST = `${ROOT}dist`;
const STAGE = `${DIST}/stage`;
const BUILT = `${STAGE}/sobremesa`;
const EXECUTABLE = `${DIST}/sobremesa`;

/** The module that the thread of SQLite starts with: it keeps the name by which the other one asks for it. */
const WORKER = "sqlite_tasks.ts";

/**
 * An executable looks for this file upwards from its modules, which are in TMPDIR as it sees them, so it brings one. Where `deno compile`
 * itself takes notice of a package.json, the executable also looks upwards from the folder where it is run. One that is malformed or
 * may not be read ends the program, and others may write in those folders.
 */
const PACKAGE = "package.json";

/**
 * Those of the sources, but of the environment only its own variables. Paths and ports are known only when it runs, so that read, write
 * and net are unscoped.
 */
const PERMISSIONS = [
  "--no-prompt",
  ...project.tasks.run.split(" ").filter((flag) => flag.startsWith("--allow-"))
    .map((flag) => flag === "--allow-env" ? `${flag}=${VARIABLES.join(",")}` : flag),
  // Deno allows some hosts where nothing is said.
  "--deny-import",
  // It would be read from TMPDIR, where another user can put one.
  "--no-code-cache",
];

/**
 * A young generation of 16 MB costs 15 MB more after a million requests, and is worth 2 % of them. One of less than 4 MB is collected
 * twice before the first answer, which costs 2 % of a start.
 */
const V8_FLAGS = "--v8-flags=--max-semi-space-size=12,--min-semi-space-size=4";

await Deno.remove(STAGE, { recursive: true }).catch(() => {});
await Deno.mkdir(STAGE, { recursive: true });
await copySources();
await bundle();
await run("deno", [
  "compile",
  "--quiet",
  "--no-check",
  ...PERMISSIONS,
  V8_FLAGS,
  "--include",
  WORKER,
  "--include",
  PACKAGE,
  "--output",
  BUILT,
  "sobremesa.js",
]);
// Until here the executable of before is there; one that runs now goes on from it.
await Deno.rename(BUILT, EXECUTABLE);
await Deno.remove(STAGE, { recursive: true });
const { size } = await Deno.stat(EXECUTABLE);
console.log(`dist/sobremesa: ${(size / 1e6).toFixed(1)} MB`);

/** With the commit written into its place, so that `--version` can tell it. */
async function copySources(): Promise<void> {
  await run("cp", [
    "-r",
    `${ROOT}src`,
    `${ROOT}schema.sql`,
    `${ROOT}deno.json`,
    `${ROOT}deno.lock`,
    STAGE,
  ]);
  const path = `${STAGE}/src/service/service.ts`;
  const text = await Deno.readTextFile(path);
  const built = text.replace("= null;", `= ${JSON.stringify(await commit())};`);
  if (built === text) throw new Error(`${path} has no place for the commit`);
  await Deno.writeTextFile(path, built);
}

/** Null where this is no checkout. */
async function commit(): Promise<string | null> {
  const git = async (...args: string[]) => {
    const { success, stdout } = await new Deno.Command("git", { args, cwd: ROOT, stderr: "null" })
      .output();
    return success ? new TextDecoder().decode(stdout).trim() : null;
  };
  const hash = await git("rev-parse", "--short=12", "HEAD");
  const changed = await git("status", "--porcelain", "--untracked-files=no");
  return hash === null ? null : changed ? `${hash} with changes` : hash;
}

async function bundle(): Promise<void> {
  await bundleInto("sobremesa.js", "src/main.ts");
  await bundleInto(WORKER, `src/storage/${WORKER}`);
  // All that the executable imports is in the two bundles; what it is to do without being asked is in the settings.
  for (const name of ["src", "deno.lock"]) {
    await Deno.remove(`${STAGE}/${name}`, { recursive: true });
  }
  await Deno.writeTextFile(`${STAGE}/${PACKAGE}`, "{}");
  await Deno.writeTextFile(`${STAGE}/deno.json`, JSON.stringify({ unstable: project.unstable }));
}

function bundleInto(output: string, entry: string): Promise<void> {
  return run("deno", ["bundle", "--quiet", "--platform", "deno", "--output", output, entry]);
}

/** Runs a program in the stage; "deno" is the Deno that runs this. @throws {Error} where it fails */
async function run(program: string, args: readonly string[]): Promise<void> {
  const command = program === "deno" ? Deno.execPath() : program;
  const { success } = await new Deno.Command(command, {
    args: [...args],
    cwd: STAGE,
    env: { DENO_NO_PACKAGE_JSON: "1" },
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`${program} ${args.join(" ")} failed`);
}
