/** The switches and the closures as staff change them, on all instances. */
import { addDays } from "../domain/local_time.ts";
import type { ClosedTime } from "../domain/schedule/closures.ts";
import type { Pause } from "../domain/schedule/services.ts";
import type { ClosureBook, Switches, SwitchName } from "../ports/staff.ts";
import { storable } from "./columns.ts";
import { type Database, readJson, type Row, type Statement } from "./database.ts";

export interface SwitchOptions {
  /** Epoch milliseconds. */
  now(): number;
  /** Recorded with each turn. No turn is recorded where absent. */
  readonly actor?: string | undefined;
  /** Awaited after each turn, before it resolves. */
  onTurn?(): Promise<void>;
}

/** The names of settings. draws.ts reads two of them itself. */
type Setting = Extract<SwitchName, "pause" | "kitchen">;

const SET = `INSERT INTO settings (name, value) VALUES (?, ?)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const UNSET = "DELETE FROM settings WHERE name = ?";

const SELL_OUT = `INSERT INTO sold_out (dish, service_day) VALUES (?, ?)
  ON CONFLICT (dish) DO UPDATE SET service_day = excluded.service_day`;
const PUT_BACK = "DELETE FROM sold_out WHERE dish = ?";

/** The switches in `database`. After a failure a change may have been made, and can be repeated. */
export function switches(database: Database, options: SwitchOptions): Switches {
  const put = async (name: Setting, value: unknown): Promise<void> => {
    const change = value === null
      ? { sql: UNSET, args: [name] }
      : { sql: SET, args: [name, JSON.stringify(value)] };
    await turn(database, name, change, options);
  };
  const dishIs = async (dishId: string, sql: string, ...args: Statement["args"] & unknown[]) => {
    const change = { sql, args: [storable(dishId), ...args] };
    await turn(database, `dish ${dishId}`, change, options);
  };
  return {
    pause: (until) => put("pause", { until } satisfies Pause),
    pauseNight: (night) => put("pause", { night } satisfies Pause),
    resume: () => put("pause", null),
    kitchen: (early) => put("kitchen", early),
    soldOut: (dishId, serviceDay) => dishIs(dishId, SELL_OUT, serviceDay),
    available: (dishId) => dishIs(dishId, PUT_BACK),
    by: (actor) => switches(database, { ...options, actor }),
    turns: () => readJson(database, LAST_TURNS),
  };
}

const RECORD_TURN = `INSERT INTO switch_turns (switch, at, actor)
  SELECT ?1, ?2, ?3 WHERE ?3 IS NOT NULL
  ON CONFLICT (switch) DO UPDATE SET at = excluded.at, actor = excluded.actor`;

/** Makes `change`, records who turned the switch `name`, and returns the rows of the change. */
async function turn(
  database: Database,
  name: SwitchName,
  change: Statement,
  { now, actor, onTurn }: SwitchOptions,
): Promise<Row[]> {
  const record = { sql: RECORD_TURN, args: [name, now(), storable(actor ?? null)] };
  const [rows = []] = await database.write([change, record]);
  await onTurn?.();
  return rows;
}

const LAST_TURNS = `SELECT json_group_array(json_object('name', switch, 'actor', actor, 'at', at))
  FROM switch_turns`;

// ?1 is a JSON array of closures, ?2 their reason. A closure that is sent twice is added once: HTTP clients send a request again when a
// kept connection turns out to be dead.
const SAME = `closures AS c WHERE c.reason = ?2 AND (c.kind, c.day, c.starts, c.ends)
    IS (x.value ->> 'kind', x.value ->> 'day', x.value ->> 'from', x.value ->> 'to')`;
const ADD = `INSERT INTO closures (kind, day, starts, ends, reason)
  SELECT x.value ->> 'kind', x.value ->> 'day', x.value ->> 'from', x.value ->> 'to', ?2
  FROM json_each(?1) AS x WHERE NOT EXISTS (SELECT 1 FROM ${SAME})`;
const ADDED = `SELECT c.id FROM json_each(?1) AS x, ${SAME} ORDER BY x.key, c.id`;
/** Who added an equal closure before stays recorded. */
const RECORD_ADDED = `INSERT INTO switch_turns (switch, at, actor)
  SELECT 'closure ' || c.id, ?3, ?4 FROM json_each(?1) AS x, ${SAME} AND ?4 IS NOT NULL
  ON CONFLICT DO NOTHING`;

/** Closures that end after the local date and time ?1, as JSON. */
export const CLOSURES = `(SELECT json_group_array(json(closure)) FROM (SELECT iif(kind = 'day',
    json_object('id', id, 'kind', kind, 'day', day, 'reason', reason),
    json_object('id', id, 'kind', kind, 'from', starts, 'to', ends, 'reason', reason)) AS closure
  FROM closures WHERE ends > ?1 OR day >= substr(?1, 1, 10) ORDER BY coalesce(starts, day), id))`;

const REMOVE = "DELETE FROM closures WHERE id = ? RETURNING id";

export function closures(database: Database, options: SwitchOptions): ClosureBook {
  const { now, actor, onTurn } = options;
  return {
    async add(closed, reason) {
      const args = [JSON.stringify(singly(closed)), storable(reason)];
      const [, rows] = await database.write([
        { sql: ADD, args },
        { sql: ADDED, args },
        { sql: RECORD_ADDED, args: [...args, now(), storable(actor ?? null)] },
      ]);
      await onTurn?.();
      return Number(rows?.[0]?.id);
    },
    async remove(id) {
      const removed = await turn(database, `closure ${id}`, { sql: REMOVE, args: [id] }, options);
      return removed.length === 1;
    },
    by: (actor) => closures(database, { ...options, actor }),
  };
}

/** A closure for each of several days. */
function singly(closed: ClosedTime): ClosedTime[] {
  if (closed.kind !== "days") return [closed];
  const days: ClosedTime[] = [];
  for (let day = closed.from; day <= closed.to; day = addDays(day, 1)) {
    days.push({ kind: "day", day });
  }
  return days;
}
