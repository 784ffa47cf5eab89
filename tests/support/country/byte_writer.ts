/** Writes a protocol buffer into a buffer that is reused. */
export interface ByteWriter {
  readonly length: number;
  /** A whole number from 0 to 2^53. */
  varint(value: number): void;
  /** A whole number from -2^52 to 2^52, in zigzag form. */
  zigzag(value: number): void;
  /** A field that holds a number from 0 to 2^53. */
  numberField(field: number, value: number): void;
  /** A field that holds bytes, text or a message. */
  bytesField(field: number, bytes: Uint8Array): void;
  /** The bytes written; valid until the next call. */
  bytes(): Uint8Array;
  clear(): void;
}

/** Fast enough for hundreds of megabytes: numbers are split by division, because a BigInt for each would take minutes. */
export function byteWriter(): ByteWriter {
  let room = new Uint8Array(1 << 16);
  let length = 0;

  function reserve(more: number): void {
    if (length + more <= room.length) return;
    const larger = new Uint8Array(Math.max(2 * room.length, length + more));
    larger.set(room);
    room = larger;
  }

  function varint(value: number): void {
    reserve(10);
    let rest = value;
    while (rest > 0x7fffffff) {
      room[length++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    while (rest > 127) {
      room[length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    room[length++] = rest;
  }

  return {
    get length() {
      return length;
    },
    varint,
    zigzag: (value) => varint(value < 0 ? -2 * value - 1 : 2 * value),
    numberField(field, value) {
      varint(field * 8);
      varint(value);
    },
    bytesField(field, bytes) {
      varint(field * 8 + 2);
      varint(bytes.length);
      reserve(bytes.length);
      room.set(bytes, length);
      length += bytes.length;
    },
    bytes: () => room.subarray(0, length),
    clear: () => length = 0,
  };
}
