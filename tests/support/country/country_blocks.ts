/** Writes blocks of a PBF file, element by element. */
import type { Member } from "../../../src/routing/osm_pbf/elements.ts";
import { blob } from "../osm_files.ts";
import { byteWriter } from "./byte_writer.ts";
import { scrambled } from "./country.ts";
import type { TagList } from "./country_tags.ts";

/** Elements in a block, as by common writers. */
const BLOCK_SIZE = 8_000;
const GROUP_FIELD = 2;
const MEMBER_TYPES = ["node", "way", "relation"];
/** The latest change of an element, in seconds since 1970. */
const LATEST = 1_760_000_000;

/** Writes a full block, as a blob of the file. */
export type WriteBlob = (bytes: Uint8Array) => void;

/** Elements of one kind. */
export interface Blocks<Element extends readonly unknown[]> {
  add(...element: Element): void;
  /** Writes the last block. */
  end(): void;
}

/** Texts of one block, by number; 0 is no text. */
function textNumbers() {
  const numbers = new Map<string, number>([["", 0]]);
  const encoder = new TextEncoder();
  return {
    numberOf(text: string): number {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, numbers.size);
      return numbers.size - 1;
    },
    message(): Uint8Array {
      const writer = byteWriter();
      for (const text of numbers.keys()) writer.bytesField(1, encoder.encode(text));
      return writer.bytes();
    },
    clear() {
      numbers.clear();
      numbers.set("", 0);
    },
  };
}
type Texts = ReturnType<typeof textNumbers>;

/** Counts elements into blocks; `group` returns the message `PrimitiveGroup` of those added since its last call. */
function counted(write: WriteBlob, texts: Texts, group: () => Uint8Array) {
  const content = byteWriter();
  let count = 0;
  function end(): void {
    if (count === 0) return;
    content.clear();
    content.bytesField(1, texts.message());
    content.bytesField(GROUP_FIELD, group());
    write(blob("OSMData", content.bytes()));
    texts.clear();
    count = 0;
  }
  return {
    count() {
      if (++count === BLOCK_SIZE) end();
    },
    end,
  };
}

/** Nodes in columns, with version, time and change set of each. */
export function nodeBlocks(
  write: WriteBlob,
): Blocks<[id: number, lat: number, lng: number, tags: TagList | null]> {
  const columns = {
    id: byteWriter(),
    lat: byteWriter(),
    lng: byteWriter(),
    tags: byteWriter(),
    version: byteWriter(),
    time: byteWriter(),
    changeset: byteWriter(),
  };
  const [info, dense, message] = [byteWriter(), byteWriter(), byteWriter()];
  const before = { id: 0, lat: 0, lng: 0, time: 0 };
  const texts = textNumbers();
  const blocks = counted(write, texts, () => {
    for (const writer of [info, dense, message]) writer.clear();
    info.bytesField(1, columns.version.bytes());
    info.bytesField(2, columns.time.bytes());
    info.bytesField(3, columns.changeset.bytes());
    dense.bytesField(1, columns.id.bytes());
    dense.bytesField(5, info.bytes());
    dense.bytesField(8, columns.lat.bytes());
    dense.bytesField(9, columns.lng.bytes());
    dense.bytesField(10, columns.tags.bytes());
    message.bytesField(2, dense.bytes());
    for (const column of Object.values(columns)) column.clear();
    before.id =
      before.lat =
      before.lng =
      before.time =
        0;
    return message.bytes();
  });
  return {
    add(id, lat, lng, tags) {
      const time = changedAt(id);
      columns.id.zigzag(id - before.id);
      columns.lat.zigzag(lat - before.lat);
      columns.lng.zigzag(lng - before.lng);
      columns.time.zigzag(time - before.time);
      columns.version.varint(versionOf(id));
      columns.changeset.varint(0);
      for (const text of tags ?? []) columns.tags.varint(texts.numberOf(text));
      columns.tags.varint(0);
      before.id = id;
      before.lat = lat;
      before.lng = lng;
      before.time = time;
      blocks.count();
    },
    end: blocks.end,
  };
}

export function wayBlocks(
  write: WriteBlob,
): Blocks<[id: number, refs: readonly number[], tags: TagList]> {
  const [group, way, list] = [byteWriter(), byteWriter(), byteWriter()];
  const texts = textNumbers();
  const blocks = counted(write, texts, () => takeBytes(group));
  return {
    add(id, refs, tags) {
      way.clear();
      addTags(way, list, id, tags, texts);
      list.clear();
      for (let i = 0; i < refs.length; i++) list.zigzag(refs[i]! - (refs[i - 1] ?? 0));
      way.bytesField(8, list.bytes());
      group.bytesField(3, way.bytes());
      blocks.count();
    },
    end: blocks.end,
  };
}

export function relationBlocks(
  write: WriteBlob,
): Blocks<[id: number, members: readonly Member[], tags: TagList]> {
  const [group, relation, list] = [byteWriter(), byteWriter(), byteWriter()];
  const texts = textNumbers();
  const blocks = counted(write, texts, () => takeBytes(group));
  return {
    add(id, members, tags) {
      relation.clear();
      addTags(relation, list, id, tags, texts);
      const packed = (field: number, number: (member: Member, i: number) => void) => {
        list.clear();
        members.forEach(number);
        relation.bytesField(field, list.bytes());
      };
      packed(8, ({ role }) => list.varint(texts.numberOf(role)));
      packed(9, ({ ref }, i) => list.zigzag(ref - (members[i - 1]?.ref ?? 0)));
      packed(10, ({ type }) => list.varint(MEMBER_TYPES.indexOf(type)));
      group.bytesField(4, relation.bytes());
      blocks.count();
    },
    end: blocks.end,
  };
}

type Writer = ReturnType<typeof byteWriter>;

/** Id, tags, version and time of a way or a relation. */
function addTags(to: Writer, list: Writer, id: number, tags: TagList, texts: Texts): void {
  to.numberField(1, id);
  for (const part of [0, 1]) {
    list.clear();
    for (let i = part; i < tags.length; i += 2) list.varint(texts.numberOf(tags[i]!));
    to.bytesField(2 + part, list.bytes());
  }
  list.clear();
  list.numberField(1, versionOf(id));
  list.numberField(2, changedAt(id));
  list.numberField(3, 0);
  to.bytesField(4, list.bytes());
}

/** The bytes of a writer, which is cleared. */
function takeBytes(writer: Writer): Uint8Array {
  const bytes = writer.bytes().slice();
  writer.clear();
  return bytes;
}

/** Neighbouring ids are of the same change set. */
function changedAt(id: number): number {
  return LATEST - (Math.imul(Math.floor(id / 30), 0x2c1b3c6d) >>> 3);
}

function versionOf(id: number): number {
  return 1 + (scrambled(id % 2 ** 31, 1) % 5 === 0 ? id % 5 : 0);
}
