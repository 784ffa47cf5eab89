import { type Environment, readConfig } from "../config/config.ts";
import {
  earlyKitchenOrder,
  type NoEarlyKitchen,
  tooLateToEat,
} from "../domain/schedule/early_kitchen.ts";
import { isTime, type Time } from "../domain/local_time.ts";
import { readArguments } from "./arguments.ts";
import { type AtRestaurant, atRestaurant } from "./at_restaurant.ts";
import { CannotDo } from "./cannot_do.ts";
import type { CommandIo } from "./io.ts";
import { inWords } from "./local_words.ts";
import { tellHits } from "./tell_hits.ts";
import { withDatabase } from "./switch_database.ts";

const USAGE = "usage: sobremesa kitchen close [--at HH:MM] [--guests] | default";

/**
 * `sobremesa kitchen close [--at HH:MM] [--guests]`: closes the kitchen early today, now or at that time, and tells which
 * reservations come too late for it; after midnight, today is the evening that still runs. `sobremesa kitchen default`: gives it back its hours.
 *
 * @returns the exit code: 0 when switched, 1 where the kitchen closes no later anyway or database or restaurant file cannot be
 * used, 2 when the arguments make no sense
 */
export async function kitchen(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  const given = readArguments(args, { words: 1, values: ["at"], flags: ["guests"] });
  const at = given?.values.at ?? null;
  const guests = given?.flags.has("guests") ?? false;
  if (given?.words[0] === "default" && at === null && !guests) {
    return await withDatabase(readConfig(environment), io, async ({ switches }) => {
      await switches.kitchen(null);
      io.out("the kitchen keeps its usual hours");
    });
  }
  if (given?.words[0] !== "close" || (at !== null && !isTime(at))) {
    io.err(USAGE);
    return 2;
  }
  return await atRestaurant(environment, io, (house) => closeKitchen(house, { at, guests }, io));
}

const REASONS: Readonly<Record<NoEarlyKitchen, string>> = {
  no_service: "no service starts today: there is no kitchen to close",
  not_earlier: "the kitchen closes no later than that anyway",
};

async function closeKitchen(
  { switches, book, situation }: AtRestaurant,
  { at, guests }: { readonly at: Time | null; readonly guests: boolean },
  io: CommandIo,
): Promise<void> {
  const order = earlyKitchenOrder(situation, at);
  if (typeof order === "string") throw new CannotDo(REASONS[order]);
  await switches.kitchen(order);
  io.out(
    `the kitchen closes at ${inWords(order.closes)}, in the service of ${order.serviceDay}; ` +
      `no table can be reserved after ${inWords(order.lastArrival)}`,
  );
  io.out('"sobremesa kitchen default" gives it back its hours');
  const late = tooLateToEat({ ...situation, house: { ...situation.house, earlyKitchen: order } });
  tellHits(late === null ? [] : await book.hitBy(late), { guests, texts: "Casa" }, io);
}
