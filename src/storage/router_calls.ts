/** How often a routing engine was asked, day by day, on all instances together. */
import type { Day } from "../domain/local_time.ts";
import type { Database } from "./database.ts";

export interface RouterCalls {
  /**
   * Counts one more call on `day`, unless that makes more than `limit` (at least 1).
   * @returns whether it was counted
   * @throws {Error} where the database failed; it may have been counted
   */
  take(day: Day, limit: number): Promise<boolean>;
}

const TAKE = `INSERT INTO router_calls (day, calls) VALUES (?1, 1)
  ON CONFLICT (day) DO UPDATE SET calls = calls + 1 WHERE calls < ?2 RETURNING calls`;

export function routerCalls(database: Database): RouterCalls {
  return {
    async take(day, limit) {
      const [rows] = await database.write([{ sql: TAKE, args: [day, limit] }]);
      return rows?.length === 1;
    },
  };
}
