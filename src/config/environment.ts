/** Reads settings from the environment, and from a file in the format of systemd's `EnvironmentFile=`. */
import { existsSync } from "node:fs";
import { ConfigError, type Environment, NO_BASE_URL, settingNames } from "./config.ts";

/** The variables that the program or a package reads. The executable may read no others. */
export const VARIABLES: readonly string[] = [
  ...settingNames(),
  // Set by systemd for its services.
  "INVOCATION_ID",
  // Read by a dependency of libSQL's client.
  "WS_NO_BUFFER_UTIL",
  "WS_NO_UTF_8_VALIDATE",
];

/** The settings of an installation, which the executable reads if `--env` names no other file. */
export const SYSTEM_FILE = "/etc/sobremesa.env";

/** A command line without its `--env`, and its settings. */
export interface Settings {
  readonly args: readonly string[];
  /** Describes the source of settings besides the environment; null for none. */
  readonly source: string | null;
  /** @throws {ConfigError} if the system's file is unreadable or malformed */
  environment(): Environment;
}

export interface SettingsOptions {
  readonly args: readonly string[];
  readonly environment: Environment;
  /** Read if it exists and `--env` names no file; null for none. */
  readonly systemFile: string | null;
}

/** Where the data are. */
const PLACES = ["DATA_DIR", "DATABASE_URL"];

/**
 * Reads the file of `--env FILE`, at any place in `args`. Its values win over the environment, and one that says where
 * the data are says all of it, so that no variable of the shell leads a command to another database. The environment
 * wins over the system's file; if that file cannot be used, only commands that need settings fail.
 */
export function readSettings({ args, environment, systemFile }: SettingsOptions): Settings {
  const { path, rest } = takeOption(args);
  if (path !== null) {
    const file = readEnvFile(path);
    const said = PLACES.some((name) => file[name]) ? [...PLACES, "DATABASE_AUTH_TOKEN"] : [];
    const others = Object.entries(environment).filter(([name]) => !said.includes(name));
    const variables = { ...Object.fromEntries(others), ...file };
    const source = `${path}, which wins over the environment`;
    return { args: rest, source, environment: () => variables };
  }
  // Deno.statSync would throw, and the first error of a process takes 20 ms.
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
    return { source, environment: () => withAddress(variables, path) };
  } catch (error) {
    const unreadable = error instanceof ConfigError && isDenied(error.cause);
    // systemd has read the file as root and set its variables.
    if (unreadable && environment.INVOCATION_ID) {
      const source = `the environment; ${path} is closed to this user`;
      return { source, environment: () => withAddress(environment, path) };
    }
    return {
      source: null,
      environment() {
        throw error;
      },
    };
  }
}

/** Without BASE_URL the sample would be served where an owner has set up a service. @throws {ConfigError} */
function withAddress(variables: Environment, path: string): Environment {
  if (!variables.BASE_URL) throw new ConfigError([`${path}: ${NO_BASE_URL}`]);
  return variables;
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
    throw new ConfigError(["--env: se esperaba un archivo de variables, como --env sobremesa.env"]);
  }
  return { path, rest };
}

function readEnvFile(path: string): Environment {
  const variables = parseEnvFile(readText(path), path);
  const problems = Object.entries(variables)
    .filter(([name, value]) => isRelativePath(name, value))
    .map(([name, value]) =>
      `${path}: ${name}: se esperaba una ruta desde la raíz, y hay ${JSON.stringify(value)}: ` +
      "un comando buscaría en otro lugar según la carpeta"
    );
  if (problems.length > 0) throw new ConfigError(problems);
  return variables;
}

const PATHS: ReadonlySet<string> = new Set(["DATA_DIR", "RESTAURANT_FILE"]);

function isRelativePath(name: string, value: string): boolean {
  if (name === "DATABASE_URL") return /^file:(?!\/)/.test(value);
  return PATHS.has(name) && value !== "" && !value.startsWith("/");
}

function readText(path: string): string {
  try {
    // TextDecoder removes a byte order mark, which some editors write.
    return new TextDecoder("utf-8", { fatal: true }).decode(Deno.readFileSync(path));
  } catch (cause) {
    const reason = cause instanceof TypeError ? "no es UTF-8" : (cause as Error).message;
    const remedy = isDenied(cause) ? ". Con sudo, o si es del usuario del servicio, se lee" : "";
    throw new ConfigError([`${path} no se puede leer: ${reason}${remedy}`], { cause });
  }
}

const NAME = /^[A-Za-z_]\w*$/;
const SINGLE_QUOTED = /^'([^']*)'$/;
const DOUBLE_QUOTED = /^"((?:\\.|[^"\\])*)"$/;
const UNQUOTED = /^(?:[^'"\\][^\\]*)?$/;

/**
 * Parses lines `NAME=value` as systemd does: comments after `#` or `;`; values plain, in single quotes, or in double
 * quotes, where a backslash escapes `"`, `\`, `` ` `` and `$`; the last value of a name counts. Values of several lines
 * are refused. Errors name `path` and line, never a value, which may be a secret.
 */
export function parseEnvFile(text: string, path: string): Record<string, string> {
  const variables: Record<string, string> = {};
  const problems: string[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const [, name = "", written] = /^([^=]*)(?:=(.*))?$/s.exec(line.trim())!;
    if (name === "" && written === undefined || /^[#;]/.test(name)) continue;
    const value = valueOf(written?.trim() ?? "");
    const problem = problemOf(name.trimEnd(), written, value);
    if (problem !== null) problems.push(`${path}, línea ${index + 1}: se esperaba ${problem}`);
    else variables[name.trimEnd()] = value!;
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return variables;
}

function valueOf(text: string): string | null {
  if (text.includes("\0")) return null;
  if (UNQUOTED.test(text)) return text;
  return SINGLE_QUOTED.exec(text)?.[1] ??
    DOUBLE_QUOTED.exec(text)?.[1]?.replace(/\\(["\\`$])/g, "$1") ?? null;
}

function problemOf(name: string, written: string | undefined, value: string | null) {
  const hint = /^export\s/.test(name) ? ": quita export" : "";
  if (written === undefined) return `NOMBRE=valor${hint}`;
  if (!NAME.test(name)) return `un nombre de letras, cifras y _ antes de =${hint}`;
  return value === null
    ? "un valor en un renglón, entre comillas si tiene diagonales inversas"
    : null;
}
