/** The menu as it is now: the file's, without the dishes that staff have marked as sold out. */
import type { HouseState, SoldOutDish } from "./schedule/switches.ts";
import type { Menu, Section } from "./menu.ts";
import { currentServiceDay, type Situation } from "./schedule/situation.ts";

/** What a menu was made of, besides the state of the house that it is kept under. */
interface Kept {
  readonly file: Menu;
  readonly minute: number;
  readonly menu: Menu;
}

const keptOf = new WeakMap<HouseState, Kept>();
/** The last one made of each file's menu: another state of the house mostly has the same dishes sold out. */
const lastOf = new WeakMap<Menu, { readonly ids: string; readonly menu: Menu }>();

/**
 * The menu that can be ordered from at this minute: the file's, in which what staff have marked is `soldOut` too. The same object for
 * as long as nothing on it changes, and reckoned once a minute, since it is asked for with every order and every reading.
 */
export function currentMenu(situation: Situation): Menu {
  const { restaurant: { menu: file }, house, now } = situation;
  if (house.soldOut.length === 0) return file;
  const minute = Math.floor(now / 60_000);
  const kept = keptOf.get(house);
  if (kept?.file === file && kept.minute === minute) return kept.menu;
  const menu = without(file, soldOutNow(situation));
  keptOf.set(house, { file, minute, menu });
  return menu;
}

/** Which dishes staff have off the menu now: those that are held, and those whose service day is not over. */
export function soldOutNow(situation: Situation): readonly SoldOutDish[] {
  const today = currentServiceDay(situation);
  return situation.house.soldOut.filter(({ serviceDay }) =>
    serviceDay === null || serviceDay >= today
  );
}

function without(file: Menu, soldOut: readonly SoldOutDish[]): Menu {
  const gone = new Set(soldOut.map(({ dishId }) => dishId));
  if (gone.size === 0) return file;
  const ids = JSON.stringify([...gone].sort());
  const last = lastOf.get(file);
  if (last?.ids === ids) return last.menu;
  const menu = { ...file, sections: file.sections.map((section) => marked(section, gone)) };
  lastOf.set(file, { ids, menu });
  return menu;
}

function marked(section: Section, gone: ReadonlySet<string>): Section {
  if (!section.dishes.some(({ id }) => gone.has(id))) return section;
  const dishes = section.dishes.map((dish) =>
    gone.has(dish.id) ? { ...dish, soldOut: true } : dish
  );
  return { ...section, dishes };
}
