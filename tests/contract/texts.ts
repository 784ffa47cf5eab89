/** Texts of an exact length in code points or bytes. */

/** One code point, two UTF-16 units, four bytes. */
const WIDE = "\u{1F336}";
/** One character in two code points, which normalisation composes to one. */
const DECOMPOSED = "e\u0301";

/** `count` code points outside the basic plane. */
export function wide(count: number): string {
  return WIDE.repeat(count);
}

/** `count` characters that are two code points each until they are composed. */
export function decomposed(count: number): string {
  return DECOMPOSED.repeat(count);
}

/** `text` between blanks of several kinds. */
export function padded(text: string): string {
  return ` \t${text}\u00a0\n `;
}

/** `value` as JSON of exactly `bytes` bytes, padded with blanks in front. */
export function jsonOfSize(value: unknown, bytes: number): string {
  const text = JSON.stringify(value);
  const blanks = bytes - new TextEncoder().encode(text).length;
  if (blanks < 0) throw new RangeError(`${bytes} bytes are too few for ${text}`);
  return " ".repeat(blanks) + text;
}
