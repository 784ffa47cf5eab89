/** What is cleared away every hour: what nobody needs any more, and what must not be kept any longer. */
import { addDays, type Day, dayOf } from "../domain/local_time.ts";
import type { Database } from "./database.ts";
import { deleteExpiredKeys } from "./expired_keys.ts";
import { pruneEvents } from "./reservation_events.ts";
import { eraseOlderThan } from "./retention.ts";
import { forgetEndedSessions } from "./staff_key.ts";

export interface TidyingOptions {
  readonly database: Database;
  /** Epoch milliseconds. */
  now(): number;
  log(message: string, cause?: unknown): void;
  /** How many days after its service day a reservation is erased to counts. 365 where absent. */
  readonly retentionDays?: number | undefined;
}

const DEFAULT_RETENTION_DAYS = 365;
const HOUR_MS = 60 * 60_000;

/** Begins at once, without anybody waiting for it. The result ends it. */
export function openTidying(options: TidyingOptions): { close(): Promise<void> } {
  const { database, now, log, retentionDays = DEFAULT_RETENTION_DAYS } = options;
  const ending = new AbortController();
  let running: Promise<void> | null = null;

  const tidy = async (): Promise<void> => {
    try {
      await deleteExpiredKeys(database, now());
      await forgetEndedSessions(database, now());
      await pruneEvents(database);
      const before = firstKept(now(), retentionDays);
      const erased = await eraseOlderThan(database, before, { at: now(), signal: ending.signal });
      if (erased > 0) {
        log(`${erased} reservations from before ${before} have been erased to counts`);
      }
    } catch (error) {
      log("what is out of date stays for now", error);
    }
  };
  const start = (): void => {
    running ??= tidy().finally(() => running = null);
  };
  start();
  const timer = setInterval(start, HOUR_MS);
  return {
    async close() {
      clearInterval(timer);
      ending.abort();
      await running;
    },
  };
}

/** One day more than asked for, since the restaurant's day may be another than that of UTC. */
function firstKept(now: number, retentionDays: number): Day {
  return addDays(dayOf(Math.floor(now / 60_000)), -retentionDays - 1);
}
