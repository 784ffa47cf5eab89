/**
 * A program that brings the database at the URL of its first argument forward, and kills itself before one of the
 * statements that change it: as many have run as its second argument says. Ends in order if there are no more.
 */
import { StatementSync } from "node:sqlite";
import { migrate } from "../../../src/storage/database/schema.ts";
import { SQLITE_THREAD } from "../../../src/storage/database/sqlite_tasks.ts";
import { ONE_STEP, openPlainly } from "./_drawn_database.ts";

if (self.name === SQLITE_THREAD) {
  let left = Number(new URL(import.meta.url).searchParams.get("left"));
  let changes = false;
  const { all } = StatementSync.prototype;
  StatementSync.prototype.all = function (this: StatementSync, ...args) {
    changes ||= this.sourceSQL === "BEGIN IMMEDIATE";
    if (changes && left-- === 0) { while (true) Deno.kill(Deno.pid, "SIGKILL"); }
    return Reflect.apply(all, this, args);
  };
} else {
  const [url = "", left = ""] = Deno.args;
  globalThis.Worker = class extends Worker {
    constructor(_module: string | URL, options?: WorkerOptions) {
      super(`${import.meta.url}?left=${left}`, options);
    }
  };
  const database = await openPlainly(url);
  await migrate(database, 1, ONE_STEP);
  await database.close();
}
