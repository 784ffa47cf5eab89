import type { Database } from "./database.ts";
import { eachWindow, END_OF_DAYS, WINDOW_START } from "./day_windows.ts";

const BEARERS = `SELECT w.start, (SELECT json_group_array(folio) FROM reservations
    WHERE day >= w.start AND day < ?1 AND phone = ?2) AS folios
  FROM (SELECT ${WINDOW_START} AS start) AS w`;

const FORMER_BEARERS = `SELECT json_group_array(folio) AS folios FROM reservation_history
  WHERE before ->> 'phone' = ?1`;

/** The folios of those that bear `phone` or once bore it. */
export async function everBorne(database: Database, phone: string): Promise<string[]> {
  const [former] = await database.read({ sql: FORMER_BEARERS, args: [phone] });
  const folios: string[] = JSON.parse(String(former?.folios));
  await eachWindow(END_OF_DAYS, async (before) => {
    const [row] = await database.read({ sql: BEARERS, args: [before, phone] });
    folios.push(...JSON.parse(String(row?.folios)));
    return String(row?.start);
  });
  return [...new Set(folios)];
}
