import type { Environment } from "../config/config.ts";
import { normalisePhone } from "../domain/contact.ts";
import { currentServiceDay } from "../domain/schedule/situation.ts";
import { readArguments } from "./arguments.ts";
import { atRestaurant } from "./at_restaurant.ts";
import type { CommandIo } from "./io.ts";

const USAGE = `usage: sobremesa purge --phone NUMBER [--upcoming]

  --phone     as guests write it: ten digits, or + and the country's code
  --upcoming  reservations still to come too: their tables are free again`;

/** Who stands in the record of what was erased. */
const ACTOR = "sobremesa purge";

/**
 * `sobremesa purge --phone NUMBER [--upcoming]`: erases one person's data, and leaves counts. Never prints any of it.
 *
 * @returns the exit code: 0 when nothing of it is left but what was to stay, 1 where database or restaurant file cannot be used, 2 when the
 * arguments make no sense
 */
export async function purge(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  const given = readArguments(args, { values: ["phone"], flags: ["upcoming"] });
  const phone = normalisePhone(given?.values.phone ?? "");
  if (given === null || phone === null) {
    io.err(USAGE);
    return 2;
  }
  const upcoming = given.flags.has("upcoming");
  return await atRestaurant(environment, io, async ({ erasure, situation }) => {
    const today = currentServiceDay(situation);
    const erased = await erasure.erase(phone, { today, upcoming, actor: ACTOR });
    io.out(`${reservations(erased)} erased`);
    const { upcoming: left } = await erasure.count(phone, today);
    if (left === 0) return;
    io.out(`${reservations(left)} still to come kept; --upcoming erases these too`);
  });
}

function reservations(count: number): string {
  return count === 1 ? "1 reservation" : `${count} reservations`;
}
