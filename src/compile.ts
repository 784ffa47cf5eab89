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
const BUNDLE = "sobremesa.js";

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
await bundle("src/main.ts", BUNDLE);
await bundle(`src/storage/${WORKER}`, WORKER);
await writeCommit();
// All that the executable imports is in the two bundles; what it is to do without being asked is in these.
await Deno.writeTextFile(`${STAGE}/${PACKAGE}`, "{}");
await Deno.writeTextFile(`${STAGE}/deno.json`, JSON.stringify({ unstable: project.unstable }));
await deno(STAGE, [
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
  BUNDLE,
]);
// Until here the executable of before is there; one that runs now goes on from it.
await Deno.rename(BUILT, EXECUTABLE);
await Deno.remove(STAGE, { recursive: true });
const { size } = await Deno.stat(EXECUTABLE);
console.log(`dist/sobremesa: ${(size / 1e6).toFixed(1)} MB`);

/** Into its place in the bundle, so that `--version` can tell it. */
async function writeCommit(): Promise<void> {
  const path = `${STAGE}/${BUNDLE}`;
  const text = await Deno.readTextFile(path);
  const built = text.replace(/\bCOMMIT = null;/, `COMMIT = ${JSON.stringify(await commit())};`);
  if (built === text) throw new Error(`${path} has no place for the commit`);
  await Deno.writeTextFile(path, built);
}

/** `0123456789ab with changes`; null where this is no checkout. */
async function commit(): Promise<string | null> {
  const { success, stdout } = await new Deno.Command("git", {
    args: ["describe", "--always", "--exclude=*", "--abbrev=12", "--dirty= with changes"],
    cwd: ROOT,
    stderr: "null",
  }).output();
  return success ? new TextDecoder().decode(stdout).trim() : null;
}

function bundle(entry: string, output: string): Promise<void> {
  return deno(ROOT, ["bundle", "--quiet", "--platform=deno", `--output=${STAGE}/${output}`, entry]);
}

/** Runs the Deno that runs this. @throws {Error} where it fails */
async function deno(cwd: string, args: readonly string[]): Promise<void> {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd,
    env: { DENO_NO_PACKAGE_JSON: "1" },
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`deno ${args.join(" ")} failed`);
}
