/** Finding a reservation by what somebody remembers of it: part of a name, a telephone number, a folio. */
import type { Day } from "../domain/local_time.ts";
import type { Reservation } from "../domain/reservation_record.ts";
import type { Database } from "./database.ts";
import { RESERVATION } from "./reservation_book_sql.ts";
import { searchPatterns } from "./search_patterns.ts";

export interface Search {
  readonly text: string;
  readonly today: Day;
  readonly limit: number;
}

const MATCHES = "(name GLOB ?1 OR phone GLOB ?2 OR folio GLOB ?3)";
const FIND = `SELECT json_group_array(${RESERVATION}) AS list FROM
  (SELECT * FROM (SELECT * FROM reservations WHERE day >= ?4 AND service_day >= ?4 AND ${MATCHES}
    ORDER BY day, time LIMIT ?5)
  UNION ALL SELECT * FROM (SELECT * FROM reservations WHERE day <= ?4 AND service_day < ?4 AND ${MATCHES}
    ORDER BY day DESC, time DESC LIMIT ?5) LIMIT ?5) AS r`;

/** @throws {Error} where the database fails */
export async function searchReservations(
  database: Database,
  { text, today, limit }: Search,
): Promise<readonly Reservation[]> {
  const patterns = searchPatterns(text);
  if (patterns === null) return [];
  const { name, phone, folio } = patterns;
  const args = [name, phone, folio, today, limit];
  const [row] = await database.read({ sql: FIND, args });
  return JSON.parse(String(row?.list));
}
