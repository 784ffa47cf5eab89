/**
 * Reservations whose commit had an unknown outcome. A caller learns "held" only once the row is there for good, and
 * "not held" only once it can never appear or its removal is recorded in the journal, which outlives the process.
 */
import { join } from "node:path";
import { repeating } from "../../in_progress.ts";
import { type Attempt, type AttemptOutcome, settle, UNAVAILABLE } from "./attempts.ts";
import type { Context } from "./context.ts";
import type { Database } from "../database/database.ts";
import { ignoreMissing } from "../database/database_files.ts";

export interface Doubts {
  /**
   * The outcomes of `attempts`; `unavailable` if there is no reservation or the journal records its removal. If it
   * cannot be written, resolves once the database has voided them: before that, no answer is known to be true.
   */
  settle(attempts: readonly Attempt[]): Promise<AttemptOutcome[]>;
  /** Stops. The next start continues with the journal's doubts. */
  close(): Promise<void>;
}

/** A reservation that may exist although its caller was answered that it does not. */
export type Doubt = Pick<Attempt, "folio" | "at">;

const RETRY_MS = 500;
const BATCH = 256;

/** Voids doubts, the journal's and new ones, in the background. Clears the journal when none is left. */
export function openDoubts({ database, now, log }: Context, journal: DoubtJournal): Doubts {
  const open: Doubt[] = [...journal.found];
  let allVoided = Promise.withResolvers<void>();
  let [cleared, failing] = [false, false];

  const voiding = repeating(async () => {
    // A start without doubts clears what a failing disk has left of the journal.
    if (cleared && open.length === 0) return;
    cleared = false;
    try {
      while (open.length > 0) {
        const batch = open.slice(0, BATCH);
        await voidDoubts(database, batch, now());
        open.splice(0, batch.length);
      }
      allVoided.resolve();
      allVoided = Promise.withResolvers();
      journal.clear();
      [cleared, failing] = [true, false];
    } catch (error) {
      if (!failing) log("reservations of unknown outcome cannot be voided yet", error);
      failing = true;
      voiding.soon();
    }
  }, { everyMs: Infinity, apartMs: RETRY_MS });
  voiding.soon();

  return {
    async settle(attempts) {
      try {
        return await settle(database, attempts, now());
      } catch (error) {
        log("the outcome of reservations is unknown", error);
      }
      const doubts = attempts.map(({ folio, at }) => ({ folio, at }));
      const voided = allVoided.promise;
      open.push(...doubts);
      voiding.soon();
      try {
        journal.append(doubts);
      } catch (error) {
        log("reservations of unknown outcome cannot be recorded: their callers wait", error);
        await voided;
      }
      return attempts.map(() => UNAVAILABLE);
    },
    close: voiding.close,
  };
}

/** Whole statements, as those of `HOLD_SQL`: ?1 is an array of doubts in JSON, ?2 now. Each may run twice. */
export const DOUBT_SQL = {
  /** Excludes folios that belong to another reservation. */
  voidFolios: `
    INSERT INTO voids (folio, at)
    SELECT d.value ->> 'folio', max(?2, (SELECT at FROM newest_time)) FROM json_each(?1) AS d
    WHERE NOT EXISTS (SELECT 1 FROM reservations AS r
      WHERE r.folio = d.value ->> 'folio' AND r.created_at <> d.value ->> 'at')
    ON CONFLICT DO NOTHING`,

  deleteKeys: `
    DELETE FROM idempotency_keys WHERE folio IN (SELECT folio FROM unconfirmed WHERE given = ?1)`,

  /** Their histories and confirmations are deleted with them. */
  deleteReservations: `
    DELETE FROM reservations WHERE folio IN (SELECT folio FROM unconfirmed WHERE given = ?1)`,

  deleteConfirmations: `
    DELETE FROM confirmations WHERE retry IN (SELECT folio FROM voided_doubts WHERE given = ?1)`,
} as const;

/**
 * Deletes the reservations and forbids their folios. One that a retry was answered with is kept, unless that retry is
 * void too. May run twice. `now` is in epoch milliseconds.
 */
export async function voidDoubts(
  database: Database,
  doubts: readonly Doubt[],
  now: number,
): Promise<void> {
  const given = JSON.stringify(doubts);
  await database.write([
    { sql: DOUBT_SQL.voidFolios, args: [given, now] },
    { sql: DOUBT_SQL.deleteKeys, args: [given] },
    { sql: DOUBT_SQL.deleteReservations, args: [given] },
    { sql: DOUBT_SQL.deleteConfirmations, args: [given] },
  ]);
}

/** A file with a line for each doubt: its folio, and when that was drawn. */
export interface DoubtJournal {
  readonly found: readonly Doubt[];
  /** Adds `doubts`; they are on disk when this returns. @throws {Error} if the disk fails; it may hold some of them */
  append(doubts: readonly Doubt[]): void;
  clear(): void;
}

const LINE = /^(R-[0-9A-HJKMNP-TV-Z]{8}) ([0-9]{1,15})$/;

/** A file in `folder`, written synchronously to keep the order of events. @throws {Error} if it cannot be read */
export function openDoubtJournal(folder: string): DoubtJournal {
  const path = join(folder, "doubts.log");
  return {
    found: readDoubts(path),
    append(doubts) {
      const lines = doubts.map(({ folio, at }) => `${folio} ${at}`);
      // The leading newline ends a line that a crash cut short.
      Deno.writeTextFileSync(path, `\n${lines.join("\n")}\n`, { append: true, mode: 0o600 });
      // The name of a new file is on disk only with its folder.
      for (const written of [path, folder]) {
        using file = Deno.openSync(written);
        file.syncSync();
      }
    },
    clear() {
      try {
        Deno.removeSync(path);
      } catch (error) {
        ignoreMissing(error);
      }
    },
  };
}

function readDoubts(path: string): Doubt[] {
  try {
    return Deno.readTextFileSync(path).split("\n").flatMap((line) => {
      const [, folio, at] = LINE.exec(line) ?? [];
      return folio === undefined ? [] : [{ folio, at: Number(at) }];
    });
  } catch (error) {
    ignoreMissing(error);
    return [];
  }
}
