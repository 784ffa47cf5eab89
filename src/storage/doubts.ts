import { join } from "node:path";
import type { Database } from "./database.ts";
import { type Draw, type DrawOutcome, settle, standingFolios } from "./draws.ts";

/**
 * What happens to reservations whose commit had an unknown outcome. Nobody is told "held" unless the row is there to stay, nor
 * "not held" unless it is gone for ever or its removal is on record.
 */

export interface Doubts {
  /**
   * What became of `draws`; `void` where nothing stands. Does not resolve while neither the database nor the journal takes a
   * word, nor when the process ends before one does.
   */
  settle(draws: readonly Draw[]): Promise<DrawOutcome[]>;
  /** Stops working on the doubts; those in the journal wait for the next start. */
  close(): Promise<void>;
}

export interface DoubtsOptions {
  readonly database: Database;
  readonly journal: DoubtJournal;
  /** Epoch milliseconds. */
  now(): number;
  log(message: string, cause?: unknown): void;
  /** The first wait before trying again, in milliseconds; it doubles up to a hundred times that. 200 where absent. */
  readonly retryMs?: number;
}

const DEFAULT_RETRY_MS = 200;
const VOID: DrawOutcome = { kind: "void" };

/** Takes up the doubts that the journal holds, and those to come. */
export function openDoubts(options: DoubtsOptions): Doubts {
  const { database, journal, now, log } = options;
  const retries = retryPacer(options.retryMs ?? DEFAULT_RETRY_MS);
  const voiding = openVoiding({ ...options, retries });

  /** Whether the journal took `doubts`, and so the answer may be that nothing is held. */
  const keep = (doubts: readonly Doubt[]): boolean => {
    try {
      journal.append(doubts);
    } catch (error) {
      log("a reservation in doubt cannot be written to the journal", error);
      if (!(error instanceof JournalUnsure)) return false;
      // At the next start they may be voided or not: neither answer would be true for certain.
      voiding.add(doubts);
      throw error;
    }
    voiding.add(doubts);
    return true;
  };
  const settleOnServer = async (draws: readonly Draw[]): Promise<DrawOutcome[]> => {
    const pace = retries.start();
    while (!retries.stopped) {
      try {
        return await settle(database, draws, now());
      } catch (error) {
        if (pace.first) log("the outcome of reservations is in doubt", error);
      }
      if (keep(draws)) return draws.map(() => VOID);
      await pace.wait();
    }
    throw new Error("the process ends before the outcome is known");
  };
  // After an error of the disk the file may hold them or not when the log is replayed: the journal then takes away what was written.
  const settleOnFile = async (draws: readonly Draw[]): Promise<DrawOutcome[]> => {
    try {
      return await settle(database, draws, now());
    } catch (error) {
      log("the outcome of reservations is in doubt", error);
    }
    const standing = await standingFolios(database, draws).catch(() => null);
    if (standing === null && !keep(draws)) throw new Error("the outcome cannot be written down");
    return draws.map(({ folio }) => standing?.has(folio) ? { kind: "held", folio } : VOID);
  };
  return {
    settle: (draws) =>
      (database.kind === "file" ? settleOnFile(draws) : settleOnServer(draws))
        // No answer at all is the only true one.
        .catch(() => new Promise(() => {})),
    async close() {
      retries.stop();
      await voiding.stopped();
    },
  };
}

/** The work in the background that takes reservations in doubt away for good. */

export interface Voiding {
  /** Takes on `doubts`, which the journal has. */
  add(doubts: readonly Doubt[]): void;
  /** Resolves once the work is done or has ended with the pacer. */
  stopped(): Promise<void>;
}

export interface VoidingOptions {
  readonly database: Database;
  readonly journal: DoubtJournal;
  readonly retries: RetryPacer;
  /** Epoch milliseconds. */
  now(): number;
  log(message: string, cause?: unknown): void;
}

const BATCH = 256;

/** Begins with what the journal holds, and clears the journal whenever nothing is left to do. */
export function openVoiding({ database, journal, retries, now, log }: VoidingOptions): Voiding {
  const open: Doubt[] = [...journal.found];
  let running: Promise<void> | null = null;

  const voidAll = async (): Promise<void> => {
    const pace = retries.start();
    while (open.length > 0 && !retries.stopped) {
      const batch = open.slice(0, BATCH);
      try {
        await voidDoubts(database, batch, now());
        open.splice(0, batch.length);
      } catch (error) {
        if (pace.first) log("reservations in doubt wait for the database", error);
        await pace.wait();
      }
    }
    if (open.length === 0) journal.clear();
  };
  const work = (): void => {
    running ??= voidAll()
      .catch((error) => log("the journal of doubts cannot be cleared", error))
      .finally(() => {
        running = null;
        if (open.length > 0 && !retries.stopped) work();
      });
  };
  // With nothing to do, it clears what a failing disk has left of the journal.
  work();
  return {
    add(doubts) {
      open.push(...doubts.map(({ folio, at }) => ({ folio, at })));
      work();
    },
    async stopped() {
      await running;
    },
  };
}

/** Folios that belong to a stranger's reservation stay out of it. */
const VOID_FOLIOS = `INSERT INTO voids (folio, at)
  SELECT d.value ->> 'folio', ?2 FROM json_each(?1) AS d
  WHERE NOT EXISTS (SELECT 1 FROM reservations AS r
    WHERE r.folio = d.value ->> 'folio' AND r.created_at <> d.value ->> 'at')
  ON CONFLICT DO NOTHING`;

const TAKE_BACK = `DELETE FROM confirmations WHERE retry IN
  (SELECT v.folio FROM json_each(?1) AS d JOIN voids AS v ON v.folio = d.value ->> 'folio')`;

/** All of them, not only those at hand: what was just taken back may have been all that kept another. */
const UNCONFIRMED = `(SELECT v.folio FROM voids AS v
  WHERE NOT EXISTS (SELECT 1 FROM confirmations AS q WHERE q.folio = v.folio))`;

/** The history goes with what it is of. */
const REMOVALS = ["idempotency_keys", "reservations"]
  .map((table) => `DELETE FROM ${table} WHERE folio IN ${UNCONFIRMED}`);

/**
 * Makes what was told to the callers of these doubts true: their reservations go and can never be made any more, but for those
 * that a retry has been told of, and who was a retry has confirmed nothing. Does no harm when run again.
 *
 * @param now epoch milliseconds
 * @throws {Error} where the transaction failed
 */
export async function voidDoubts(
  database: Database,
  doubts: readonly Doubt[],
  now: number,
): Promise<void> {
  const list = JSON.stringify(doubts.map(({ folio, at }) => ({ folio, at })));
  await database.write([
    { sql: VOID_FOLIOS, args: [list, now] },
    { sql: TAKE_BACK, args: [list] },
    ...REMOVALS.map((sql) => ({ sql })),
  ]);
}

/** The file in which doubts outlive the process: one line a doubt, its folio and the instant of its draw. */

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

/** Waits between attempts, which grow, and which all end at once when the service stops. */

export interface Pace {
  /** Whether nothing has been waited for yet. */
  readonly first: boolean;
  /** Resolves after the next wait, twice the last one, or when the pacer stops. */
  wait(): Promise<void>;
}

export interface RetryPacer {
  readonly stopped: boolean;
  /** Begins with the first wait. */
  start(): Pace;
  /** Ends every wait, now and to come. */
  stop(): void;
}

/** How many times the first wait the longest one is. */
const LONGEST = 100;

/** @param firstMs the first wait of every {@linkcode Pace}, in milliseconds */
export function retryPacer(firstMs: number): RetryPacer {
  const ends = new Set<() => void>();
  let stopped = false;

  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (stopped) return resolve();
      const end = () => {
        clearTimeout(timer);
        ends.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      ends.add(end);
    });
  return {
    get stopped() {
      return stopped;
    },
    start() {
      let ms = firstMs;
      return {
        get first() {
          return ms === firstMs;
        },
        wait() {
          const waited = wait(ms);
          ms = Math.min(2 * ms, LONGEST * firstMs);
          return waited;
        },
      };
    },
    stop() {
      stopped = true;
      for (const end of [...ends]) end();
    },
  };
}
