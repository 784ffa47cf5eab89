/** What staff switch for every instance at once. */
import type { Pause } from "../domain/house.ts";
import type { Switches } from "../staff_deps.ts";
import type { Database } from "./database.ts";
import { storableLine } from "./storable_text.ts";

const SET = `INSERT INTO settings (name, value) VALUES (?, ?)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const UNSET = "DELETE FROM settings WHERE name = ?";

const SELL_OUT = `INSERT INTO sold_out (dish, service_day, at) VALUES (?, ?, ?)
  ON CONFLICT (dish) DO UPDATE SET service_day = excluded.service_day, at = excluded.at`;
/** Those of days gone by have come back by themselves. */
const FORGET_OLD = "DELETE FROM sold_out WHERE service_day < ?";
const PUT_BACK = "DELETE FROM sold_out WHERE dish = ?";

/**
 * The switches in `database`. Where one fails it may stand either way, and switching again does no harm.
 * @param now epoch milliseconds
 */
export function switches(database: Database, now: () => number): Switches {
  const put = async (name: SwitchName, value: unknown): Promise<void> => {
    await database.write([
      value === null
        ? { sql: UNSET, args: [name] }
        : { sql: SET, args: [name, JSON.stringify(value)] },
    ]);
  };
  return {
    pause: (until) => put("pause", { until } satisfies Pause),
    resume: () => put("pause", null),
    valet: (on) => put("valet", on),
    kitchen: (early) => put("kitchen", early),
    async soldOut(dishId, serviceDay) {
      const dish = storableLine("the id of a dish", dishId);
      const old = serviceDay === null ? [] : [{ sql: FORGET_OLD, args: [serviceDay] }];
      await database.write([...old, { sql: SELL_OUT, args: [dish, serviceDay, now()] }]);
    },
    async available(dishId) {
      await database.write([{ sql: PUT_BACK, args: [storableLine("the id of a dish", dishId)] }]);
    },
  };
}

/** The names under which settings keep them; reserve_sql.ts reads two of them itself. */
type SwitchName = "pause" | "valet" | "kitchen";
