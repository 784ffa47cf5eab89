/**
 * Builds `dist/sobremesa`, for the kind of machine that builds it. The sources are bundled into one module first: hundreds of small
 * ones take longer to load than to run, and the packages of tests are left out.
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

/** The first module of SQLite's thread. The bundle refers to it by this name. */
const WORKER = "sqlite_tasks.ts";

/** An executable looks for this file upwards from its modules, as if they were in TMPDIR, where other users may write: it includes one. */
const PACKAGE = "package.json";

/** The permissions of the sources, but of the environment only the program's own variables. Paths and ports are known at run time. */
const PERMISSIONS = [
  "--no-prompt",
  ...Object.entries({ ...project.permissions.default, env: VARIABLES })
    .map(([kind, what]) => `--allow-${kind}${what === true ? "" : `=${what}`}`),
  // By default Deno allows some hosts.
  "--deny-import",
  // The cache would be read from TMPDIR, where another user can put one.
  "--no-code-cache",
];

/**
 * Of the young generation, 16 MB take 15 MB more memory, and serve 2 % more; an initial one below 4 MB costs 2 % of a start. V8 allocates
 * in the old generation what a call site's first objects suggest will last: the objects of a request were marked again and again, so that
 * the p99 of reads was 7 times as long.
 */
const V8_FLAGS = `--v8-flags=${
  [
    "--max-semi-space-size=12",
    "--min-semi-space-size=4",
    "--no-allocation-site-pretenuring",
  ].join(",")
}`;

await Deno.remove(STAGE, { recursive: true }).catch(() => {});
await Deno.mkdir(STAGE, { recursive: true });
await bundle("src/main.ts", BUNDLE);
await bundle(`src/storage/database/${WORKER}`, WORKER);
await writeCommit();
// The executable imports only the two bundles; these set its configuration.
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

/** `0123456789ab with changes`; null if this is not a git checkout. */
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

async function deno(cwd: string, args: readonly string[]): Promise<void> {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd,
    env: { DENO_NO_PACKAGE_JSON: "1" },
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`deno ${args.join(" ")} failed`);
}
