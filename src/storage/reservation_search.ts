/** Finding a reservation by what somebody remembers of it: part of a name, a telephone number, a folio. */
import { addDays, type Day } from "../domain/local_time.ts";
import type { Reservation } from "../domain/reservation/reservation.ts";
import type { Database } from "./database.ts";
import { eachWindow, WINDOW_START } from "./day_windows.ts";
import { RESERVATION } from "./reservation_book_sql.ts";
import { FAR_LETTERS, searchPatterns } from "./search_patterns.ts";

export interface Search {
  readonly text: string;
  /** The service day that divides those to come from those past. */
  readonly today: Day;
  readonly limit: number;
}

/** All of it is in the index by day. Patterns that are null match nothing. */
const MATCHES = `((name LIKE ?4 OR name GLOB '${FAR_LETTERS}') AND name GLOB ?5
  OR instr(phone, ?6) OR instr(folio, ?7))`;

const list = (rows: string) =>
  `SELECT json_group_array(${RESERVATION}) FROM (SELECT * FROM reservations ${rows} LIMIT ?3) AS r`;

const UPCOMING = list(`WHERE day >= ?1 AND ${MATCHES} AND service_day >= ?2 ORDER BY day, time`);
const PAST = list(`WHERE day >= w.start AND day < ?1 AND ${MATCHES} AND service_day < ?2
  ORDER BY day DESC, time DESC`);

const FIND_UPCOMING = `SELECT '' AS start, (${UPCOMING}) AS list`;
const FIND_PAST = `SELECT w.start, (${PAST}) AS list FROM (SELECT ${WINDOW_START} AS start) AS w`;

/** @throws {Error} where the database fails */
export async function searchReservations(
  database: Database,
  { text, today, limit }: Search,
): Promise<readonly Reservation[]> {
  const patterns = searchPatterns(text);
  if (patterns === null) return [];
  const { nameSketch, name, phone, folio } = patterns;
  const found: Reservation[] = [];
  const read = async (sql: string, day: Day): Promise<string> => {
    const args = [day, today, limit - found.length, nameSketch, name, phone, folio];
    const [row] = await database.read({ sql, args });
    found.push(...JSON.parse(String(row?.list)));
    return String(row?.start);
  };
  const enough = () => found.length >= limit;
  await read(FIND_UPCOMING, today);
  // The evening before today ends on today's calendar day.
  if (!enough()) await eachWindow(addDays(today, 1), (day) => read(FIND_PAST, day), enough);
  return found;
}
