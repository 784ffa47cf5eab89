import type { TextOf } from "../text_cache.ts";
import { BYTE, isNameByte, isSpace, type XmlTag } from "./tag.ts";

/** Makes the error for what is wrong at a place in the text. */
export type XmlFault = (problem: string, at: number) => Error;

/** Attributes that an element may have; those of maps have up to ten. */
const MOST_ATTRIBUTES = 64;

export interface TagParser {
  /**
   * Reads the start tag at `start`, where a `<` stands.
   * @param base place of `bytes[0]` in the text
   * @returns where it ends; -1 where the bytes end first
   */
  parse(bytes: Uint8Array, start: number, base: number): number;
  /** What was read last. */
  readonly tag: XmlTag;
  /** Whether that was the end of the element too: `<nd/>`. */
  isEmpty(): boolean;
}

/** Reads start tags: attributes in any order, in either kind of quotes. */
export function tagParser(textOf: TextOf, fault: XmlFault): TagParser {
  const names: string[] = [];
  const places = new Int32Array(2 * MOST_ATTRIBUTES);
  const tag = {
    name: "",
    bytes: new Uint8Array(0) as Uint8Array,
    at: 0,
    find: (name: string) => names.indexOf(name),
    start: (attribute: number) => places[2 * attribute]!,
    end: (attribute: number) => places[2 * attribute + 1]!,
  };
  let isEmpty = false;

  /** Reads `name = "value"` at `at`, all of it before `limit`; returns where it ends, or -1. */
  function attribute(bytes: Uint8Array, at: number, limit: number, base: number): number {
    const nameEnd = nameEndOf(bytes, at);
    const equals = skipSpace(bytes, nameEnd);
    const open = skipSpace(bytes, equals + 1);
    if (open >= bytes.length) return -1;
    const quote = bytes[open]!;
    const isQuoted = quote === BYTE.doubleQuote || quote === BYTE.singleQuote;
    if (nameEnd === at || bytes[equals] !== BYTE.equals || !isQuoted) {
      throw fault(`<${tag.name}> holds what is no attribute`, base + at);
    }
    const close = bytes.indexOf(quote, open + 1);
    if (limit >= 0 && (close < 0 || close > limit)) {
      throw fault(`<${tag.name}> has an attribute without its closing quote`, base + at);
    }
    if (close < 0) return -1;
    if (names.length === MOST_ATTRIBUTES) throw fault(`<${tag.name}> is too long`, base + at);
    places[2 * names.length] = open + 1;
    places[2 * names.length + 1] = close;
    names.push(textOf(bytes, at, nameEnd));
    return close + 1;
  }

  return {
    tag,
    isEmpty: () => isEmpty,
    parse(bytes, start, base) {
      // A `<` stands in no value, so the next one is beyond this tag.
      const limit = bytes.indexOf(BYTE.less, start + 1);
      let at = nameEndOf(bytes, start + 1);
      tag.name = textOf(bytes, start + 1, at);
      tag.bytes = bytes;
      tag.at = base + start;
      names.length = 0;
      for (;;) {
        at = skipSpace(bytes, at);
        if (at >= bytes.length) return -1;
        if (tag.name === "") throw fault("a < that begins no tag", base + start);
        const byte = bytes[at]!;
        isEmpty = byte === BYTE.slash;
        if (isEmpty && at + 1 >= bytes.length) return -1;
        if (byte === BYTE.greater) return at + 1;
        if (isEmpty && bytes[at + 1] === BYTE.greater) return at + 2;
        at = attribute(bytes, at, limit, base);
        if (at < 0) return -1;
      }
    },
  };
}

/** Where the name ends that starts at `at`. */
export function nameEndOf(bytes: Uint8Array, at: number): number {
  while (at < bytes.length && isNameByte(bytes[at]!)) at++;
  return at;
}

/** The first place from `at` on that is not white space. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  while (at < bytes.length && isSpace(bytes[at]!)) at++;
  return at;
}
