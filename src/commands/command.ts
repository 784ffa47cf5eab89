/** What a command is, and how its arguments are read. */
import type { Config, Environment } from "../config/config.ts";
import { nearest } from "../restaurant/problems.ts";

/** A command. The help, the check of its arguments and the README's list derive from this value. */
export interface Command {
  /** As it is typed after `sobremesa`: `pause`, `map import`. */
  readonly name: string;
  /**
   * What follows the name, empty for nothing: `FILE` is a word, `--upcoming` and `--until HH:MM` are options, and what may be left out
   * stands in brackets.
   */
  readonly usage: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** What those options mean that the summary does not explain. */
  readonly options?: Readonly<Record<string, string>>;
  /** Root may run it although the service's folder belongs to another user: it opens no database. */
  readonly openToRoot?: boolean;
  /** @returns the exit code; 0 where there is none */
  run(given: Given, context: Context): number | void | Promise<number | void>;
}

/** The arguments of a command. */
export interface Given {
  readonly words: readonly string[];
  /** By option, empty for one without a value; those that were not given are not there. */
  readonly options: Readonly<Record<string, string>>;
}

/** What a command may use. */
export interface Context {
  readonly io: CommandIo;
  /** Path of the program that runs. */
  readonly program: string;
  /** Where settings come from besides the environment, in words; null for nowhere. */
  readonly source: string | null;
  /** @throws {ConfigError} where the settings cannot be read */
  environment(): Environment;
  /** @throws {ConfigError} where a setting is wrong */
  config(): Config;
}

/** Where a command writes. Each call is one line, without its line ending. */
export interface CommandIo {
  /** To standard output: what was asked for. */
  out(line: string): void;
  /** To standard error: what went wrong and how to mend it. */
  err(line: string): void;
  /** What is typed at the terminal after `question`; null where it ends or there is none. */
  ask(question: string): string | null;
}

/** The arguments make no sense. The message says which one and why; the usage is added to it. */
export class WrongUsage extends Error {
  override readonly name = "WrongUsage";
}

/** What was asked for cannot be done. The message says why, and what to do. */
export class CannotDo extends Error {
  override readonly name = "CannotDo";
}

/** How a command is called, and what its options mean. */
export function usageOf({ name, usage, options = {} }: Command): string {
  const width = Math.max(...Object.keys(options).map((option) => option.length));
  const lines = Object.entries(options)
    .map(([option, meaning]) => `\n  --${option.padEnd(width)}  ${meaning}`);
  return `usage: ${typed({ name, usage })}${lines.join("")}`;
}

/** `sobremesa pause [--until HH:MM]`. */
export function typed({ name, usage }: Pick<Command, "name" | "usage">): string {
  return `sobremesa ${name} ${usage}`.trimEnd();
}

/** @throws {WrongUsage} where `args` are not what `usage` says */
export function readGiven({ usage }: Command, args: readonly string[]): Given {
  const known = optionsIn(usage);
  const words: string[] = [];
  const options: Record<string, string> = {};
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (!arg.startsWith("-")) {
      words.push(arg);
      continue;
    }
    const [written = "", inline] = arg.split(/=(.*)/s);
    const option = known.find(({ name }) => written === `--${name}`);
    if (option === undefined) throw unknownOption(written, known);
    if (Object.hasOwn(options, option.name)) throw new WrongUsage(`${written} is given twice`);
    const value = option.value === null ? "" : inline ?? args[++at] ?? "";
    if (option.value === null && inline !== undefined) {
      throw new WrongUsage(`${written} takes no value`);
    }
    if (option.value !== null && (value === "" || value.startsWith("--"))) {
      throw new WrongUsage(`${written}: ${option.value} is missing`);
    }
    options[option.name] = value;
  }
  refuseMissing(usage, { words, options });
  return { words, options };
}

const OPTION = /--([a-z]+)(?: ([A-Z][^\s\]]*))?/g;

interface Option {
  readonly name: string;
  /** What its value looks like; null where it takes none. */
  readonly value: string | null;
}

function optionsIn(usage: string): Option[] {
  return [...usage.matchAll(OPTION)].map(([, name = "", value = null]) => ({ name, value }));
}

function unknownOption(written: string, known: readonly Option[]): WrongUsage {
  const near = nearest(written, known.map(({ name }) => `--${name}`));
  const hint = near === null ? "" : `; did you mean ${near}?`;
  return new WrongUsage(`there is no option ${written}${hint}`);
}

/** Never tells a word back: it may be a guest's telephone. */
function refuseMissing(usage: string, { words, options }: Given): void {
  const named: string[] = usage.replace(OPTION, "").match(/\[?[A-Z]+/g) ?? [];
  const missing = named.slice(words.length).find((word) => !word.startsWith("["));
  if (missing !== undefined) throw new WrongUsage(`${missing} is missing`);
  const more = words.length - named.length;
  if (more > 0) throw new WrongUsage(more === 1 ? "one word too many" : `${more} words too many`);
  const required = usage.replace(/\[[^\]]*\]/g, "");
  for (const { name, value } of optionsIn(required)) {
    if (!Object.hasOwn(options, name)) throw new WrongUsage(`--${name} ${value} is missing`);
  }
}
