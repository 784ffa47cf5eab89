import { type Cursor, skipField } from "./cursor.ts";
import type { TextOf } from "../text_cache.ts";
import { fieldNumber, lengthOfField, readTag, wireType } from "./fields.ts";

/** The texts that the elements of a block point to by number. */
export interface StringTable {
  readonly size: number;
  /**
   * The text with that number, decoded when it is first asked for.
   * @throws what the cursor's `fault` makes, for a number beyond the table
   */
  text(index: number): string;
}

const STRING = 1;
const USUAL_SIZE = 65_536;

/** The table in the message that `cursor` is narrowed to. */
export function readStringTable(cursor: Cursor, textOf: TextOf): StringTable {
  const { bytes, fault } = cursor;
  const places = placesOf(cursor);
  const size = places.length / 2;
  // Room at once where the table is of a usual size: filled in any order, an array without it turns slow.
  const texts: (string | undefined)[] = new Array(size <= USUAL_SIZE ? size : 0);
  return {
    size,
    text(index) {
      const known = texts[index];
      if (known !== undefined) return known;
      // A negative number is beyond the table too.
      if (!(index >= 0 && index < size)) {
        throw fault(`text ${index} of a table of ${size} texts`, cursor.at);
      }
      return texts[index] = textOf(bytes, places[2 * index]!, places[2 * index + 1]!);
    },
  };
}

/** Start and end of each text. */
function placesOf(cursor: Cursor): Uint32Array {
  let places = new Uint32Array(1024);
  let filled = 0;
  while (cursor.at < cursor.end) {
    const tag = readTag(cursor);
    if (fieldNumber(tag) !== STRING) {
      skipField(cursor, wireType(tag));
      continue;
    }
    const length = lengthOfField(cursor, tag);
    if (filled === places.length) {
      const larger = new Uint32Array(2 * filled);
      larger.set(places);
      places = larger;
    }
    places[filled++] = cursor.at;
    places[filled++] = cursor.at += length;
  }
  return places.subarray(0, filled);
}
