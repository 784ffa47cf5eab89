import { type Bits, peekBits, takeBits } from "./bits.ts";

/** The longest code in bits. */
const LONGEST_CODE = 20;

/** A code: shorter codes come before longer ones, and codes of a length in the order of their symbols. */
export interface HuffmanCode {
  readonly shortest: number;
  /** Behind the last code of each length, as if it were {@linkcode LONGEST_CODE} long. */
  readonly limits: Int32Array;
  /** What turns a code of each length into a place in `symbols`. */
  readonly offsets: Int32Array;
  readonly symbols: Uint16Array;
}

/**
 * The code in which the symbol `i` is `lengths[i]` bits long.
 * @returns null where there cannot be one: more codes than fit
 */
export function huffmanCode(lengths: Uint8Array): HuffmanCode | null {
  const symbols = new Uint16Array(lengths.length);
  const limits = new Int32Array(LONGEST_CODE + 1);
  const offsets = new Int32Array(LONGEST_CODE + 1);
  let next = 0;
  let placed = 0;
  for (let length = 1; length <= LONGEST_CODE; length++) {
    offsets[length] = placed - next;
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue;
      symbols[placed++] = symbol;
      next++;
    }
    if (next > 1 << length) return null;
    limits[length] = next << (LONGEST_CODE - length);
    next <<= 1;
  }
  return { shortest: Math.min(...lengths), limits, offsets, symbols };
}

/** The next symbol; -1 for bits that no code begins with. */
export function takeSymbol(bits: Bits, code: HuffmanCode): number {
  const ahead = peekBits(bits, LONGEST_CODE);
  for (let length = code.shortest; length <= LONGEST_CODE; length++) {
    if (ahead >= code.limits[length]!) continue;
    bits.count -= length;
    return code.symbols[code.offsets[length]! + (ahead >>> (LONGEST_CODE - length))]!;
  }
  return -1;
}

/** The lengths of the codes of `count` symbols, each written as steps from the one before; null where one is out of range. */
export function takeLengths(bits: Bits, count: number): Uint8Array | null {
  const lengths = new Uint8Array(count);
  let length = takeBits(bits, 5);
  for (let symbol = 0; symbol < count; symbol++) {
    for (;;) {
      if (length < 1 || length > LONGEST_CODE) return null;
      if (takeBits(bits, 1) === 0) break;
      length += takeBits(bits, 1) === 0 ? 1 : -1;
    }
    lengths[symbol] = length;
  }
  return lengths;
}
