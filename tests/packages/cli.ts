/** The standard library's command line parser, typed: `deno-std` ships the code without its types. */
import { parseArgs as untyped } from "deno-std/cli/parse_args.js";

export interface ParseOptions {
  readonly boolean?: readonly string[];
  readonly string?: readonly string[];
  readonly default?: Readonly<Record<string, unknown>>;
  readonly unknown?: (arg: string, key?: string, value?: unknown) => unknown;
}
export interface ParsedArgs {
  _: (string | number)[];
  [name: string]: unknown;
}

/** Parses command line arguments; those named in `options.string` are never parsed as numbers. */
export const parseArgs: (args: readonly string[], options?: ParseOptions) => ParsedArgs = untyped;
