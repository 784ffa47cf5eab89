import type { Restaurant } from "../domain/restaurant.ts";
import { parseRestaurant } from "./load.ts";
import text from "./sample/restaurante.json" with { type: "text" };

/** The sample restaurant's file, as `sobremesa init` writes it. */
export const SAMPLE_FILE_TEXT: string = text;

let parsed: Restaurant | undefined;

/** The restaurant that comes with the program: the same object every time. */
export function sampleRestaurant(): Restaurant {
  parsed ??= parseRestaurant(SAMPLE_FILE_TEXT, { sample: true });
  return parsed;
}
