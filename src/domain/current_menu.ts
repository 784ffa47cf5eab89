/** The menu as it is now: the file's, without the dishes that staff have marked as sold out. */
import type { SoldOutDish } from "./schedule/switches.ts";
import type { Menu, Section } from "./menu.ts";
import { currentServiceDay, type Situation } from "./schedule/situation.ts";

/** The menu that can be ordered from now: the file's, in which what staff have marked is `soldOut` too. */
export function currentMenu(situation: Situation): Menu {
  const { restaurant: { menu } } = situation;
  const gone = new Set(soldOutNow(situation).map(({ dishId }) => dishId));
  if (gone.size === 0) return menu;
  return { ...menu, sections: menu.sections.map((section) => marked(section, gone)) };
}

/** Which dishes staff have off the menu now: those that are held, and those whose service day is not over. */
export function soldOutNow(situation: Situation): readonly SoldOutDish[] {
  const today = currentServiceDay(situation);
  return situation.house.soldOut.filter(({ serviceDay }) =>
    serviceDay === null || serviceDay >= today
  );
}

function marked(section: Section, gone: ReadonlySet<string>): Section {
  if (!section.dishes.some(({ id }) => gone.has(id))) return section;
  const dishes = section.dishes.map((dish) =>
    gone.has(dish.id) ? { ...dish, soldOut: true } : dish
  );
  return { ...section, dishes };
}
