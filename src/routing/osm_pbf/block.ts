import { readDenseNodes, readNode, readRelation, type Scale, wayReader } from "./block_elements.ts";
import type { ElementType, OsmHandlers } from "./elements.ts";
import {
  type Cursor,
  cursorOf,
  enter,
  type Fault,
  fieldNumber,
  intField,
  leave,
  readTag,
  skipField,
  wireType,
} from "./protobuf.ts";
import {
  readStringTable,
  type StringTable,
  type TagReader,
  tagReader,
  type TextOf,
} from "./tags.ts";

const BLOCK = { strings: 1, group: 2, granularity: 17, latOffset: 19, lngOffset: 20 } as const;
const GROUP = { node: 1, dense: 2, way: 3, relation: 4 } as const;
const DEFAULT_GRANULARITY = 100;

export const KIND_BITS: Readonly<Record<ElementType, number>> = { node: 1, way: 2, relation: 4 };

/** Reads one field of a group; the cursor is narrowed to it. */
type Read = () => void;

/**
 * Reads one `PrimitiveBlock`, calling `handlers`.
 * @returns the kinds of element in it, wanted or not, as {@linkcode KIND_BITS}
 */
export function readBlock(
  bytes: Uint8Array,
  handlers: OsmHandlers,
  textOf: TextOf,
  fault: Fault,
): number {
  const cursor = cursorOf(bytes, fault);
  const { strings, scale } = readFrame(cursor, textOf);
  const readers = groupReaders(cursor, strings, scale, handlers);
  let kinds = 0;
  cursor.at = 0;
  while (cursor.at < cursor.end) {
    const tag = readTag(cursor);
    if (fieldNumber(tag) !== BLOCK.group) {
      skipField(cursor, wireType(tag));
      continue;
    }
    const outerEnd = enter(cursor, tag);
    kinds |= readGroup(cursor, readers);
    leave(cursor, outerEnd);
  }
  return kinds;
}

/** What the groups are to be read by; it may stand behind them. */
function readFrame(cursor: Cursor, textOf: TextOf) {
  const scale = { granularity: DEFAULT_GRANULARITY, latOffset: 0, lngOffset: 0 };
  let strings: StringTable | undefined;
  while (cursor.at < cursor.end) {
    const tag = readTag(cursor);
    const field = fieldNumber(tag);
    if (field === BLOCK.strings) {
      const outerEnd = enter(cursor, tag);
      strings = readStringTable(cursor, textOf);
      leave(cursor, outerEnd);
    } else if (field === BLOCK.granularity) scale.granularity = intField(cursor, tag);
    else if (field === BLOCK.latOffset) scale.latOffset = intField(cursor, tag);
    else if (field === BLOCK.lngOffset) scale.lngOffset = intField(cursor, tag);
    else skipField(cursor, wireType(tag));
  }
  if (strings === undefined) throw cursor.fault("a block without a table of texts", 0);
  if (scale.granularity <= 0) throw cursor.fault(`a granularity of ${scale.granularity}`, 0);
  return { strings, scale };
}

interface GroupReader {
  readonly kind: number;
  /** Null where no handler wants the kind. */
  readonly read: Read | null;
}

/** What reads each field of a group, by its number. */
function groupReaders(
  cursor: Cursor,
  strings: StringTable,
  scale: Scale,
  handlers: OsmHandlers,
): Readonly<Record<number, GroupReader>> {
  function reader(type: ElementType, make: (tags: TagReader) => Read): GroupReader {
    const isWanted = handlers[type] !== undefined;
    return {
      kind: KIND_BITS[type],
      read: isWanted ? make(tagReader(strings, handlers, type)) : null,
    };
  }
  const wanted = handlers as Required<OsmHandlers>;
  return {
    [GROUP.node]: reader("node", (tags) => () => readNode(cursor, scale, tags, wanted)),
    [GROUP.dense]: reader("node", (tags) => () => readDenseNodes(cursor, scale, tags, wanted)),
    [GROUP.way]: reader("way", (tags) => wayReader(cursor, tags, wanted)),
    [GROUP.relation]: reader(
      "relation",
      (tags) => () => readRelation(cursor, strings, tags, wanted),
    ),
  };
}

function readGroup(cursor: Cursor, readers: Readonly<Record<number, GroupReader>>): number {
  let kinds = 0;
  while (cursor.at < cursor.end) {
    const tag = readTag(cursor);
    const reader = readers[fieldNumber(tag)];
    kinds |= reader?.kind ?? 0;
    if (!reader?.read) {
      skipField(cursor, wireType(tag));
      continue;
    }
    const outerEnd = enter(cursor, tag);
    reader.read();
    leave(cursor, outerEnd);
  }
  return kinds;
}
