/** The switches and the closures as staff change them, on all instances. */
import { encodeBase64Url } from "@std/encoding";
import { addDays, type LocalDateTime } from "../../domain/local_time.ts";
import type { ClosedTime } from "../../domain/schedule/closures.ts";
import type { Pause } from "../../domain/schedule/services.ts";
import type { ClosureBook, Switches, SwitchName } from "../../ports/staff.ts";
import type { StoreOptions } from "./context.ts";
import { type Args, type Database, readJson, type Row } from "../database/database.ts";

interface SwitchOptions extends Pick<StoreOptions, "now" | "randomBytes"> {
  /** Who is recorded with a turn. None is recorded if absent. */
  readonly actor?: string | undefined;
  readonly caller?: AbortSignal | undefined;
  /** Awaited after each turn, before it resolves. */
  onTurn?(): Promise<void>;
}

/** The view `refusals` of schema.sql reads these settings. */
type Setting = Extract<SwitchName, "pause" | "kitchen">;

/** ?1 is the switch, ?2 the turn that was read, ?3 the id of the change. */
const TAKE_TURN = `INSERT INTO switch_counters (switch, turn, change)
  SELECT ?1, ?2 + 1, ?3
  WHERE ?2 = coalesce((SELECT turn FROM switch_counters WHERE switch = ?1), 0)
  ON CONFLICT (switch) DO UPDATE SET turn = excluded.turn, change = excluded.change`;
const LAST_TURN = "SELECT turn, change FROM switch_counters WHERE switch = ?";

// Each statement begins with the change's id, ?1, and does nothing unless that is the last change of its switch.
const IS_LAST = "EXISTS (SELECT 1 FROM switch_counters AS n WHERE n.change = ?1)";

const SET = `INSERT INTO settings (name, value) SELECT ?2, ?3 WHERE ${IS_LAST}
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const UNSET = `DELETE FROM settings WHERE name = ?2 AND ${IS_LAST}`;

const SELL_OUT = `INSERT INTO sold_out (dish, service_day) SELECT ?2, ?3 WHERE ${IS_LAST}
  ON CONFLICT (dish) DO UPDATE SET service_day = excluded.service_day`;
const PUT_BACK = `DELETE FROM sold_out WHERE dish = ?2 AND ${IS_LAST}`;

const RECORD_TURN = `INSERT INTO switch_turns (switch, at, actor)
  SELECT ?2, ?3, ?4 WHERE ?4 IS NOT NULL AND ${IS_LAST}
  ON CONFLICT (switch) DO UPDATE SET at = excluded.at, actor = excluded.actor`;
const LAST_TURNS = `SELECT json_group_array(json_object('name', switch, 'actor', actor, 'at', at))
  FROM switch_turns`;

/** The switches in `database`. After a failure a change may have been made, and can be repeated. */
export function switches(database: Database, options: SwitchOptions): Switches {
  const change = async (name: SwitchName, sql: string, ...args: Args): Promise<void> => {
    const recorded = [name, ...signature(options)];
    await turn(database, name, [[sql, ...args], [RECORD_TURN, ...recorded]], options);
  };
  const put = (name: Setting, value: unknown): Promise<void> =>
    value === null ? change(name, UNSET, name) : change(name, SET, name, JSON.stringify(value));
  return {
    pause: (until) => put("pause", { until } satisfies Pause),
    pauseNight: (night) => put("pause", { night } satisfies Pause),
    resume: () => put("pause", null),
    kitchen: (early) => put("kitchen", early),
    soldOut: (dish, serviceDay) => change(`dish ${dish}`, SELL_OUT, dish, serviceDay),
    available: (dish) => change(`dish ${dish}`, PUT_BACK, dish),
    by: (actor, caller) => switches(database, { ...options, actor, caller }),
    turns: () => readJson(database, LAST_TURNS),
  };
}

function signature({ now, actor }: SwitchOptions): Args {
  return [now(), actor ?? null];
}

const CHANGE_BYTES = 9;

/**
 * Makes a change of `name`, unless a newer one was made since its turn was read: then it is repeated while the caller
 * waits. A late request finds another turn, and one that an HTTP client sends twice finds its own id.
 * @param statements each with its arguments but the first
 * @returns the rows of each
 */
async function turn(
  database: Database,
  name: SwitchName | "closures",
  statements: readonly (readonly [sql: string, ...args: Args])[],
  { randomBytes, caller, onTurn }: SwitchOptions,
): Promise<Row[][]> {
  const id = encodeBase64Url(randomBytes(CHANGE_BYTES));
  const changes = statements.map(([sql, ...args]) => ({ sql, args: [id, ...args] }));
  const reading = { sql: LAST_TURN, args: [name] };
  let [last] = await database.read(reading);
  while (true) {
    const taking = { sql: TAKE_TURN, args: [name, Number(last?.turn ?? 0), id] };
    const [, ...results] = await database.write([taking, ...changes, reading]);
    [last] = results.at(-1)!;
    if (last?.change === id) {
      await onTurn?.();
      return results;
    }
    caller?.throwIfAborted();
  }
}

// ?2 is a JSON array of closures, ?3 their reason, ?4 whether guests may read it.
const SAME = `closures AS c WHERE c.reason = ?3 AND (c.kind, c.day, c.starts, c.ends)
    IS (x.value ->> 'kind', x.value ->> 'day', x.value ->> 'from', x.value ->> 'to')`;
const ADD = `INSERT INTO closures (kind, day, starts, ends, reason, is_public)
  SELECT x.value ->> 'kind', x.value ->> 'day', x.value ->> 'from', x.value ->> 'to', ?3, ?4
  FROM json_each(?2) AS x WHERE ${IS_LAST} AND NOT EXISTS (SELECT 1 FROM ${SAME})`;
/** Shows or hides the reason of equal closures that existed before too. */
const SHOW = `UPDATE closures SET is_public = ?4
  WHERE ${IS_LAST} AND id IN (SELECT c.id FROM json_each(?2) AS x, ${SAME})`;
const ADDED = `SELECT c.id FROM json_each(?2) AS x, ${SAME} AND ${IS_LAST} ORDER BY x.key, c.id`;
/** The record of an equal closure that existed before is kept. */
const RECORD_ADDED = `INSERT INTO switch_turns (switch, at, actor)
  SELECT 'closure ' || c.id, ?4, ?5 FROM json_each(?2) AS x, ${SAME}
    AND ?5 IS NOT NULL AND ${IS_LAST}
  ON CONFLICT DO NOTHING`;

/** ?2 is a JSON array of ids, ?3 the time of a full one. */
const GIVEN = `(id IN (SELECT value FROM json_each(?2)) OR kind = 'full' AND starts = ?3)
  AND ${IS_LAST}`;
const RECORD_REMOVED = `INSERT INTO switch_turns (switch, at, actor)
  SELECT 'closure ' || id, ?4, ?5 FROM closures WHERE ${GIVEN} AND ?5 IS NOT NULL
  ON CONFLICT (switch) DO UPDATE SET at = excluded.at, actor = excluded.actor`;
const REMOVE = `DELETE FROM closures WHERE ${GIVEN} RETURNING id`;

/** Closures that end after the local date and time ?1, as JSON. */
export const CLOSURES = `(SELECT json_group_array(json(closure)) FROM (SELECT iif(kind = 'day',
    json_object('id', id, 'kind', kind, 'day', day, 'reason', reason, 'isPublic', json(shown)),
    json_object('id', id, 'kind', kind, 'from', starts, 'to', ends, 'reason', reason,
      'isPublic', json(shown))) AS closure
  FROM (SELECT *, iif(is_public, 'true', 'false') AS shown FROM closures)
  WHERE ends > ?1 OR day >= substr(?1, 1, 10) ORDER BY coalesce(starts, day), id))`;

/** All closures share one counter: one that is added has no id yet under which it could be counted. */
export function closures(database: Database, options: SwitchOptions): ClosureBook {
  const change = (...statements: Parameters<typeof turn>[2]): Promise<Row[][]> =>
    turn(database, "closures", statements, options);
  const remove = async (ids: readonly number[], full: LocalDateTime | null): Promise<boolean> => {
    const given = [JSON.stringify(ids), full] as const;
    const [, removed = []] = await change(
      [RECORD_REMOVED, ...given, ...signature(options)],
      [REMOVE, ...given],
    );
    return removed.length > 0;
  };
  return {
    async add(closed, reason, isPublic = false) {
      const given = [JSON.stringify(singly(closed)), reason] as const;
      const shown = isPublic ? 1 : 0;
      const [, , added] = await change(
        [ADD, ...given, shown],
        [SHOW, ...given, shown],
        [ADDED, ...given],
        [RECORD_ADDED, ...given, ...signature(options)],
      );
      return Number(added?.[0]?.id);
    },
    remove: (...ids) => remove(ids, null),
    open: async (at) => void await remove([], at),
    by: (actor, caller) => closures(database, { ...options, actor, caller }),
  };
}

function singly(closed: ClosedTime): ClosedTime[] {
  if (closed.kind !== "days") return [closed];
  const days: ClosedTime[] = [];
  for (let day = closed.from; day <= closed.to; day = addDays(day, 1)) {
    days.push({ kind: "day", day });
  }
  return days;
}
