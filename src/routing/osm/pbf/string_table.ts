import { type Cursor, readLength, skipField } from "./cursor.ts";
import type { TextOf } from "../text_cache.ts";
import { fieldNumber, readTag, wireType } from "./fields.ts";

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

/** The table in the message that `cursor` is narrowed to. */
export function readStringTable(cursor: Cursor, textOf: TextOf): StringTable {
  const { bytes, fault } = cursor;
  // Start and end of each text.
  const places: number[] = [];
  while (cursor.at < cursor.end) {
    const tag = readTag(cursor);
    if (fieldNumber(tag) !== STRING) {
      skipField(cursor, wireType(tag));
      continue;
    }
    const length = readLength(cursor);
    places.push(cursor.at, cursor.at += length);
  }
  const size = places.length / 2;
  const texts: (string | undefined)[] = [];
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
