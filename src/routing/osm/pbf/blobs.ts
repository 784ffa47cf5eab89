import { OsmFileError } from "../elements.ts";
import type { OpenBytes } from "../file_bytes.ts";
import { LONGEST_HEADER, readBlobHeader } from "./blob.ts";
import type { Fault } from "./cursor.ts";

/** One blob of a file, not yet read. */
export interface BlobPlace {
  readonly type: string;
  /** Number of the blob in the file, from 0. */
  readonly index: number;
  /** Where its header's length stands in the file. */
  readonly offset: number;
  /** Where the next one begins. */
  readonly end: number;
  /** Its bytes; they are good until the next call. */
  read(): Promise<Uint8Array>;
}

/** Bytes of the number before each blob's header. */
const LENGTH_BYTES = 4;

/**
 * The blobs of a file of `size` bytes, in order.
 * @throws {OsmFileError} where the file ends within one, or none can begin
 */
export async function* blobsOf(
  file: OpenBytes,
  path: string,
  size: number,
): AsyncGenerator<BlobPlace> {
  const lengthBytes = new Uint8Array(LENGTH_BYTES);
  const lengthView = new DataView(lengthBytes.buffer);
  const buffer = growingBuffer();

  async function take(offset: number, length: number): Promise<Uint8Array> {
    const bytes = buffer(length);
    await file.read(offset, bytes);
    return bytes;
  }

  for (let offset = 0, index = 0; offset < size; index++) {
    if (size - offset < LENGTH_BYTES) throw cut(path, offset, size);
    await file.read(offset, lengthBytes);
    const headerLength = lengthView.getUint32(0);
    if (headerLength > LONGEST_HEADER) throw noBlob(path, offset, headerLength);
    const headerStart = offset + LENGTH_BYTES;
    const start = headerStart + headerLength;
    if (start > size) throw cut(path, offset, size);
    const fault = faultFrom(path, headerStart);
    const { type, dataSize } = readBlobHeader(await take(headerStart, headerLength), fault);
    const end = start + dataSize;
    if (end > size) throw cut(path, offset, size);
    yield { type, index, offset, end, read: () => take(start, dataSize) };
    offset = end;
  }
}

/** Errors at a place counted from `start` of the file. */
export function faultFrom(path: string, start: number): Fault {
  return (problem, at) => new OsmFileError(path, start + at, problem);
}

/** Room that is kept from blob to blob and grows to the largest. */
function growingBuffer(): (length: number) => Uint8Array {
  let bytes = new Uint8Array(LONGEST_HEADER);
  return (length) => {
    if (length > bytes.length) bytes = new Uint8Array(length);
    return bytes.subarray(0, length);
  };
}

function cut(path: string, offset: number, size: number): OsmFileError {
  return new OsmFileError(
    path,
    offset,
    `the file is cut: it ends after ${size} bytes, within a blob; download it again`,
  );
}

function noBlob(path: string, offset: number, length: number): OsmFileError {
  return new OsmFileError(
    path,
    offset,
    `no blob begins here: its header would take ${length} bytes, and ${LONGEST_HEADER} are allowed`,
  );
}
