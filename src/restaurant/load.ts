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
import { MAX_PROBLEMS } from "./wording.ts";

/** 700 dishes, the most that the schema allows, take about 375 KB. */
const MAX_BYTES = 1_000_000;

/**
 * The restaurant that the JSON `text` describes, deeply frozen.
 *
 * @param options.sample whether it is the one that comes with the program
 * @throws {RestaurantFileError} with every problem of the text, up to a hundred
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
  if (problems.length > 0) throw new RestaurantFileError(told(problems));
  return deepFreeze(toRestaurant(v.parse(restaurantSchema, value), options.sample));
}

function told(problems: readonly string[]): readonly string[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  return [...problems.slice(0, MAX_PROBLEMS), "and more: mend these first"];
}

/**
 * The restaurant in the file at `path`.
 *
 * @throws {RestaurantFileError} with every problem of the file, or that it cannot be read
 */
export async function loadRestaurant(path: string): Promise<Restaurant> {
  const bytes = await readStart(path).catch((error) => {
    throw new RestaurantFileError([unreadable(error)], path);
  });
  try {
    if (bytes.length > MAX_BYTES) throw new RestaurantFileError([TOO_LARGE]);
    return parseRestaurant(decode(bytes), { sample: false });
  } catch (error) {
    throw error instanceof RestaurantFileError
      ? new RestaurantFileError(error.problems, path)
      : error;
  }
}

const TOO_LARGE =
  "the file is larger than 1 MB: no menu takes that much, so this is probably another file";

/** The file's bytes; of one that is too large, at least one more than {@linkcode MAX_BYTES}. */
async function readStart(path: string): Promise<Uint8Array<ArrayBuffer>> {
  using file = await Deno.open(path);
  const bytes = new Uint8Array(MAX_BYTES + 1);
  let length = 0;
  while (length < bytes.length) {
    const read = await file.read(bytes.subarray(length));
    if (read === null) break;
    length += read;
  }
  return bytes.subarray(0, length);
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
