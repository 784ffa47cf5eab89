import {
  type ElementType,
  OsmFileError,
  type OsmFileInfo,
  type OsmHandlers,
  type OsmSource,
} from "../elements.ts";
import type { FileBytes } from "../file_bytes.ts";
import { textCache } from "../text_cache.ts";
import { unpackBlob } from "./blob.ts";
import { type BlobPlace, blobsOf, faultFrom } from "./blobs.ts";
import { KIND_BITS, readBlock } from "./block.ts";
import type { Fault } from "./cursor.ts";
import { readHeader } from "./header.ts";

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
