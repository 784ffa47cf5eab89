/**
 * Whether the files of an open database are still there and as long as they were: what is written to a removed file, or beyond the gap
 * that a truncation left, is gone with the process.
 */

export interface FileWatch {
  /**
   * Compares the database, its log and the log's index with what they were, in place: 5 µs, where a turn of the event loop would cost
   * a busy service many times that.
   * @throws {Error} where one of them was removed, replaced or cut
   */
  check(): void;
  /** Lets go of the index, after the connection: closing it earlier would release the locks that SQLite holds on it. */
  close(): void;
}

/**
 * Watches the database at `path`, which a connection has open and has read from since.
 * @throws {Error} where one of its files is not there
 */
export function watchFiles(path: string): FileWatch {
  const database = identified(path);
  const log = identified(`${path}-wal`);
  const index = identified(`${path}-shm`);
  const header = indexHeader(index.path);
  let { size } = database;

  const isCut = (): boolean => {
    const needed = header.read();
    const found = unchanged(database).size;
    // A checkpoint may cut what a VACUUM has freed.
    const least = Math.min(size, needed.database);
    if (found < least || unchanged(log).size < needed.log) return true;
    size = found;
    return false;
  };
  return {
    check() {
      unchanged(index);
      // A checkpoint of another process may have cut the log between the looks at the index and at the log.
      if (isCut() && isCut()) {
        throw new Error(`${path} or its log was cut while the database was open`);
      }
    },
    close: header.close,
  };
}

interface Identified {
  readonly path: string;
  readonly id: string;
  readonly size: number;
}

function identified(path: string): Identified {
  const { dev, ino, size } = Deno.statSync(path);
  return { path, id: `${dev} ${ino}`, size };
}

function unchanged({ path, id }: Identified): Identified {
  const found = ifThere(path);
  if (found?.id === id) return found;
  const became = found === null ? "removed" : "replaced";
  throw new Error(`${path} was ${became} while the database was open`);
}

function ifThere(path: string): Identified | null {
  try {
    return identified(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Lengths of the log, and places in the header of its index, as SQLite's "WAL-mode File Format" has them. */
const LOG_HEADER = 32;
const FRAME_HEADER = 24;
/** The page size in 2 bytes, of which 1 stands for 65,536; frames in the log, and pages of the database with them, in 4 each. */
const [PAGE_SIZE_AT, FRAMES_AT, PAGES_AT, HEADER_END] = [14, 16, 20, 24];

interface IndexHeader {
  /** How many bytes the log and the database must have. SQLite counts frames last when it writes, and first when it cuts. */
  read(): { readonly log: number; readonly database: number };
  close(): void;
}

function indexHeader(path: string): IndexHeader {
  const file = Deno.openSync(path);
  const bytes = new Uint8Array(HEADER_END);
  const view = new DataView(bytes.buffer);
  return {
    read() {
      file.seekSync(0, Deno.SeekMode.Start);
      if (file.readSync(bytes) !== HEADER_END) throw new Error(`${path} was cut`);
      const encoded = view.getUint16(PAGE_SIZE_AT, true);
      const pageSize = encoded === 1 ? 65_536 : encoded;
      const [frames, pages] = [view.getUint32(FRAMES_AT, true), view.getUint32(PAGES_AT, true)];
      return {
        log: frames === 0 ? 0 : LOG_HEADER + frames * (FRAME_HEADER + pageSize),
        database: pages === 0 ? Infinity : pages * pageSize,
      };
    },
    close: () => file.close(),
  };
}
