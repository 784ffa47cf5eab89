import { MOST_PARTS } from "../limits.ts";
import { type Cursor, readZigzag } from "./cursor.ts";

/** @throws what `fault` makes, for an id that a double cannot hold exactly */
export function checkId(id: number, cursor: Cursor): void {
  if (id <= Number.MAX_SAFE_INTEGER && id >= Number.MIN_SAFE_INTEGER) return;
  throw cursor.fault("an id beyond 2^53", cursor.at);
}

/** A list of up to {@linkcode MOST_PARTS} ids, each given by its difference from the one before. */
export function readIds(list: Cursor): number[] {
  const ids: number[] = [];
  let id = 0;
  while (list.at < list.end) {
    id += readZigzag(list);
    checkId(id, list);
    if (ids.push(id) > MOST_PARTS) throw list.fault(`more than ${MOST_PARTS} parts`, list.at);
  }
  return ids;
}

/** The error for an element that lacks a field. */
export function missing(cursor: Cursor, element: string, field: string): Error {
  return cursor.fault(`a ${element} without ${field}`, cursor.at);
}
