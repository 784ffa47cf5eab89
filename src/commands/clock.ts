import { type Environment, readConfig } from "../config/config.ts";
import { explainDoubt, minuteOf } from "../storage/believed_clock.ts";
import { readArguments } from "./arguments.ts";
import type { CommandIo } from "./io.ts";
import { withDatabase } from "./switch_database.ts";

const USAGE = "usage: sobremesa clock [accept]";

/**
 * `sobremesa clock`: says whether the machine's clock is believed. `sobremesa clock accept`: has every running instance believe it
 * as it is, so that what is too old by it is erased.
 *
 * @returns the exit code: 0 when said or accepted, 1 where the database cannot be used, 2 when the arguments make no sense
 */
export async function clock(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  const [word] = readArguments(args, { words: 1 })?.words ?? [];
  if (args.length > 0 && word !== "accept") {
    io.err(USAGE);
    return 2;
  }
  return await withDatabase(readConfig(environment), io, async ({ clock }) => {
    if (word === "accept") {
      io.out(`the clock is accepted: it is ${minuteOf(await clock.accept())}`);
      return;
    }
    const doubt = await clock.doubt();
    if (doubt === null) return io.out(`the clock is believed: it is ${minuteOf(Date.now())}`);
    const { says, remedy } = explainDoubt(doubt);
    io.out(`${says}: it is not believed, and nothing is erased for its age`);
    io.out(remedy);
  });
}
