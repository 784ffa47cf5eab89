/** Numbers as varints (seven bits a byte, lowest first), in the order written: the plain half of a packed draft. */

export interface ByteWriter {
  /** @param value a safe integer, 0 or more */
  unsigned(value: number): void;
  /** @param value a safe integer; small magnitudes stay short whatever their sign */
  signed(value: number): void;
  bytes(): readonly number[];
}

export interface ByteReader {
  /** @throws {RangeError} where the bytes end or do not hold a safe integer */
  unsigned(): number;
  /** @throws {RangeError} like {@linkcode unsigned} */
  signed(): number;
  /** Everything not read yet. */
  rest(): Uint8Array;
}

export function byteWriter(): ByteWriter {
  const written: number[] = [];
  const unsigned = (value: number) => {
    let left = value;
    for (; left >= 128; left = Math.floor(left / 128)) written.push((left % 128) | 128);
    written.push(left);
  };
  return {
    unsigned,
    signed: (value) => unsigned(value < 0 ? -2 * value - 1 : 2 * value),
    bytes: () => written,
  };
}

export function byteReader(source: Uint8Array): ByteReader {
  let at = 0;
  const unsigned = () => {
    let value = 0;
    for (let scale = 1;; scale *= 128) {
      const byte = source[at++];
      if (byte === undefined) throw new RangeError("the bytes end within a number");
      value += (byte % 128) * scale;
      if (!Number.isSafeInteger(value)) throw new RangeError("a number is too large");
      if (byte < 128) return value;
    }
  };
  return {
    unsigned,
    signed: () => {
      const value = unsigned();
      return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    },
    rest: () => source.subarray(at),
  };
}
