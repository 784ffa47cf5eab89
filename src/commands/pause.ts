import { type Environment, readConfig } from "../config/config.ts";
import { isTime, nextInstantAt } from "../domain/local_time.ts";
import { readArguments } from "./arguments.ts";
import { atRestaurant } from "./at_restaurant.ts";
import type { CommandIo } from "./io.ts";
import { withDatabase } from "./switch_database.ts";

const USAGE = "usage: sobremesa pause [--until HH:MM]";

/**
 * `sobremesa pause [--until HH:MM]`: switches reservations off, on every running instance. With --until they come back by
 * themselves when the restaurant's clock next shows that time.
 *
 * @returns the exit code: 0 when switched, 1 where the database or the restaurant file cannot be used, 2 when the arguments make no sense
 */
export async function pause(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  const until = readArguments(args, { values: ["until"] })?.values.until;
  if (until === undefined && args.length === 0) {
    return await withDatabase(readConfig(environment), io, async ({ switches }) => {
      await switches.pause(null);
      io.out('reservations are off; "sobremesa resume" switches them on');
    });
  }
  if (until === undefined || !isTime(until)) {
    io.err(USAGE);
    return 2;
  }
  return await atRestaurant(environment, io, async ({ switches, situation }) => {
    const { restaurant, now } = situation;
    await switches.pause(nextInstantAt(until, now, restaurant.timeZone));
    io.out(`reservations are off until ${until}; "sobremesa resume" switches them on`);
  });
}
