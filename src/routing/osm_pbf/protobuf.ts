/**
 * Reads protocol buffers (https://protobuf.dev/programming-guides/encoding/) for the few messages of an OpenStreetMap file.
 * Numbers are doubles, exact to 2^53, and to 2^52 in zigzag form.
 *
 * @module
 */

/** Makes the error for a problem at an offset in the bytes. */
export type Fault = (problem: string, at: number) => Error;

/** A place in a message that ends before `end`. */
export interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
  readonly end: number;
  readonly fault: Fault;
}

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

export function cursorOf(bytes: Uint8Array, fault: Fault): Cursor {
  return { bytes, at: 0, end: bytes.length, fault };
}

/**
 * An unsigned varint.
 * @throws `fault` for one that is cut, of more than 64 bits or beyond 2^53
 */
export function readVarint(cursor: Cursor): number {
  const value = readUnsigned(cursor);
  if (value <= Number.MAX_SAFE_INTEGER) return value;
  throw beyond(cursor);
}

/** A varint that holds a two's complement of 64 bits (int32, int64): ids of ways, offsets of blocks. */
export function readInt(cursor: Cursor): number {
  const start = cursor.at;
  const value = readUnsigned(cursor);
  if (value <= Number.MAX_SAFE_INTEGER) return value;
  const bits = cursor.bytes.subarray(start, cursor.at)
    .reduceRight((value, byte) => value << 7n | BigInt(byte & 0x7f), 0n);
  const number = Number(BigInt.asIntN(64, bits));
  if (Number.isSafeInteger(number)) return number;
  throw beyond(cursor);
}

/** A varint in zigzag form (sint64), in which odd numbers stand for negative ones: ids of nodes, coordinates, differences. */
export function readZigzag(cursor: Cursor): number {
  const value = readVarint(cursor);
  if (value < SHORT) return (value >>> 1) ^ -(value & 1);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

/** Values of up to four bytes are below it, and are small integers to V8. */
const SHORT = 2 ** 28;

/** A varint as an unsigned number, rounded if it is beyond 2^53. */
function readUnsigned(cursor: Cursor): number {
  const { bytes, end } = cursor;
  let at = cursor.at;
  let value = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    if (at >= end) throw cut(cursor);
    const byte = bytes[at++]!;
    value |= (byte & 0x7f) << shift;
    if (byte >= 0x80) continue;
    cursor.at = at;
    return value;
  }
  return readLong(cursor, at, value);
}

/** The rest of a varint from its fifth byte on. A function of its own, because it computes in doubles. */
function readLong(cursor: Cursor, from: number, low: number): number {
  let value = low;
  for (let at = from, scale = SHORT; scale < 2 ** 64; at++, scale *= 128) {
    if (at >= cursor.end) throw cut(cursor);
    const byte = cursor.bytes[at]!;
    value += (byte & 0x7f) * scale;
    if (byte >= 0x80) continue;
    cursor.at = at + 1;
    return value;
  }
  throw cursor.fault("a number of more than 64 bits", cursor.at);
}

function cut(cursor: Cursor): Error {
  return cursor.fault("the data ends within a number", cursor.at);
}

function beyond(cursor: Cursor): Error {
  return cursor.fault("a number beyond 2^53", cursor.at);
}

/** The tag before a field: its number times 8 plus its wire type. */
export function readTag(cursor: Cursor): number {
  const tag = readVarint(cursor);
  if (tag >= 8 && tag < 2 ** 32) return tag;
  throw cursor.fault(`no field has the tag ${tag}`, cursor.at);
}

export function fieldNumber(tag: number): number {
  return tag >>> 3;
}

export function intField(cursor: Cursor, tag: number): number {
  expect(cursor, tag, VARINT);
  return readInt(cursor);
}

/** A cursor over the message or the packed numbers in a field; `cursor` moves past it. */
export function innerField(cursor: Cursor, tag: number): Cursor {
  const at = startOfField(cursor, tag);
  return { bytes: cursor.bytes, at, end: cursor.at, fault: cursor.fault };
}

export function bytesField(cursor: Cursor, tag: number): Uint8Array {
  const at = startOfField(cursor, tag);
  return cursor.bytes.subarray(at, cursor.at);
}

/** Bytes that are not UTF-8 become U+FFFD: some tools cut texts in the middle of a character. */
export const UTF_8: TextDecoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function textField(cursor: Cursor, tag: number): string {
  return UTF_8.decode(bytesField(cursor, tag));
}

export function skipField(cursor: Cursor, tag: number): void {
  const type = tag & 7;
  if (type === VARINT) readUnsigned(cursor);
  else if (type === BYTES) startOfField(cursor, tag);
  else if (type === FIXED64) stepOver(cursor, 8);
  else if (type === FIXED32) stepOver(cursor, 4);
  else throw cursor.fault(`no field has the wire type ${type}`, cursor.at);
}

/** The offset of a field's bytes; the cursor moves past them. */
export function startOfField(cursor: Cursor, tag: number): number {
  expect(cursor, tag, BYTES);
  const length = readVarint(cursor);
  const start = cursor.at;
  stepOver(cursor, length);
  return start;
}

function stepOver(cursor: Cursor, length: number): void {
  if (length > cursor.end - cursor.at) {
    throw cursor.fault(`a length of ${length} bytes leads beyond the end`, cursor.at);
  }
  cursor.at += length;
}

function expect(cursor: Cursor, tag: number, wireType: number): void {
  if ((tag & 7) === wireType) return;
  throw cursor.fault(
    `field ${fieldNumber(tag)} has the wire type ${tag & 7} instead of ${wireType}`,
    cursor.at,
  );
}
