/** Executables of modules that import nothing but libSQL's packages, which stay packages because of their native add-on. */
import project from "../../deno.json" with { type: "json" };

/** What an executable is made of. */
export interface Executable {
  /** Path of the executable. */
  readonly output: string;
  /** The module it runs, a file of the stage. */
  readonly entry: string;
  /** Modules that it starts by name, files of the stage too. */
  readonly include?: readonly string[];
  /** Flags of `deno compile`. */
  readonly flags: readonly string[];
}

/** Compiles what lies in the folder `stage`, in which nothing else is kept. */
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
 * An executable looks for this file upwards from its modules, which are in TMPDIR as it sees them, so it brings one. Where `deno compile`
 * itself takes notice of a package.json, the executable also looks upwards from the folder where it is run. One that is malformed or
 * may not be read ends the program, and others may write in those folders.
 */
const PACKAGE = "package.json";

/** Runs a program in the folder `cwd`, with `env` added to the environment. @throws {Error} where it fails */
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

/** Imported as they are, not bundled. */
export const LIBSQL_PACKAGES = ["@libsql/client"] as const;

/** At the versions of the lock file where one lies there, without the add-on for musl, which this kind of Linux does not use. */
async function installLibsql(stage: string): Promise<void> {
  const { unstable } = project;
  const imports = Object.fromEntries(LIBSQL_PACKAGES.map((name) => [name, project.imports[name]]));
  await writeJson(`${stage}/deno.json`, { unstable, nodeModulesDir: "auto", imports });
  await run(stage, Deno.execPath(), ["install", "--quiet"]);
  // From here on nothing installs again what is left out.
  await writeJson(`${stage}/deno.json`, { unstable, nodeModulesDir: "manual" });
  await writeJson(`${stage}/${PACKAGE}`, {});
  await leaveOut(`${stage}/node_modules`, /musl|@types|undici-types/);
}

function writeJson(path: string, value: unknown): Promise<void> {
  return Deno.writeTextFile(path, JSON.stringify(value));
}

/** Removes folders and links whose names match, wherever they are below `folder`. */
async function leaveOut(folder: string, names: RegExp): Promise<void> {
  for await (const { name, isDirectory, isSymlink } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (names.test(name) && (isDirectory || isSymlink)) {
      await Deno.remove(path, { recursive: true });
    } else if (isDirectory) await leaveOut(path, names);
  }
}
