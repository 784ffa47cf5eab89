/** Detects that a file of an open database was removed, replaced or cut: later writes would be lost. */
import { filesAt, ignoreMissing } from "./database_files.ts";

export interface FileWatch {
  /** Synchronous: takes 5 µs. @throws {Error} if a file was removed, replaced or cut */
  check(): void;
  /** Closes log and index, after the connection: closing the index releases the locks that SQLite holds on it. */
  close(): void;
}

/** Sizes in the log, and offsets in the header of its index, from SQLite's "WAL-mode File Format". */
const LOG_HEADER = 32;
/** A frame begins with its page's number, which is never 0. */
const FRAME_HEADER = 24;
/** The page size in 2 bytes, where 1 means 65,536; the numbers of frames and of the database's pages in 4 each. */
const [PAGE_SIZE_AT, FRAMES_AT, PAGES_AT, HEADER_END] = [14, 16, 20, 24];

/** Watches the database at `path`, which a connection has read. @throws {Error} if a file is missing */
export function watchFiles(path: string): FileWatch {
  const { path: database, log, index } = filesAt(path);
  const ids = new Map([database, log, index].map((file) => [file, Deno.statSync(file)]));
  const header = Deno.openSync(index);
  const logFile = Deno.openSync(log);
  const bytes = new Uint8Array(HEADER_END);
  const view = new DataView(bytes.buffer);
  let largest = ids.get(database)!.size;
  /** How many frames the log held at the last check. */
  let seen = 0;

  /** The size of a file. @throws {Error} if it was removed or replaced */
  const sizeOf = (file: string): number => {
    const found = statOf(file);
    const { dev, ino } = ids.get(file)!;
    if (found?.dev === dev && found.ino === ino) return found.size;
    const became = found === undefined ? "removed" : "replaced";
    throw new Error(`${file} was ${became} while the database was open`);
  };
  /** SQLite updates the number of frames after it writes to the log, and before it cuts it. */
  const isCut = (): boolean => {
    header.seekSync(0, Deno.SeekMode.Start);
    if (header.readSync(bytes) !== HEADER_END) throw new Error(`${index} was cut`);
    const encoded = view.getUint16(PAGE_SIZE_AT, true);
    const pageSize = encoded === 1 ? 65_536 : encoded;
    const [frames, pages] = [view.getUint32(FRAMES_AT, true), view.getUint32(PAGES_AT, true)];
    const endOf = (frame: number): number => LOG_HEADER + frame * (FRAME_HEADER + pageSize);
    const logBytes = frames === 0 ? 0 : endOf(frames);
    const size = sizeOf(database);
    // A checkpoint after a VACUUM may cut the file.
    const least = pages === 0 ? largest : Math.min(largest, pages * pageSize);
    if (size < least || sizeOf(log) < logBytes) return true;
    const last = Math.max(1, Math.min(seen, frames));
    if (frames > 0 && !hasFrameAt(endOf(last - 1))) return true;
    [largest, seen] = [size, frames];
    return false;
  };
  /** A commit that went on after the log was cut leaves a gap before its frames. */
  const hasFrameAt = (offset: number): boolean => {
    logFile.seekSync(offset, Deno.SeekMode.Start);
    return logFile.readSync(bytes) === HEADER_END && view.getUint32(0) !== 0;
  };
  return {
    check() {
      sizeOf(index);
      // A checkpoint of another process may have cut the log after the index was read.
      if (isCut() && isCut()) {
        throw new Error(`${path} or its log was cut while the database was open`);
      }
    },
    close() {
      header.close();
      logFile.close();
    },
  };
}

function statOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch (error) {
    return ignoreMissing(error);
  }
}
