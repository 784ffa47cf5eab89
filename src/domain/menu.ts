/** The menu: what can be ordered, by the ids that the API publishes. Prices are centavos, VAT included. */
import type { Bilingual } from "./text.ts";

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

/** Something an order line can name, whatever the kind of its id. */
export interface Orderable {
  /** The id under which an order keeps it: that of a presentation or of an addition. */
  readonly id: string;
  /** What a draft's link names it by: {@linkcode linkCode} of its id. */
  readonly code: number;
  /** As a person reads it on a bill: `Cochinita pibil (media orden)`. */
  readonly name: string;
  readonly priceCents: number;
  readonly soldOut: boolean;
  readonly kind: "dish" | "addition";
}

const orderablesOf = new WeakMap<Menu, ReadonlyMap<string, Orderable>>();

/**
 * Everything that can be ordered, by id: presentations, additions, and the dishes that have a single presentation (which
 * the dish's own id then means). Built once for each menu.
 */
export function orderables(menu: Menu): ReadonlyMap<string, Orderable> {
  const known = orderablesOf.get(menu);
  if (known) return known;
  const built = new Map<string, Orderable>();
  for (const section of menu.sections) {
    for (const dish of section.dishes) addDish(built, dish);
  }
  for (const { id, name, priceCents } of menu.additions) {
    built.set(id, { id, code: linkCode(id), name, priceCents, soldOut: false, kind: "addition" });
  }
  orderablesOf.set(menu, built);
  return built;
}

/** A 32-bit hash of `id` (FNV-1a). No two ids of a menu share one: such a restaurant file is refused. */
export function linkCode(id: string): number {
  const bytes = new TextEncoder().encode(id);
  return bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5) >>> 0;
}

/** The dish with that id of its own, however many presentations it has. */
export function dishWithId(id: string, { sections }: Menu): Dish | undefined {
  return sections.flatMap(({ dishes }) => dishes).find((dish) => dish.id === id);
}

function addDish(into: Map<string, Orderable>, dish: Dish): void {
  const offered = dish.presentations.map(({ id, label, priceCents }): Orderable => ({
    id,
    code: linkCode(id),
    name: label === null ? dish.name : `${dish.name} (${label})`,
    priceCents,
    soldOut: dish.soldOut,
    kind: "dish",
  }));
  for (const orderable of offered) into.set(orderable.id, orderable);
  const [only, ...others] = offered;
  if (only && others.length === 0) into.set(dish.id, only);
}
