import type { ElementType, OsmHandlers, Tags } from "../elements.ts";
import { MOST_TAGS } from "../limits.ts";
import { type Cursor, readVarint } from "./cursor.ts";
import type { StringTable } from "./string_table.ts";

/** Reads the tags of one kind of element in one block. */
export interface TagReader {
  /**
   * Tags from a list of keys and one of values.
   * @returns null for an element to pass over
   */
  ofLists(keys: Cursor, values: Cursor): Tags | null;
  /** Steps through the tags of one dense node: key, value, key, value, zero. False for a node to pass over. */
  dense(keysAndValues: Cursor): boolean;
  /** The same for a node of a block that has no tags at all. */
  untagged(): boolean;
  /** The tags read last; null for none. */
  last(): Tags | null;
}

/** What is known of a key. */
const KNOWN = 1;
const KEPT = 2;
const REQUIRED = 4;

const NO_TAGS: Tags = Object.freeze(Object.create(null));

/** A reader of the tags that `handlers` want of elements of `type`. */
export function tagReader(
  strings: StringTable,
  { keys, required }: OsmHandlers,
  type: ElementType,
): TagReader {
  const kept = keys?.[type];
  const needed = required?.[type];
  const flags = new Uint8Array(strings.size);
  let read: Record<string, string> | null = null;
  let count = 0;

  function flagsOf(key: number): number {
    if (key < flags.length && flags[key]! > 0) return flags[key]!;
    const text = strings.text(key);
    const isKept = kept === undefined || kept.includes(text);
    const isNeeded = needed?.includes(text);
    return flags[key] = KNOWN | (isKept ? KEPT : 0) | (isNeeded ? REQUIRED : 0);
  }

  function lacksKeys(list: Cursor): boolean {
    if (needed === undefined) return false;
    const start = list.at;
    let found = 0;
    while (list.at < list.end) found |= flagsOf(readVarint(list));
    list.at = start;
    return (found & REQUIRED) === 0;
  }

  function keep(key: number, value: number, list: Cursor): void {
    if (++count > MOST_TAGS) throw list.fault(`more than ${MOST_TAGS} tags`, list.at);
    if ((flagsOf(key) & KEPT) === 0) return;
    read ??= Object.create(null) as Record<string, string>;
    read[strings.text(key)] = strings.text(value);
  }

  return {
    ofLists(keyList, valueList) {
      if (lacksKeys(keyList)) return null;
      read = null;
      count = 0;
      while (keyList.at < keyList.end) {
        if (valueList.at >= valueList.end) throw fewer(valueList, "values", "keys");
        keep(readVarint(keyList), readVarint(valueList), keyList);
      }
      if (valueList.at < valueList.end) throw fewer(keyList, "keys", "values");
      return read ?? NO_TAGS;
    },
    dense(list) {
      read = null;
      count = 0;
      let found = 0;
      for (;;) {
        const key = readVarint(list);
        if (key === 0) break;
        found |= flagsOf(key);
        keep(key, readVarint(list), list);
      }
      return needed === undefined || (found & REQUIRED) > 0;
    },
    untagged() {
      read = null;
      return needed === undefined;
    },
    last: () => read,
  };
}

/** The error for lists that should be equally long. */
export function fewer(cursor: Cursor, few: string, many: string): Error {
  return cursor.fault(`fewer ${few} than ${many}`, cursor.at);
}
