/** Compiles executables that import only libSQL's packages, which must stay packages because of their native add-on. */
import project from "../../deno.json" with { type: "json" };

/** What to compile. */
export interface Executable {
  /** Path of the executable. */
  readonly output: string;
  /** Its main module, a file in the stage. */
  readonly entry: string;
  /** Modules that it starts by name, also files in the stage. */
  readonly include?: readonly string[];
  /** Flags of `deno compile`. */
  readonly flags: readonly string[];
}

/** Compiles the modules in the folder `stage`, which must contain nothing else. */
export async function compileWithLibsql(stage: string, executable: Executable): Promise<void> {
  await installLibsql(stage);
  const included = [PACKAGE, ...executable.include ?? []].flatMap((path) => ["--include", path]);
  const { flags, output, entry } = executable;
  const args = ["compile", "--quiet", "--no-check", ...flags, ...included];
  await run(stage, Deno.execPath(), [...args, "--output", output, entry], {
    DENO_NO_PACKAGE_JSON: "1",
  });
}

/**
 * An executable searches for this file upwards from its modules, which it sees in TMPDIR, so it includes one. If `deno compile`
 * itself reads a package.json, the executable also searches upwards from the folder where it is run. A file that is malformed or
 * cannot be read ends the program, and other users may write in those folders.
 */
const PACKAGE = "package.json";

/** Runs a program in the folder `cwd`, with `env` added to the environment. @throws {Error} if it fails */
export async function run(
  cwd: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { success } = await new Deno.Command(program, {
    args: [...args],
    cwd,
    env: { ...env },
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`${program} ${args.join(" ")} failed`);
}

/** Imported as packages, not bundled. */
export const LIBSQL_PACKAGES = ["@libsql/client"] as const;

/** Uses the versions of the stage's lock file, if there is one, and leaves out the add-on for musl, which this Linux does not use. */
async function installLibsql(stage: string): Promise<void> {
  const { unstable } = project;
  const imports = Object.fromEntries(LIBSQL_PACKAGES.map((name) => [name, project.imports[name]]));
  await writeJson(`${stage}/deno.json`, { unstable, nodeModulesDir: "auto", imports });
  await run(stage, Deno.execPath(), ["install", "--quiet"]);
  // From here on, no command installs the removed packages again.
  await writeJson(`${stage}/deno.json`, { unstable, nodeModulesDir: "manual" });
  await writeJson(`${stage}/${PACKAGE}`, {});
  await leaveOut(`${stage}/node_modules`, /musl|@types|undici-types/);
}

function writeJson(path: string, value: unknown): Promise<void> {
  return Deno.writeTextFile(path, JSON.stringify(value));
}

/** Removes folders and links with matching names anywhere below `folder`. */
async function leaveOut(folder: string, names: RegExp): Promise<void> {
  for await (const { name, isDirectory, isSymlink } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (names.test(name) && (isDirectory || isSymlink)) {
      await Deno.remove(path, { recursive: true });
    } else if (isDirectory) await leaveOut(path, names);
  }
}
