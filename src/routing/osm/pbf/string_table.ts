import { type Cursor, readLength, skipField } from "./cursor.ts";
import { fieldNumber, readTag, wireType } from "./fields.ts";

/** The texts that the elements of a block point to by number. */
export interface StringTable {
  readonly size: number;
  /**
   * The text with that number, decoded when it is first asked for. Bytes that are not UTF-8 become U+FFFD, as in other
   * readers: some tools cut texts in the middle of a character.
   * @throws what the cursor's `fault` makes, for a number beyond the table
   */
  text(index: number): string;
}

const STRING = 1;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The table in the message that `cursor` is narrowed to. */
export function readStringTable(cursor: Cursor): StringTable {
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
      return texts[index] = decode(bytes, places[2 * index]!, places[2 * index + 1]!);
    },
  };
}

/** Short ASCII, which is most of it, is put together faster than a TextDecoder is called. */
function decode(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > 24) return decoder.decode(bytes.subarray(start, end));
  let text = "";
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte >= 0x80) return decoder.decode(bytes.subarray(start, end));
    text += String.fromCharCode(byte);
  }
  return text;
}
