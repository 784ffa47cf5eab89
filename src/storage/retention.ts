/** Erasing what is older than personal data may be kept. */
import type { Day } from "../domain/local_time.ts";
import type { Database } from "./database.ts";
import { cutLog, eraseReservations } from "./erase_reservations.ts";

/** Takes the first service day that is kept, and how many. */
const OLD = `SELECT json_group_array(folio) AS folios FROM
  (SELECT folio FROM reservations WHERE day <= ?1 AND service_day < ?1 ORDER BY day LIMIT ?2)`;

const BATCH = 200;
const PAUSE_MS = 50;

/** Who stands in the record. */
const ACTOR = "sistema";

/**
 * Erases the reservations of service days before `firstKept`, a few at a time, so that guests who reserve do not wait for it.
 * @param at epoch milliseconds
 * @param signal ends it after the few at hand
 * @returns how many
 * @throws {Error} where the database fails
 */
export async function eraseOlderThan(
  database: Database,
  firstKept: Day,
  { at, signal }: { readonly at: number; readonly signal: AbortSignal },
): Promise<number> {
  const record = { reason: "retention", actor: ACTOR, at } as const;
  let erased = 0;
  while (!signal.aborted) {
    const [row] = await database.read({ sql: OLD, args: [firstKept, BATCH] });
    const folios: string[] = JSON.parse(String(row?.folios));
    if (folios.length === 0) break;
    erased += await eraseReservations(database, folios, { record, keepFrom: null });
    await pause(PAUSE_MS, signal);
  }
  if (erased > 0) await cutLog(database);
  return erased;
}

/** Resolves after `ms` milliseconds, or once `signal` says so. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
