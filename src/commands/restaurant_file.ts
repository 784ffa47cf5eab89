/** Commands that write and check a restaurant file. */
import { timeOf } from "../domain/local_time.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import type { WeekdayHours } from "../domain/schedule/services.ts";
import { RestaurantFileError } from "../restaurant/problems.ts";
import { JSON_SCHEMA_FILE_NAME, restaurantJsonSchema } from "../restaurant/schema.ts";
import { loadRestaurant, SAMPLE_FILE_TEXT } from "../restaurant/load.ts";
import { readServed } from "../service/restaurant.ts";
import { exists } from "../storage/backup.ts";
import { CannotDo, type Command } from "./command.ts";
import { refuseRoot } from "./root_refusal.ts";

const RESTAURANT_FILE_NAME = "restaurante.json";

export const init: Command = {
  name: "init",
  usage: "[--dir DIR]",
  summary: "write a restaurant file to start from; overwrites nothing",
  openToRoot: true,
  async run({ options: { dir = "." } }, { io }) {
    const file = inDir(dir, RESTAURANT_FILE_NAME);
    const schema = inDir(dir, JSON_SCHEMA_FILE_NAME);
    try {
      await refuseExisting([file, schema]);
      await Deno.mkdir(dir, { recursive: true });
      const schemaText = JSON.stringify(restaurantJsonSchema(), null, 2) + "\n";
      await Deno.writeTextFile(schema, schemaText, { createNew: true });
      await Deno.writeTextFile(file, SAMPLE_FILE_TEXT, { createNew: true });
    } catch (error) {
      if (error instanceof CannotDo) throw error;
      throw new CannotDo(`the files cannot be written: ${(error as Error).message}`);
    }
    for (const line of nextSteps(file, schema)) io.out(line);
  },
};

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export const check: Command = {
  name: "check",
  usage: "[FILE]",
  summary: "say whether a restaurant file is good: FILE, or the one that is served",
  openToRoot: true,
  /** Sums up a good file, so that its owner sees that it was understood. */
  async run({ words: [file] }, { io, config }) {
    if (file === undefined) await refuseRoot(config(), "check");
    try {
      const { restaurant, says } = file === undefined
        ? await readServed(config())
        : { restaurant: await loadRestaurant(file), says: file };
      io.out(`${says}: good`);
      for (const line of summary(restaurant)) io.out(`  ${line}`);
      return 0;
    } catch (error) {
      if (!(error instanceof RestaurantFileError)) throw error;
      const { length } = error.problems;
      io.err(`${error.file}: ${length === 1 ? "1 problem" : `${length} problems`}`);
      for (const problem of error.problems) io.err(`  ${problem}`);
      return 1;
    }
  },
};

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

function inDir(dir: string, name: string): string {
  return dir === "." ? name : `${dir.replace(/\/+$/, "")}/${name}`;
}

/** Looked at before anything is written, so that a refusal leaves nothing behind. */
async function refuseExisting(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (await exists(path)) {
      throw new CannotDo(`${path} exists already and stays as it is: ${OTHER_FOLDER}`);
    }
  }
}

const OTHER_FOLDER = "move it away, or choose another folder with --dir DIR";

function nextSteps(file: string, schema: string): string[] {
  return [
    `Wrote ${file}, a restaurant to start from, and ${schema}, by which editors help to fill it in.`,
    "Next:",
    `  1. Edit ${file}: name, phone, location, hours, menu.`,
    `  2. sobremesa check ${file}`,
    `  3. RESTAURANT_FILE=${file} BASE_URL=https://your.address sobremesa serve`,
  ];
}
