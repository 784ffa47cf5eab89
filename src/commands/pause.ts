import { parseArgs } from "@std/cli";
import { type Config, type Environment, readConfig } from "../config/config.ts";
import { isTime } from "../domain/local_time.ts";
import { RestaurantFileError } from "../restaurant/error.ts";
import { restaurantSource } from "../restaurant/source.ts";
import type { CommandIo } from "./io.ts";
import { withDatabase } from "./switch_database.ts";

const USAGE = "usage: sobremesa pause [--until HH:MM]";

/**
 * `sobremesa pause [--until HH:MM]`: switches reservations off, on every running instance.
 *
 * @returns the exit code: 0 when switched, 1 where the database or the restaurant file cannot be used, 2 when the arguments make no sense
 */
export async function pause(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  const time = readUntil(args);
  if (time === undefined) {
    io.err(USAGE);
    return 2;
  }
  const config = readConfig(environment);
  try {
    const until = time === null ? null : await nextInstantAt(time, config);
    return await withDatabase(config, io, async ({ switches }) => {
      await switches.pause(until);
      const end = time === null ? "" : ` until ${time}`;
      io.out(`reservations are off${end}; "sobremesa resume" switches them on`);
    });
  } catch (error) {
    if (!(error instanceof RestaurantFileError)) throw error;
    io.err(`sobremesa: the restaurant's time zone cannot be read: ${error.message}`);
    return 1;
  }
}

/** The time after --until; null where it is not given, undefined where the arguments make no sense. */
function readUntil(args: readonly string[]): string | null | undefined {
  let known = true;
  const { until } = parseArgs(args, { string: ["until"], unknown: () => (known = false) });
  if (!known) return undefined;
  if (until === undefined) return null;
  return typeof until === "string" && isTime(until) ? until : undefined;
}

/** Epoch milliseconds of the next time the restaurant's clock shows `time`. */
async function nextInstantAt(time: string, { restaurantFile }: Config): Promise<number> {
  const { timeZone } = (await restaurantSource({ path: restaurantFile })).current();
  const now = Temporal.Now.zonedDateTimeISO(timeZone);
  const today = now.withPlainTime(time);
  const next = Temporal.ZonedDateTime.compare(today, now) > 0 ? today : today.add({ days: 1 });
  return next.epochMilliseconds;
}
