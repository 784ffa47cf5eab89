import { type Blob, blobsOf, unreadable } from "./blobs.ts";
import { KIND_BITS, readBlock } from "./block.ts";
import { type ElementType, OsmFileError, type OsmHandlers, type OsmSource } from "./elements.ts";
import {
  type Cursor,
  cursorOf,
  type Fault,
  fieldNumber,
  intField,
  readTag,
  skipField,
  textField,
} from "./protobuf.ts";

/** Bytes from the start of a file that identify its format. */
const START_BYTES = 512;

const DOWNLOAD = "download the .osm.pbf file of the area, for example from Geofabrik";
const CONVERT = "convert it with: osmium cat FILE -o NEW.osm.pbf";

/** Files that are mistaken for .osm.pbf files, by how they start. */
const FOREIGN: readonly { readonly start: RegExp; readonly what: string }[] = [
  { start: /^$/, what: "an empty file; download it again" },
  { start: /^[^ -~]\x8b/, what: `packed by gzip; ${CONVERT}` },
  { start: /^BZh[1-9]/, what: `packed by bzip2; ${CONVERT}` },
  {
    start: /^\xfd7zXZ/,
    what: "packed by xz; convert it with: xz -dc FILE | osmium cat -F osm - -o NEW.osm.pbf",
  },
  { start: /^\xff\xe0.{0,8}o5/s, what: `in the format o5m; ${CONVERT}` },
  { start: /^PK[^ -~]{2}/, what: "a ZIP archive; unpack it and give what was inside" },
  { start: /^\s*(<!doctype\s+html|<html)/i, what: "a web page: the download went wrong" },
  { start: /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</, what: `in OpenStreetMap's XML; ${CONVERT}` },
];

/**
 * Opens the .osm.pbf file at `path` (https://wiki.openstreetmap.org/wiki/PBF_Format). One blob of some thousand elements is in
 * memory at a time. No file stays open between passes.
 * @throws {OsmFileError} for a missing file, or one in another format, with the command that converts it
 */
export async function openOsm(path: string): Promise<OsmSource> {
  using first = await opened(path);
  const { isFile, size, mtime } = first.statSync();
  if (!isFile) throw new OsmFileError(path, 0, "this is not a file; give the path of a map file");
  await checkFormat(first, path);
  /** Kinds in each blob that a pass has read, by the blob's number. */
  const knownKinds: number[] = [];

  function readData(blob: Blob, handlers: OsmHandlers): void {
    const known = knownKinds[blob.index];
    if (known !== undefined && (known & wantedKinds(handlers)) === 0) return;
    knownKinds[blob.index] = readBlock(blob.unpack(), handlers, faultWithin(path, blob));
  }

  return {
    bytes: size,
    async read(handlers, onProgress) {
      using file = await opened(path);
      const now = file.statSync();
      // The known kinds would be wrong for another file.
      if (now.size !== size || now.mtime?.getTime() !== mtime?.getTime()) {
        throw new OsmFileError(path, 0, "the file changed while it was read; start again");
      }
      let timestamp: Temporal.Instant | null = null;
      for (const blob of blobsOf(file, path, size)) {
        if (blob.type === HEADER_TYPE) {
          timestamp ??= readHeader(blob.unpack(), faultWithin(path, blob));
        } else if (blob.type === DATA_TYPE) readData(blob, handlers);
        else throw unknownType(path, blob);
        onProgress?.(blob.end);
      }
      return timestamp;
    },
  };
}

async function opened(path: string): Promise<Deno.FsFile> {
  try {
    return await Deno.open(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

async function checkFormat(file: Deno.FsFile, path: string): Promise<void> {
  const start = new Uint8Array(START_BYTES);
  const bytes = start.subarray(0, await file.read(start) ?? 0);
  // One character a byte, so that patterns can name bytes.
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  if (/^.{4}.{0,64}OSMHeader/s.test(text)) return;
  const hex = Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0"));
  const what = FOREIGN.find((format) => format.start.test(text))?.what ??
    `of an unknown format, it starts with the bytes ${hex.join(" ")}; ${DOWNLOAD}`;
  throw new OsmFileError(path, 0, `only .osm.pbf files are read: this one is ${what}`);
}

const HEADER_TYPE = "OSMHeader";
const DATA_TYPE = "OSMData";

function wantedKinds(handlers: OsmHandlers): number {
  const types = Object.keys(KIND_BITS) as ElementType[];
  return types.reduce((kinds, type) => kinds | (handlers[type] ? KIND_BITS[type] : 0), 0);
}

/** Errors within a blob's unpacked bytes name the blob's offset, because those bytes have none in the file. */
function faultWithin(path: string, { offset }: Blob): Fault {
  return (problem, at) =>
    new OsmFileError(path, offset, `${problem}, at byte ${at} of what the blob here unpacks to`);
}

/** The format lets readers skip other types, but no program writes them: osmium too takes them for damage. */
function unknownType(path: string, { type, offset }: Blob): OsmFileError {
  const problem = `a blob of the unknown type ${JSON.stringify(type)}; download the file again`;
  return new OsmFileError(path, offset, problem);
}

const HEADER = { requiredFeature: 4, timestamp: 32 } as const;

/**
 * Reads the timestamp of the `HeaderBlock` in `bytes`.
 * @throws `fault`, also for a required feature that is not supported
 */
function readHeader(bytes: Uint8Array, fault: Fault): Temporal.Instant | null {
  const cursor = cursorOf(bytes, fault);
  let timestamp: Temporal.Instant | null = null;
  while (cursor.at < cursor.end) {
    const tag = readTag(cursor);
    const field = fieldNumber(tag);
    if (field === HEADER.requiredFeature) checkFeature(textField(cursor, tag), cursor);
    else if (field === HEADER.timestamp) timestamp = instant(intField(cursor, tag), cursor);
    else skipField(cursor, tag);
  }
  return timestamp;
}

/** Supported features. */
const KNOWN_FEATURES: readonly string[] = ["OsmSchema-V0.6", "DenseNodes", "LocationsOnWays"];

function checkFeature(feature: string, { fault, at }: Cursor): void {
  if (KNOWN_FEATURES.includes(feature)) return;
  const problem = `the file needs the feature ${JSON.stringify(feature)}, which this program lacks`;
  throw fault(`${problem}; ${DOWNLOAD}`, at);
}

/** The last Temporal.Instant, in seconds. */
const LAST_SECOND = 8.64e12;

function instant(seconds: number, { fault, at }: Cursor): Temporal.Instant {
  if (Math.abs(seconds) > LAST_SECOND) throw fault(`a timestamp of ${seconds} seconds`, at);
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1e3);
}
