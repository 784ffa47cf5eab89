/** Writes OpenStreetMap files, and the protocol buffers in them, with no code of the reader under test. */
import { deflateSync } from "node:zlib";
import type { Box } from "../../src/streets/mod.ts";

export type ElementType = "node" | "way" | "relation";

/** One part of a relation. */
export interface Member {
  readonly type: ElementType;
  readonly ref: number;
  readonly role: string;
}

/** Elements to write into a file. Coordinates are in units of 1e-7 degrees. */
export type OsmElement =
  & {
    readonly id: number;
    readonly tags?: Readonly<Record<string, string>>;
    /** Written if any node of its group, or the way or relation itself, has one. */
    readonly version?: number;
  }
  & (
    | { readonly type: "node"; readonly lat: number; readonly lng: number }
    | { readonly type: "way"; readonly refs: readonly number[] }
    | { readonly type: "relation"; readonly members: readonly Member[] }
  );
export type OsmElementOf<Type extends ElementType> = Extract<OsmElement, { type: Type }>;

/** Options of a PBF file, where the format allows several. */
export interface PbfOptions {
  /** Nanodegrees in one unit of a block; default 100. */
  readonly granularity?: number;
  /** Nanodegrees; multiples of the granularity. */
  readonly latOffset?: number;
  readonly lngOffset?: number;
  readonly packing?: "zlib" | "raw";
  /** Elements in a block; default 8000. */
  readonly blockSize?: number;
  readonly requiredFeatures?: readonly string[];
  readonly bbox?: Box;
  /** Seconds since 1970. */
  readonly timestamp?: number;
}

/** A PBF file of `elements` in order; a new group begins where the type changes. */
export function pbfFile(
  elements: readonly OsmElement[],
  options: PbfOptions = {},
): Uint8Array<ArrayBuffer> {
  const blocks: Uint8Array[] = [];
  const size = options.blockSize ?? 8000;
  for (let at = 0; at < elements.length; at += size) {
    blocks.push(blob("OSMData", dataBlock(elements.slice(at, at + size), options), options));
  }
  return joined(blob("OSMHeader", headerBlock(options), options), ...blocks);
}

/** A blob after its length and header. */
export function blob(
  type: string,
  content: Uint8Array,
  { packing = "zlib" }: Pick<PbfOptions, "packing"> = {},
): Uint8Array<ArrayBuffer> {
  const packed = [numberField(2, varint(content.length)), bytesField(3, deflateSync(content))];
  return framed(type, packing === "raw" ? bytesField(1, content) : joined(...packed));
}

/** The message `Blob` after its length and header. */
export function framed(type: string, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = joined(bytesField(1, type), numberField(3, varint(message.length)));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, header.length);
  return joined(length, header, message);
}

/** The message `HeaderBlock`. */
export function headerBlock(
  { requiredFeatures = ["OsmSchema-V0.6", "DenseNodes"], bbox, timestamp }: PbfOptions = {},
): Uint8Array<ArrayBuffer> {
  const fields = requiredFeatures.map((feature) => bytesField(4, feature));
  if (timestamp !== undefined) fields.push(numberField(32, varint(timestamp)));
  if (bbox === undefined) return joined(...fields);
  const edges = [bbox.west, bbox.east, bbox.north, bbox.south].map((degrees, i) =>
    numberField(i + 1, zigzag(Math.round(degrees * 1e9)))
  );
  return joined(bytesField(1, joined(...edges)), ...fields);
}

/** The message `PrimitiveBlock`. */
export function dataBlock(
  elements: readonly OsmElement[],
  options: PbfOptions = {},
): Uint8Array<ArrayBuffer> {
  const { granularity = 100, latOffset = 0, lngOffset = 0 } = options;
  const texts = textNumbers();
  const scale = { granularity, latOffset, lngOffset };
  const groups = runsOfType(elements).map((run) => bytesField(2, group(run, scale, texts)));
  const strings = texts.all().map((text) => bytesField(1, text));
  return joined(
    bytesField(1, joined(...strings)),
    ...groups,
    // After the groups, although a reader needs them first.
    numberField(17, varint(granularity)),
    numberField(19, varint(latOffset)),
    numberField(20, varint(lngOffset)),
  );
}

type Scale = Required<Pick<PbfOptions, "granularity" | "latOffset" | "lngOffset">>;
type Texts = ReturnType<typeof textNumbers>;

/** Text 0 ends a node's tags, so that no tag may use it. */
function textNumbers() {
  const numbers = new Map<string, number>();
  return {
    all: () => ["", ...numbers.keys()],
    numberOf(text: string): number {
      if (!numbers.has(text)) numbers.set(text, numbers.size + 1);
      return numbers.get(text)!;
    },
  };
}

function runsOfType(elements: readonly OsmElement[]): OsmElement[][] {
  const runs: OsmElement[][] = [];
  for (const element of elements) {
    if (runs.at(-1)?.[0]?.type === element.type) runs.at(-1)!.push(element);
    else runs.push([element]);
  }
  return runs;
}

function group(run: OsmElement[], scale: Scale, texts: Texts): Uint8Array {
  const nodes = run.filter((element) => element.type === "node");
  if (nodes.length > 0) return bytesField(2, denseNodes(nodes, scale, texts));
  return joined(...run.map((element) => {
    if (element.type === "way") return bytesField(3, way(element, texts));
    return bytesField(4, relation(element as OsmElementOf<"relation">, texts));
  }));
}

function denseNodes(
  nodes: readonly OsmElementOf<"node">[],
  scale: Scale,
  texts: Texts,
): Uint8Array {
  const lats = nodes.map(({ lat }) => (lat * 100 - scale.latOffset) / scale.granularity);
  const lngs = nodes.map(({ lng }) => (lng * 100 - scale.lngOffset) / scale.granularity);
  const tags = nodes.flatMap((
    { tags = {} },
  ) => [...Object.entries(tags).flat().map(texts.numberOf), 0]);
  const versions = nodes.map(({ version = 0 }) => version);
  return joined(
    packedField(1, differences(nodes.map(({ id }) => id)), zigzag),
    versions.some((version) => version > 0)
      ? bytesField(5, packedField(1, versions, varint))
      : new Uint8Array(0),
    packedField(8, differences(lats), zigzag),
    packedField(9, differences(lngs), zigzag),
    // A block without any tags has no list of them at all.
    tags.some((number) => number > 0) ? packedField(10, tags, varint) : new Uint8Array(0),
  );
}

function way({ id, refs, tags, version }: OsmElementOf<"way">, texts: Texts): Uint8Array {
  return joined(
    numberField(1, varint(id)),
    tagLists({ tags }, texts),
    versionInfo(version),
    packedField(8, differences(refs), zigzag),
  );
}

const MEMBER_TYPES: readonly ElementType[] = ["node", "way", "relation"];

/** The message `Info`. */
function versionInfo(version: number | undefined): Uint8Array {
  if (version === undefined) return new Uint8Array(0);
  return bytesField(4, joined(numberField(1, varint(version)), numberField(2, varint(7))));
}

function relation(
  { id, members, tags, version }: OsmElementOf<"relation">,
  texts: Texts,
): Uint8Array {
  return joined(
    numberField(1, varint(id)),
    tagLists({ tags }, texts),
    versionInfo(version),
    packedField(8, members.map(({ role }) => texts.numberOf(role)), varint),
    packedField(9, differences(members.map(({ ref }) => ref)), zigzag),
    packedField(10, members.map(({ type }) => MEMBER_TYPES.indexOf(type)), varint),
  );
}

function tagLists({ tags = {} }: Pick<OsmElement, "tags">, texts: Texts): Uint8Array {
  const numbers = Object.entries(tags).map((entry) => entry.map(texts.numberOf));
  return joined(
    packedField(2, numbers.map(([key]) => key!), varint),
    packedField(3, numbers.map(([, value]) => value!), varint),
  );
}

/** Bytes, or the numbers that {@linkcode varint} and {@linkcode zigzag} return. */
type Bytes = ArrayLike<number>;

export function joined(...parts: readonly Bytes[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Adds a number of up to 64 bits to `bytes`, in two's complement if negative. */
export function varint(value: bigint | number, bytes: number[] = []): number[] {
  if (typeof value === "number" && value >= 0) return smallVarint(value, bytes);
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return bytes;
}

/** By division, because a BigInt for each number of a large file would take a minute. */
function smallVarint(value: number, bytes: number[]): number[] {
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push(rest % 128 | 128);
  bytes.push(rest);
  return bytes;
}

/** Adds a number in zigzag form to `bytes`. */
export function zigzag(value: bigint | number, bytes: number[] = []): number[] {
  if (typeof value === "number" && Math.abs(value) < 2 ** 52) {
    return varint(value < 0 ? -2 * value - 1 : 2 * value, bytes);
  }
  const wide = BigInt(value);
  return varint(wide < 0n ? -2n * wide - 1n : 2n * wide, bytes);
}

/** A field that holds a number: {@linkcode varint} or {@linkcode zigzag}. */
export function numberField(field: number, value: Bytes): Uint8Array<ArrayBuffer> {
  return joined(varint(field * 8), value);
}

/** A field that holds bytes, text or a message. */
export function bytesField(field: number, value: Bytes | string): Uint8Array<ArrayBuffer> {
  const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
  return joined(varint(field * 8 + 2), varint(bytes.length), bytes);
}

export function packedField(
  field: number,
  values: readonly (bigint | number)[],
  write: (value: bigint | number, bytes: number[]) => number[],
): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (const value of values) write(value, bytes);
  return bytesField(field, bytes);
}

/** The differences of each value from the one before. */
export function differences(values: readonly number[]): (bigint | number)[] {
  return values.map((value, i) => {
    const before = values[i - 1] ?? 0;
    const difference = value - before;
    return Number.isSafeInteger(difference) ? difference : BigInt(value) - BigInt(before);
  });
}
