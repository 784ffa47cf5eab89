/**
 * What happens to reservations whose commit had an unknown outcome. Nobody is told "held" unless the row is there to stay, nor
 * "not held" unless it is gone for ever or its removal is on record.
 */
import type { Database } from "./database.ts";
import type { Doubt, DoubtJournal } from "./doubt_journal.ts";
import { confirmOrVoid, type Draw, type DrawOutcome, standingFolios } from "./draws.ts";
import { retryPacer } from "./retry_pacer.ts";
import { openVoiding } from "./voiding.ts";

export interface Doubts {
  /** What became of `draws`; `void` where none stands. Waits as long as neither the database nor the journal takes a word. */
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

  const keep = (doubts: readonly Doubt[]): boolean => {
    try {
      journal.append(doubts);
    } catch (error) {
      log("a reservation in doubt cannot be written to the journal", error);
      return false;
    }
    voiding.add(doubts);
    return true;
  };
  const settle = async (draws: readonly Draw[]): Promise<DrawOutcome[]> => {
    const pace = retries.start();
    while (!retries.stopped) {
      try {
        return await confirmOrVoid(database, draws, now());
      } catch (error) {
        if (pace.first) log("the outcome of reservations is in doubt", error);
      }
      if (database.kind === "file") return await settleByReading(draws);
      if (keep(draws)) return draws.map(() => VOID);
      await pace.wait();
    }
    // The process ends and the truth is not known: no answer is the only true one.
    return await new Promise(() => {});
  };
  // A file has rolled back what it could not commit, so what cannot be seen was not held. Should the disk have failed so
  // badly that it comes back at the next start, the journal takes it away again.
  const settleByReading = async (draws: readonly Draw[]): Promise<DrawOutcome[]> => {
    const standing = await standingFolios(database, draws).catch(() => new Set<string>());
    const missing = draws.filter(({ folio }) => !standing.has(folio));
    if (missing.length > 0) keep(missing);
    return draws.map(({ folio }) => standing.has(folio) ? { kind: "held", folio } : VOID);
  };
  return {
    settle,
    async close() {
      retries.stop();
      await voiding.stopped();
    },
  };
}
