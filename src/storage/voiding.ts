/** The work in the background that takes reservations in doubt away for good. */
import type { Database } from "./database.ts";
import type { Doubt, DoubtJournal } from "./doubt_journal.ts";
import type { RetryPacer } from "./retry_pacer.ts";
import { voidDoubts } from "./void_doubts.ts";

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
