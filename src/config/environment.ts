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

const QUOTED = String.raw`'[^']*'|"(?:\\[^]|[^"\\])*"`;

/** A comment; or what is before an equals sign, the quoted pieces after it, and the rest up to the line's end. */
const LINE = new RegExp(
  [
    String.raw`[ \t\r]*(?:[#;][^\n\r]*|(?<written>[^=\n]*)(?<sign>=?)`,
    String.raw`(?<quoted>(?:[ \t\r]*(?:${QUOTED}))*)`,
    String.raw`[ \t\r]*(?<rest>(?:\\[^]|[^\\\n])*\\?))\n?`,
  ].join(""),
  "dy",
);

/**
 * The variables in `text`: `NAME=value` lines, blank lines and comments (lines that begin with `#` or `;`). A value may stand in single
 * quotes, as it is, or in double quotes, where a backslash keeps `"`, `\`, `` ` `` and `$` from meaning anything; without quotes a
 * backslash keeps the next character. Quoted values may run over several lines; a backslash at a line's end joins it with the
 * next. Nothing is expanded. Of a name that comes twice, the last value counts.
 *
 * @param path names the file in errors, which never show a value: it may be a secret
 * @throws {ConfigError} with the number of each line that makes no sense; systemd would leave such a line out
 */
export function parseEnvFile(text: string, path: string): Record<string, string> {
  const source = text.replaceAll("\r\n", "\n");
  const variables: Record<string, string> = {};
  const problems: string[] = [];
  const complain = (place: number, what: string) => {
    const line = source.slice(0, place).split("\n").length;
    problems.push(`${path}, line ${line}: ${what}`);
  };
  LINE.lastIndex = 0;
  while (LINE.lastIndex < source.length) {
    const { index, groups, indices } = LINE.exec(source)!;
    const { written = "", sign, quoted = "", rest = "" } = groups!;
    const name = written.trimEnd();
    const isOpen = /^['"]/.test(rest);
    if (isOpen) complain(indices!.groups!.rest![0], `expected a closing ${rest[0]}`);
    const problem = nameProblem(name, sign === "=");
    if (problem !== null) complain(index, problem);
    else if (sign === "=") variables[name] = unquoted(quoted) + unescaped(rest);
    // What an open quote begins may hold anything, up to the end.
    if (isOpen) break;
  }
  if (source.includes("\0")) complain(source.indexOf("\0"), "expected text without NUL");
  if (problems.length > 0) throw new ConfigError(problems);
  return variables;
}

function nameProblem(name: string, isAssigned: boolean): string | null {
  const hint = /^export\s/.test(name) ? ": leave out export" : "";
  if (!isAssigned) return name === "" ? null : `expected NAME=value${hint}`;
  if (/^[A-Za-z_]\w*$/.test(name)) return null;
  return `expected a name of letters, digits and _ before =${hint}`;
}

/** The text of quoted pieces, one after the other. */
function unquoted(pieces: string): string {
  return [...pieces.matchAll(new RegExp(QUOTED, "g"))]
    .map(([piece]) => piece[0] === "'" ? piece.slice(1, -1) : unquoteDouble(piece.slice(1, -1)))
    .join("");
}

function unquoteDouble(text: string): string {
  const kept = (both: string, next: string) => '"\\`$'.includes(next) ? next : both;
  return text.replace(/\\([^])/g, (both, next) => next === "\n" ? "" : kept(both, next));
}

/** Without the blanks at its end, unless a backslash keeps them. */
function unescaped(text: string): string {
  const characters = text.match(/\\[^]|[^]/g) ?? [];
  while (/^[ \t\r]$/.test(characters.at(-1) ?? "")) characters.pop();
  return characters.map((one) => one[0] === "\\" ? one.slice(1).replace("\n", "") : one).join("");
}
