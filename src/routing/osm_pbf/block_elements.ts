import type { ElementType, Member, OsmHandlers } from "./elements.ts";
import {
  clear,
  type Cursor,
  type Fault,
  fieldCursor,
  fieldNumber,
  intField,
  readInt,
  readTag,
  readVarint,
  readZigzag,
  skipField,
  spread,
  wireType,
  zigzagField,
} from "./protobuf.ts";
import { fewer, type StringTable, type TagReader } from "./tags.ts";

/**
 * Nodes of a way, or members of a relation, far beyond any in OpenStreetMap (its server allows 2,000 and 32,000), so that a
 * hostile file of a few kilobytes cannot ask for gigabytes.
 */
const MAX_PARTS = 1_000_000;

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
  const ids = fieldCursor(cursor);
  const lats = fieldCursor(cursor);
  const lngs = fieldCursor(cursor);
  const keysAndValues = fieldCursor(cursor);
  readLists(cursor, {
    [DENSE.ids]: ids,
    [DENSE.lats]: lats,
    [DENSE.lngs]: lngs,
    [DENSE.tags]: keysAndValues,
  });
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

/**
 * Puts each cursor of `lists` on the field of its number, in the message that `cursor` is narrowed to.
 * @returns the number in the field `id`; undefined where the message has none
 */
function readLists(
  cursor: Cursor,
  lists: Readonly<Record<number, Cursor>>,
  id?: number,
): number | undefined {
  let read: number | undefined;
  while (cursor.at < cursor.end) {
    const tag = readTag(cursor);
    const field = fieldNumber(tag);
    const list = lists[field];
    if (list !== undefined) spread(cursor, tag, list);
    else if (field === id) read = intField(cursor, tag);
    else skipField(cursor, wireType(tag));
  }
  return read;
}

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
  const lists = { [WAY.keys]: keys, [WAY.values]: values, [WAY.refs]: refs };
  return function readWay() {
    clear(keys);
    clear(values);
    clear(refs);
    const id = readLists(cursor, lists, WAY.id);
    if (id === undefined) throw missing(cursor, "way", "an id");
    const read = tags.ofLists(keys, values);
    if (read !== null) handlers.way(id, readIds(refs), read);
  };
}

const RELATION = { id: 1, keys: 2, values: 3, roles: 8, refs: 9, types: 10 } as const;
const TYPES: readonly ElementType[] = ["node", "way", "relation"];

/** Reads the message `Relation` that `cursor` is narrowed to. */
export function readRelation(
  cursor: Cursor,
  strings: StringTable,
  tags: TagReader,
  handlers: Pick<Required<OsmHandlers>, "relation">,
): void {
  const keys = fieldCursor(cursor);
  const values = fieldCursor(cursor);
  const roles = fieldCursor(cursor);
  const refs = fieldCursor(cursor);
  const types = fieldCursor(cursor);
  const lists = {
    [RELATION.keys]: keys,
    [RELATION.values]: values,
    [RELATION.roles]: roles,
    [RELATION.refs]: refs,
    [RELATION.types]: types,
  };
  const id = readLists(cursor, lists, RELATION.id);
  if (id === undefined) throw missing(cursor, "relation", "an id");
  const read = tags.ofLists(keys, values);
  if (read !== null) handlers.relation(id, readMembers(strings, refs, types, roles), read);
}

function readMembers(
  strings: StringTable,
  refs: Cursor,
  types: Cursor,
  roles: Cursor,
): readonly Member[] {
  const members = readIds(refs).map((ref): Member => {
    if (types.at >= types.end) throw fewer(types, "member types", "members");
    if (roles.at >= roles.end) throw fewer(roles, "roles", "members");
    return { type: memberType(types), ref, role: strings.text(readVarint(roles)) };
  });
  if (types.at < types.end) throw fewer(refs, "members", "member types");
  if (roles.at < roles.end) throw fewer(refs, "members", "roles");
  return members;
}

function memberType(types: Cursor): ElementType {
  const code = readInt(types);
  const type = TYPES[code];
  if (type !== undefined) return type;
  throw types.fault(`a member of type ${code}, where 0 to 2 are known`, types.at);
}

/** @throws what `fault` makes, for an id that a double cannot hold exactly */
function checkId(id: number, cursor: Cursor): void {
  if (id <= Number.MAX_SAFE_INTEGER && id >= Number.MIN_SAFE_INTEGER) return;
  throw cursor.fault("an id beyond 2^53", cursor.at);
}

/** A list of up to {@linkcode MAX_PARTS} ids, each given by its difference from the one before. */
function readIds(list: Cursor): number[] {
  const ids: number[] = [];
  let id = 0;
  while (list.at < list.end) {
    id += readZigzag(list);
    checkId(id, list);
    if (ids.push(id) > MAX_PARTS) throw list.fault(`more than ${MAX_PARTS} parts`, list.at);
  }
  return ids;
}

function missing(cursor: Cursor, element: string, field: string): Error {
  return cursor.fault(`a ${element} without ${field}`, cursor.at);
}

/** How a block counts degrees: `offset + granularity * value`, in units of 1e-9 degrees. */
export interface Scale {
  readonly granularity: number;
  readonly latOffset: number;
  readonly lngOffset: number;
}

/** Units of 1e-9 degrees in one of 1e-7. */
const NANO_A_UNIT = 100;
const NORTH_POLE = 900_000_000;
const DATE_LINE = 1_800_000_000;

/** The latitude that `value` stands for in a block, in units of 1e-7 degrees. */
function latitude(scale: Scale, value: number, fault: Fault, at: number): number {
  const lat = toUnits(scale.latOffset + scale.granularity * value);
  if (lat >= -NORTH_POLE && lat <= NORTH_POLE) return lat;
  throw fault(`a latitude of ${lat / 1e7} degrees`, at);
}

/** The longitude that `value` stands for in a block, in units of 1e-7 degrees. */
function longitude(scale: Scale, value: number, fault: Fault, at: number): number {
  const lng = toUnits(scale.lngOffset + scale.granularity * value);
  if (lng >= -DATE_LINE && lng <= DATE_LINE) return lng;
  throw fault(`a longitude of ${lng / 1e7} degrees`, at);
}

/** Adding zero turns -0 into 0. */
function toUnits(nano: number): number {
  return Math.round(nano / NANO_A_UNIT) + 0;
}
