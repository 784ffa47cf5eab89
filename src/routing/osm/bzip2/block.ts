import { type Bits, take32, takeBits, usedBytes } from "./bits.ts";
import { type HuffmanCode, huffmanCode, takeLengths, takeSymbol } from "./huffman.ts";

/** A block as it was sorted: what is left is to put its bytes in order. */
export interface SortedBlock {
  /** The checksum of what it holds. */
  readonly crc: number;
  /** Where the order of the bytes starts. */
  readonly origin: number;
  readonly length: number;
}

/** Symbols that share one choice of code. */
const GROUP_SIZE = 50;
const MOST_CODES = 6;
const TOO_LONG = "a block longer than its stream allows";

/**
 * Takes one block, behind its magic number, into the low bytes of `into`.
 * @returns the block, or what is wrong with it
 */
export function takeBlock(bits: Bits, into: Uint32Array): SortedBlock | string {
  const crc = take32(bits);
  if (takeBits(bits, 1) === 1) return "a block of the obsolete randomised kind";
  const origin = takeBits(bits, 24);
  const alphabet = takeAlphabet(bits);
  if (alphabet.length === 0) return "a block without bytes";
  const codes = takeCodes(bits, alphabet.length + 2);
  if (typeof codes === "string") return codes;
  const length = takeBytes(bits, alphabet, codes, into);
  if (typeof length === "string") return length;
  return origin < length ? { crc, origin, length } : "a block that starts beyond its end";
}

/** The bytes that occur: which sixteenths have any, then which of them. */
function takeAlphabet(bits: Bits): Uint8Array {
  const sixteenths = takeBits(bits, 16);
  const bytes: number[] = [];
  for (let high = 0; high < 16; high++) {
    if (((sixteenths >> (15 - high)) & 1) === 0) continue;
    const lows = takeBits(bits, 16);
    for (let low = 0; low < 16; low++) {
      if ((lows >> (15 - low)) & 1) bytes.push(high * 16 + low);
    }
  }
  return Uint8Array.from(bytes);
}

/** The code of each group of symbols. */
function takeCodes(bits: Bits, symbolCount: number): readonly HuffmanCode[] | string {
  const codeCount = takeBits(bits, 3);
  if (codeCount < 2 || codeCount > MOST_CODES) return `${codeCount} codes in a block`;
  const groupCount = takeBits(bits, 15);
  const recent = Array.from({ length: codeCount }, (_, code) => code);
  const choices = new Uint8Array(groupCount);
  for (let group = 0; group < groupCount; group++) {
    let place = 0;
    while (takeBits(bits, 1) === 1) {
      if (++place >= codeCount) return "a choice among more codes than there are";
    }
    recent.unshift(...recent.splice(place, 1));
    choices[group] = recent[0]!;
  }
  const codes: HuffmanCode[] = [];
  for (let code = 0; code < codeCount; code++) {
    const lengths = takeLengths(bits, symbolCount);
    const made = lengths && huffmanCode(lengths);
    if (made === null) return "a code that cannot be";
    codes.push(made);
  }
  return Array.from(choices, (choice) => codes[choice]!);
}

/** Undoes the coding, the runs of the most recent byte, and the moving to the front. */
function takeBytes(
  bits: Bits,
  alphabet: Uint8Array,
  codes: readonly HuffmanCode[],
  into: Uint32Array,
): number | string {
  const endSymbol = alphabet.length + 1;
  let length = 0;
  let run = 0;
  let runStep = 1;
  for (const code of codes) {
    if (usedBytes(bits) > bits.end) return "a block that is cut";
    for (let i = 0; i < GROUP_SIZE; i++) {
      const symbol = takeSymbol(bits, code);
      if (symbol < 0) return "bits that stand for nothing";
      if (symbol < 2) {
        run += runStep << symbol;
        runStep <<= 1;
        if (run > into.length) return TOO_LONG;
        continue;
      }
      const isEnd = symbol === endSymbol;
      if (length + run + (isEnd ? 0 : 1) > into.length) return TOO_LONG;
      into.fill(alphabet[0]!, length, length += run);
      run = 0;
      runStep = 1;
      if (isEnd) return length;
      const byte = alphabet[symbol - 1]!;
      alphabet.copyWithin(1, 0, symbol - 1);
      alphabet[0] = byte;
      into[length++] = byte;
    }
  }
  return "a block without an end";
}
