/** Calls to staff who have not seen a reservation. */
import type { Day } from "../domain/local_time.ts";
import type { AlertCall, Alerts } from "../ports.ts";
import { surelyWritten } from "./database.ts";
import type { InstanceOptions } from "./presence.ts";

/** How long a claim of a call lasts without another word from its instance. */
const CLAIM_MS = 60_000;

/** ?1 is now, ?2 the first service day, ?3 the instant up to which a reservation is overdue. */
const DUE = `FROM reservations WHERE status = 'confirmed' AND acknowledged_at IS NULL
  AND service_day >= ?2 AND alerted_at IS NULL
  AND (created_at <= ?3 OR NOT EXISTS (SELECT 1 FROM boards WHERE until > ?1))`;

const IS_DUE = `SELECT EXISTS (SELECT 1 ${DUE}) AS due`;

/** One setting for all instances: which claim calls staff, and until when. */
const CLAIM = `INSERT INTO settings (name, value)
  SELECT 'alert_call', json_object('by', ?4, 'until', ?5) WHERE EXISTS (SELECT 1 ${DUE})
  ON CONFLICT (name) DO UPDATE SET value = excluded.value
    WHERE settings.value ->> 'until' <= ?1`;

const CLAIMED = `SELECT json_group_array(folio) AS folios, min(created_at) AS since ${DUE}
  AND EXISTS (SELECT 1 FROM settings AS s
    WHERE s.name = 'alert_call' AND s.value ->> 'by' = ?4 AND s.value ->> 'until' = ?5)`;

const MADE = `UPDATE reservations SET alerted_at = ?2
  WHERE folio IN (SELECT value FROM json_each(?1)) AND alerted_at IS NULL`;
const RELEASE = "DELETE FROM settings WHERE name = 'alert_call' AND value ->> 'by' = ?1";

/** Of several instances, the one that has claimed a call makes it. */
export function alerts({ database, instance, now }: InstanceOptions): Alerts {
  let claims = 0;
  const claimed = async (claim: string, from: Day, overdue: number): Promise<AlertCall | null> => {
    const at = now();
    const args = [at, from, overdue, claim, at + CLAIM_MS];
    const results = await surelyWritten(database, [{ sql: CLAIM, args }, { sql: CLAIMED, args }]);
    const row = results.at(-1)?.[0];
    const folios: string[] = JSON.parse(String(row?.folios));
    if (folios.length === 0) return null;
    const release = { sql: RELEASE, args: [claim] };
    return {
      count: folios.length,
      since: Number(row?.since),
      async made() {
        const made = { sql: MADE, args: [JSON.stringify(folios), now()] };
        await surelyWritten(database, [made, release]);
      },
      async failed() {
        await surelyWritten(database, [release]);
      },
    };
  };
  return {
    async claim({ from, overdue }) {
      // Most often nothing is due, and that takes no write.
      const [row] = await database.read({ sql: IS_DUE, args: [now(), from, overdue] });
      return row?.due === 1 ? await claimed(`${instance} ${++claims}`, from, overdue) : null;
    },
  };
}
