import { parseArgs } from "@std/cli";
import { joinedValues } from "./joined_values.ts";

/** What a command takes besides its name. */
export interface Accepted {
  /** How many words of their own. 0 where absent. */
  readonly words?: number;
  /** Options with a value: `until` for `--until 20:30`. */
  readonly values?: readonly string[];
  /** Options without one. */
  readonly flags?: readonly string[];
}

export interface Arguments {
  readonly words: readonly string[];
  /** By option; those that were not given are not there. */
  readonly values: Readonly<Record<string, string>>;
  readonly flags: ReadonlySet<string>;
}

/** `args`, or null where they are not what a command takes. */
export function readArguments(
  args: readonly string[],
  { words: expected = 0, values = [], flags = [] }: Accepted,
): Arguments | null {
  let known = true;
  const { _: words, ...given } = parseArgs(joinedValues(args, values), {
    string: [...values, "_"],
    collect: values,
    boolean: flags,
    unknown: (_argument, option) => option === undefined || (known = false),
  });
  const lists = values.map((name) => [name, [given[name] ?? []].flat()] as const);
  // Of two times, nobody knows which one was meant.
  const twice = lists.some(([, list]) => list.length > 1);
  if (!known || twice || words.length !== expected) return null;
  return {
    words: words.map(String),
    values: Object.fromEntries(
      lists.flatMap(([name, list]) => list.map((value) => [name, String(value)])),
    ),
    flags: new Set(flags.filter((name) => given[name] === true)),
  };
}
