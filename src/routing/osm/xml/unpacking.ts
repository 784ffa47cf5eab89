import { once } from "node:events";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { bunzip2 } from "../bzip2/bunzip2.ts";
import { OsmFileError } from "../elements.ts";
import { type FileBytes, piecesOf } from "../file_bytes.ts";
import type { XmlFault } from "./tag_parser.ts";

/** One pass over the bytes that a file holds when unpacked. */
export interface Unpacking {
  /** Each piece may be overwritten by the next. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Bytes of the file itself that have been taken so far. */
  behind(): number;
  /** The error for what is wrong at a place in the unpacked bytes. */
  readonly fault: XmlFault;
}

/** A file that is not packed. */
export function plain(file: FileBytes): Unpacking {
  return { ...counted(file), fault: (problem, at) => new OsmFileError(file.path, at, problem) };
}

const PIECE_SIZE = 65_536;

/** A file packed by gzip, of one part or of several that were put one behind the other. */
export function gunzipped(file: FileBytes): Unpacking {
  const { pieces, behind } = counted(file);
  return { pieces: gunzip(file, pieces, behind), behind, fault: packedFault(file, behind) };
}

/** A file packed by bzip2. */
export function bunzipped(file: FileBytes): Unpacking {
  const { pieces, behind } = counted(file);
  const unpacked = bunzip2(pieces, (problem, at) => new OsmFileError(file.path, at, problem));
  return { pieces: unpacked, behind, fault: packedFault(file, behind) };
}

async function* gunzip(
  file: FileBytes,
  pieces: AsyncIterable<Uint8Array>,
  behind: () => number,
): AsyncGenerator<Uint8Array> {
  const unpacker = createGunzip({ chunkSize: PIECE_SIZE });
  const source = Readable.from(copies(pieces), { objectMode: false });
  source.on("error", (error) => unpacker.destroy(error));
  source.pipe(unpacker);
  try {
    yield* unpacker as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw cause instanceof OsmFileError ? cause : gzipError(file, behind(), cause);
  } finally {
    // Left early, by an error of whoever reads: the file must be closed before anyone goes on.
    source.unpipe(unpacker);
    unpacker.destroy();
    if (!source.closed) {
      const closed = once(source, "close");
      source.destroy();
      await closed;
    }
  }
}

function gzipError(file: FileBytes, behind: number, cause: unknown): OsmFileError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const problem = /unexpected end/.test(reason)
    ? "the file is cut: its gzip data ends too early; download it again"
    : `the gzip data is damaged (${reason}); download it again`;
  return new OsmFileError(file.path, behind, problem, { cause });
}

/** The unpacker takes a piece while the next is being read. */
async function* copies(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield piece.slice();
}

/** What is packed has no exact place in the file: only how far it was read says where it lies. */
function packedFault(file: FileBytes, behind: () => number): XmlFault {
  return (problem, at) =>
    new OsmFileError(file.path, behind(), `${problem}, at byte ${at} of what the file unpacks to`);
}

function counted(file: FileBytes): Pick<Unpacking, "pieces" | "behind"> {
  let count = 0;
  async function* pieces() {
    for await (const piece of piecesOf(file)) {
      count += piece.length;
      yield piece;
    }
  }
  return { pieces: pieces(), behind: () => count };
}
