import * as v from "valibot";
import type { Restaurant } from "../domain/restaurant.ts";
import { toRestaurant } from "./convert.ts";
import { RestaurantFileError } from "./error.ts";
import { deepFreeze } from "./freeze.ts";
import { structureProblems } from "./issues.ts";
import { parseJson } from "./json_text.ts";
import { hoursProblems, kitchenProblems } from "./rules/hours.ts";
import { menuProblems } from "./rules/menu.ts";
import { restaurantSchema } from "./schema.ts";
import { unknownFields } from "./unknown_fields.ts";

/**
 * The restaurant that the JSON `text` describes, deeply frozen.
 *
 * @param options.sample whether it is the one that comes with the program
 * @throws {RestaurantFileError} with every problem of the text
 */
export function parseRestaurant(text: string, options: { readonly sample: boolean }): Restaurant {
  const value = parseJson(text);
  const problems = [
    ...unknownFields(restaurantSchema, value),
    ...structureProblems(restaurantSchema, value),
    ...hoursProblems(value),
    ...kitchenProblems(value),
    ...menuProblems(value),
  ];
  if (problems.length > 0) throw new RestaurantFileError(problems);
  return deepFreeze(toRestaurant(v.parse(restaurantSchema, value), options.sample));
}

/**
 * The restaurant in the file at `path`.
 *
 * @throws {RestaurantFileError} with every problem of the file, or that it cannot be read
 */
export async function loadRestaurant(path: string): Promise<Restaurant> {
  const bytes = await Deno.readFile(path).catch((error) => {
    throw new RestaurantFileError([unreadable(error)], path);
  });
  try {
    return parseRestaurant(decode(bytes), { sample: false });
  } catch (error) {
    throw error instanceof RestaurantFileError
      ? new RestaurantFileError(error.problems, path)
      : error;
  }
}

function unreadable(error: unknown): string {
  return error instanceof Deno.errors.NotFound
    ? 'there is no such file: correct the path, or make a file with "sobremesa init"'
    : `the file cannot be read: ${error instanceof Error ? error.message : error}`;
}

function decode(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new RestaurantFileError(["the file is not UTF-8 text: save it with the encoding UTF-8"]);
  }
}
