import {
  BYTES,
  type Cursor,
  cursorOf,
  readInt,
  readLength,
  readVarint,
  readZigzag,
  VARINT,
} from "./cursor.ts";

/** The tag before a field: its number times 8 plus its wire type. */
export function readTag(cursor: Cursor): number {
  const tag = readVarint(cursor);
  if (tag >= 8 && tag < 2 ** 32) return tag;
  throw cursor.fault(`no field has the tag ${tag}`, cursor.at);
}

/** The number of the field that `tag` announces. */
export function fieldNumber(tag: number): number {
  return tag >>> 3;
}

/** The wire type of the field that `tag` announces. */
export function wireType(tag: number): number {
  return tag & 7;
}

/** The value of a number field. */
export function intField(cursor: Cursor, tag: number): number {
  expect(cursor, tag, VARINT);
  return readInt(cursor);
}

/** The value of a number field in zigzag form. */
export function zigzagField(cursor: Cursor, tag: number): number {
  expect(cursor, tag, VARINT);
  return readZigzag(cursor);
}

/** The length of a field of bytes, text or fields; the cursor stands at its start. */
export function lengthOfField(cursor: Cursor, tag: number): number {
  expect(cursor, tag, BYTES);
  return readLength(cursor);
}

/** The text of a field. */
export function textField(cursor: Cursor, tag: number): string {
  const length = lengthOfField(cursor, tag);
  cursor.at += length;
  return new TextDecoder().decode(cursor.bytes.subarray(cursor.at - length, cursor.at));
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
