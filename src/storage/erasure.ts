/** Erasing somebody's personal data on request, in the nightly copies of a file too. */
import type { Erasure } from "../staff_deps.ts";
import type { Database } from "./database.ts";
import { eraseInBackups } from "./erase_in_backups.ts";
import { cutLog, eraseReservations, UPCOMING } from "./erase_reservations.ts";
import { everBorne } from "./ever_borne.ts";

/** Takes the folios as a JSON array, and today. */
const COUNT = `SELECT count(*) AS every, coalesce(sum(${UPCOMING}), 0) AS upcoming FROM reservations
  WHERE folio IN (SELECT value FROM json_each(?1))`;

/** @param now epoch milliseconds */
export function erasure(database: Database, now: () => number): Erasure {
  return {
    async count(phone, today) {
      const folios = await everBorne(database, phone);
      const [row] = await database.read({ sql: COUNT, args: [JSON.stringify(folios), today] });
      const upcoming = Number(row?.upcoming);
      return { past: Number(row?.every) - upcoming, upcoming };
    },
    async erase(phone, { today, upcoming, actor }) {
      const folios = await everBorne(database, phone);
      const keepFrom = upcoming ? null : today;
      const erased = await eraseReservations(database, folios, {
        record: { reason: "request", actor, at: now() },
        keepFrom,
      });
      if (erased > 0) await cutLog(database);
      if (database.path !== null) await eraseInBackups(database.path, phone, keepFrom);
      return erased;
    },
  };
}
