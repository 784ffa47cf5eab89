import { type Environment, readConfig } from "../config/config.ts";
import type { Situation } from "../domain/schedule/situation.ts";
import { RestaurantFileError } from "../restaurant/problems.ts";
import { restaurantSource } from "../restaurant/load.ts";
import type { CommandIo } from "./io.ts";
import { type SwitchDatabase, withDatabase } from "./switch_database.ts";

/** A restaurant and the database of its running service. */
export interface AtRestaurant extends SwitchDatabase {
  /** The restaurant, and what is switched, now. */
  readonly situation: Situation;
}

/**
 * Gives `work` the restaurant of RESTAURANT_FILE and what can be switched there.
 *
 * @returns the exit code: 0 when `work` is done, 1 where the file or the database cannot be used, or `work` throws a `CannotDo`
 * @throws {ConfigError} where the environment is wrong
 */
export async function atRestaurant(
  environment: Environment,
  io: CommandIo,
  work: (house: AtRestaurant) => void | Promise<void>,
): Promise<number> {
  const config = readConfig(environment);
  try {
    const restaurant = (await restaurantSource({ path: config.restaurantFile })).current();
    return await withDatabase(config, io, async (database) => {
      const situation = { restaurant, house: await database.house(), now: Date.now() };
      await work({ ...database, situation });
    });
  } catch (error) {
    if (!(error instanceof RestaurantFileError)) throw error;
    io.err(`sobremesa: the restaurant cannot be read: ${error.message}`);
    return 1;
  }
}
