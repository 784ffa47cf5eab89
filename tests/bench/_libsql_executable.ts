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
  await run(stage, Deno.execPath(), [
    "compile",
    "--quiet",
    "--no-check",
    ...executable.flags,
    ...(executable.include ?? []).flatMap((path) => ["--include", path]),
    "--output",
    executable.output,
    executable.entry,
  ]);
}

/** Runs a program in the folder `cwd`. @throws {Error} where it fails */
export async function run(cwd: string, program: string, args: readonly string[]): Promise<void> {
  const { success } = await new Deno.Command(program, { args: [...args], cwd, stderr: "inherit" })
    .output();
  if (!success) throw new Error(`${program} ${args.join(" ")} failed`);
}

/** Imported as they are, not bundled. */
export const LIBSQL_PACKAGES = ["@libsql/client"] as const;

/** At the versions of the lock file where one lies there, without the add-on for musl, which this kind of Linux does not use. */
async function installLibsql(stage: string): Promise<void> {
  const { unstable } = project;
  const specifiers = LIBSQL_PACKAGES.map((name) => [name, project.imports[name]] as const);
  const imports = Object.fromEntries(specifiers);
  await writeJson(`${stage}/deno.json`, { unstable, nodeModulesDir: "auto", imports });
  await run(stage, Deno.execPath(), ["install", "--quiet"]);
  // From here on nobody installs again what is left out.
  await writeJson(`${stage}/deno.json`, { unstable, nodeModulesDir: "manual" });
  const dependencies = Object.fromEntries(
    specifiers.map(([name, specifier]) => [name, specifier.slice(specifier.lastIndexOf("@") + 1)]),
  );
  await writeJson(`${stage}/package.json`, { dependencies });
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
