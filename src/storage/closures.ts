/** Closures, as staff keep them. */
import { type Closure, CLOSURE_LIMITS } from "../domain/closure.ts";
import type { Day, LocalDateTime } from "../domain/local_time.ts";
import { codePoints } from "../domain/text.ts";
import type { Database, Row } from "./database.ts";
import { storableLine } from "./storable_text.ts";

export interface Closures {
  /** Closes the services that start on `day`; its id, or that of the equal one that is there. Reservations already made stand. @throws {Error} where it was not written */
  addDay(day: Day, reason: string): Promise<number>;
  /** Closes from `from` to `to`, end exclusive; its id, or that of the equal one that is there. @throws {Error} where `to` is not after `from`, or it was not written */
  addSpan(from: LocalDateTime, to: LocalDateTime, reason: string): Promise<number>;
  /** Whether there was one under `id`. @throws {Error} where the database failed */
  remove(id: number): Promise<boolean>;
  /** Those that end after `moment`, by start; of whole days, those that are not before its day. @throws {Error} */
  list(moment: LocalDateTime): Promise<Closure[]>;
}

// What is sent twice is added once: HTTP clients do that when a kept connection turns out to be dead.
const SAME_DAY = "FROM closures WHERE day = ?1 AND reason = ?2";
const ADD_DAY = `INSERT INTO closures (kind, day, reason, created_at)
  SELECT 'day', ?1, ?2, ?3 WHERE NOT EXISTS (SELECT 1 ${SAME_DAY})`;
const SAME_SPAN = "FROM closures WHERE starts = ?1 AND ends = ?2 AND reason = ?3";
const ADD_SPAN = `INSERT INTO closures (kind, starts, ends, reason, created_at)
  SELECT 'span', ?1, ?2, ?3, ?4 WHERE NOT EXISTS (SELECT 1 ${SAME_SPAN})`;
const REMOVE = "DELETE FROM closures WHERE id = ? RETURNING id";

/** Takes a {@linkcode LocalDateTime} as its only parameter. */
export const LIST_CLOSURES = `SELECT id, kind, day, starts, ends, reason FROM closures
  WHERE ends > ?1 OR day >= substr(?1, 1, 10) ORDER BY coalesce(starts, day), id`;

/** @param now epoch milliseconds */
export function closures(database: Database, now: () => number): Closures {
  const add = async (
    sql: string,
    same: string,
    times: readonly string[],
    reason: string,
  ): Promise<number> => {
    const args = [...times, storableReason(reason)];
    const [, rows] = await database.write([
      { sql, args: [...args, now()] },
      { sql: `SELECT id ${same}`, args },
    ]);
    return Number(rows?.[0]?.id);
  };
  return {
    addDay: (day, reason) => add(ADD_DAY, SAME_DAY, [day], reason),
    addSpan: (from, to, reason) => add(ADD_SPAN, SAME_SPAN, [from, to], reason),
    remove: async (id) => {
      const [rows] = await database.write([{ sql: REMOVE, args: [id] }]);
      return rows?.length === 1;
    },
    list: async (moment) =>
      (await database.read({ sql: LIST_CLOSURES, args: [moment] })).map(closureOf),
  };
}

function storableReason(reason: string): string {
  if (codePoints(reason) <= CLOSURE_LIMITS.reason) {
    return storableLine("the reason of a closure", reason);
  }
  throw new TypeError(`the reason of a closure holds over ${CLOSURE_LIMITS.reason} characters`);
}

/** The closure in a row of {@linkcode LIST_CLOSURES}. */
export function closureOf(row: Row): Closure {
  const id = Number(row.id);
  const reason = String(row.reason);
  return row.kind === "day"
    ? { id, kind: "day", day: String(row.day), reason }
    : { id, kind: "span", from: String(row.starts), to: String(row.ends), reason };
}
