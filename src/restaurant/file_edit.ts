/** The identity of what a restaurant's file holds, and the differences between two files. */
import * as v from "valibot";
import { isObject } from "../domain/read.ts";
import { foldText } from "../domain/text.ts";
import type { FileChange } from "../ports/restaurant.ts";
import { parseJson } from "./json_text.ts";
import { fieldsOf, itemName, nameOf } from "./problems.ts";
import { restaurantSchema } from "./schema.ts";
import { defaultOf, innerOf, MAX_ID, typingOf } from "./values.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The text of `file`; `text` itself if it holds the same. */
export function withFile(text: string, file: unknown): string {
  return isSame(identified(parseJson(text)), file) ? text : JSON.stringify(file, null, 2) + "\n";
}

/** Whether two JSON values are equal. An absent field is one without a value. */
export function isSame(a: unknown, b: unknown): boolean {
  if (!isHolder(a) || !isHolder(b) || Array.isArray(a) !== Array.isArray(b)) return a === b;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return keys.values().every((key) => isSame(own(a, key), own(b, key)));
}

function own(holder: Fields, key: string): unknown {
  return Object.hasOwn(holder, key) ? holder[key] : undefined;
}

function isHolder(value: unknown): value is Fields {
  return isObject(value) || Array.isArray(value);
}

const NAMED = ["secciones", "preguntas_frecuentes"];

/** The file with ids for sections and questions: their own, those of equal names in `like`, or made of the names. */
export function identified(value: unknown, like: Fields = {}): Fields {
  const file = fieldsOf(value);
  const lists = NAMED.filter((name) => Array.isArray(file[name])).map((name) => {
    const [items, known] = [file[name], like[name] ?? []] as readonly (readonly Fields[])[];
    return [name, withIds(items!, known!)];
  });
  return { ...file, ...Object.fromEntries(lists) };
}

function withIds(items: readonly Fields[], like: readonly Fields[]): readonly Fields[] {
  const own = new Set(items.map(({ id }) => id));
  const known = new Map(
    like.filter(({ id }) => !own.has(id)).map((item) => [itemName(item), item.id]),
  );
  const taken = new Set([...own, ...like.map(({ id }) => id)].map(String));
  return items.map((item) => {
    if (item.id !== undefined) return item;
    const name = itemName(item);
    const id = known.get(name) ?? freeId(name ?? "", taken);
    known.delete(name);
    return { id, ...item };
  });
}

/** The items of a list by id, date or name, equal ones counted; null if one has none of these. */
export function identities(list: unknown): ReadonlyMap<string, unknown> | null {
  const items = new Map<string, unknown>();
  for (const item of list as readonly unknown[]) {
    const { id, fecha, nombre } = fieldsOf(item);
    const name = id ?? fecha ?? nombre;
    if (typeof name !== "string") return null;
    let key = name;
    for (let nth = 2; items.has(key); nth++) key = `${name} ${nth}`;
    items.set(key, item);
  }
  return items;
}

/** Makes an id of `name`, and adds it to `taken`. */
export function freeId(name: string, taken: Set<string>): string {
  const plain = foldText(name).replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "platillo";
  return firstFree(taken, (nth) => {
    const end = nth === 1 ? "" : `-${nth}`;
    return `${plain.slice(0, MAX_ID - end.length)}${end}`;
  });
}

/** The first id that `made` gives for 1, 2 and so on that is not `taken`, where it is added. */
export function firstFree(taken: Set<string>, made: (nth: number) => string): string {
  let nth = 1;
  while (taken.has(made(nth))) nth++;
  taken.add(made(nth));
  return made(nth);
}

/** The differences between the texts of two valid files, in the order of the later one. */
export function fileChanges(before: string, after: string): readonly FileChange[] {
  const old = identified(parseJson(before));
  return [...differences(old, identified(parseJson(after), old), restaurantSchema, [])];
}

/** @param isItem whether it is one of a list, which is named as a whole if it is new or gone */
function* differences(
  before: unknown,
  after: unknown,
  schema: v.GenericSchema | undefined,
  names: readonly string[],
  isItem = false,
): Generator<FileChange> {
  if (isSame(before, after)) return;
  const label = names.join(", ").replace(/, (en (español|inglés))$/, " $1");
  const isWhole = isItem || schema && typingOf(schema) !== null;
  const [was, is] = isWhole ? [before, after] : [before ?? blank(after), after ?? blank(before)];
  if (schema && typingOf(schema) !== null || !isHolder(was) || !isHolder(is)) {
    return yield { label, before: inWords(before, schema), after: inWords(after, schema) };
  }
  const [old, now] = [partsOf(was, schema), partsOf(is, schema)];
  const isList = Array.isArray(is);
  for (const key of new Set([...now.keys(), ...old.keys()])) {
    const { name, inner } = now.get(key) ?? old.get(key)!;
    const [one, other] = [old.get(key)?.value, now.get(key)?.value];
    yield* differences(one, other, inner, [...names, ...name], isList);
  }
  if (!isList) return;
  const order = (parts: Parts, others: Parts) =>
    [...parts.keys()].filter((key) => others.has(key)).map((key) => now.get(key)!.name).join(", ");
  const orders = [order(old, now), order(now, old)] as const;
  if (orders[0] === orders[1]) return;
  yield { label: `${label || "Secciones"}, orden`, before: orders[0], after: orders[1] };
}

function blank(value: unknown): unknown {
  return Array.isArray(value) ? [] : isObject(value) ? {} : undefined;
}

interface Part {
  /** Empty for a level that labels leave out. */
  readonly name: readonly string[];
  readonly value: unknown;
  /** Undefined for a field that this program does not know. */
  readonly inner: v.GenericSchema | undefined;
}

type Parts = ReadonlyMap<string, Part>;

/** The fields of an object besides its id, or the items of a list, by their order if they have no identity. */
function partsOf(holder: Fields, schema: v.GenericSchema | undefined): Parts {
  const isList = Array.isArray(holder);
  const entries = Object.entries(holder).filter(([key]) => key !== "id");
  const values = isList && identities(holder) || new Map(entries);
  return new Map([...values].map(([key, value], n) => {
    const at = isList ? n : key;
    const inner = schema && innerOf(schema, at);
    return [key, { name: nameOf(at, value, inner), value, inner }];
  }));
}

/** Null for a value that is absent and has no default. */
export function inWords(value: unknown, schema: v.GenericSchema | undefined): string | null {
  const typing = schema && typingOf(schema);
  if (value === undefined) {
    const standard = schema && defaultOf(schema);
    return typing?.unchosen ?? (standard === undefined ? null : typing?.write(standard) ?? null);
  }
  if (value !== null && typing) return typing.write(value);
  if (!isHolder(value)) return String(value ?? "ninguno");
  const parts = partsOf(value, schema).values().filter(({ value }) => value !== null);
  return [...parts].map(({ value, inner }) => inWords(value, inner)).join(", ") || "ninguno";
}
