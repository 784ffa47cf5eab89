import { numberList } from "../street_columns.ts";
import type { ElementType, OsmHandlers, Tags } from "./elements.ts";
import {
  type Cursor,
  fieldNumber,
  lengthOfField,
  readTag,
  readVarint,
  skipField,
  wireType,
} from "./protobuf.ts";

/** Tags of an element, far beyond any in OpenStreetMap. */
const MAX_TAGS = 65_536;

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
    if (++count > MAX_TAGS) throw list.fault(`more than ${MAX_TAGS} tags`, list.at);
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

/** The texts that the elements of a block point to by number. */
export interface StringTable {
  readonly size: number;
  /**
   * The text with that number, decoded when it is first asked for.
   * @throws what the cursor's `fault` makes, for a number beyond the table
   */
  text(index: number): string;
}

const STRING = 1;
const USUAL_SIZE = 65_536;

/** The table in the message that `cursor` is narrowed to. */
export function readStringTable(cursor: Cursor, textOf: TextOf): StringTable {
  const { bytes, fault } = cursor;
  const places = placesOf(cursor);
  const size = places.length / 2;
  // Room at once where the table is of a usual size: filled in any order, an array without it turns slow.
  const texts: (string | undefined)[] = new Array(size <= USUAL_SIZE ? size : 0);
  return {
    size,
    text(index) {
      const known = texts[index];
      if (known !== undefined) return known;
      // A negative number is beyond the table too.
      if (!(index >= 0 && index < size)) {
        throw fault(`text ${index} of a table of ${size} texts`, cursor.at);
      }
      return texts[index] = textOf(bytes, places[2 * index]!, places[2 * index + 1]!);
    },
  };
}

/** Start and end of each text. */
function placesOf(cursor: Cursor): Uint32Array {
  const places = numberList((length) => new Uint32Array(length));
  while (cursor.at < cursor.end) {
    const tag = readTag(cursor);
    if (fieldNumber(tag) !== STRING) {
      skipField(cursor, wireType(tag));
      continue;
    }
    const length = lengthOfField(cursor, tag);
    places.push(cursor.at);
    places.push(cursor.at += length);
  }
  return places.values();
}

/** Decodes the bytes from one place up to another. */
export type TextOf = (bytes: Uint8Array, start: number, end: number) => string;

/** Slots of the table; a power of two. */
const SLOTS = 4096;
/** Longer texts are seldom met twice. */
const MAX_KEPT = 32;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Decodes UTF-8, remembering short ASCII texts: a map says `highway` and `residential` a hundred thousand times, and who
 * keeps them then keeps one. Bytes that are not UTF-8 become U+FFFD, as in other readers of maps: some tools cut
 * texts in the middle of a character.
 */
export function textCache(): TextOf {
  const slots: string[] = new Array(SLOTS).fill("");
  return function textOf(bytes, start, end) {
    if (end - start > MAX_KEPT) return decoder.decode(bytes.subarray(start, end));
    let hash = end - start;
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (byte >= 0x80) return decoder.decode(bytes.subarray(start, end));
      hash = Math.imul(hash ^ byte, 0x01000193);
    }
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const known = slots[slot]!;
    if (isSpelt(known, bytes, start, end)) return known;
    return slots[slot] = String.fromCharCode(...bytes.subarray(start, end));
  };
}

function isSpelt(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) !== bytes[start + i]) return false;
  }
  return true;
}
