/** Reads protocol buffers (https://protobuf.dev/programming-guides/encoding/). Numbers are doubles, exact to 2^53. */

/** The data violates the format. */
export class Malformed extends Error {
  override readonly name = "Malformed";
}

/** A place in a message that ends before `end`. Every reader throws {@linkcode Malformed}. */
export interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
  readonly end: number;
}

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

export function cursorOf(bytes: Uint8Array): Cursor {
  return { bytes, at: 0, end: bytes.length };
}

/** Calls, for each field of a message, the reader of its number, which reads from `cursor`; others are skipped. */
export function readFields(
  cursor: Cursor,
  readers: Readonly<Record<number, (tag: number) => void>>,
): void {
  while (cursor.at < cursor.end) {
    const tag = readTag(cursor);
    const read = readers[fieldNumber(tag)];
    if (read === undefined) skipField(cursor, tag);
    else read(tag);
  }
}

/** An unsigned varint of at most 2^53. */
export function readVarint(cursor: Cursor): number {
  return exact(readUnsigned(cursor));
}

/** A varint of a two's complement of 64 bits (int32, int64): ids of ways, offsets of blocks. */
export function readInt(cursor: Cursor): number {
  return exact(readUnsigned(cursor, true));
}

function exact(value: number): number {
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
  throw new Malformed("un número de más de 2^53");
}

/** A varint in zigzag form (sint64), where odd numbers are negative: ids of nodes, coordinates, differences. */
export function readZigzag(cursor: Cursor): number {
  const value = readVarint(cursor);
  if (value < SHORT) return (value >>> 1) ^ -(value & 1);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

/** Values of up to four bytes are smaller, and small integers to V8. */
const SHORT = 2 ** 28;

/** A varint, rounded if it is beyond 2^53. */
function readUnsigned(cursor: Cursor, isSigned = false): number {
  const { bytes, end } = cursor;
  let at = cursor.at;
  let value = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    if (at >= end) throw cut();
    const byte = bytes[at++]!;
    value |= (byte & 0x7f) << shift;
    if (byte >= 0x80) continue;
    cursor.at = at;
    return value;
  }
  cursor.at = at;
  return value + readLong(cursor, isSigned) * SHORT;
}

/** The rest of a varint from its fifth byte on, in a function of its own because it computes in doubles. */
function readLong(cursor: Cursor, isSigned: boolean): number {
  let value = 0;
  for (let scale = 1; scale < 2 ** 36; scale *= 128) {
    if (cursor.at >= cursor.end) throw cut();
    const byte = cursor.bytes[cursor.at++]!;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return isSigned && value >= 2 ** 35 ? value % 2 ** 36 - 2 ** 36 : value;
  }
  throw new Malformed("un número de más de 64 bits");
}

function cut(): Malformed {
  return new Malformed("los datos acaban dentro de un número");
}

/** The tag before a field: the field's number times 8, plus its wire type. */
export function readTag(cursor: Cursor): number {
  const tag = readVarint(cursor);
  if (tag >= 8 && tag < 2 ** 32) return tag;
  throw new Malformed(`ningún campo tiene la marca ${tag}`);
}

export function fieldNumber(tag: number): number {
  return tag >>> 3;
}

export function intField(cursor: Cursor, tag: number): number {
  expect(tag, VARINT);
  return readInt(cursor);
}

/** A cursor over the message or the packed numbers in a field, past which `cursor` moves. */
export function innerField(cursor: Cursor, tag: number): Cursor {
  expect(tag, BYTES);
  const length = readVarint(cursor);
  const at = cursor.at;
  stepOver(cursor, length);
  return { bytes: cursor.bytes, at, end: cursor.at };
}

export function bytesField(cursor: Cursor, tag: number): Uint8Array {
  const { at, end } = innerField(cursor, tag);
  return cursor.bytes.subarray(at, end);
}

/** Bytes that are not UTF-8 become U+FFFD, because some tools cut texts in the middle of a character. */
export const UTF_8: TextDecoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function textField(cursor: Cursor, tag: number): string {
  return UTF_8.decode(bytesField(cursor, tag));
}

export function skipField(cursor: Cursor, tag: number): void {
  const type = tag & 7;
  if (type === VARINT) readUnsigned(cursor);
  else if (type === BYTES) innerField(cursor, tag);
  else if (type === FIXED64) stepOver(cursor, 8);
  else if (type === FIXED32) stepOver(cursor, 4);
  else throw new Malformed(`ningún campo tiene el tipo ${type}`);
}

function stepOver(cursor: Cursor, length: number): void {
  if (length > cursor.end - cursor.at) {
    throw new Malformed(`una longitud de ${length} bytes pasa del final`);
  }
  cursor.at += length;
}

function expect(tag: number, wireType: number): void {
  if ((tag & 7) === wireType) return;
  const problem = `tiene el tipo ${tag & 7} en vez de ${wireType}`;
  throw new Malformed(`el campo ${fieldNumber(tag)} ${problem}`);
}
