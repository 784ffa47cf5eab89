/**
 * Reading of protocol buffers (https://protobuf.dev/programming-guides/encoding/), written for the few messages of an
 * OpenStreetMap file: numbers come out as doubles, exact to 2^53, without a BigInt on the way.
 *
 * @module
 */

/** Makes the error for what is wrong at a place in the bytes. */
export type Fault = (problem: string, at: number) => Error;

/** A place in a message. `end` moves inwards while a message inside it is read. */
export interface Cursor {
  bytes: Uint8Array;
  at: number;
  end: number;
  fault: Fault;
  /** Bits 28 to 55 of the varint read last by its long way. */
  middle: number;
  /** Bits 56 to 63 of it. */
  high: number;
}

export const VARINT = 0;
export const BYTES = 2;
const FIXED64 = 1;
const FIXED32 = 5;

/** Reads `bytes` from `at` up to `end`. */
export function cursorOf(
  bytes: Uint8Array,
  fault: Fault,
  at = 0,
  end: number = bytes.length,
): Cursor {
  return { bytes, at, end, fault, middle: 0, high: 0 };
}

/**
 * An unsigned varint.
 * @throws what `fault` makes, for one that is cut, of more than 64 bits or beyond 2^53
 */
export function readVarint(cursor: Cursor): number {
  const low = readLow(cursor);
  if (low >= 0) return low;
  const { middle, high } = cursor;
  if (high > 0) throw beyond(cursor);
  const value = middle * 2 ** 28 + ~low;
  if (value > Number.MAX_SAFE_INTEGER) throw beyond(cursor);
  return value;
}

/** A varint that holds a two's complement of 64 bits (int32, int64): ids of ways, offsets of blocks. */
export function readInt(cursor: Cursor): number {
  const low = readLow(cursor);
  if (low >= 0) return low;
  const { middle, high } = cursor;
  if (high !== 0 && high !== 0xff) throw beyond(cursor);
  const value = (high === 0 ? middle : middle - 2 ** 28) * 2 ** 28 + ~low;
  if (!Number.isSafeInteger(value)) throw beyond(cursor);
  return value;
}

/** A varint in zigzag form (sint64), where odd numbers stand for negative ones: ids of nodes, coordinates, differences. */
export function readZigzag(cursor: Cursor): number {
  const low = readLow(cursor);
  if (low >= 0) return (low >>> 1) ^ -(low & 1);
  const bits = ~low;
  const half = cursor.high * 2 ** 55 + cursor.middle * 2 ** 27 + (bits >>> 1);
  if (half > Number.MAX_SAFE_INTEGER) throw beyond(cursor);
  return bits & 1 ? -half - 1 : half;
}

/** The length that stands before bytes, checked to lie within the message. */
export function readLength(cursor: Cursor): number {
  const length = readVarint(cursor);
  if (length <= cursor.end - cursor.at) return length;
  throw cursor.fault(`a length of ${length} bytes leads beyond the end`, cursor.at);
}

export function skipField(cursor: Cursor, wireType: number): void {
  if (wireType === VARINT) readLow(cursor);
  else if (wireType === BYTES) stepOver(cursor, readLength(cursor));
  else if (wireType === FIXED64) stepOver(cursor, 8);
  else if (wireType === FIXED32) stepOver(cursor, 4);
  else throw cursor.fault(`no field has the wire type ${wireType}`, cursor.at);
}

/** The value's lowest 28 bits where it has no more; else their complement, with the rest in the cursor. */
function readLow(cursor: Cursor): number {
  const { bytes, end } = cursor;
  let at = cursor.at;
  let low = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    if (at >= end) throw cut(cursor);
    const byte = bytes[at++]!;
    low |= (byte & 0x7f) << shift;
    if (byte < 0x80) {
      cursor.at = at;
      return low;
    }
  }
  cursor.at = at;
  readRest(cursor);
  return ~low;
}

function readRest(cursor: Cursor): void {
  const { bytes, end } = cursor;
  let at = cursor.at;
  cursor.middle = 0;
  cursor.high = 0;
  for (let shift = 28; shift < 64; shift += 7) {
    if (at >= end) throw cut(cursor);
    const byte = bytes[at++]!;
    if (shift < 56) cursor.middle |= (byte & 0x7f) << (shift - 28);
    else cursor.high |= (byte & 0x7f) << (shift - 56);
    if (byte >= 0x80) continue;
    if (cursor.high > 0xff) break;
    cursor.at = at;
    return;
  }
  throw cursor.fault("a number of more than 64 bits", cursor.at);
}

function stepOver(cursor: Cursor, count: number): void {
  if (count > cursor.end - cursor.at) throw cut(cursor);
  cursor.at += count;
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

export function wireType(tag: number): number {
  return tag & 7;
}

export function intField(cursor: Cursor, tag: number): number {
  expect(cursor, tag, VARINT);
  return readInt(cursor);
}

export function zigzagField(cursor: Cursor, tag: number): number {
  expect(cursor, tag, VARINT);
  return readZigzag(cursor);
}

/** The length of a field of bytes, text or fields; the cursor stands at its start. */
export function lengthOfField(cursor: Cursor, tag: number): number {
  expect(cursor, tag, BYTES);
  return readLength(cursor);
}

export function bytesField(cursor: Cursor, tag: number): Uint8Array {
  const length = lengthOfField(cursor, tag);
  cursor.at += length;
  return cursor.bytes.subarray(cursor.at - length, cursor.at);
}

export function textField(cursor: Cursor, tag: number): string {
  return new TextDecoder().decode(bytesField(cursor, tag));
}

/** Narrows the cursor to the message in a field. Hand what it returns to {@linkcode leave}. */
export function enter(cursor: Cursor, tag: number): number {
  const length = lengthOfField(cursor, tag);
  const outerEnd = cursor.end;
  cursor.end = cursor.at + length;
  return outerEnd;
}

/** Goes on behind the message that {@linkcode enter} narrowed the cursor to. */
export function leave(cursor: Cursor, outerEnd: number): void {
  cursor.at = cursor.end;
  cursor.end = outerEnd;
}

/** A cursor for one field at a time of the message that `cursor` reads; it starts out empty. */
export function fieldCursor(cursor: Cursor): Cursor {
  return cursorOf(cursor.bytes, cursor.fault, 0, 0);
}

/** Forgets what a cursor of {@linkcode fieldCursor} stood on. */
export function clear(field: Cursor): void {
  field.at = field.end = 0;
}

/** Puts `field` on a field of bytes or packed numbers, and `cursor` behind it. */
export function spread(cursor: Cursor, tag: number, field: Cursor): void {
  const length = lengthOfField(cursor, tag);
  if (field.end > 0) {
    throw cursor.fault(`field ${fieldNumber(tag)} stands twice in one message`, cursor.at);
  }
  field.at = cursor.at;
  field.end = cursor.at += length;
}

function expect(cursor: Cursor, tag: number, expected: number): void {
  if (wireType(tag) === expected) return;
  throw cursor.fault(
    `field ${fieldNumber(tag)} has the wire type ${wireType(tag)} instead of ${expected}`,
    cursor.at,
  );
}
