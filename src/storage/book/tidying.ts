/** Deletes outdated data every hour, and reservations after each nightly copy, unless the clock is in doubt. */
import { repeating } from "../../in_progress.ts";
import { addDays, type Day, dayOf } from "../../domain/local_time.ts";
import { removeParts } from "../database/backup.ts";
import type { BelievedClock } from "../database/believed_clock.ts";
import type { Context } from "./context.ts";
import type { Statement } from "../database/database.ts";
import { withCopiesLock } from "../database/database_files.ts";
import { eraseBefore, eraseInCopiesBefore, finishErasing, firstKept } from "./erasure.ts";
import { nightlyCopy } from "./nightly_copies.ts";
import { DROP_OLD_VERSIONS, DROP_UNNAMED_IMAGES } from "./restaurant_versions.ts";

type TidyingOptions = Context & { readonly clock: BelievedClock };

const DEFAULT_RETENTION_DAYS = 365;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Age of records of switches, and of the restaurant's versions. */
const MAX_RECORD_AGE_MS = 400 * 24 * HOUR_MS;
/** How long an image that was uploaded waits for its form to be saved. */
const MAX_UNSAVED_MS = 24 * HOUR_MS;
const PAST_INSTANCES =
  "DELETE FROM settings WHERE name GLOB 'instance *' AND value ->> 'until' <= ?";
/**
 * The least time for which voids and confirmations are kept. Callers retry for 24 hours, a suspended machine sends
 * after days, and an instance that was stopped for weeks voids the doubts of its journal once it starts.
 */
const MAX_LATE_MS = 30 * 24 * HOUR_MS;
/**
 * A reservation that a retry was answered with keeps its table until its day is over, however late it is voided. If it
 * is void already, its confirmations decide how long it exists.
 */
const PAST_CONFIRMATIONS = `DELETE FROM confirmations AS q WHERE at <= ?1
  AND NOT EXISTS (SELECT 1 FROM voids AS v WHERE v.folio = q.folio)
  AND EXISTS (SELECT 1 FROM reservations AS r WHERE r.folio = q.folio AND r.service_day < ?2)`;
/** The void of a reservation that exists takes effect when its last confirmation is taken back. */
const PAST_VOIDS = `DELETE FROM voids AS v WHERE at <= ?1
  AND NOT EXISTS (SELECT 1 FROM reservations AS r WHERE r.folio = v.folio)`;

/** Begins at once, in the background. `close` waits for a copy that is being made. */
export function openTidying(options: TidyingOptions): { close(): Promise<void> } {
  const { database, clock, log, nightlyCopies } = options;
  const { retentionDays = DEFAULT_RETENTION_DAYS } = options;
  const { path } = database;
  const ending = new AbortController();
  const { signal } = ending;
  const nightly = path === null || nightlyCopies === undefined
    ? null
    : nightlyCopy({ ...options, path, ...nightlyCopies }, {
      retain: (day, how) => retain(options, day, how, signal),
      eraseInCopies: (day, at) =>
        eraseInCopiesBefore(options, { day: firstKept(day, retentionDays), at }),
    });
  let hour: number | null = null;

  const sweep = async () => {
    if (path !== null) await withCopiesLock(path, () => removeParts(path));
  };
  const hourly = async (): Promise<void> => {
    const at = clock.now();
    const current = Math.floor(at / HOUR_MS);
    if (current === hour || clock.doubt() !== null) return;
    hour = current;
    await database.write(outdated(at));
    if (nightly !== null) return;
    const today = dayOf(Math.floor(at / MINUTE_MS));
    await retain(options, today, ", without a copy: none is made here", signal);
  };
  const finish = () => finishErasing(options);
  // The first round makes no copy, which would delay the start.
  let parts = [sweep, hourly];
  const tidying = repeating(async () => {
    // It is tried again in a minute. That the database fails is logged elsewhere.
    await clock.keep().catch(() => {});
    for (const part of parts) {
      await part().catch((error) => log("what is out of date could not be deleted", error));
    }
    parts = nightly === null ? [finish, hourly] : [finish, hourly, nightly];
  }, { everyMs: nightlyCopies?.pollMs ?? MINUTE_MS });
  tidying.soon();
  return {
    async close() {
      ending.abort();
      await tidying.close();
    },
  };
}

/** Deletes what has no effect any more at `at`, in epoch milliseconds. Keys hold telephone numbers. */
export function outdated(at: number): Statement[] {
  // A service day two days past by UTC is over in every time zone.
  const servicesOver = addDays(dayOf(Math.floor(at / MINUTE_MS)), -2);
  return [
    { sql: "DELETE FROM idempotency_keys WHERE expires_at <= ?", args: [at] },
    { sql: "DELETE FROM boards WHERE until <= ?", args: [at] },
    { sql: PAST_INSTANCES, args: [at] },
    { sql: "DELETE FROM ended_sessions WHERE until <= ?", args: [at] },
    { sql: "DELETE FROM sold_out WHERE service_day < ?", args: [servicesOver] },
    { sql: "DELETE FROM switch_turns WHERE at < ?", args: [at - MAX_RECORD_AGE_MS] },
    { sql: DROP_OLD_VERSIONS, args: [at - MAX_RECORD_AGE_MS] },
    { sql: DROP_UNNAMED_IMAGES, args: [at - MAX_UNSAVED_MS] },
    { sql: PAST_CONFIRMATIONS, args: [at - MAX_LATE_MS, servicesOver] },
    { sql: PAST_VOIDS, args: [at - MAX_LATE_MS] },
  ];
}

/** Erases reservations that are too old on `day`. @param how ends the line of the log */
async function retain(
  options: TidyingOptions,
  day: Day,
  how: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, retentionDays = DEFAULT_RETENTION_DAYS } = options;
  const before = firstKept(day, retentionDays);
  const erased = await eraseBefore(database, before, { at: clock.now(), signal });
  if (erased === 0) return;
  options.info?.(`${erased} reservations from before ${before} have been erased to counts${how}`);
}
