/** Who turned a switch, and when. */
import type { SwitchTurn } from "../staff_deps.ts";
import type { Database, Statement } from "./database.ts";
import { storable } from "./reservation_columns.ts";

/** Of a switch that nobody has touched for so long, nobody asks. */
const KEPT_MS = 400 * 24 * 60 * 60_000;

const WRITE = "INSERT INTO switch_history (at, actor, switch) VALUES (?, ?, ?)";
const FORGET = "DELETE FROM switch_history WHERE at < ?";

/** Of the columns that stand beside an aggregate of one row, SQLite gives those of that row. */
const LAST =
  `SELECT json_group_array(json_object('name', switch, 'actor', actor, 'at', at)) AS turns
  FROM (SELECT switch, actor, at, max(id) FROM switch_history GROUP BY switch)`;

/** What is to be written with the turn of the switch `name`; nothing where nobody is to be told of. */
export function turnRecord(name: string, actor: string | null, at: number): Statement[] {
  return actor === null ? [] : [
    { sql: FORGET, args: [at - KEPT_MS] },
    { sql: WRITE, args: [at, storable(actor), name] },
  ];
}

export async function lastTurns(database: Database): Promise<readonly SwitchTurn[]> {
  const [row] = await database.read({ sql: LAST });
  return JSON.parse(String(row?.turns));
}
