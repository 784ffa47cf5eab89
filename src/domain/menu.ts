/** The menu: what can be ordered, by the ids that the API publishes. Prices are centavos, VAT included. */
import type { Bilingual } from "./language.ts";

/** One way a dish is sold. */
export interface Presentation {
  readonly id: string;
  /** What distinguishes it ("media orden"), null where the dish has no other. */
  readonly label: string | null;
  readonly priceCents: number;
}

export interface Dish {
  readonly id: string;
  readonly name: string;
  readonly description: Bilingual;
  /** At least one. */
  readonly presentations: readonly Presentation[];
  readonly favourite: boolean;
  readonly featured: boolean;
  /** Sold out: off the menu, and a draft that names it is refused. */
  readonly soldOut: boolean;
}

export interface Section {
  readonly name: string;
  readonly dishes: readonly Dish[];
}

/** Something added to an order: a side, an extra portion. */
export interface Addition {
  readonly id: string;
  readonly name: string;
  readonly priceCents: number;
}

export interface Menu {
  readonly sections: readonly Section[];
  readonly additions: readonly Addition[];
}
