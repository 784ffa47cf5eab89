/** The calls to staff about unseen reservations, each made by one of the instances. */
import type { Alerts } from "../../ports/staff.ts";
import { type Instance, surelyWritten } from "../database/database.ts";

/** How long an instance may take for a call before another may claim it. */
const CLAIM_MS = 60_000;

/**
 * ?1 is now, ?2 the first service day, ?3 the instant up to which a reservation is overdue. One as far in the future
 * was made before the clock was set back; another instance's clock may be a little ahead.
 */
const DUE = `FROM reservations WHERE status = 'confirmed' AND acknowledged_at IS NULL
  AND service_day >= ?2 AND alerted_at IS NULL
  AND (abs(?1 - created_at) >= ?1 - ?3 OR NOT EXISTS (SELECT 1 FROM instances WHERE has_boards AND until > ?1))`;

const IS_DUE = `SELECT EXISTS (SELECT 1 ${DUE}) AS due`;

/** One setting for all instances: which of them calls staff, and until when. */
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

export function alerts(
  { database, instance, now }: Pick<Instance, "database" | "instance" | "now">,
): Alerts {
  let claims = 0;
  return {
    async claim({ from, overdue }) {
      const at = now();
      const claim = `${instance} ${++claims}`;
      const args = [at, from, overdue, claim, at + CLAIM_MS];
      // Mostly none is due, which takes no write.
      const [due] = await database.read({ sql: IS_DUE, args: args.slice(0, 3) });
      if (due?.due !== 1) return null;
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
    },
  };
}
