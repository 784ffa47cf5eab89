/**
 * Builds `dist/sobremesa` for the kind of machine that builds it. The sources are bundled into one module, without the
 * packages of tests: hundreds of small modules take longer to load than to run.
 */
// deno-lint-ignore-file no-console -- a build prints to the console
import { fileURLToPath } from "node:url";
import project from "../deno.json" with { type: "json" };
import { VARIABLES } from "./config/environment.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const DIST = `${ROOT}dist`;
const STAGE = `${DIST}/stage`;
const BUILT = `${STAGE}/sobremesa`;
const EXECUTABLE = `${DIST}/sobremesa`;
const BUNDLE = "sobremesa.js";

/** The first module of SQLite's thread, which the bundle refers to by this name. */
const WORKER = "sqlite_tasks.ts";

/** Included because an executable looks for this file upwards from TMPDIR, where other users may write one. */
const PACKAGE = "package.json";

/** The permissions of the sources, but only the program's own variables. Paths and ports are known at run time. */
const PERMISSIONS = [
  "--no-prompt",
  ...Object.entries({ ...project.permissions.default, env: VARIABLES })
    .map(([kind, what]) => `--allow-${kind}${what === true ? "" : `=${what}`}`),
  // By default Deno allows imports from some hosts.
  "--deny-import",
  // The cache would be read from TMPDIR, where another user can put one.
  "--no-code-cache",
];

/**
 * A young generation of 16 MB takes 15 MB more memory and serves 2 % more; one that begins below 4 MB makes a start 2 %
 * longer. By pretenuring, V8 allocates the objects of a request in the old generation if the first ones of a call site
 * lasted: they were marked again and again, and the p99 of reads was 7 times as long.
 */
const V8_FLAGS =
  "--v8-flags=--max-semi-space-size=12,--min-semi-space-size=4,--no-allocation-site-pretenuring";

await Deno.remove(STAGE, { recursive: true }).catch(() => {});
await Deno.mkdir(STAGE, { recursive: true });
await bundle("src/main.ts", BUNDLE);
await bundle(`src/storage/database/${WORKER}`, WORKER);
await writeCommit();
// The configuration of the executable, which imports only the two bundles.
await Deno.writeTextFile(`${STAGE}/${PACKAGE}`, "{}");
await Deno.writeTextFile(`${STAGE}/deno.json`, JSON.stringify({ unstable: project.unstable }));
await deno(STAGE, [
  ...["compile", "--quiet", "--no-check", ...PERMISSIONS, V8_FLAGS],
  ...[`--include=${WORKER}`, `--include=${PACKAGE}`, `--output=${BUILT}`, BUNDLE],
]);
// A failed build leaves the previous executable, and a running one keeps its file.
await Deno.rename(BUILT, EXECUTABLE);
await Deno.remove(STAGE, { recursive: true });
const { size } = await Deno.stat(EXECUTABLE);
console.log(`dist/sobremesa: ${(size / 1e6).toFixed(1)} MB`);

/** Sets COMMIT in the bundle, which `--version` prints. */
async function writeCommit(): Promise<void> {
  const path = `${STAGE}/${BUNDLE}`;
  const text = await Deno.readTextFile(path);
  const place = /\bCOMMIT = null;/;
  if (!place.test(text)) throw new Error(`${path} has no place for the commit`);
  const built = text.replace(place, `COMMIT = ${JSON.stringify(await commit())};`);
  await Deno.writeTextFile(path, built);
}

/** `0123456789ab with changes`; null without git, or if this is not its checkout. */
async function commit(): Promise<string | null> {
  const args = ["describe", "--always", "--exclude=*", "--abbrev=12", "--dirty= with changes"];
  try {
    const git = new Deno.Command("git", { args, cwd: ROOT, stderr: "null" });
    const { success, stdout } = await git.output();
    return success ? new TextDecoder().decode(stdout).trim() : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function bundle(entry: string, output: string): Promise<void> {
  return deno(ROOT, ["bundle", "--quiet", "--platform=deno", `--output=${STAGE}/${output}`, entry]);
}

async function deno(cwd: string, args: readonly string[]): Promise<void> {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd,
    env: { DENO_NO_PACKAGE_JSON: "1" },
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`deno ${args.join(" ")} failed`);
}
