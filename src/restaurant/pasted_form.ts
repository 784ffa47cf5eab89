/** A pasted menu as a form of the restaurant's file: what it adds and changes, and what it leaves out. */
import type * as v from "valibot";
import { isDayMenu } from "../domain/menu.ts";
import { foldText } from "../domain/text.ts";
import {
  type PastedDish,
  type PastedForm,
  type PastedMenu,
  ROW_INPUTS,
  TICKED,
} from "../ports/restaurant.ts";
import { parseJson } from "./json_text.ts";
import type { restaurantSchema } from "./schema.ts";

type Sections = v.InferInput<typeof restaurantSchema>["secciones"];
type Dish = Sections[number]["platillos"][number];

/** A dish of the file and its place there. */
interface Known {
  readonly section: number;
  readonly n: number;
  readonly dish: Dish;
}

/** The dishes of the file that were not found in the paste, by their folded names. */
type Left = ReadonlyMap<string, Known[]>;

/**
 * The form of the file `text`. Sections are those of the file that have the same name, folded, and so are the dishes of
 * each, since "Pastor" of another section is another dish. Those pasted without a heading are of any section.
 */
export function pastedForm(text: string, { sections, unread }: PastedMenu): PastedForm {
  const { secciones: own } = parseJson(text) as { readonly secciones: Sections };
  // The menu of the day is another list, which goes by itself: nothing of it is found, and nothing is added to it.
  const known = own.flatMap((each, section) =>
    isDayMenu(each) ? [] : each.platillos.map((dish, n): Known => ({ section, n, dish }))
  );
  const names = own.map(({ nombre }) => nombre);
  const first = own.find((each) => !isDayMenu(each))?.nombre ?? UNNAMED;
  const sizes = own.map(({ platillos }) => platillos.length);
  const typed = new URLSearchParams();
  const left: Left = Map.groupBy(known, ({ dish }) => foldText(dish.nombre));
  const placeNew = (section: number, name: string, order = Infinity) => {
    const path = dishPath(section, sizes[section]!++);
    typed.set(`${path}.nombre`, name);
    if (order <= (own[section]?.platillos.length ?? 0)) {
      typed.set(path + ROW_INPUTS.order, String(order));
    }
    return path;
  };
  /** The number of the section with this name, which is added to the form if there is none. */
  const sectionNamed = (name: string) => {
    const found = names.findIndex((each, n) =>
      foldText(each) === foldText(name) && !isDayMenu(own[n] ?? {})
    );
    if (found !== -1) return found;
    typed.set(`secciones.${names.length}.nombre`, name);
    sizes.push(0);
    return names.push(name) - 1;
  };
  const placed = sections.map((each) => ({ ...each, section: sectionNamed(each.name ?? first) }));
  const matches = new Map<PastedDish, Known>();
  for (const isAnywhere of [false, true]) {
    for (const { name, dishes, section } of placed) {
      for (const dish of dishes.filter((each) => !matches.has(each))) {
        const match = takeMatch(dish, isAnywhere && name === null ? null : section, left);
        if (match !== undefined) matches.set(dish, match);
      }
    }
  }
  const begun = placed.map(({ dishes, section }) => ({ line: dishes[0]!.line, section }));
  const shown = placed.map(({ dishes, section }) => {
    const places = dishes.map((dish) => {
      const match = matches.get(dish);
      return match?.section === section ? match.n : undefined;
    });
    const rows = dishes.map((dish, n) => {
      const match = matches.get(dish);
      const path = match
        ? dishPath(match.section, match.n)
        : placeNew(section, dish.name, orderOf(places, n));
      const isSame = typeDish(path, dish, match?.dish, typed) && match !== undefined;
      const old = match?.dish.presentaciones.map(inWords).join(", ") ?? null;
      return { path, section: match?.section ?? section, before: old, isSame };
    });
    return { path: `secciones.${section}`, name: names[section]!, isNew: !own[section], rows };
  });
  const told = unread.map(({ line, text }) => {
    const section = (begun.findLast((each) => each.line <= line) ?? begun[0])!.section;
    const path = placeNew(section, text.replace(/\s+/g, " "));
    typed.set(path + ROW_INPUTS.removal, TICKED);
    return { path, section };
  });
  const absent = [...left.values()].flat().map(({ section, n, dish }) => ({
    path: dishPath(section, n),
    name: `${dish.nombre}, ${names[section]}`,
  }));
  const places = names.map((name, n) => [String(n), name] as const)
    .filter((_, n) => !isDayMenu(own[n] ?? {}));
  return { typed, sections: shown, unread: told, absent, places };
}

const UNNAMED = "Platillos";

function dishPath(section: number, n: number): string {
  return `secciones.${section}.platillos.${n}`;
}

/** The place of a new dish, from 1: after the known one before it, or before the next. */
function orderOf(places: readonly (number | undefined)[], n: number): number | undefined {
  const before = places.slice(0, n).findLast((place) => place !== undefined);
  const after = places.slice(n).find((place) => place !== undefined);
  return before !== undefined ? before + 2 : after !== undefined ? after + 1 : undefined;
}

/** Takes the dish of the file that has the name. @param section null for any */
function takeMatch({ name }: PastedDish, section: number | null, left: Left): Known | undefined {
  const alike = left.get(foldText(name)) ?? [];
  const at = alike.findIndex((each) => section === null || each.section === section);
  return at === -1 ? undefined : alike.splice(at, 1)[0];
}

/** Types what the paste says of a dish. @returns whether that is what the file has */
function typeDish(
  path: string,
  { description, prices }: PastedDish,
  old: Dish | undefined,
  typed: URLSearchParams,
): boolean {
  const size = typed.size;
  if (description !== null && foldText(description) !== foldText(old?.descripcion?.es ?? "")) {
    typed.set(`${path}.descripcion.es`, description);
  }
  const free = (old?.presentaciones ?? []).map((sold, n) => ({ ...sold, n }));
  let added = free.length;
  const take = (is: (label: string) => boolean) => {
    const at = free.findIndex(({ etiqueta }) => is(foldText(etiqueta ?? "")));
    return at === -1 ? undefined : free.splice(at, 1)[0];
  };
  const places = prices.map(({ label }) => take((each) => each === foldText(label ?? "")));
  prices.forEach(({ label, cents }, n) => {
    // One with another label stays: its id means what was ordered by it.
    const sold = places[n] ?? take((each) => label === null || each === "");
    const row = `${path}.presentaciones.${sold?.n ?? added++}`;
    if (label !== null && foldText(label) !== foldText(sold?.etiqueta ?? "")) {
      typed.set(`${row}.etiqueta`, label);
    }
    if (cents !== Math.round((sold?.precio ?? 0) * 100)) {
      typed.set(`${row}.precio`, String(cents / 100));
    }
  });
  return typed.size === size;
}

function inWords({ etiqueta, precio }: Dish["presentaciones"][number]): string {
  return `${etiqueta ?? ""} $${precio}`.trim();
}
