/**
 * Makes short texts shorter than deflate can, four bits a letter or less: an arithmetic coder over the bits of their UTF-8,
 * told by a model how likely each bit is. The texts follow one another, each ended by a NUL.
 */
import { type BitModel, primedModel } from "./draft_model.ts";

/** Most bytes of text that go in or come out, so that no forgery can fill the memory. */
const MOST_BYTES = 65_536;
const WHOLE = 2 ** 32;
const TOP = 2 ** 24;

/** The numbers below 2^32 that still agree with every bit so far, both ends included. */
interface Interval {
  low: number;
  high: number;
}

/**
 * @param texts without NUL
 * @throws {RangeError} where they exceed 64 KB together
 */
export function squeeze(texts: readonly string[]): readonly number[] {
  const bytes = new TextEncoder().encode(texts.map((text) => `${text}\0`).join(""));
  if (bytes.length > MOST_BYTES) throw new RangeError("the texts exceed 64 KB");
  const model = primedModel();
  const interval = { low: 0, high: WHOLE - 1 };
  const squeezed: number[] = [];
  for (const byte of bytes) {
    for (let shift = 7; shift >= 0; shift--) {
      narrow(interval, model, cut(interval, model), (byte >> shift) & 1);
      dropSettled(interval, (settled) => squeezed.push(settled));
    }
  }
  return [...squeezed, ...shortestWithin(interval)];
}

/**
 * @param count how many texts were squeezed
 * @throws {RangeError} where they do not end within 64 KB
 * @throws {TypeError} where they are not UTF-8
 */
export function unsqueeze(squeezed: Uint8Array, count: number): readonly string[] {
  const model = primedModel();
  const interval = { low: 0, high: WHOLE - 1 };
  let at = 0;
  let code = 0;
  const take = () => code = (code % TOP) * 256 + (squeezed[at++] ?? 0);
  for (let taken = 0; taken < 4; taken++) take();
  const readByte = () => {
    let byte = 0;
    for (let bits = 0; bits < 8; bits++) {
      const middle = cut(interval, model);
      const bit = code <= middle ? 1 : 0;
      narrow(interval, model, middle, bit);
      dropSettled(interval, take);
      byte = byte << 1 | bit;
    }
    return byte;
  };
  return readTexts(readByte, count);
}

function readTexts(readByte: () => number, count: number): readonly string[] {
  const bytes: number[] = [];
  for (let ended = 0; ended < count;) {
    const byte = readByte();
    if (byte === 0) ended++;
    bytes.push(byte);
    if (bytes.length > MOST_BYTES) throw new RangeError("the texts exceed 64 KB");
  }
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return text.decode(Uint8Array.from(bytes)).split("\0").slice(0, count);
}

/** The last number of the interval that stands for a 1: its share is as large as a 1 is likely. */
function cut({ low, high }: Interval, model: BitModel): number {
  return low + Math.floor((high - low) * model.chance() / 65_536);
}

function narrow(interval: Interval, model: BitModel, middle: number, bit: number): void {
  if (bit) interval.high = middle;
  else interval.low = middle + 1;
  model.learn(bit);
}

/** Shifts out the leading bytes that both ends share: nothing to come can change them. */
function dropSettled(interval: Interval, settled: (byte: number) => void): void {
  while (Math.floor(interval.low / TOP) === Math.floor(interval.high / TOP)) {
    settled(Math.floor(interval.low / TOP));
    interval.low = (interval.low % TOP) * 256;
    interval.high = (interval.high % TOP) * 256 + 255;
  }
}

/** The fewest bytes that, with zeros after them, name a number of the interval. */
function shortestWithin({ low, high }: Interval): readonly number[] {
  if (low === 0) return [];
  for (let step = TOP, bytes: number[] = [];; step /= 256) {
    const rounded = Math.ceil(low / step) * step;
    bytes = [...bytes, 0];
    if (rounded > high) continue;
    return bytes.map((_, index) => Math.floor(rounded / 256 ** (3 - index)) % 256);
  }
}
