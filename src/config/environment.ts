/** Where settings come from: the environment, and a file of variables in the format of systemd's `EnvironmentFile=`. */
import { existsSync } from "node:fs";
import { ConfigError, type Environment, settingNames } from "./config.ts";

/** Every variable of the environment that the program, or a package in it, asks for. The executable may read no others. */
export const VARIABLES: readonly string[] = [
  ...settingNames(),
  // systemd sets it for what it runs.
  "INVOCATION_ID",
  // Of what libSQL's client for servers is made of.
  "WS_NO_BUFFER_UTIL",
  "WS_NO_UTF_8_VALIDATE",
];

/** What the unit that `sobremesa unit` prints gives the service, and what the executable reads where `--env` names no other file. */
export const SYSTEM_FILE = "/etc/sobremesa.env";

/** A command line without its `--env`, and the settings that it is to run with. */
export interface Settings {
  readonly args: readonly string[];
  /** Where they come from besides the environment, in words; null for nowhere. */
  readonly source: string | null;
  /** @throws {ConfigError} where the system's file cannot be read or makes no sense */
  environment(): Environment;
}

export interface SettingsOptions {
  readonly args: readonly string[];
  readonly environment: Environment;
  /** Read where `--env` names no file and it is there; null for none. */
  readonly systemFile: string | null;
}

/**
 * Reads the file that `--env FILE` names, wherever it stands among `args`. Its values win over those of `environment`: what a shell
 * happens to have set must not lead a command to another database. Over those of the system's file, which was not asked for, the
 * environment wins; one that cannot be used stops only what needs settings.
 *
 * @throws {ConfigError} where the named file cannot be read or makes no sense, or `--env` has no file or comes twice
 */
export function readSettings({ args, environment, systemFile }: SettingsOptions): Settings {
  const { path, rest } = takeOption(args);
  if (path !== null) {
    const variables = { ...environment, ...readEnvFile(path) };
    const source = `${path}, which wins over the environment`;
    return { args: rest, source, environment: () => variables };
  }
  // Deno.statSync would throw, and the first error of a process costs it 20 milliseconds.
  if (systemFile === null || !existsSync(systemFile)) {
    return { args: rest, source: null, environment: () => environment };
  }
  return { args: rest, ...readSystemFile(systemFile, environment) };
}

function readSystemFile(path: string, environment: Environment): Omit<Settings, "args"> {
  const set = Object.entries(environment).filter(([, value]) => value !== undefined);
  try {
    const variables = { ...readEnvFile(path), ...Object.fromEntries(set) };
    const source = `${path}; variables that are set win`;
    return { source, environment: () => variables };
  } catch (error) {
    const unreadable = error instanceof ConfigError && isDenied(error.cause);
    // systemd has read it as root, and has set what is in it.
    if (unreadable && environment.INVOCATION_ID) {
      const source = `the environment; ${path} is closed to this user`;
      return { source, environment: () => environment };
    }
    return {
      source: null,
      environment() {
        throw error;
      },
    };
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof Deno.errors.PermissionDenied;
}

function takeOption(
  args: readonly string[],
): { readonly path: string | null; readonly rest: readonly string[] } {
  const rest: string[] = [];
  const paths: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!;
    if (word === "--env") paths.push(args[++at] ?? "");
    else if (word.startsWith("--env=")) paths.push(word.slice("--env=".length));
    else rest.push(word);
  }
  const [path = null] = paths;
  if (paths.length > 1 || path === "") {
    throw new ConfigError(["--env: expected one file of variables, as in --env sobremesa.env"]);
  }
  return { path, rest };
}

function readEnvFile(path: string): Environment {
  const variables = parseEnvFile(readText(path), path);
  const problems = Object.entries(variables)
    .filter(([name, value]) => isRelativePath(name, value))
    .map(([name, value]) =>
      `${path}: ${name}: expected a path from the root, got ${JSON.stringify(value)}: ` +
      "commands that are typed in different folders would look in different places"
    );
  if (problems.length > 0) throw new ConfigError(problems);
  return variables;
}

const PATHS: ReadonlySet<string> = new Set(["DATA_DIR", "RESTAURANT_FILE", "MAP_FILE"]);

function isRelativePath(name: string, value: string): boolean {
  if (name === "DATABASE_URL") return /^file:(?!\/)/.test(value);
  return PATHS.has(name) && value !== "" && !value.startsWith("/");
}

function readText(path: string): string {
  try {
    // A byte order mark, which some editors put first, is left out.
    return new TextDecoder("utf-8", { fatal: true }).decode(Deno.readFileSync(path));
  } catch (cause) {
    const reason = cause instanceof TypeError ? "it is not UTF-8" : (cause as Error).message;
    const remedy = isDenied(cause) ? ". Run this as the service's user, or set the variables" : "";
    throw new ConfigError([`${path} cannot be read: ${reason}${remedy}`], { cause });
  }
}

const NAME = /^[A-Za-z_]\w*$/;
const SINGLE_QUOTED = /^'([^']*)'$/;
const DOUBLE_QUOTED = /^"((?:\\.|[^"\\])*)"$/;
const UNQUOTED = /^(?:[^'"\\][^\\]*)?$/;

/**
 * The variables in `text`: `NAME=value` lines, blank lines, and comments that begin with `#` or `;`. A value may stand in single quotes,
 * as it is, or in double quotes, where a backslash keeps `"`, `\`, `` ` `` and `$` from meaning anything. Nothing is expanded. Of a name
 * that comes twice, the last value counts. systemd reads every such file in the same way; what else it takes, such as values of several
 * lines, is refused here.
 *
 * @param path names the file in errors, which never show a value: it may be a secret
 * @throws {ConfigError} with the number of each line that makes no sense
 */
export function parseEnvFile(text: string, path: string): Record<string, string> {
  const variables: Record<string, string> = {};
  const problems: string[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const [, name = "", written] = /^([^=]*)(?:=(.*))?$/s.exec(line.trim())!;
    if (name === "" && written === undefined || /^[#;]/.test(name)) continue;
    const value = valueOf(written?.trim() ?? "");
    const problem = problemOf(name.trimEnd(), written, value);
    if (problem !== null) problems.push(`${path}, line ${index + 1}: expected ${problem}`);
    else variables[name.trimEnd()] = value!;
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return variables;
}

/** Null for what is no value on one line. */
function valueOf(text: string): string | null {
  if (text.includes("\0")) return null;
  if (UNQUOTED.test(text)) return text;
  return SINGLE_QUOTED.exec(text)?.[1] ??
    DOUBLE_QUOTED.exec(text)?.[1]?.replace(/\\(["\\`$])/g, "$1") ?? null;
}

function problemOf(name: string, written: string | undefined, value: string | null) {
  const hint = /^export\s/.test(name) ? ": leave out export" : "";
  if (written === undefined) return `NAME=value${hint}`;
  if (!NAME.test(name)) return `a name of letters, digits and _ before =${hint}`;
  return value === null ? "a value on one line, whole in quotes if it has backslashes" : null;
}
