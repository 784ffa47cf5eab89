import { type BlobPlace, blobsOf, faultFrom, unpackBlob } from "./blobs.ts";
import { KIND_BITS, readBlock } from "./block.ts";
import {
  type ElementType,
  type OsmBox,
  OsmFileError,
  type OsmFileInfo,
  type OsmHandlers,
  type OsmSource,
} from "./elements.ts";
import { type FileBytes, fileBytes } from "./file_bytes.ts";
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
  textField,
  wireType,
  zigzagField,
} from "./protobuf.ts";
import { textCache } from "./tags.ts";

/** Bytes from the start of a file that tell what it is. */
const START_BYTES = 512;

const CONVERT = "convert it with: osmium cat FILE -o NEW.osm.pbf";
const CONVERT_XZ = "convert it with: xz -dc FILE | osmium cat -F osm - -o NEW.osm.pbf";
const UNPACK = "unpack it first and give what was inside";

/** Files that are mistaken for .osm.pbf files, by how they start. */
const FOREIGN: readonly { readonly start: RegExp; readonly what: string }[] = [
  { start: /^$/, what: "an empty file; download it again" },
  { start: /^[^ -~]\x8b/, what: `packed by gzip; ${CONVERT}` },
  { start: /^BZh[1-9]/, what: `packed by bzip2; ${CONVERT}` },
  { start: /^\xfd7zXZ/, what: `packed by xz; ${CONVERT_XZ}` },
  { start: /^PK[^ -~]{2}/, what: `a ZIP archive; ${UNPACK}` },
  { start: /^7z\xbc\xaf/, what: `a 7-Zip archive; ${UNPACK}` },
  { start: /^\x28\xb5\x2f\xfd/, what: `packed by Zstandard; ${UNPACK}` },
  { start: /^\xff\xe0.{1,2}o5[mc]/s, what: `in the o5m format; ${CONVERT}` },
  { start: /^[nwr]-?\d+ v\d/, what: `in the OPL format; ${CONVERT}` },
  { start: /^\s*(<!doctype\s+html|<html)/i, what: "a web page: the download went wrong" },
  { start: /<osmChange\b/, what: "a file of changes; give the map itself" },
  { start: /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</, what: `in OpenStreetMap's XML; ${CONVERT}` },
  { start: /^\s*[{[]/, what: "JSON; ask Overpass for [out:xml] and convert that with osmium cat" },
  { start: /^[^ -~]{2}'\n/, what: "a shapefile, which lacks what routes need" },
  { start: /^SQLite format 3/, what: "a database" },
];

/**
 * Opens the .osm.pbf file at `path`. Nothing but its start is read before {@linkcode OsmSource.read}, and no file stays open.
 * @throws {OsmFileError} where there is no file, or one in another format, with how to convert it
 */
export async function openOsm(path: string): Promise<OsmSource> {
  return await osmSource(await fileBytes(path));
}

/**
 * The same for bytes that lie anywhere.
 * @throws {OsmFileError} for bytes in another format
 */
export async function osmSource(file: FileBytes): Promise<OsmSource> {
  const start = await startOf(file);
  // One character a byte, so that patterns can name bytes.
  const text = Array.from(start, (byte) => String.fromCharCode(byte)).join("");
  const foreign = FOREIGN.find((format) => format.start.test(text));
  if (foreign === undefined && /^.{4}.{0,64}OSMHeader/s.test(text)) return pbfSource(file);
  throw new OsmFileError(
    file.path,
    0,
    `only .osm.pbf files are read: ${foreignWords(start, foreign)}`,
  );
}

function foreignWords(start: Uint8Array, foreign: { readonly what: string } | undefined): string {
  if (foreign !== undefined) return `this one is ${foreign.what}`;
  const bytes = [...start.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0"));
  return `this one starts with the bytes ${bytes.join(" ")}`;
}

async function startOf(file: FileBytes): Promise<Uint8Array> {
  using bytes = await file.open();
  const start = new Uint8Array(Math.min(START_BYTES, file.size));
  await bytes.read(0, start);
  return start;
}

const HEADER_TYPE = "OSMHeader";
const DATA_TYPE = "OSMData";
const NOTHING: OsmFileInfo = { timestamp: null, bbox: null };

/**
 * A file in the format of https://wiki.openstreetmap.org/wiki/PBF_Format: blobs, each with some thousand elements, of
 * which one at a time is in memory.
 */
export function pbfSource(file: FileBytes): OsmSource {
  /** Kinds in each blob that a pass has read, by its number. */
  const knownKinds: number[] = [];
  const textOf = textCache();

  async function readData(blob: BlobPlace, handlers: OsmHandlers): Promise<void> {
    const known = knownKinds[blob.index];
    if (known !== undefined && (known & wantedKinds(handlers)) === 0) return;
    const bytes = await unpack(file.path, blob);
    knownKinds[blob.index] = readBlock(
      bytes,
      handlers,
      textOf,
      faultWithin(file.path, blob.offset),
    );
  }

  return {
    bytes: file.size,
    async read(handlers, onProgress) {
      using bytes = await file.open();
      let info: OsmFileInfo | undefined;
      for await (const blob of blobsOf(bytes, file.path, file.size)) {
        if (blob.type === HEADER_TYPE) {
          info ??= readHeader(
            await unpack(file.path, blob),
            faultWithin(file.path, blob.offset),
          );
        } else if (info === undefined) {
          throw new OsmFileError(file.path, blob.offset, `${DATA_TYPE} before any ${HEADER_TYPE}`);
        } else if (blob.type === DATA_TYPE) await readData(blob, handlers);
        else checkForeign(file.path, blob);
        onProgress?.(blob.end);
      }
      return info ?? NOTHING;
    },
  };
}

async function unpack(path: string, blob: BlobPlace): Promise<Uint8Array> {
  const bytes = await blob.read();
  return unpackBlob(bytes, faultFrom(path, blob.end - bytes.length));
}

function wantedKinds(handlers: OsmHandlers): number {
  const types = Object.keys(KIND_BITS) as ElementType[];
  return types.reduce((kinds, type) => kinds | (handlers[type] ? KIND_BITS[type] : 0), 0);
}

/** Errors within a blob's unpacked bytes point to the blob, which is what has a place in the file. */
function faultWithin(path: string, offset: number): Fault {
  return (problem, at) =>
    new OsmFileError(path, offset, `${problem}, at byte ${at} of what the blob here unpacks to`);
}

/** Differing letters up to which a type is taken for a damaged one of those that are known. */
const DAMAGED_LETTERS = 2;

/** Blobs of other types are stepped over, as the format asks, but not one that a flipped bit has renamed. */
function checkForeign(path: string, { type, offset }: BlobPlace): void {
  for (const known of [HEADER_TYPE, DATA_TYPE]) {
    const differing = [...known].filter((letter, i) => letter !== type[i]).length;
    if (differing > DAMAGED_LETTERS || type.length !== known.length) continue;
    throw new OsmFileError(
      path,
      offset,
      `a blob of type ${JSON.stringify(type)}, a damaged ${known}`,
    );
  }
}

const HEADER = { bbox: 1, requiredFeature: 4, timestamp: 32 } as const;
const BBOX = ["west", "east", "north", "south"] as const;
const NANO_A_DEGREE = 1e9;

/** What a reader must know of to read a file rightly, and this one does. */
const KNOWN_FEATURES: readonly string[] = ["OsmSchema-V0.6", "DenseNodes", "LocationsOnWays"];

const REMEDIES: Readonly<Record<string, string>> = {
  HistoricalInformation:
    "this is a full-history file; make a plain one of it with: osmium time-filter FILE -o NEW.osm.pbf",
};

/**
 * What the `HeaderBlock` in `bytes` says of its file.
 * @throws what `fault` makes, also for a feature of the file that has to be known to read it
 */
function readHeader(bytes: Uint8Array, fault: Fault): OsmFileInfo {
  const cursor = cursorOf(bytes, fault);
  let timestamp: Temporal.Instant | null = null;
  let bbox: OsmBox | null = null;
  while (cursor.at < cursor.end) {
    const tag = readTag(cursor);
    const field = fieldNumber(tag);
    if (field === HEADER.bbox) bbox = readBox(cursor, tag);
    else if (field === HEADER.requiredFeature) checkFeature(textField(cursor, tag), cursor);
    else if (field === HEADER.timestamp) timestamp = instant(intField(cursor, tag), cursor);
    else skipField(cursor, wireType(tag));
  }
  return { timestamp, bbox };
}

function readBox(cursor: Cursor, tag: number): OsmBox {
  const box = { west: NaN, east: NaN, north: NaN, south: NaN };
  const outerEnd = enter(cursor, tag);
  while (cursor.at < cursor.end) {
    const edgeTag = readTag(cursor);
    const edge = BBOX[fieldNumber(edgeTag) - 1];
    if (edge === undefined) skipField(cursor, wireType(edgeTag));
    else box[edge] = zigzagField(cursor, edgeTag) / NANO_A_DEGREE;
  }
  leave(cursor, outerEnd);
  if (Object.values(box).every((degrees) => Math.abs(degrees) <= 180)) return box;
  throw cursor.fault("a bounding box that lacks an edge or lies off the globe", cursor.at);
}

function checkFeature(feature: string, cursor: Cursor): void {
  if (KNOWN_FEATURES.includes(feature)) return;
  const remedy = REMEDIES[feature] ??
    "make a plain one of it with: osmium cat FILE -o NEW.osm.pbf";
  throw cursor.fault(`the file needs the feature ${JSON.stringify(feature)}; ${remedy}`, cursor.at);
}

/** The farthest that a Temporal.Instant reaches, in seconds. */
const LAST_SECOND = 8.64e12;

function instant(seconds: number, cursor: Cursor): Temporal.Instant {
  if (Math.abs(seconds) <= LAST_SECOND) {
    return Temporal.Instant.fromEpochMilliseconds(seconds * 1e3);
  }
  throw cursor.fault(`a timestamp of ${seconds} seconds`, cursor.at);
}
