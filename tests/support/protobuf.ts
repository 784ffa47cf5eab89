/** Writes protocol buffers with BigInt, so that it shares no code with the reader under test. */

/** Joins bytes. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** A number of up to 64 bits, in two's complement if negative. */
export function varint(value: bigint | number): Uint8Array<ArrayBuffer> {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return Uint8Array.from([...bytes, Number(rest)]);
}

/** A number in zigzag form. */
export function zigzag(value: bigint | number): Uint8Array<ArrayBuffer> {
  const wide = BigInt(value);
  return varint(wide < 0n ? -2n * wide - 1n : 2n * wide);
}

/** A field that holds a number: {@linkcode varint} or {@linkcode zigzag}. */
export function numberField(field: number, value: Uint8Array): Uint8Array<ArrayBuffer> {
  return joined(varint(field * 8), value);
}

/** A field that holds bytes, text or a message. */
export function bytesField(field: number, value: Uint8Array | string): Uint8Array<ArrayBuffer> {
  const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
  return joined(varint(field * 8 + 2), varint(bytes.length), bytes);
}

/** Numbers packed in one field. */
export function packedField(
  field: number,
  values: readonly (bigint | number)[],
  write: (value: bigint | number) => Uint8Array,
): Uint8Array<ArrayBuffer> {
  return bytesField(field, joined(...values.map(write)));
}

/** The differences of each value from the one before. */
export function differences(values: readonly number[]): bigint[] {
  return values.map((value, i) => BigInt(value) - BigInt(values[i - 1] ?? 0));
}
