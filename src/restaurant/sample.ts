import * as v from "valibot";
import type { Restaurant } from "../domain/restaurant.ts";
import { toRestaurant } from "./convert.ts";
import { deepFreeze } from "./freeze.ts";
import { restaurantSchema } from "./schema.ts";
import text from "./sample/restaurante.json" with { type: "text" };

/** The sample restaurant's file, as `sobremesa init` writes it. */
export const SAMPLE_FILE_TEXT: string = text;

let made: Restaurant | undefined;

/**
 * The restaurant that comes with the program: the same object every time. That its file is good is a matter of tests: looking
 * through it would be a tenth of every start.
 */
export function sampleRestaurant(): Restaurant {
  made ??= deepFreeze(toRestaurant(v.parse(restaurantSchema, JSON.parse(SAMPLE_FILE_TEXT)), true));
  return made;
}
