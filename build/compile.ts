/**
 * Builds `dist/sobremesa`: the program, its schema, the sample restaurant and map, its pages, and libSQL's add-on in one file.
 *
 * The sources are bundled into one module first: hundreds of small ones take longer to load than to run, and packages that only
 * tests use stay out. Only libSQL's packages stay packages, because of their native add-on; of its two kinds, the one for musl
 * is left out.
 *
 * It is built for the kind of machine that it is built on: x86_64 or aarch64 Linux.
 *
 * Usage: deno task compile
 */
// deno-lint-ignore-file no-console -- a build speaks through the console
import { fileURLToPath } from "node:url";
import { VARIABLES } from "../src/config/variables.ts";
import { compileWithLibsql, LIBSQL_PACKAGES, run } from "./libsql_executable.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const DIST = `${ROOT}dist`;
const STAGE = `${DIST}/stage`;
const BUILT = `${STAGE}/sobremesa`;
const EXECUTABLE = `${DIST}/sobremesa`;

/** The worker is a program of its own: it keeps the name by which the other one asks for it. */
const WORKER = "backup_worker.ts";

/** Paths and ports are known only when it runs, so read, write, net and ffi are unscoped; nothing else is. */
const PERMISSIONS = [
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-net",
  "--allow-ffi",
  `--allow-env=${VARIABLES.join(",")}`,
  "--allow-sys=cpus,hostname,networkInterfaces,statfs,uid",
  // Deno allows some hosts where nothing is said.
  "--deny-import",
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
await compileWithLibsql(STAGE, {
  output: BUILT,
  entry: "sobremesa.js",
  include: [WORKER],
  flags: [...PERMISSIONS, V8_FLAGS],
});
// Until here the executable of before is there; one that runs now goes on from it.
await Deno.rename(BUILT, EXECUTABLE);
await Deno.remove(STAGE, { recursive: true });
const { size } = await Deno.stat(EXECUTABLE);
console.log(`dist/sobremesa: ${(size / 1e6).toFixed(1)} MB`);

/** With the commit written into its place, so that `--version` can tell it. */
async function copySources(): Promise<void> {
  await run(STAGE, "cp", [
    "-r",
    `${ROOT}src`,
    `${ROOT}schema.sql`,
    `${ROOT}deno.json`,
    `${ROOT}deno.lock`,
    STAGE,
  ]);
  const path = `${STAGE}/src/commands/build_info.ts`;
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
  await Deno.remove(`${STAGE}/src`, { recursive: true });
}

function bundleInto(output: string, entry: string): Promise<void> {
  const external = LIBSQL_PACKAGES.flatMap((name) => ["--external", name]);
  const options = ["--quiet", "--platform", "deno", ...external];
  return run(STAGE, Deno.execPath(), ["bundle", ...options, "--output", output, entry]);
}
