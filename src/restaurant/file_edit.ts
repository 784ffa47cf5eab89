/** Edits the text of a restaurant's file, and lists the differences between two. */
import * as v from "valibot";
import { isObject } from "../domain/read.ts";
import { foldText } from "../domain/text.ts";
import type { FileChange } from "../ports/restaurant.ts";
import { parseJson } from "./json_text.ts";
import { fieldsOf, itemName, nameOf } from "./problems.ts";
import { restaurantSchema } from "./schema.ts";
import { innerOf, typingOf } from "./values.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The text of `file`; `text` itself if it holds the same. */
export function withFile(text: string, file: unknown): string {
  return isSame(parseJson(text), file) ? text : JSON.stringify(file, null, 2) + "\n";
}

/**
 * Merges the changes from `base` to `after` into `now`, whose own changes since `base` stay. Where both changed one
 * value or the length of a list, `after` wins.
 */
export function merged(base: unknown, after: unknown, now: unknown): unknown {
  if (isSame(base, after)) return now;
  if (!isHolder(base) || !isHolder(after) || !isHolder(now) || isSame(base, now)) return after;
  if (Array.isArray(base)) {
    const isAligned = [after, now].every((list) =>
      list.length === base.length &&
      base.every((each, n) => fieldsOf(list[n]).id === fieldsOf(each).id)
    );
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

function isHolder(value: unknown): value is Fields {
  return isObject(value) || Array.isArray(value);
}

/** Makes an id of `name`, and adds it to `taken`. */
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

/** The differences between the texts of two valid files, in the order of the later one. */
export function fileChanges(before: string, after: string): readonly FileChange[] {
  const [old, now] = [before, after].map((text) => parseJson(text));
  return [...differences(old, now, restaurantSchema, [])];
}

function* differences(
  before: unknown,
  after: unknown,
  schema: v.GenericSchema | undefined,
  names: readonly string[],
): Generator<FileChange> {
  if (isSame(before, after)) return;
  const label = names.join(", ").replace(/, (en (español|inglés))$/, " $1");
  const isWhole = schema && typingOf(schema) !== null;
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
  /** Empty for a level that labels leave out. */
  readonly name: readonly string[];
  readonly value: unknown;
  /** Undefined for a field that this program does not know. */
  readonly inner: v.GenericSchema | undefined;
}

type Parts = ReadonlyMap<string, Part>;

/**
 * The fields of an object, or the items of a list. Items correspond by their ids, without ids if they are equal or have
 * one name, and else by their order.
 */
function partsOf(holder: Fields, other: Fields, schema: v.GenericSchema | undefined): Parts {
  if (!Array.isArray(holder)) {
    return new Map(
      Object.entries(holder).map(([key, value]) => {
        const inner = schema && innerOf(schema, key);
        return [key, { name: nameOf(key, value, inner), value, inner }];
      }),
    );
  }
  const others = Object.values(other);
  const texts = new Set(others.map((item) => JSON.stringify(item)));
  const names = new Set(others.map(itemName));
  let unlike = 0;
  return new Map(holder.map((value, n) => {
    const [text, name] = [JSON.stringify(value), itemName(value)];
    const key = fieldsOf(value).id ??
      (texts.has(text) ? text : name !== undefined && names.has(name) ? name : unlike++);
    const inner = schema && innerOf(schema, n);
    return [String(key), { name: nameOf(n, value, inner), value, inner }];
  }));
}

function inWords(value: unknown, schema: v.GenericSchema | undefined): string | null {
  if (value === undefined) return null;
  const typing = schema && typingOf(schema);
  if (value !== null && typing) return typing.write(value);
  if (!isHolder(value)) return String(value ?? "ninguno");
  const parts = [...partsOf(value, {}, schema)].filter(([key, { value }]) =>
    key !== "id" && value !== null
  );
  return parts.map(([, { value, inner }]) => inWords(value, inner)).join(", ") || "ninguno";
}
