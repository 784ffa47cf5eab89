import { parseArgs } from "@std/cli";
import { type Environment, readConfig } from "../config/config.ts";
import { timeOf } from "../domain/local_time.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import type { WeekdayHours } from "../domain/schedule/services.ts";
import { RestaurantFileError } from "../restaurant/problems.ts";
import { restaurantSource } from "../restaurant/load.ts";
import type { CommandIo } from "./io.ts";

const USAGE = "usage: sobremesa check [FILE]";
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/**
 * `sobremesa check [FILE]`: says whether a restaurant file is good, with a summary by which the owner sees that it was
 * understood, or else every problem, one a line. Without FILE, the file that the service would serve.
 *
 * @returns the exit code: 0 when the file is good, 1 when it is not, 2 when the arguments make no sense
 */
export async function check(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  const file = readArgs(args);
  if (file === null) {
    io.err(USAGE);
    return 2;
  }
  const path = file ?? readConfig(environment).restaurantFile;
  try {
    const restaurant = (await restaurantSource({ path })).current();
    io.out(
      path === null ? "the sample restaurant: good (RESTAURANT_FILE is not set)" : `${path}: good`,
    );
    for (const line of summary(restaurant)) io.out(`  ${line}`);
    return 0;
  } catch (error) {
    if (!(error instanceof RestaurantFileError)) throw error;
    const { length } = error.problems;
    io.err(`${path}: ${length === 1 ? "1 problem" : `${length} problems`}`);
    for (const problem of error.problems) io.err(`  ${problem}`);
    return 1;
  }
}

/** Undefined where none is named, null where the arguments make no sense. */
function readArgs(args: readonly string[]): string | undefined | null {
  let known = true;
  const { _: files } = parseArgs(args, {
    string: ["_"],
    unknown: (_argument, option) => option === undefined || (known = false),
  });
  if (!known || files.length > 1) return null;
  return files.length === 0 ? undefined : String(files[0]);
}

function summary(restaurant: Restaurant): string[] {
  const { sections, additions } = restaurant.menu;
  const dishes = sections.flatMap((section) => section.dishes);
  const soldOut = dishes.filter((dish) => dish.soldOut).length;
  return [
    `${restaurant.name}, ${restaurant.phone}, ${restaurant.timeZone}`,
    `${dishes.length} dishes in ${sections.length} sections (${soldOut} sold out), ${additions.length} additions`,
    ...restaurant.hours.map((day, i) => `${WEEKDAYS[i]}: ${hoursInWords(day)}`),
  ];
}

function hoursInWords({ services, kitchenLeadMinutes }: WeekdayHours): string {
  if (services.length === 0) return "closed";
  const spans = services.map(({ opens, closes }) =>
    `${timeOf(opens)}-${timeOf(closes)} (kitchen until ${timeOf(closes - kitchenLeadMinutes)})`
  );
  return spans.join(", ");
}
