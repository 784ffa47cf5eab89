/** Decodes the bytes from one place up to another. */
export type TextOf = (bytes: Uint8Array, start: number, end: number) => string;

/** Slots of the table; a power of two. */
const SLOTS = 4096;
/** Longer texts are seldom met twice. */
const LONGEST_KEPT = 32;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Decodes UTF-8, remembering short ASCII texts: a map says `highway` and `residential` a hundred thousand times, and who
 * keeps them then keeps one. Bytes that are not UTF-8 become U+FFFD, as in other readers of maps: some tools cut
 * texts in the middle of a character.
 */
export function textCache(): TextOf {
  const slots: string[] = new Array(SLOTS).fill("");
  return function textOf(bytes, start, end) {
    if (end - start > LONGEST_KEPT) return decoder.decode(bytes.subarray(start, end));
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
