import type { OsmHandlers } from "../elements.ts";
import { type Cursor, readZigzag, skipField } from "./cursor.ts";
import { fieldCursor, fieldNumber, readTag, spread, wireType, zigzagField } from "./fields.ts";
import { checkId, missing } from "./ids.ts";
import { latitude, longitude, type Scale } from "./places.ts";
import { fewer, type TagReader } from "./tags.ts";

type NodeHandlers = Pick<Required<OsmHandlers>, "node">;

const NODE = { id: 1, keys: 2, values: 3, lat: 8, lng: 9 } as const;
const DENSE = { ids: 1, lats: 8, lngs: 9, tags: 10 } as const;

/** Reads the message `Node` that `cursor` is narrowed to. */
export function readNode(
  cursor: Cursor,
  scale: Scale,
  tags: TagReader,
  handlers: NodeHandlers,
): void {
  const keys = fieldCursor(cursor);
  const values = fieldCursor(cursor);
  let id: number | undefined;
  let lat: number | undefined;
  let lng: number | undefined;
  while (cursor.at < cursor.end) {
    const tag = readTag(cursor);
    const field = fieldNumber(tag);
    if (field === NODE.keys) spread(cursor, tag, keys);
    else if (field === NODE.values) spread(cursor, tag, values);
    else if (field === NODE.id) id = zigzagField(cursor, tag);
    else if (field === NODE.lat) lat = zigzagField(cursor, tag);
    else if (field === NODE.lng) lng = zigzagField(cursor, tag);
    else skipField(cursor, wireType(tag));
  }
  if (id === undefined) throw missing(cursor, "node", "an id");
  if (lat === undefined || lng === undefined) throw missing(cursor, "node", "a place");
  if (tags.ofLists(keys, values) === null) return;
  const { fault, at } = cursor;
  const north = latitude(scale, lat, fault, at);
  handlers.node(id, north, longitude(scale, lng, fault, at), tags.last());
}

/** Reads the message `DenseNodes` that `cursor` is narrowed to: columns, each value given by its difference. */
export function readDenseNodes(
  cursor: Cursor,
  scale: Scale,
  tags: TagReader,
  handlers: NodeHandlers,
): void {
  const { ids, lats, lngs, keysAndValues } = denseColumns(cursor);
  const { fault } = cursor;
  const hasTags = keysAndValues.end > keysAndValues.at;
  let id = 0;
  let lat = 0;
  let lng = 0;
  while (ids.at < ids.end) {
    id += readZigzag(ids);
    checkId(id, ids);
    lat += readZigzag(lats);
    lng += readZigzag(lngs);
    if (!(hasTags ? tags.dense(keysAndValues) : tags.untagged())) continue;
    handlers.node(
      id,
      latitude(scale, lat, fault, lats.at),
      longitude(scale, lng, fault, lngs.at),
      tags.last(),
    );
  }
  if (lats.at < lats.end || lngs.at < lngs.end) throw fewer(ids, "ids", "places");
  if (keysAndValues.at < keysAndValues.end) throw fewer(ids, "ids", "lists of tags");
}

function denseColumns(cursor: Cursor) {
  const ids = fieldCursor(cursor);
  const lats = fieldCursor(cursor);
  const lngs = fieldCursor(cursor);
  const keysAndValues = fieldCursor(cursor);
  while (cursor.at < cursor.end) {
    const tag = readTag(cursor);
    const field = fieldNumber(tag);
    if (field === DENSE.ids) spread(cursor, tag, ids);
    else if (field === DENSE.lats) spread(cursor, tag, lats);
    else if (field === DENSE.lngs) spread(cursor, tag, lngs);
    else if (field === DENSE.tags) spread(cursor, tag, keysAndValues);
    else skipField(cursor, wireType(tag));
  }
  return { ids, lats, lngs, keysAndValues };
}
