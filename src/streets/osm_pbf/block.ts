/** Reads blocks of elements, the contents of blobs of type `OSMData`. */
import {
  type ElementType,
  type Member,
  NO_PLACE,
  type OsmHandlers,
  type Tags,
} from "./elements.ts";
import {
  type Cursor,
  cursorOf,
  fieldNumber,
  innerField,
  intField,
  Malformed,
  readFields,
  readInt,
  readTag,
  readVarint,
  readZigzag,
  skipField,
  UTF_8,
} from "./protobuf.ts";

/** Kinds of element by their field in a group. Field 1 holds single nodes, which writers use only by an option. */
const GROUP: Readonly<Record<number, ElementType>> = { 2: "node", 3: "way", 4: "relation" };
const PLAIN_NODES = 1;

export const KIND_BITS: Readonly<Record<ElementType, number>> = { node: 1, way: 2, relation: 4 };

/** Reads one `PrimitiveBlock`. @returns the {@linkcode KIND_BITS} of its elements, also of those without a handler */
export function readBlock(bytes: Uint8Array, handlers: OsmHandlers): number {
  const scale = { granularity: 100, latOffset: 0, lngOffset: 0 };
  const groups: Cursor[] = [];
  const found: { strings?: StringTable } = {};
  const cursor = cursorOf(bytes);
  readFields(cursor, {
    1: (tag) => found.strings = stringTable(innerField(cursor, tag)),
    2: (tag) => groups.push(innerField(cursor, tag)),
    17: (tag) => scale.granularity = intField(cursor, tag),
    19: (tag) => scale.latOffset = intField(cursor, tag),
    20: (tag) => scale.lngOffset = intField(cursor, tag),
  });
  const { strings } = found;
  if (strings === undefined) throw new Malformed("un bloque sin tabla de textos");
  if (scale.granularity <= 0) throw new Malformed(`una granularidad de ${scale.granularity}`);
  const readers = elementReaders(strings, scale, handlers);
  return groups.reduce((kinds, group) => kinds | readGroup(group, readers), 0);
}

type Readers = Readonly<Partial<Record<ElementType, (message: Cursor) => void>>>;

function readGroup(group: Cursor, readers: Readers): number {
  let kinds = 0;
  while (group.at < group.end) {
    const tag = readTag(group);
    const field = fieldNumber(tag);
    if (field === PLAIN_NODES) {
      const remedy = "empaca el archivo con: osmium cat FILE -o NEW.osm.pbf";
      throw new Malformed(`nodos que no vienen empacados; ${remedy}`);
    }
    const kind = GROUP[field];
    if (kind !== undefined) kinds |= KIND_BITS[kind];
    const read = kind && readers[kind];
    if (read) read(innerField(group, tag));
    else skipField(group, tag);
  }
  return kinds;
}

function elementReaders(
  strings: StringTable,
  scale: Scale,
  { node, way, relation, keys = {} }: OsmHandlers,
): Readers {
  const [nodeTags, wayTags, relationTags] = [keys.node, keys.way, keys.relation]
    .map((wanted) => tagReader(strings, wanted));
  return {
    node: node && ((message) => readNodes(message, scale, nodeTags!, node)),
    way: way && ((message) => readWay(message, wayTags!, way)),
    relation: relation &&
      ((message) => readRelation(message, strings, relationTags!, relation)),
  };
}

type Handler<Kind extends ElementType> = NonNullable<OsmHandlers[Kind]>;

/** Fields of ids, latitudes, longitudes, tags, versions and the like. */
const DENSE = [1, 8, 9, 10, 5];

/** Reads a message `DenseNodes`, columns of differences from the value before. */
function readNodes(message: Cursor, scale: Scale, tags: TagReader, handle: Handler<"node">): void {
  const { lists: [ids, lats, lngs, keysAndValues, info] } = listsOf(message, DENSE);
  let versions: Cursor | undefined;
  const version = () => {
    versions ??= listsOf(info!, [1]).lists[0]!;
    return versions.at < versions.end ? readInt(versions) : 0;
  };
  const hasTags = keysAndValues!.at < keysAndValues!.end;
  let id = 0;
  let lat = 0;
  let lng = 0;
  while (ids!.at < ids!.end) {
    id = checkedId(id + readZigzag(ids!));
    lat += readZigzag(lats!);
    lng += readZigzag(lngs!);
    const north = inUnits("latitude", scale.latOffset + scale.granularity * lat);
    const east = inUnits("longitude", scale.lngOffset + scale.granularity * lng);
    handle(id, north, east, hasTags ? tags.upToZero(keysAndValues!) : null, version);
  }
  if (lats!.at < lats!.end || lngs!.at < lngs!.end) throw fewer("ids", "lugares");
  if (keysAndValues!.at < keysAndValues!.end) throw fewer("ids", "listas de etiquetas");
}

/** Fields of keys, values, nodes, version and the like. */
const WAY = [2, 3, 8, 4];

function readWay(message: Cursor, tags: TagReader, handle: Handler<"way">): void {
  const { id, lists: [keys, values, refs, info] } = listsOf(message, WAY);
  if (id === null) throw new Malformed("una vía sin id");
  handle(id, () => readIds(refs!), tags.ofLists(keys!, values!), () => versionOf(info!));
}

/** The version has the number of an element's id. */
function versionOf(info: Cursor): number {
  return listsOf(info, []).id ?? 0;
}

/** Fields of keys, values, the roles, ids and types of members, version and the like. */
const RELATION = [2, 3, 8, 9, 10, 4];

function readRelation(
  message: Cursor,
  strings: StringTable,
  tags: TagReader,
  handle: Handler<"relation">,
): void {
  const { id, lists: [keys, values, roles, refs, types, info] } = listsOf(message, RELATION);
  if (id === null) throw new Malformed("una relación sin id");
  const members = () => readMembers(strings, refs!, types!, roles!);
  handle(id, members, tags.ofLists(keys!, values!), () => versionOf(info!));
}

const TYPES: readonly ElementType[] = ["node", "way", "relation"];

function readMembers(
  strings: StringTable,
  refs: Cursor,
  types: Cursor,
  roles: Cursor,
): Member[] {
  return readIds(refs).map((ref): Member => {
    if (types.at >= types.end) throw fewer("tipos", "miembros");
    if (roles.at >= roles.end) throw fewer("roles", "miembros");
    const code = readInt(types);
    const type = TYPES[code];
    if (type !== undefined) return { type, ref, role: strings.text(readVarint(roles)) };
    throw new Malformed(`un miembro del tipo ${code}; se conocen de 0 a 2`);
  });
}

const ID = 1;

/** The id of an element (null without one), and for each of its list `fields` a cursor, empty without the field. */
function listsOf(
  message: Cursor,
  fields: readonly number[],
): { readonly id: number | null; readonly lists: readonly Cursor[] } {
  const absent: Cursor = { ...message, at: 0, end: 0 };
  const lists = fields.map(() => absent);
  let id: number | null = null;
  while (message.at < message.end) {
    const tag = readTag(message);
    const field = fieldNumber(tag);
    const list = fields.indexOf(field);
    if (list < 0 && field === ID) id = intField(message, tag);
    else if (list < 0) skipField(message, tag);
    else if (lists[list] === absent) lists[list] = innerField(message, tag);
    else throw new Malformed(`el campo ${field} dos veces en un mensaje`);
  }
  return { id, lists };
}

function readIds(list: Cursor): number[] {
  const ids: number[] = [];
  let id = 0;
  while (list.at < list.end) {
    id = checkedId(id + readZigzag(list));
    ids.push(id);
  }
  return ids;
}

function checkedId(id: number): number {
  if (Number.isSafeInteger(id)) return id;
  throw new Malformed("un id de más de 2^53");
}

/** A block's scale of degrees: `offset + granularity * value`, in units of 1e-9 degrees. */
interface Scale {
  readonly granularity: number;
  readonly latOffset: number;
  readonly lngOffset: number;
}

const MAX_UNITS = { latitude: 900_000_000, longitude: 1_800_000_000 };

/** @returns units of 1e-7 degrees */
function inUnits(axis: keyof typeof MAX_UNITS, nanodegrees: number): number {
  // Adding zero turns -0 into 0.
  const units = Math.round(nanodegrees / 100) + 0;
  if (units === NO_PLACE) return units;
  if (units <= MAX_UNITS[axis] && units >= -MAX_UNITS[axis]) return units;
  throw new Malformed(`una coordenada de ${units / 1e7} grados`);
}

const NO_TAGS: Tags = Object.freeze(Object.create(null));

type TagReader = ReturnType<typeof tagReader>;

/** Reads the tags of one kind of element in one block, only those with `keys` if given. */
function tagReader(strings: StringTable, keys: readonly string[] | undefined) {
  /** Whether each key is in `keys`; undefined before it is looked up. */
  const wanted = new Array<boolean | undefined>(Math.min(strings.size, FULL_TABLE));
  let tags: Record<string, string> | null = null;

  function add(key: number, value: number): void {
    if (!(wanted[key] ??= !keys || keys.includes(strings.text(key)))) return;
    tags ??= Object.create(null) as Record<string, string>;
    tags[strings.text(key)] = strings.text(value);
  }

  return {
    ofLists(keyList: Cursor, valueList: Cursor): Tags {
      tags = null;
      while (keyList.at < keyList.end) {
        if (valueList.at >= valueList.end) throw fewer("valores", "claves");
        add(readVarint(keyList), readVarint(valueList));
      }
      if (valueList.at < valueList.end) throw fewer("claves", "valores");
      return tags ?? NO_TAGS;
    },
    /** The tags of one dense node: key, value, key, value, zero. Null for none. */
    upToZero(list: Cursor): Tags | null {
      tags = null;
      for (let key = readVarint(list); key !== 0; key = readVarint(list)) {
        add(key, readVarint(list));
      }
      return tags;
    },
  };
}

function fewer(few: string, many: string): Malformed {
  return new Malformed(`menos ${few} que ${many}`);
}

interface StringTable {
  readonly size: number;
  /** Decodes a text at its first use. */
  text(index: number): string;
}

/** Entries to allocate in advance: without them, an array that is filled in any order becomes slow. */
const FULL_TABLE = 65_536;

function stringTable(cursor: Cursor): StringTable {
  const places: Cursor[] = [];
  readFields(cursor, { 1: (tag) => places.push(innerField(cursor, tag)) });
  const size = places.length;
  const texts = new Array<string | undefined>(Math.min(size, FULL_TABLE));
  return {
    size,
    text(index) {
      const known = texts[index];
      if (known !== undefined) return known;
      const place = places[index];
      if (!place) throw new Malformed(`el texto ${index} de una tabla de ${size}`);
      return texts[index] = UTF_8.decode(place.bytes.subarray(place.at, place.end));
    },
  };
}
