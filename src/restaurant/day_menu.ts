/** The menu of a day in a restaurant's file: a section that guests see until the end of that service day. */
import { addDays, type Day } from "../domain/local_time.ts";
import { dayMenuId, isDayMenu } from "../domain/menu.ts";
import { foldText } from "../domain/text.ts";
import type { PastedDish } from "../ports/restaurant.ts";
import { firstFree, withFile } from "./file_edit.ts";
import { parseJson } from "./json_text.ts";

interface FileDish {
  readonly id: string;
  readonly nombre: string;
  readonly descripcion?: { readonly es: string; readonly en: string };
  readonly presentaciones: readonly { readonly id: string; readonly etiqueta?: string }[];
}

interface FileSection {
  readonly id?: string;
  readonly visible?: string;
  readonly platillos: readonly FileDish[];
}

interface DayMenu {
  readonly day: Day;
  /** Null takes the menu off, and keeps its dishes until the next day's menu. */
  readonly dishes: readonly PastedDish[] | null;
  /** The ids that were given to dishes of that day, none of which may come to mean another dish. */
  readonly used: Set<string>;
}

/** The file `text` with the menu of one day in place of its earlier one and of those of other days, named as they. */
export function withDayMenu(text: string, { day, dishes, used }: DayMenu): string {
  const file = parseJson(text) as { readonly secciones: readonly FileSection[] };
  const old = file.secciones.find((section) => isDayMenu(section, day));
  const last = old ?? file.secciones.find((section) => isDayMenu(section));
  const others = file.secciones.filter((section) => !isDayMenu(section));
  const place = last === undefined ? others.length : file.secciones.indexOf(last);
  const own = dayMenuId(day);
  const taken = new Set(others.map(({ id = "" }) => id));
  const id = old?.id ?? firstFree(taken, (nth) => nth === 1 ? own : `${own}-${nth}`);
  const platillos = dishes === null ? old?.platillos : datedDishes(dishes, old, { id: own, used });
  if (platillos === undefined) return text;
  const visible = dishes === null ? addDays(day, -1) : day;
  const named = last ?? { id, nombre: "Menú del día", nombre_en: "Today's menu" };
  const section = { ...named, id, visible, platillos };
  return withFile(text, { ...file, secciones: others.toSpliced(place, 0, section) });
}

/** The ids of dishes of any day in the file `text`. */
export function datedIds(text: string): readonly string[] {
  return Array.from(text.matchAll(/"(dia-\d{8}-[\d-]+)"/g), ([, id]) => id!);
}

/** Dishes and ways to sell them keep the ids that they have in `old`, by their names. */
function datedDishes(
  dishes: readonly PastedDish[],
  old: FileSection | undefined,
  { id, used }: { readonly id: string; readonly used: Set<string> },
): readonly FileDish[] {
  const left = new Set(old?.platillos);
  return dishes.map(({ name, description, prices }) => {
    const before = left.values().find(({ nombre }) => foldText(nombre) === foldText(name));
    if (before !== undefined) left.delete(before);
    const own = before?.id ?? firstFree(used, (nth) => `${id}-${nth}`);
    const descripcion = before?.descripcion?.es === description
      ? before?.descripcion
      : description === null
      ? undefined
      : { es: description, en: description };
    const presentaciones = prices.map(({ label, cents }) => {
      const same = before?.presentaciones.find(({ etiqueta = "" }) =>
        foldText(etiqueta) === foldText(label ?? "")
      );
      const price = { etiqueta: label ?? undefined, precio: cents / 100 };
      return { ...same, id: same?.id ?? firstFree(used, (nth) => `${own}-${nth}`), ...price };
    });
    return { ...before, id: own, nombre: name, descripcion, presentaciones };
  });
}
