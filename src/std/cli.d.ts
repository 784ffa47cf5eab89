export interface ParseOptions {
  boolean?: readonly string[];
  string?: readonly string[];
  collect?: readonly string[];
  alias?: Readonly<Record<string, string | readonly string[]>>;
  default?: Readonly<Record<string, unknown>>;
  stopEarly?: boolean;
  unknown?: (arg: string, key?: string, value?: unknown) => unknown;
}
export interface ParsedArgs {
  _: (string | number)[];
  [name: string]: unknown;
}
/** Reads command line arguments; strings named in `options.string` are never taken for numbers. */
export function parseArgs(args: readonly string[], options?: ParseOptions): ParsedArgs;
