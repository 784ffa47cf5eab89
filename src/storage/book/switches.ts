/** The switches and the closures as staff change them, on all instances. */
import { encodeBase64Url } from "@std/encoding";
import { addDays } from "../../domain/local_time.ts";
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

/** The trigger `reservation_requested` of schema.sql reads the first two. */
type Setting = Extract<SwitchName, "pause" | "kitchen" | "first_steps">;

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
const FIRST_STEPS = "SELECT value FROM settings WHERE name = 'first_steps'";
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
    pause: (night) => put("pause", night ?? { until: null } satisfies Pause),
    kitchen: (early) => put("kitchen", early),
    soldOut: (dish, serviceDay) => change(`dish ${dish}`, SELL_OUT, dish, serviceDay),
    available: (dish) => change(`dish ${dish}`, PUT_BACK, dish),
    async firstSteps() {
      const [row] = await database.read({ sql: FIRST_STEPS });
      return row === undefined ? null : JSON.parse(String(row.value));
    },
    setFirstSteps: (aside) => put("first_steps", aside),
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

/** The closures that are equal to x, in JSON. */
const same = (reason: string) =>
  `closures AS c WHERE c.reason = ${reason} AND (c.kind, c.day, c.starts, c.ends)
    IS (x.value ->> 'kind', x.value ->> 'day', x.value ->> 'from', x.value ->> 'to')`;
// ?2 is a JSON array of closures, ?3 their reason, ?4 whether guests may read it.
const SAME = same("?3");
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

/** ?2 is now, ?3 who, ?4 a JSON array of tokens, ?5 the local time and ?6 the service day. */
const KEEP = `INSERT INTO removals (change, at, actor, switch, value, set_at, set_by)
  SELECT ?1, ?2, ?3, switch, value, t.at, t.actor
  FROM promises LEFT JOIN switch_turns AS t USING (switch)
  WHERE token IN (SELECT value FROM json_each(?4)) AND (until > ?2 OR ends > ?5 OR day >= ?6) AND ${IS_LAST}`;
const REMOVE = `DELETE FROM closures WHERE ${IS_LAST}
  AND 'closure ' || id IN (SELECT switch FROM removals WHERE change = ?1)`;
const RESUME = `DELETE FROM settings WHERE ${IS_LAST}
  AND name IN (SELECT switch FROM removals WHERE change = ?1)`;

/** ?2 is the change that removed, ?3 now. A pause does not replace another. */
const UNDO = `UPDATE removals SET undone = ?1 WHERE change = ?2 AND undone IS NULL AND ${IS_LAST}
  AND NOT EXISTS (SELECT 1 FROM promises AS p WHERE p.switch = removals.switch AND p.until > ?3)`;
const CLOSE_AGAIN = `INSERT INTO closures (id, kind, day, starts, ends, reason, is_public)
  SELECT value ->> 'id', value ->> 'kind', value ->> 'day', value ->> 'from', value ->> 'to',
    value ->> 'reason', value ->> 'isPublic' FROM removals AS x
  WHERE undone = ?1 AND switch <> 'pause' AND ${IS_LAST}
    AND NOT EXISTS (SELECT 1 FROM ${same("x.value ->> 'reason'")})`;
const PAUSE_AGAIN = `INSERT INTO settings (name, value)
  SELECT switch, value FROM removals WHERE undone = ?1 AND switch = 'pause' AND ${IS_LAST}
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

/** After either: the last turn is the removal, or what had set it. */
const RECORD = `INSERT INTO switch_turns (switch, at, actor)
  SELECT switch, iif(undone IS NULL, at, set_at), iif(undone IS NULL, actor, set_by) AS who
  FROM removals WHERE ?1 IN (change, undone) AND who IS NOT NULL AND ${IS_LAST}
  ON CONFLICT (switch) DO UPDATE SET at = excluded.at, actor = excluded.actor`;
const REMOVED = "SELECT change, switch FROM removals WHERE ?1 IN (change, undone) LIMIT 1";

const REMOVALS = `SELECT json_group_array(json_object('change', change, 'what', json(what),
    'setAt', set_at, 'setBy', set_by, 'at', at, 'actor', actor))
  FROM (SELECT *, json_group_array(json(value)) AS what, max(set_at) FROM removals
    WHERE undone IS NULL GROUP BY change ORDER BY at DESC)`;

/** Closures that end after the local date and time ?1, as JSON. */
export const CLOSURES = `(SELECT json_group_array(json(value)) FROM (SELECT value FROM promises
  WHERE ends > ?1 OR day >= substr(?1, 1, 10) ORDER BY coalesce(starts, day), value ->> 'id'))`;

/** All closures share one counter: one that is added has no id yet under which it could be counted. */
export function closures(database: Database, options: SwitchOptions): ClosureBook {
  return {
    async add(closed, reason, isPublic = false) {
      const given = [JSON.stringify(singly(closed)), reason] as const;
      const shown = isPublic ? 1 : 0;
      const [, , added] = await turn(database, "closures", [
        [ADD, ...given, shown],
        [SHOW, ...given, shown],
        [ADDED, ...given],
        [RECORD_ADDED, ...given, ...signature(options)],
      ], options);
      return Number(added?.[0]?.id);
    },
    async remove(tokens, { minute, serviceDay }) {
      const name = tokens[0]?.startsWith("closure ") ? "closures" : "pause";
      const given = [...signature(options), JSON.stringify(tokens), minute, serviceDay] as const;
      const changes = [[KEEP, ...given], [REMOVE], [RESUME], [RECORD], [REMOVED]] as const;
      const found = (await turn(database, name, changes, options)).at(-2)?.[0];
      return found ? String(found.change) : null;
    },
    async putBack(change) {
      const [removed] = await database.read({ sql: REMOVED, args: [change] });
      const name = removed?.switch === "pause" ? "pause" : "closures";
      const undo = [UNDO, change, options.now()] as const;
      const changes = [undo, [CLOSE_AGAIN], [PAUSE_AGAIN], [RECORD], [REMOVED]] as const;
      return (await turn(database, name, changes, options)).at(-2)!.length > 0;
    },
    removals: () => readJson(database, REMOVALS),
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
