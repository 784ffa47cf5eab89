/** Edits a part of a restaurant's file and leaves the rest as its owner wrote it; lists what differs between two files. */
import { applyEdits, type JSONPath, type ModificationOptions, modify } from "jsonc-parser";
import * as v from "valibot";
import type { Menu } from "../domain/menu.ts";
import { isObject } from "../domain/read.ts";
import { foldText } from "../domain/text.ts";
import type { DishEdit, FileChange, ServedRestaurant } from "../ports/restaurant.ts";
import { readJson } from "./json_text.ts";
import { fieldsOf } from "./problems.ts";
import { onlyPresentationId } from "./rules.ts";
import { restaurantSchema } from "./schema.ts";
import { bare, MAX_ID, readNumber, typingOf } from "./values.ts";

type Fields = Readonly<Record<string, unknown>>;

interface MenuFile {
  readonly secciones: readonly { readonly platillos: readonly Fields[] }[];
}

/**
 * The served text with the edit; null if the dish or its section is not on the menu. A dish that stays where it is keeps its
 * comments.
 */
export function withDish(
  { text, restaurant: { menu } }: Pick<ServedRestaurant, "text" | "restaurant">,
  { id, section, after, dish }: DishEdit,
): string | null {
  const { sections } = menu;
  const from = sections.findIndex(({ dishes }) => dishes.some((each) => each.id === id));
  const at = sections[from]?.dishes.findIndex((each) => each.id === id) ?? -1;
  if (id !== null && at < 0 || sections[section] === undefined) return null;
  const { secciones } = readJson(text).value as MenuFile;
  const { platillos = [] } = secciones[from] ?? {};
  const without = id === null ? text : removed(text, platillos, pathOf(from, at));
  if (dish === null) return without;
  const written = fileDish(menu, platillos[at], id, dish);
  const others = sections[section].dishes.filter((each) => each.id !== id);
  const index = others.findIndex((each) => each.id === after) + 1;
  if (from === section && at === index) {
    return changed(text, pathOf(from, at), platillos[at], written);
  }
  return put(without, pathOf(section, index), written, { isArrayInsertion: true });
}

/**
 * `text` with the value `after` in the field `name`, where `base` was when somebody began to change it. What others have changed since
 * then stays where both can be.
 */
export function withField(text: string, name: string, base: unknown, after: unknown): string {
  const before = fieldsOf(readJson(text).value)[name];
  const value = merged(base, after, before);
  const edited = changed(text, [name], before, value);
  return isJson(edited) ? edited : put(text, [name], value);
}

/** What `after` changed of `base`, put into `now`; `after` itself where both changed a list's length or a single value. */
function merged(base: unknown, after: unknown, now: unknown): unknown {
  if (isSame(base, after)) return now;
  if (!isHolder(base) || !isHolder(after) || !isHolder(now) || isSame(base, now)) return after;
  if (Array.isArray(base)) {
    const isAligned = [after, now].every(({ length }) => length === base.length);
    return isAligned ? base.map((each, n) => merged(each, after[n], now[n])) : after;
  }
  const keys = new Set([...Object.keys(now), ...Object.keys(after)]);
  return Object.fromEntries(
    keys.values().map((key) => [key, merged(base[key], after[key], now[key])]),
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function pathOf(section: number, index: number): JSONPath {
  return ["secciones", section, "platillos", index];
}

function removed(text: string, platillos: readonly Fields[], path: JSONPath): string {
  const edited = put(text, path, undefined);
  if (isJson(edited)) return edited;
  return put(text, path.slice(0, -1), platillos.toSpliced(Number(path.at(-1)), 1));
}

/** False if jsonc-parser left the comma after a last item that had one: then what held the item is written whole. */
function isJson(text: string): boolean {
  try {
    return readJson(text) !== null;
  } catch {
    return false;
  }
}

const FORMAT = { insertSpaces: true, tabSize: 2, eol: "\n" };

function put(text: string, path: JSONPath, value: unknown, how: ModificationOptions = {}): string {
  return applyEdits(text, modify(text, path, value, { formattingOptions: FORMAT, ...how }));
}

/** Writes only what differs, field by field; a list of another length as a whole. */
function changed(text: string, path: JSONPath, before: unknown, after: unknown): string {
  if (isSame(before, after)) return text;
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
  return isObject(value) || Array.isArray(value);
}

/** The dish as the file writes it: what the edit does not name stays as in `old`. */
function fileDish(
  { sections, additions }: Menu,
  old: Fields | undefined,
  id: string | null,
  { nombre, descripcion, presentaciones }: NonNullable<DishEdit["dish"]>,
): Fields {
  const dishes = sections.flatMap(({ dishes }) => dishes);
  const named = [...dishes, ...dishes.flatMap(({ presentations }) => presentations), ...additions];
  const taken = new Set(named.map(({ id }) => id));
  const ownId = id ?? freeId(nombre, MAX_DISH_ID, taken);
  const before = (old?.presentaciones ?? []) as readonly Fields[];
  const sold = presentaciones.map(({ id, etiqueta, precio }) => ({
    ...before.find((each) => each.id === id),
    id: id ?? freeId(`${ownId} ${etiqueta ?? ""}`, MAX_ID, taken),
    etiqueta,
    precio: readNumber(precio),
  }));
  const [only, ...others] = sold;
  const isPlain = only !== undefined && others.length === 0 && only.etiqueta === null &&
    old?.presentaciones === undefined;
  return {
    ...old,
    id: ownId,
    nombre,
    descripcion,
    precio: isPlain ? only.precio : undefined,
    presentaciones: isPlain ? undefined : sold,
  };
}

/** Leaves room for what the id of an only presentation adds. */
const MAX_DISH_ID = MAX_ID - onlyPresentationId("").length;

/** An id made of `name`, which it adds to `taken`. */
export function freeId(name: string, max: number, taken: Set<string>): string {
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
  const [old, now] = [before, after].map((text) => readJson(text).value);
  return [...differences(old, now, restaurantSchema, [])];
}

function* differences(
  before: unknown,
  after: unknown,
  schema: v.GenericSchema | null,
  names: readonly string[],
): Generator<FileChange> {
  if (isSame(before, after)) return;
  const label = names.join(", ").replace(/, (en (español|inglés))$/, " $1");
  const isWhole = schema !== null && typingOf(schema) !== null;
  if (isWhole || !isHolder(before) || !isHolder(after)) {
    return yield { label, before: inWords(before, schema), after: inWords(after, schema) };
  }
  const [old, now] = [partsOf(before, after, schema), partsOf(after, before, schema)];
  for (const key of new Set([...now.keys(), ...old.keys()])) {
    const { name, inner } = now.get(key) ?? old.get(key)!;
    yield* differences(old.get(key)?.value, now.get(key)?.value, inner, [...names, ...name]);
  }
  if (!Array.isArray(after)) return;
  const order = (parts: Parts, others: Parts) =>
    [...parts.keys()].filter((key) => others.has(key)).map((key) => now.get(key)!.name).join(", ");
  const [was, is] = [order(old, now), order(now, old)];
  if (was !== is) yield { label: `${label || "Secciones"}, orden`, before: was, after: is };
}

interface Part {
  /** None for a level that labels leave out. */
  readonly name: readonly string[];
  readonly value: unknown;
  /** Null for a field that this program does not know. */
  readonly inner: v.GenericSchema | null;
}

type Parts = ReadonlyMap<string, Part>;

/** Left out of labels: the names of what they hold suffice. */
const LEVELS = ["secciones", "platillos", "presentaciones"];

/**
 * The fields of an object, or the items of a list. Items are the same by their ids; without ids if they are equal, and the others in
 * their order.
 */
function partsOf(holder: Fields, other: Fields, schema: v.GenericSchema | null): Parts {
  const own: Fields = schema === null ? {} : { ...bare(schema) };
  if (!Array.isArray(holder)) {
    return new Map(
      Object.entries(holder).map(([key, value]) => {
        const entries = fieldsOf(own.entries);
        const inner = Object.hasOwn(entries, key) ? entries[key] as v.GenericSchema : null;
        const title = (inner && v.getTitle(inner)) ?? key.replaceAll(/(?<=[a-z])_(?=[a-z])/g, " ");
        return [key, { name: LEVELS.includes(key) ? [] : [title], value, inner }];
      }),
    );
  }
  const others = new Set(Object.values(other).map((item) => JSON.stringify(item)));
  let unlike = 0;
  return new Map(holder.map((value, n) => {
    const { id, nombre, etiqueta, pregunta } = fieldsOf(value);
    const text = JSON.stringify(value);
    const name = nombre ?? etiqueta ?? fieldsOf(pregunta).es ?? n + 1;
    const key = id ?? (others.has(text) ? text : unlike++);
    return [String(key), {
      name: [String(name)],
      value,
      inner: own.item as v.GenericSchema ?? null,
    }];
  }));
}

/** A value as people read it: without names of fields and ids. Null if there is none. */
function inWords(value: unknown, schema: v.GenericSchema | null): string | null {
  if (value === undefined) return null;
  if (value !== null && schema !== null) {
    const typing = typingOf(schema);
    if (typing !== null) return typing.write(value);
  }
  if (!isHolder(value)) return String(value ?? "ninguno");
  const parts = [...partsOf(value, {}, schema)].filter(([key]) => key !== "id");
  return parts.map(([, { value, inner }]) => inWords(value, inner)).join(", ") || "ninguno";
}
