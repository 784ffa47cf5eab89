/** Finds, reads and unpacks the blobs of a file, one at a time. */
import { inflateSync } from "node:zlib";
import { OsmFileError } from "./elements.ts";
import {
  bytesField,
  cursorOf,
  type Fault,
  fieldNumber,
  intField,
  readTag,
  skipField,
  textField,
} from "./protobuf.ts";

/** One blob of a file, not yet read. */
export interface Blob {
  /** `OSMHeader` or `OSMData`. */
  readonly type: string;
  /** Number of the blob in the file, from 0. */
  readonly index: number;
  /** Offset in the file of the length before its header. */
  readonly offset: number;
  readonly end: number;
  /**
   * Its content, valid until the next call.
   * @throws {OsmFileError} if it cannot be read, or unpacks to another size than it declares
   */
  unpack(): Uint8Array;
}

/** Bytes of the number before each blob's header. */
const LENGTH_BYTES = 4;
/** The format's limits for a blob's header and for a blob, packed or unpacked, in bytes. */
const MAX_HEADER = 64 * 1024;
const MAX_BLOB = 32 * 1024 * 1024;

/**
 * The blobs of a file of `size` bytes, in order.
 * @throws {OsmFileError} if the file ends within a blob, or no blob can begin
 */
export function* blobsOf(file: Deno.FsFile, path: string, size: number): Generator<Blob> {
  /** Reused for each blob; it grows to the largest. */
  let buffer = new Uint8Array(MAX_HEADER);

  function read(offset: number, length: number): Uint8Array {
    if (length > buffer.length) buffer = new Uint8Array(length);
    const bytes = buffer.subarray(0, length);
    fill(file, path, offset, bytes);
    return bytes;
  }

  for (let offset = 0, index = 0; offset < size; index++) {
    const headerStart = offset + LENGTH_BYTES;
    if (headerStart > size) throw cut(path, offset, size);
    const length = read(offset, LENGTH_BYTES);
    const headerLength = new DataView(length.buffer).getUint32(0);
    if (headerLength > MAX_HEADER) {
      const problem = `its header would take ${headerLength} bytes, and ${MAX_HEADER} are allowed`;
      throw new OsmFileError(path, offset, `no blob begins here: ${problem}`);
    }
    const start = headerStart + headerLength;
    if (start > size) throw cut(path, offset, size);
    const header = read(headerStart, headerLength);
    const { type, dataSize } = readBlobHeader(header, faultFrom(path, headerStart));
    const end = start + dataSize;
    if (end > size) throw cut(path, offset, size);
    const unpack = () => unpackBlob(read(start, dataSize), faultFrom(path, start));
    yield { type, index, offset, end, unpack };
    offset = end;
  }
}

function fill(file: Deno.FsFile, path: string, offset: number, into: Uint8Array): void {
  try {
    file.seekSync(offset, Deno.SeekMode.Start);
    for (let filled = 0; filled < into.length;) {
      const count = file.readSync(into.subarray(filled));
      if (count === null) throw new Error("it became shorter while it was read");
      filled += count;
    }
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** The error for a file that cannot be read. */
export function unreadable(path: string, cause: unknown): OsmFileError {
  const reason = cause instanceof Deno.errors.NotFound
    ? "there is no such file"
    : `the file cannot be read: ${cause instanceof Error ? cause.message : cause}`;
  return new OsmFileError(path, null, reason, { cause });
}

/** Errors at an offset from `start` in the file. */
function faultFrom(path: string, start: number): Fault {
  return (problem, at) => new OsmFileError(path, start + at, problem);
}

function cut(path: string, offset: number, size: number): OsmFileError {
  return new OsmFileError(
    path,
    offset,
    `the file is cut: it ends after ${size} bytes, within a blob; download it again`,
  );
}

const HEADER = { type: 1, dataSize: 3 } as const;

function readBlobHeader(bytes: Uint8Array, fault: Fault): { type: string; dataSize: number } {
  const cursor = cursorOf(bytes, fault);
  let type: string | undefined;
  let dataSize = -1;
  while (cursor.at < cursor.end) {
    const tag = readTag(cursor);
    const field = fieldNumber(tag);
    if (field === HEADER.type) type = textField(cursor, tag);
    else if (field === HEADER.dataSize) dataSize = intField(cursor, tag);
    else skipField(cursor, tag);
  }
  if (type === undefined || dataSize < 0) throw fault("a blob whose header lacks type or size", 0);
  checkSize(dataSize, fault);
  return { type, dataSize };
}

const BLOB = { raw: 1, rawSize: 2, zlib: 3, firstOther: 4, lastOther: 7 } as const;

/** The unpacked content of the message `Blob` in `bytes`. */
function unpackBlob(bytes: Uint8Array, fault: Fault): Uint8Array {
  const cursor = cursorOf(bytes, fault);
  let rawSize = -1;
  let raw: Uint8Array | undefined;
  let packed: Uint8Array | undefined;
  while (cursor.at < cursor.end) {
    const tag = readTag(cursor);
    const field = fieldNumber(tag);
    if (field === BLOB.raw) raw = bytesField(cursor, tag);
    else if (field === BLOB.zlib) packed = bytesField(cursor, tag);
    else if (field === BLOB.rawSize) rawSize = intField(cursor, tag);
    else if (field >= BLOB.firstOther && field <= BLOB.lastOther) throw packedOtherwise(fault);
    else skipField(cursor, tag);
  }
  if (raw !== undefined) return ofSize(raw, rawSize < 0 ? raw.length : rawSize, fault);
  if (packed === undefined) throw fault("a blob without data", 0);
  if (rawSize < 0) throw fault("a packed blob without its size", 0);
  checkSize(rawSize, fault);
  return inflate(packed, rawSize, fault);
}

/** inflateSync with its output in one chunk was 1.6 times as fast as a DecompressionStream (Deno 2.9). */
function inflate(packed: Uint8Array, rawSize: number, fault: Fault): Uint8Array {
  let unpacked: Uint8Array;
  try {
    const chunkSize = Math.max(64, rawSize + 1);
    unpacked = inflateSync(packed, { chunkSize, maxOutputLength: Math.max(1, rawSize) });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw fault(`a blob that does not unpack to its ${rawSize} bytes: ${reason}`, 0);
  }
  return ofSize(unpacked, rawSize, fault);
}

function ofSize(bytes: Uint8Array, size: number, fault: Fault): Uint8Array {
  if (bytes.length === size) return bytes;
  throw fault(`a blob that holds ${bytes.length} bytes instead of ${size}`, 0);
}

function checkSize(size: number, fault: Fault): void {
  if (size <= MAX_BLOB) return;
  throw fault(`a blob of ${size} bytes; the format allows ${MAX_BLOB}`, 0);
}

function packedOtherwise(fault: Fault): Error {
  return fault(
    "a blob packed by LZMA, LZ4 or Zstandard; only zlib is supported: " +
      "repack the file with: osmium cat FILE -o NEW.osm.pbf -f pbf,pbf_compression=zlib",
    0,
  );
}
