import { type Environment, readConfig } from "../config/config.ts";
import type { CommandIo } from "./io.ts";
import { withDatabase } from "./switch_database.ts";

/**
 * `sobremesa resume`: switches reservations on again, on every running instance.
 *
 * @returns the exit code: 0 when switched, 1 where the database cannot be reached, 2 when there are arguments
 */
export async function resume(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  if (args.length > 0) {
    io.err("usage: sobremesa resume");
    return 2;
  }
  return await withDatabase(readConfig(environment), io, async ({ switches }) => {
    await switches.resume();
    io.out("reservations are on");
  });
}
