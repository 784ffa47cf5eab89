/** What staff switch for every instance at once. */
import { type Closure, CLOSURE_LIMITS, type Pause } from "../domain/schedule/switches.ts";
import type { Day, LocalDateTime } from "../domain/local_time.ts";
import { codePoints } from "../domain/text.ts";
import type { ClosureBook, Switches, SwitchName, SwitchTurn } from "../ports.ts";
import { storable, storableLine } from "./columns.ts";
import type { Database, Row, Statement } from "./database.ts";

const SET = `INSERT INTO settings (name, value) VALUES (?, ?)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const UNSET = "DELETE FROM settings WHERE name = ?";

const SELL_OUT = `INSERT INTO sold_out (dish, service_day, at) VALUES (?, ?, ?)
  ON CONFLICT (dish) DO UPDATE SET service_day = excluded.service_day, at = excluded.at`;
const PUT_BACK = "DELETE FROM sold_out WHERE dish = ?";

/**
 * The switches in `database`. Where one fails it may stand either way, and switching again does no harm.
 * @param now epoch milliseconds
 * @param actor who turns them; null where nobody is to be told of
 */
export function switches(
  database: Database,
  now: () => number,
  actor: string | null = null,
): Switches {
  const turn = async (name: SwitchName, statements: readonly Statement[]): Promise<void> => {
    await database.write([...statements, ...turnRecord(name, actor, now())]);
  };
  const put = (name: Setting, value: unknown): Promise<void> =>
    turn(name, [
      value === null
        ? { sql: UNSET, args: [name] }
        : { sql: SET, args: [name, JSON.stringify(value)] },
    ]);
  return {
    pause: (until) => put("pause", { until } satisfies Pause),
    pauseNight: (night) => put("pause", { night } satisfies Pause),
    resume: () => put("pause", null),
    valet: (on) => put("valet", on),
    kitchen: (early) => put("kitchen", early),
    async soldOut(dishId, serviceDay) {
      const dish = storableLine("the id of a dish", dishId);
      await turn(`dish ${dish}`, [{ sql: SELL_OUT, args: [dish, serviceDay, now()] }]);
    },
    async available(dishId) {
      const dish = storableLine("the id of a dish", dishId);
      await turn(`dish ${dish}`, [{ sql: PUT_BACK, args: [dish] }]);
    },
    by: (actor) => switches(database, now, actor),
    turns: () => lastTurns(database),
  };
}

/** The names under which settings keep them; reserve_sql.ts reads two of them itself. */
type Setting = Extract<SwitchName, "pause" | "valet" | "kitchen">;

const RECORD_TURN = "INSERT INTO switch_history (at, actor, switch) VALUES (?, ?, ?)";

/** Of the columns beside an aggregate of one row, SQLite gives those of that row. */
const LAST_TURNS =
  `SELECT json_group_array(json_object('name', switch, 'actor', actor, 'at', at)) AS turns
  FROM (SELECT switch, actor, at, max(id) FROM switch_history GROUP BY switch)`;

/** Writes down who turned the switch `name`; nothing where `actor` is null. */
export function turnRecord(name: string, actor: string | null, at: number): Statement[] {
  return actor === null ? [] : [{ sql: RECORD_TURN, args: [at, storable(actor), name] }];
}

async function lastTurns(database: Database): Promise<readonly SwitchTurn[]> {
  const [row] = await database.read({ sql: LAST_TURNS });
  return JSON.parse(String(row?.turns));
}

/** Closures, as staff keep them. */

/** What staff may ask of closures, and shorter ways to add one. */
export interface Closures extends ClosureBook {
  /** Closes the services that start on `day`. @throws {Error} where it was not written */
  addDay(day: Day, reason: string): Promise<number>;
  /** Closes from `from` to `to`, end exclusive. @throws {Error} where `to` is not after `from`, or it was not written */
  addSpan(from: LocalDateTime, to: LocalDateTime, reason: string): Promise<number>;
}

interface Adding {
  readonly insert: string;
  /** What the closures that were inserted, or were there, are found by. */
  readonly same: string;
}

// What is sent twice is added once: HTTP clients do that when a kept connection turns out to be dead.
const DAYS: Adding = {
  insert: `INSERT INTO closures (kind, day, reason, created_at)
  WITH RECURSIVE days (day) AS (
    VALUES (?1) UNION ALL SELECT date(day, '+1 day') FROM days WHERE day < ?2 LIMIT ${CLOSURE_LIMITS.days}
  )
  SELECT 'day', d.day, ?3, ?4 FROM days AS d
  WHERE NOT EXISTS (SELECT 1 FROM closures AS c WHERE c.day = d.day AND c.reason = ?3)`,
  same: "FROM closures AS c WHERE day BETWEEN ?1 AND ?2 AND reason = ?3 ORDER BY day, id",
};
const SPAN: Adding = {
  insert: `INSERT INTO closures (kind, starts, ends, reason, created_at)
  SELECT 'span', ?1, ?2, ?3, ?4
  WHERE NOT EXISTS (SELECT 1 FROM closures WHERE starts = ?1 AND ends = ?2 AND reason = ?3)`,
  same: "FROM closures AS c WHERE starts = ?1 AND ends = ?2 AND reason = ?3 ORDER BY id",
};

const REMOVE = "DELETE FROM closures WHERE id = ? RETURNING id";

/** Takes a {@linkcode LocalDateTime} as its only parameter. */
export const LIST_CLOSURES = `SELECT id, kind, day, starts, ends, reason FROM closures
  WHERE ends > ?1 OR day >= substr(?1, 1, 10) ORDER BY coalesce(starts, day), id`;

/**
 * @param now epoch milliseconds
 * @param actor who closes and opens again; null where nobody is to be told of
 */
export function closures(
  database: Database,
  now: () => number,
  actor: string | null = null,
): Closures {
  const put = async (adding: Adding, from: string, to: string, reason: string): Promise<number> => {
    if (from > to) throw new RangeError(`a closure ends at ${to}, before ${from}`);
    const args = [from, to, storableReason(reason)];
    const [, rows] = await database.write([
      { sql: adding.insert, args: [...args, now()] },
      { sql: `SELECT id ${adding.same}`, args },
      ...addedBy(adding, [...args, now()], actor),
    ]);
    return Number(rows?.[0]?.id);
  };
  return {
    addDay: (day, reason) => put(DAYS, day, day, reason),
    addSpan: (from, to, reason) => put(SPAN, from, to, reason),
    add(closed, reason) {
      if (closed.kind === "day") return put(DAYS, closed.day, closed.day, reason);
      return put(closed.kind === "days" ? DAYS : SPAN, closed.from, closed.to, reason);
    },
    remove: async (id) => {
      const record = turnRecord(`closure ${id}`, actor, now());
      const [rows] = await database.write([{ sql: REMOVE, args: [id] }, ...record]);
      return rows?.length === 1;
    },
    list: async (moment) =>
      (await database.read({ sql: LIST_CLOSURES, args: [moment] })).map(closureOf),
    by: (name) => closures(database, now, name),
  };
}

/** Writes beside each closure who added it, unless somebody is written down already. */
function addedBy(
  { same }: Adding,
  args: readonly (string | number)[],
  actor: string | null,
): Statement[] {
  if (actor === null) return [];
  const sql = `INSERT INTO switch_history (at, actor, switch) SELECT ?4, ?5, name
    FROM (SELECT 'closure ' || c.id AS name ${same})
    WHERE NOT EXISTS (SELECT 1 FROM switch_history AS h WHERE h.switch = name)`;
  return [{ sql, args: [...args, storable(actor)] }];
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
