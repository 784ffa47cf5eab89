import type { TextOf } from "../text_cache.ts";
import { BYTE, type XmlTag } from "./tag.ts";
import { nameEndOf, skipSpace, tagParser, type XmlFault } from "./tag_parser.ts";

/** What a document holds, in its order. */
export interface XmlHandlers {
  /** The first bytes of the document, before all else. */
  start(bytes: Uint8Array): void;
  open(tag: XmlTag): void;
  /** @param at place of the end tag in the text */
  close(name: string, at: number): void;
  /** Text between tags, in pieces, its entities as they stand. */
  text(bytes: Uint8Array, at: number): void;
}

export interface XmlTokenizer {
  /** Goes on with the next bytes, which are copied. */
  write(piece: Uint8Array): void;
  /** Ends the document. Returns its length in bytes. */
  end(): number;
}

/** Bytes that one tag or comment may take. */
const LONGEST_MARKUP = 1024 * 1024;
/** Bytes that are gathered before they are looked at, so that a tag in tiny pieces is not begun for each. */
const GATHERED = 32 * 1024;

/**
 * Splits UTF-8 bytes into the tags of XML, as far as maps use it: comments, processing instructions, declarations and
 * CDATA are stepped over, and entities are left to who reads a value.
 */
export function xmlTokenizer(
  textOf: TextOf,
  handlers: XmlHandlers,
  fault: XmlFault,
): XmlTokenizer {
  const parser = tagParser(textOf, fault);
  let buffer = new Uint8Array(4 * GATHERED);
  let filled = 0;
  let scanned = 0;
  /** Place of `buffer[0]` in the text. */
  let base = 0;
  let isStarted = false;

  function append(piece: Uint8Array): void {
    if (filled + piece.length > buffer.length) {
      const larger = new Uint8Array(2 * (filled + piece.length));
      larger.set(buffer.subarray(0, filled));
      buffer = larger;
    }
    buffer.set(piece, filled);
    filled += piece.length;
  }

  function startTag(bytes: Uint8Array, at: number): number {
    const end = parser.parse(bytes, at, base);
    if (end < 0) return -1;
    handlers.open(parser.tag);
    if (parser.isEmpty()) handlers.close(parser.tag.name, base + at);
    return end;
  }

  function endTag(bytes: Uint8Array, at: number): number {
    const nameEnd = nameEndOf(bytes, at + 2);
    const end = skipSpace(bytes, nameEnd);
    if (end >= bytes.length) return -1;
    if (bytes[end] !== BYTE.greater) throw fault("an end tag that is not closed", base + at);
    handlers.close(textOf(bytes, at + 2, nameEnd), base + at);
    return end + 1;
  }

  /** Steps over the markup at `at`; returns where it ends, or -1 where the bytes end first. */
  function markup(bytes: Uint8Array, at: number): number {
    if (at + 1 >= bytes.length) return -1;
    const second = bytes[at + 1];
    if (second === BYTE.slash) return endTag(bytes, at);
    if (second === BYTE.question) return endOf(bytes, at + 2, "?");
    if (second !== BYTE.exclamation) return startTag(bytes, at);
    return declaration(bytes, at);
  }

  function scan(): void {
    const bytes = buffer.subarray(0, filled);
    if (!isStarted) handlers.start(bytes);
    isStarted = true;
    let at = 0;
    for (;;) {
      const less = bytes.indexOf(BYTE.less, at);
      const textEnd = less < 0 ? filled : less;
      if (textEnd > at) handlers.text(bytes.subarray(at, textEnd), base + at);
      at = textEnd;
      const next = less < 0 ? -1 : markup(bytes, less);
      if (next < 0) break;
      at = next;
    }
    buffer.copyWithin(0, at, filled);
    filled -= at;
    base += at;
    scanned = filled;
    if (filled > LONGEST_MARKUP) throw fault("a tag of more than 1 MB", base);
  }

  return {
    write(piece) {
      append(piece);
      if (filled - scanned >= GATHERED) scan();
    },
    end() {
      scan();
      if (filled > 0) throw fault("the file is cut within a tag; download it again", base + filled);
      return base;
    },
  };
}

/** Where a comment, CDATA or a document type ends that begins at `at`; -1 where the bytes end first. */
function declaration(bytes: Uint8Array, at: number): number {
  if (bytes[at + 2] === BYTE.minus) return endOf(bytes, at + 4, "--");
  if (bytes[at + 2] === BYTE.leftBracket) return endOf(bytes, at + 9, "]]");
  let depth = 0;
  for (let i = at + 2; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === BYTE.leftBracket) depth++;
    else if (byte === BYTE.rightBracket) depth--;
    else if (byte === BYTE.greater && depth <= 0) return i + 1;
  }
  return -1;
}

/** Behind the first `>` from `from` on that follows on `before`; -1 where there is none. */
function endOf(bytes: Uint8Array, from: number, before: string): number {
  for (let at = from;;) {
    const greater = bytes.indexOf(BYTE.greater, at);
    if (greater < 0) return -1;
    const first = greater - before.length;
    const isEnd = [...before].every((letter, i) => bytes[first + i] === letter.charCodeAt(0));
    if (isEnd && first >= from) return greater + 1;
    at = greater + 1;
  }
}
