/** Bits of some bytes, the highest of each byte first. */
export interface Bits {
  bytes: Uint8Array;
  /** The byte to be taken next. */
  at: number;
  end: number;
  /** Bits taken from the bytes but not yet used: the lowest `count` of them. */
  held: number;
  count: number;
}

/** Bits of `bytes` before `end`, from their start on. */
export function bitsOf(bytes: Uint8Array, end: number): Bits {
  return { bytes, at: 0, end, held: 0, count: 0 };
}

/** The next `length` bits (at most 24), which stay. Behind the end all bits are zero. */
export function peekBits(bits: Bits, length: number): number {
  while (bits.count < length) {
    bits.held = (bits.held << 8) | (bits.at < bits.end ? bits.bytes[bits.at]! : 0);
    bits.at++;
    bits.count += 8;
  }
  return (bits.held >>> (bits.count - length)) & ((1 << length) - 1);
}

/** The next `length` bits (at most 24). */
export function takeBits(bits: Bits, length: number): number {
  const value = peekBits(bits, length);
  bits.count -= length;
  return value;
}

/** The next 32 bits, without a sign. */
export function take32(bits: Bits): number {
  return takeBits(bits, 16) * 65_536 + takeBits(bits, 16);
}

/** Goes on at the next whole byte. */
export function alignToByte(bits: Bits): void {
  bits.count -= bits.count % 8;
}

/** Bytes that are used up, the one that is begun included. More than there are: the data was cut. */
export function usedBytes(bits: Bits): number {
  return bits.at - (bits.count >> 3);
}
