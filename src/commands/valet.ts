import { type Environment, readConfig } from "../config/config.ts";
import { readArguments } from "./arguments.ts";
import type { CommandIo } from "./io.ts";
import { withDatabase } from "./switch_database.ts";

const USAGE = "usage: sobremesa valet on|off|default";

const SETTINGS: Readonly<Record<string, { readonly on: boolean | null; readonly said: string }>> = {
  on: { on: true, said: "valet parking is on" },
  off: { on: false, said: "valet parking is off" },
  default: { on: null, said: "valet parking is as the restaurant file says" },
};

/**
 * `sobremesa valet on|off|default`: says on every running instance whether there is valet parking, whatever the restaurant file
 * says.
 *
 * @returns the exit code: 0 when switched, 1 where the database cannot be used, 2 when the arguments make no sense
 */
export async function valet(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  const [word = ""] = readArguments(args, { words: 1 })?.words ?? [];
  const setting = Object.hasOwn(SETTINGS, word) ? SETTINGS[word] : undefined;
  if (!setting) {
    io.err(USAGE);
    return 2;
  }
  return await withDatabase(readConfig(environment), io, async ({ switches }) => {
    await switches.valet(setting.on);
    io.out(setting.said);
  });
}
