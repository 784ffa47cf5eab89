/** What staff switch for every instance at once. */
import type { Pause } from "../domain/schedule/switches.ts";
import type { Switches, SwitchName, SwitchTurn } from "../ports.ts";
import type { Database, Statement } from "./database.ts";
import { storable } from "./reservation_columns.ts";
import { storableLine } from "./storable_text.ts";

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
