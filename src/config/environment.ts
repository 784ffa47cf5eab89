/** What every command finds in its environment: the process's own, and a file of variables where `--env FILE` names one. */
import { ConfigError, type Environment } from "./config.ts";
import { parseEnvFile } from "./env_file.ts";

/** A command line without its `--env`, and the environment that it is to run in. */
export interface Invocation {
  readonly args: readonly string[];
  readonly environment: Environment;
}

/**
 * Reads the file that `--env FILE` names, wherever it stands among `args`. Its values win over those of `environment`, as they do in a
 * systemd unit: what a shell happens to have set must not lead a command to another database.
 *
 * @throws {ConfigError} where the file cannot be read or makes no sense, or `--env` has no file or comes twice
 */
export async function withEnvFile(
  args: readonly string[],
  environment: Environment,
): Promise<Invocation> {
  const { path, rest } = takeOption(args);
  if (path === null) return { args: rest, environment };
  return { args: rest, environment: { ...environment, ...parseEnvFile(await read(path), path) } };
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

async function read(path: string): Promise<string> {
  try {
    // A byte order mark, which some editors put first, is left out.
    return new TextDecoder("utf-8", { fatal: true }).decode(await Deno.readFile(path));
  } catch (error) {
    const reason = error instanceof TypeError ? "it is not UTF-8" : (error as Error).message;
    throw new ConfigError([`--env ${path}: cannot be read: ${reason}`]);
  }
}
