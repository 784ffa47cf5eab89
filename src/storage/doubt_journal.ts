/** The file in which doubts outlive the process: one line a doubt, its folio and the instant of its draw. */
import { join } from "node:path";

/** A reservation that may have been written although its caller was told that it was not. */
export interface Doubt {
  readonly folio: string;
  /** The row's `created_at`, in epoch milliseconds. */
  readonly at: number;
}

/** The disk failed in such a way that nobody knows what the journal holds. */
export class JournalUnsure extends Error {
  override readonly name = "JournalUnsure";
}

export interface DoubtJournal {
  /** The doubts that an earlier process left behind. */
  readonly found: readonly Doubt[];
  /**
   * Adds `doubts`; they are on disk when this returns.
   * @throws {JournalUnsure} where the disk may hold some of them
   * @throws {Error} where it took none
   */
  append(doubts: readonly Doubt[]): void;
  /** Forgets every doubt. */
  clear(): void;
}

const NAME = "doubts.log";
const LINE = /^(R-[0-9A-HJKMNP-TV-Z]{8}) ([0-9]{1,15})$/;

/**
 * The journal in `folder`. Its calls hold up the process: they are rare, and a doubt's order of events must not depend on what
 * else is going on.
 * @throws {Error} where a journal exists but cannot be read
 */
export function openDoubtJournal(folder: string): DoubtJournal {
  const path = join(folder, NAME);
  return {
    found: read(path),
    append(doubts) {
      // The leading newline ends whatever a crash left of an earlier line.
      const text = `\n${doubts.map(({ folio, at }) => `${folio} ${at}`).join("\n")}\n`;
      using file = openOrMake(path);
      const before = file.statSync().size;
      try {
        writeWhole(file, new TextEncoder().encode(text));
        file.syncSync();
      } catch (error) {
        takeBack(file, before);
        throw error;
      }
    },
    clear() {
      try {
        Deno.removeSync(path);
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    },
  };
}

/** @throws {Error} where there is a link, which would lead the doubts to another file */
function openOrMake(path: string): Deno.FsFile {
  try {
    return Deno.openSync(path, { append: true, createNew: true, mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    if (Deno.lstatSync(path).isSymlink) throw new Error(`${path} is a link`, { cause: error });
    return Deno.openSync(path, { append: true });
  }
}

function read(path: string): Doubt[] {
  try {
    return Deno.readTextFileSync(path).split("\n").flatMap((line) => {
      const [, folio, at] = LINE.exec(line) ?? [];
      return folio === undefined ? [] : [{ folio, at: Number(at) }];
    });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function writeWhole(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length;) {
    from += file.writeSync(bytes.subarray(from));
  }
}

function takeBack(file: Deno.FsFile, size: number): void {
  try {
    file.truncateSync(size);
    file.syncSync();
  } catch (error) {
    throw new JournalUnsure("the journal of doubts cannot be mended", { cause: error });
  }
}
