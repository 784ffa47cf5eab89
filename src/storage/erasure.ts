/** Erasing somebody's personal data on request, in the nightly copies of a file too. */
import type { Erasure } from "../ports.ts";
import type { Database } from "./database.ts";
import { eachWindow, END_OF_DAYS, WINDOW_START } from "./day_windows.ts";
import { cutLog, eraseReservations, ERASING, UPCOMING } from "./erase_reservations.ts";
import { eraseInBackups } from "./nightly_backups.ts";

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
      if (database.path !== null) {
        await eraseInBackups(database.path, async (copy) => {
          const args = [JSON.stringify(await everBorne(copy, phone)), keepFrom];
          return ERASING.map((sql) => ({ sql, args }));
        });
      }
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

const BEARERS = `SELECT w.start, (SELECT json_group_array(folio) FROM reservations
    WHERE day >= w.start AND day < ?1 AND phone = ?2) AS folios
  FROM (SELECT ${WINDOW_START} AS start) AS w`;

const FORMER_BEARERS = `SELECT json_group_array(folio) AS folios FROM reservation_history
  WHERE before ->> 'phone' = ?1`;

/** The folios of those that bear `phone` or once bore it. */
async function everBorne(database: Database, phone: string): Promise<string[]> {
  const [former] = await database.read({ sql: FORMER_BEARERS, args: [phone] });
  const folios: string[] = JSON.parse(String(former?.folios));
  await eachWindow(END_OF_DAYS, async (before) => {
    const [row] = await database.read({ sql: BEARERS, args: [before, phone] });
    folios.push(...JSON.parse(String(row?.folios)));
    return String(row?.start);
  });
  return [...new Set(folios)];
}
