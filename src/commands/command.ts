import { dirname, resolve } from "node:path";
import type { Config, Environment } from "../config/config.ts";
import { filePath } from "../domain/read.ts";
import { nearest } from "../domain/text.ts";

/** A command, which speaks Spanish. Its help and the check of its arguments derive from it. */
export interface Command {
  /** As typed after `sobremesa`: `check`, `map import`. */
  readonly name: string;
  /** `FILE` is a word, `--upcoming` and `--phone NUMBER` are options; brackets enclose what is optional. */
  readonly usage: string;
  readonly summary: string;
  /** The meaning of options that the summary does not explain, by name. */
  readonly options?: Readonly<Record<string, string>>;
  /** What `--help` adds. */
  readonly more?: string;
  /** Root may run it even if another user owns the service's folder, because it opens no database. */
  readonly openToRoot?: boolean;
  /** @returns the exit code; undefined means 0 */
  run(given: Given, context: CommandContext): number | void | Promise<number | void>;
}

export interface Given {
  readonly words: readonly string[];
  /** By name, empty for an option without a value. */
  readonly options: Readonly<Record<string, string>>;
}

export interface CommandContext {
  readonly io: CommandIo;
  readonly program: string;
  /** Describes the source of settings besides the environment; null for none. */
  readonly source: string | null;
  /** @throws {ConfigError} if the settings cannot be read */
  environment(): Environment;
  /** @throws {ConfigError} if a setting is wrong */
  config(): Config;
}

/** The terminal, by lines without their line endings. */
export interface CommandIo {
  out(line: string): void;
  err(line: string): void;
  /** The line that is typed after `question`; null at the end of input or without a terminal. */
  ask(question: string): string | null;
}

/** An argument is wrong. The message names it and the reason; the usage is added. */
export class WrongUsage extends Error {
  override readonly name = "WrongUsage";
}

/** The command cannot do its work. The message gives the reason and the remedy. */
export class CannotDo extends Error {
  override readonly name = "CannotDo";
}

export function usageOf({ name, usage, options = {} }: Command): string {
  const width = Math.max(...Object.keys(options).map((option) => option.length));
  const lines = Object.entries(options)
    .map(([option, meaning]) => `\n  --${option.padEnd(width)}  ${meaning}`);
  return `uso: ${asTyped({ name, usage })}${lines.join("")}`;
}

/** `sobremesa purge --phone NUMBER [--upcoming]`. */
export function asTyped({ name, usage }: Pick<Command, "name" | "usage">): string {
  return `sobremesa ${name} ${usage}`.trimEnd();
}

/** `1 noche`, `2 noches`. */
export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

/** @throws {WrongUsage} if `args` do not match the usage */
export function readGiven({ usage }: Command, args: readonly string[]): Given {
  const known = optionsIn(usage);
  const words: string[] = [];
  const options: Record<string, string> = {};
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (!arg.startsWith("-") || arg === "-") {
      words.push(arg);
      continue;
    }
    const [written = "", inline] = arg.split(/=(.*)/s);
    const option = known.find(({ name }) => written === `--${name}`);
    if (option === undefined) throw unknownOption(written, known);
    if (Object.hasOwn(options, option.name)) throw new WrongUsage(`${written} está dos veces`);
    const value = option.value === null ? "" : inline ?? args[++at] ?? "";
    if (option.value === null && inline !== undefined) {
      throw new WrongUsage(`${written} no lleva valor`);
    }
    if (option.value !== null && (value === "" || value.startsWith("--"))) {
      throw new WrongUsage(`${written}: falta ${option.value}`);
    }
    options[option.name] = value;
  }
  refuseMissing(usage, { words, options });
  return { words, options };
}

const OPTION = /--([a-z]+)(?: ([A-Z][^\s\]]*))?/g;

interface Option {
  readonly name: string;
  /** The form of its value; null if it takes none. */
  readonly value: string | null;
}

function optionsIn(usage: string): Option[] {
  return [...usage.matchAll(OPTION)].map(([, name = "", value = null]) => ({ name, value }));
}

function unknownOption(written: string, known: readonly Option[]): WrongUsage {
  const near = nearest(written, known.map(({ name }) => `--${name}`));
  const hint = near === null ? "" : `; ¿quisiste decir ${near}?`;
  return new WrongUsage(`no hay opción ${written}${hint}`);
}

/** No message repeats a word, which may be a guest's telephone number. */
function refuseMissing(usage: string, { words, options }: Given): void {
  const named: string[] = usage.replace(OPTION, "").match(/\[?[A-Z]+/g) ?? [];
  const missing = named.slice(words.length).find((word) => !word.startsWith("["));
  if (missing !== undefined) throw new WrongUsage(`falta ${missing}`);
  const more = words.length - named.length;
  if (more > 0) throw new WrongUsage(more === 1 ? "sobra una palabra" : `sobran ${more} palabras`);
  const required = usage.replace(/\[[^\]]*\]/g, "");
  for (const { name, value } of optionsIn(required)) {
    if (!Object.hasOwn(options, name)) throw new WrongUsage(`falta --${name} ${value}`);
  }
}

/**
 * Keeps root out of the service's folder, where a link leads to any file and the service cannot open root's files.
 * @throws {CannotDo} for root, if another user owns a folder of the service or its nearest existing parent
 */
export async function refuseRoot(config: Config): Promise<void> {
  if (Deno.uid() !== 0) return;
  for (const folder of foldersOf(config)) {
    const owner = await ownerOf(folder);
    if (owner === 0) continue;
    throw new CannotDo(
      `${folder} es de otro usuario, y root no toca nada ahí: corre /usr/local/bin/sobremesa, ` +
        `que cambia a ese usuario, o setpriv --reuid=${owner} --clear-groups ...`,
    );
  }
}

/** The owner of the entry at `folder`, of a link's target, or of the nearest existing parent. */
async function ownerOf(folder: string): Promise<number> {
  for (let path = resolve(folder);; path = dirname(path)) {
    const found = await Promise.allSettled([Deno.lstat(path), Deno.stat(path)]);
    const uids = found.flatMap((each) => each.status === "fulfilled" ? [each.value.uid ?? 0] : []);
    const other = uids.find((uid) => uid !== 0);
    if (other !== undefined || uids.length > 0 || path === dirname(path)) return other ?? 0;
  }
}

function foldersOf({ dataDir, databaseUrl }: Config): string[] {
  const path = filePath(databaseUrl);
  return path === null ? [dataDir] : [dataDir, dirname(path)];
}
