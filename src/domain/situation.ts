import type { HouseState } from "./house.ts";
import type { Restaurant } from "./restaurant.ts";

/** All that opening hours and bookable times follow from. */
export interface Situation {
  readonly restaurant: Restaurant;
  readonly house: HouseState;
  /** Epoch milliseconds. */
  readonly now: number;
}
