/** A restaurant's file as the board changes it: one dish, written so that the rest stays as its owner wrote it; and what differs. */
import { applyEdits, type JSONPath, type ModificationOptions, modify } from "jsonc-parser";
import { foldText } from "../domain/text.ts";
import type { DishEdit, FileChange } from "../ports/restaurant.ts";
import { readJson } from "./json_text.ts";
import { fieldsOf } from "./problems.ts";
import { onlyPresentationId } from "./rules.ts";

type Fields = Readonly<Record<string, unknown>>;

interface FileDish extends Fields {
  readonly id: string;
  readonly presentaciones?: readonly { readonly id: string }[];
}

interface MenuFile {
  readonly secciones: readonly { readonly platillos: readonly FileDish[] }[];
  readonly adiciones: readonly { readonly id: string }[];
}

/**
 * `text`, that of a good file, with the edit. A dish that stays where it is keeps its comments.
 * @throws {RangeError} where the section is none, or the dish to be changed is not there any more
 */
export function withDish(text: string, edit: DishEdit): string {
  const file = readJson(text).value as MenuFile;
  const from = placeOf(file, edit.id);
  if (edit.id !== null && from === null || file.secciones[edit.section] === undefined) {
    throw new RangeError("the dish or its section is not in the file");
  }
  const old = from && file.secciones[from.section]!.platillos[from.index]!;
  const without = from === null ? text : removed(text, file, from);
  if (edit.dish === null) return without;
  const dish = fileDish(file, old, edit, edit.dish);
  const rest = file.secciones[edit.section]!.platillos.filter(({ id }) => id !== edit.id);
  const index = rest.findIndex(({ id }) => id === edit.after) + 1;
  if (from?.section === edit.section && from.index === index) {
    return changed(text, pathOf(from), old, dish);
  }
  return put(without, pathOf({ section: edit.section, index }), dish, { isArrayInsertion: true });
}

interface Place {
  readonly section: number;
  readonly index: number;
}

function placeOf({ secciones }: MenuFile, id: string | null): Place | null {
  const places = secciones.map(({ platillos }, section) => ({
    section,
    index: platillos.findIndex((dish) => dish.id === id),
  }));
  return places.find(({ index }) => index >= 0) ?? null;
}

function pathOf({ section, index }: Place): JSONPath {
  return ["secciones", section, "platillos", index];
}

function removed(text: string, { secciones }: MenuFile, { section, index }: Place): string {
  const edited = put(text, pathOf({ section, index }), undefined);
  try {
    readJson(edited);
    return edited;
  } catch {
    // jsonc-parser leaves the comma after a last item that had one: then the list is written anew.
    const rest = secciones[section]!.platillos.toSpliced(index, 1);
    return put(text, ["secciones", section, "platillos"], rest);
  }
}

const FORMAT = { insertSpaces: true, tabSize: 2, eol: "\n" };

function put(text: string, path: JSONPath, value: unknown, how: ModificationOptions = {}): string {
  return applyEdits(text, modify(text, path, value, { formattingOptions: FORMAT, ...how }));
}

/** Writes only what differs, field by field; a list whole where its length does. */
function changed(text: string, path: JSONPath, before: unknown, after: unknown): string {
  if (JSON.stringify(before) === JSON.stringify(after)) return text;
  if (!isHolder(before) || !isHolder(after)) return put(text, path, after);
  if (Array.isArray(before) && Object.keys(before).length !== Object.keys(after).length) {
    return put(text, path, after);
  }
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.reduce((text, key) => {
    const step = Array.isArray(before) ? Number(key) : key;
    return changed(text, [...path, step], before[key], after[key]);
  }, text);
}

function isHolder(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

/** The dish as the file writes it. */
function fileDish(
  file: MenuFile,
  old: FileDish | null,
  { id }: DishEdit,
  dish: NonNullable<DishEdit["dish"]>,
): FileDish {
  const taken = takenIds(file);
  // One that is written as false stays written.
  const mark = (name: string, is: boolean) => is || old?.[name] !== undefined ? { [name]: is } : {};
  const ownId = id ?? freeId(dish.name, MAX_DISH_ID, taken);
  const presentaciones = dish.presentations.map(({ id, label, priceCents }) => ({
    id: id ?? freeId(`${ownId} ${label ?? ""}`, MAX_ID, taken),
    etiqueta: label,
    precio: priceCents / 100,
  }));
  const [only, ...others] = presentaciones;
  const isPlain = only !== undefined && others.length === 0 && only.etiqueta === null &&
    old?.presentaciones === undefined;
  return {
    id: ownId,
    nombre: dish.name,
    descripcion: dish.description,
    ...(isPlain ? { precio: only.precio } : { presentaciones }),
    ...mark("favorito", dish.favourite),
    ...mark("destacado", dish.featured),
    ...mark("agotado", dish.soldOut),
  };
}

const MAX_ID = 40;
/** What is added to it for its only presentation must fit. */
const MAX_DISH_ID = 38;

function takenIds({ secciones, adiciones }: MenuFile): Set<string> {
  const dishes = secciones.flatMap(({ platillos }) => platillos);
  return new Set([
    ...dishes.flatMap(({ id, presentaciones = [] }) => [
      id,
      onlyPresentationId(id),
      ...presentaciones.map(({ id }) => id),
    ]),
    ...adiciones.map(({ id }) => id),
  ]);
}

/** An id made of `name`, which it adds to `taken`. */
function freeId(name: string, max: number, taken: Set<string>): string {
  const plain = foldText(name).replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "platillo";
  for (let nth = 1;; nth++) {
    const end = nth === 1 ? "" : `-${nth}`;
    const id = `${plain.slice(0, max - end.length)}${end}`;
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}

/** What differs between the texts of two good files, in the later one's order. */
export function fileChanges(before: string, after: string): readonly FileChange[] {
  return [...differences(readJson(before).value, readJson(after).value, [])];
}

function* differences(
  before: unknown,
  after: unknown,
  names: readonly string[],
): Generator<FileChange> {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const label = names.filter((name) => !LEVELS.includes(name)).join(", ");
  if (!isHolder(before) || !isHolder(after)) {
    return yield { label, before: inWords(before), after: inWords(after) };
  }
  const [old, now] = [partsOf(before), partsOf(after)];
  for (const key of new Set([...now.keys(), ...old.keys()])) {
    const { name } = now.get(key) ?? old.get(key)!;
    yield* differences(old.get(key)?.value, now.get(key)?.value, [...names, name]);
  }
  const [was, is] = [orderOf(old, now), orderOf(now, old)];
  if (!Array.isArray(after) || was.join() === is.join()) return;
  const inOrder = (keys: readonly string[]) => keys.map((key) => now.get(key)!.name).join(", ");
  yield { label: `${label}, orden`, before: inOrder(was), after: inOrder(is) };
}

/** The parts that are in both. */
function orderOf(parts: Parts, others: Parts): readonly string[] {
  return [...parts.keys()].filter((key) => others.has(key));
}

type Parts = ReadonlyMap<string, { readonly name: string; readonly value: unknown }>;

/** They say nothing beside the names of what they hold. */
const LEVELS = ["secciones", "platillos", "presentaciones"];

/** The fields of an object, or the items of a list by their ids: those without one by their place. */
function partsOf(holder: Fields): Parts {
  const isList = Array.isArray(holder);
  return new Map(
    Object.entries(holder).map(([key, value]) => {
      const { id, nombre, etiqueta } = fieldsOf(value);
      const name = isList ? nombre ?? etiqueta ?? Number(key) + 1 : key;
      return [String(isList ? id ?? key : key), { name: String(name), value }];
    }),
  );
}

/** A value as people read it: what it holds, without its names and ids. Null where there is none. */
function inWords(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === "boolean") return value ? "sí" : "no";
  if (!isHolder(value)) return String(value ?? "ninguno");
  const words = Object.entries(value).filter(([name]) => name !== "id");
  return words.map(([, held]) => inWords(held)).join(", ") || "ninguno";
}
