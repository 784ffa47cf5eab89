/** Erasing somebody's personal data on request, in the nightly copies of a file too. */
import type { Erasure } from "../staff_deps.ts";
import type { Database } from "./database.ts";
import { eraseInBackups } from "./erase_in_backups.ts";
import { cutLog, eraseReservations, UPCOMING } from "./erase_reservations.ts";
import { everBorne } from "./ever_borne.ts";

/** Takes the folios as a JSON array, and today. */
const COUNT = `SELECT count(*) AS every, coalesce(sum(${UPCOMING}), 0) AS upcoming FROM reservations
  WHERE folio IN (SELECT value FROM json_each(?1))`;

const LEFT = `SELECT
    (SELECT json_group_array(json_object('at', at, 'reason', reason, 'actor', actor,
      'reservations', reservations)) FROM (SELECT * FROM erasures ORDER BY id DESC LIMIT ?1)) AS entries,
    (SELECT json_group_array(json_object('month', month, 'parties', parties, 'people', people,
      'cancelled', cancelled, 'noShows', no_shows)) FROM (SELECT substr(service_day, 1, 7) AS month,
      sum(parties) AS parties, sum(people) AS people,
      sum(iif(status = 'cancelled', parties, 0)) AS cancelled,
      sum(iif(status = 'no_show', parties, 0)) AS no_shows
      FROM erased_reservations GROUP BY 1 ORDER BY 1 DESC LIMIT ?1)) AS months`;

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
    async left(limit) {
      const [row] = await database.read({ sql: LEFT, args: [limit] });
      return {
        entries: JSON.parse(String(row?.entries)),
        months: JSON.parse(String(row?.months)),
      };
    },
  };
}
