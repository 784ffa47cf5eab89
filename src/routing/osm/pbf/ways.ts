import type { OsmHandlers } from "../elements.ts";
import { type Cursor, skipField } from "./cursor.ts";
import { clear, fieldCursor, fieldNumber, intField, readTag, spread, wireType } from "./fields.ts";
import { missing, readIds } from "./ids.ts";
import type { TagReader } from "./tags.ts";

const WAY = { id: 1, keys: 2, values: 3, refs: 8 } as const;

/** A reader of the message `Way` that `cursor` is narrowed to, one after the other. */
export function wayReader(
  cursor: Cursor,
  tags: TagReader,
  handlers: Pick<Required<OsmHandlers>, "way">,
): () => void {
  const keys = fieldCursor(cursor);
  const values = fieldCursor(cursor);
  const refs = fieldCursor(cursor);
  return function readWay() {
    clear(keys);
    clear(values);
    clear(refs);
    let id: number | undefined;
    while (cursor.at < cursor.end) {
      const tag = readTag(cursor);
      const field = fieldNumber(tag);
      if (field === WAY.keys) spread(cursor, tag, keys);
      else if (field === WAY.values) spread(cursor, tag, values);
      else if (field === WAY.refs) spread(cursor, tag, refs);
      else if (field === WAY.id) id = intField(cursor, tag);
      else skipField(cursor, wireType(tag));
    }
    if (id === undefined) throw missing(cursor, "way", "an id");
    const read = tags.ofLists(keys, values);
    if (read !== null) handlers.way(id, readIds(refs), read);
  };
}
