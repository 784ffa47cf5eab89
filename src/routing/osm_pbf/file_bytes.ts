import { OsmFileError } from "./elements.ts";

/** Bytes that can be read from any place, as often as needed. */
export interface FileBytes {
  /** What errors call them. */
  readonly path: string;
  readonly size: number;
  /** Opens them for one pass. */
  open(): Promise<OpenBytes>;
}

/** {@linkcode FileBytes} while open; disposing of them closes the file. */
export interface OpenBytes extends Disposable {
  /**
   * Fills `into` from `offset` on.
   * @throws {OsmFileError} where the file ends before
   */
  read(offset: number, into: Uint8Array): Promise<void>;
}

/**
 * The bytes of the file at `path`.
 * @throws {OsmFileError} where there is no readable file
 */
export async function fileBytes(path: string): Promise<FileBytes> {
  const { isFile, size, mtime } = await unlessRefused(path, Deno.stat(path));
  if (!isFile) throw new OsmFileError(path, 0, "this is not a file; give the path of a map file");
  return {
    path,
    size,
    async open() {
      const file = await unlessRefused(path, Deno.open(path));
      const now = await file.stat();
      // What an earlier pass has learnt would be wrong of another file.
      if (now.size !== size || now.mtime?.getTime() !== mtime?.getTime()) {
        file.close();
        throw new OsmFileError(path, 0, "the file changed while it was read; start again");
      }
      return {
        read: throughWindow((offset, into) => fill(file, path, offset, into), size),
        [Symbol.dispose]: () => file.close(),
      };
    },
  };
}

const WINDOW_SIZE = 262_144;

/** Small reads close to each other, which blobs ask for, are served by one from the disk. */
function throughWindow(read: OpenBytes["read"], size: number): OpenBytes["read"] {
  const buffer = new Uint8Array(Math.min(WINDOW_SIZE, size));
  let start = 0;
  let window = buffer.subarray(0, 0);
  return async (offset, into) => {
    if (into.length >= buffer.length) return await read(offset, into);
    if (offset < start || offset + into.length > start + window.length) {
      const length = Math.min(buffer.length, Math.max(into.length, size - offset));
      await read(offset, buffer.subarray(0, length));
      window = buffer.subarray(0, length);
      start = offset;
    }
    into.set(window.subarray(offset - start, offset - start + into.length));
  };
}

async function fill(
  file: Deno.FsFile,
  path: string,
  offset: number,
  into: Uint8Array,
): Promise<void> {
  await file.seek(offset, Deno.SeekMode.Start);
  for (let filled = 0; filled < into.length;) {
    const count = await unlessRefused(path, file.read(into.subarray(filled)));
    if (count === null) {
      throw new OsmFileError(path, offset + filled, "the file became shorter while it was read");
    }
    filled += count;
  }
}

async function unlessRefused<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) {
      throw new OsmFileError(path, 0, "there is no such file", { cause });
    }
    if (!(cause instanceof Error)) throw cause;
    throw new OsmFileError(path, 0, `the file cannot be read: ${cause.message}`, { cause });
  }
}
