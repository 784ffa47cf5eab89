/** The menu: what can be ordered, by the ids that the API publishes. Prices are centavos, VAT included. */
import { type Day, isDay } from "./local_time.ts";
import { type Bilingual, type Language, skeleton } from "./text.ts";

/** A named part of the menu, with an English name for guests' pages if it has one. */
interface AlsoEnglish {
  readonly english?: string | undefined;
}

export interface Presentation extends AlsoEnglish {
  readonly id: string;
  /** Distinguishes it ("media orden"); null if the dish has no other. */
  readonly label: string | null;
  readonly priceCents: number;
}

/** The longest texts of a dish and of the label of a presentation, in UTF-16 units. */
export const DISH_LIMITS = { name: 80, description: 400, label: 60 } as const;

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
  /** An image, named by the SHA-256 of its bytes in hexadecimal. */
  readonly photo?: string | undefined;
}

export interface Section extends AlsoEnglish {
  readonly id?: string | undefined;
  readonly name: string;
  /** Until the end of which service day guests see it, or that they never do. Absent: always. */
  readonly visible?: Day | "hidden" | undefined;
  readonly dishes: readonly Dish[];
}

/** The id of the section that is the menu of `day`, or its beginning, as it is that of its dishes' ids. */
export function dayMenuId(day: Day): string {
  return `dia-${day.replaceAll("-", "")}`;
}

const DAY_MENU = /^(dia-\d{8})(?:-\d+)?$/;

/** Whether the section is the menu of `day`, or of any. One that the owner hides or shows always no longer is. */
export function isDayMenu(
  { id = "", visible = "" }: Readonly<Partial<Record<"id" | "visible", string | undefined>>>,
  day?: Day,
): boolean {
  const [, own] = DAY_MENU.exec(id) ?? [];
  return own !== undefined && isDay(visible) && (day === undefined || own === dayMenuId(day));
}

/** An extra that can be added to an order: a side, an extra portion. */
export interface Addition extends AlsoEnglish {
  readonly id: string;
  readonly name: string;
  readonly priceCents: number;
}

export interface Menu {
  readonly sections: readonly Section[];
  readonly additions: readonly Addition[];
}

/** `own`, the name in Spanish, or what a page in `language` says in its place. */
export function nameIn<Name extends string | null>(
  language: Language,
  own: Name,
  { english }: AlsoEnglish,
): Name | string {
  return language === "en" ? english ?? own : own;
}

/** What an order line can name: a presentation or an addition, named as on a bill: `Cochinita (media orden)`. */
export interface Orderable extends Addition {
  /** Its name in a draft's link: {@linkcode linkCode} of its id. */
  readonly code: number;
  readonly soldOut: boolean;
  /** Of its id and its name, in which unknown ids are searched for. */
  readonly skeletons: readonly string[];
}

const orderablesOf = new WeakMap<Menu, ReadonlyMap<string, Orderable>>();

/** What can be ordered, by id, which is also a dish's own if it has one presentation. Built once for each menu. */
export function orderables(menu: Menu): ReadonlyMap<string, Orderable> {
  const known = orderablesOf.get(menu);
  if (known) return known;
  const dishes = menu.sections.flatMap(({ dishes }) => dishes).flatMap(ofDish);
  const additions = menu.additions.map((one) => [one.id, orderable(one)] as const);
  const built = new Map([...dishes, ...additions]);
  orderablesOf.set(menu, built);
  return built;
}

function ofDish({ id, name, presentations, soldOut }: Dish): (readonly [string, Orderable])[] {
  const offered = presentations.map(({ label, english, ...presentation }) => {
    if (label === null) return orderable({ ...presentation, name }, soldOut);
    const also = english && `${name} (${english})`;
    return orderable({ ...presentation, name: `${name} (${label})`, english: also }, soldOut);
  });
  const own = offered.length === 1 ? [[id, offered[0]!] as const] : [];
  return [...offered.map((each) => [each.id, each] as const), ...own];
}

function orderable(item: Addition, soldOut = false): Orderable {
  const skeletons = [skeleton(item.id), skeleton(item.name)];
  return { ...item, code: linkCode(item.id), soldOut, skeletons };
}

/** A 32-bit hash of `id` (FNV-1a). No two ids of a menu share one: such a restaurant file is refused. */
export function linkCode(id: string): number {
  const bytes = new TextEncoder().encode(id);
  return bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5) >>> 0;
}

export function dishWithId(id: string, { sections }: Menu): Dish | undefined {
  return sections.flatMap(({ dishes }) => dishes).find((dish) => dish.id === id);
}
