/**
 * What happens to reservations whose commit had an unknown outcome. Nobody is told "held" unless the row is there to stay, nor
 * "not held" unless it is gone for ever or its removal is on record.
 */
import type { Database } from "./database.ts";
import { type Doubt, type DoubtJournal, JournalUnsure } from "./doubt_journal.ts";
import { type Draw, type DrawOutcome, settle, standingFolios } from "./draws.ts";
import { retryPacer } from "./retry_pacer.ts";
import { openVoiding } from "./voiding.ts";

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
