/**
 * A program that opens the database file of its first argument as often as its second says, and closes it each time.
 */
import { openDatabase } from "../../../src/storage/database/open_database.ts";

const [path, times] = Deno.args;
for (let turn = 0; turn < Number(times); turn++) {
  await (await openDatabase({ url: `file:${path}`, now: Date.now })).close();
}
