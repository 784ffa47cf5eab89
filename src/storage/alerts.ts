/** The calls to staff who have not seen a reservation: of several instances, the one that holds the lease makes them. */
import type { Day } from "../domain/local_time.ts";
import type { AlertCall, Alerts } from "../ports.ts";
import { ANY_CONNECTED } from "./boards.ts";
import { type Database, surelyWritten } from "./database.ts";

export interface AlertsOptions {
  readonly database: Database;
  /** What this instance is known by. */
  readonly instance: string;
  /** Epoch milliseconds. */
  now(): number;
}

const LEASE_MS = 60_000;

/** ?1 is now, ?2 the first service day, ?3 the instant up to which a reservation is overdue. */
const DUE = `FROM reservations WHERE status = 'confirmed' AND acknowledged_at IS NULL
  AND service_day >= ?2 AND alerted_at IS NULL AND (created_at <= ?3 OR NOT ${ANY_CONNECTED})`;

const IS_DUE = `SELECT EXISTS (SELECT 1 ${DUE}) AS due`;

/** One value for all instances: by which claim staff are being called, and until when it is that one's to call. */
const LEASE = `INSERT INTO settings (name, value)
  SELECT 'alert_call', json_object('by', ?4, 'until', ?5) WHERE EXISTS (SELECT 1 ${DUE})
  ON CONFLICT (name) DO UPDATE SET value = excluded.value
    WHERE settings.value ->> 'until' <= ?1`;

const LEASED = `SELECT json_group_array(folio) AS folios, min(created_at) AS since ${DUE}
  AND EXISTS (SELECT 1 FROM settings AS s
    WHERE s.name = 'alert_call' AND s.value ->> 'by' = ?4 AND s.value ->> 'until' = ?5)`;

const MADE = `UPDATE reservations SET alerted_at = ?2
  WHERE folio IN (SELECT value FROM json_each(?1)) AND alerted_at IS NULL`;
const RELEASE = "DELETE FROM settings WHERE name = 'alert_call' AND value ->> 'by' = ?1";

export function alerts({ database, instance, now }: AlertsOptions): Alerts {
  let claims = 0;
  const lease = async (from: Day, overdue: number) => {
    const claim = `${instance} ${++claims}`;
    const at = now();
    const held = [at, from, overdue, claim, at + LEASE_MS];
    const results = await surelyWritten(database, [
      { sql: LEASE, args: held },
      { sql: LEASED, args: held },
    ]);
    const row = results.at(-1)?.[0];
    const folios: string[] = JSON.parse(String(row?.folios));
    return { claim, folios, since: Number(row?.since) };
  };
  const callOf = ({ claim, folios, since }: Awaited<ReturnType<typeof lease>>): AlertCall => ({
    count: folios.length,
    since,
    async made() {
      await surelyWritten(database, [
        { sql: MADE, args: [JSON.stringify(folios), now()] },
        { sql: RELEASE, args: [claim] },
      ]);
    },
    async failed() {
      await surelyWritten(database, [{ sql: RELEASE, args: [claim] }]);
    },
  });
  return {
    async claim({ from, overdue }) {
      // Most often nothing is due, and that takes no write.
      const [row] = await database.read({ sql: IS_DUE, args: [now(), from, overdue] });
      if (row?.due !== 1) return null;
      const leased = await lease(from, overdue);
      return leased.folios.length === 0 ? null : callOf(leased);
    },
  };
}
