/** Closures, as staff keep them. */
import type { Closure } from "../domain/closure.ts";
import type { Day, LocalDateTime } from "../domain/local_time.ts";
import type { Database, Row } from "./database.ts";

export interface Closures {
  /** Closes the services that start on `day`; its id. Reservations already made stand. @throws {Error} where it was not written */
  addDay(day: Day, reason: string): Promise<number>;
  /** Closes from `from` to `to`, end exclusive; its id. @throws {Error} where `to` is not after `from`, or it was not written */
  addSpan(from: LocalDateTime, to: LocalDateTime, reason: string): Promise<number>;
  /** Whether there was one under `id`. @throws {Error} where the database failed */
  remove(id: number): Promise<boolean>;
  /** Those that end after `moment`, by start; of whole days, those that are not before its day. @throws {Error} */
  list(moment: LocalDateTime): Promise<Closure[]>;
}

const ADD_DAY =
  "INSERT INTO closures (kind, day, reason, created_at) VALUES ('day', ?, ?, ?) RETURNING id";
const ADD_SPAN =
  "INSERT INTO closures (kind, starts, ends, reason, created_at) VALUES ('span', ?, ?, ?, ?) RETURNING id";
const REMOVE = "DELETE FROM closures WHERE id = ? RETURNING id";

/** Takes a {@linkcode LocalDateTime} as its only parameter. */
export const LIST_CLOSURES = `SELECT id, kind, day, starts, ends, reason FROM closures
  WHERE ends > ?1 OR day >= substr(?1, 1, 10) ORDER BY coalesce(starts, day), id`;

/** @param now epoch milliseconds */
export function closures(database: Database, now: () => number): Closures {
  const write = async (sql: string, args: (string | number)[]): Promise<Row | undefined> => {
    const [rows] = await database.write([{ sql, args }]);
    return rows?.[0];
  };
  return {
    addDay: async (day, reason) => Number((await write(ADD_DAY, [day, reason, now()]))?.id),
    addSpan: async (from, to, reason) =>
      Number((await write(ADD_SPAN, [from, to, reason, now()]))?.id),
    remove: async (id) => await write(REMOVE, [id]) !== undefined,
    list: async (moment) =>
      (await database.read({ sql: LIST_CLOSURES, args: [moment] })).map(closureOf),
  };
}

/** The closure in a row of {@linkcode LIST_CLOSURES}. */
export function closureOf(row: Row): Closure {
  const id = Number(row.id);
  const reason = String(row.reason);
  return row.kind === "day"
    ? { id, kind: "day", day: String(row.day), reason }
    : { id, kind: "span", from: String(row.starts), to: String(row.ends), reason };
}
