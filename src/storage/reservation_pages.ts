import type { Day } from "../domain/local_time.ts";
import type { Reservation } from "../domain/reservation/reservation.ts";
import type { Database } from "./database.ts";
import { LIST_PAGE } from "./reservation_book_sql.ts";

const PAGE = 1_000;

type Place = readonly [day: Day, time: string, row: number];

/**
 * All reservations of the service days from `from` to `to`, both inclusive, by day, time and creation. They are read page by
 * page: a year at a stroke would hold up everybody else.
 * @throws {Error} where the database fails
 */
export async function reservationPages(
  database: Database,
  from: Day,
  to: Day,
): Promise<Reservation[]> {
  const all: Reservation[] = [];
  let after: Place = [from, "", 0];
  for (;;) {
    const [row] = await database.read({ sql: LIST_PAGE, args: [from, to, ...after, PAGE] });
    const page: { at: Place; reservation: Reservation }[] = JSON.parse(String(row?.list));
    all.push(...page.map(({ reservation }) => reservation));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return all;
    after = last.at;
  }
}
