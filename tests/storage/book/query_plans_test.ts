/**
 * What is asked often must cost the same however much is stored: no such statement may read a table of reservations
 * whole.
 */
import { assert, assertEquals } from "@std/assert";
import { alerts } from "../../../src/storage/book/alerts.ts";
import type { Database, Statement } from "../../../src/storage/database/database.ts";
import {
  decide,
  hold,
  HOLD_SQL,
  isKnown,
  madeUnder,
  settle,
} from "../../../src/storage/book/attempts.ts";
import { DOUBT_SQL, voidDoubts } from "../../../src/storage/book/doubts.ts";
import { eraseReservations, erasure } from "../../../src/storage/book/erasure.ts";
import { reservationBook } from "../../../src/storage/book/reservation_book.ts";
import { OWN_SQL } from "../../../src/storage/book/reservations.ts";
import { openStatePoll } from "../../../src/storage/book/state_poll.ts";
import { testOnEach } from "../../support/databases.ts";
import { edit, NOW, openTestDatabase, request, values } from "../_fixture.ts";

const DAY = "2026-03-14";
/**
 * Tables that stay small (of keys, which expire, those of a day; of confirmations, of a month), or rows that are no
 * table's.
 */
const SMALL =
  /^(idempotency_keys|confirmations|closures|sold_out|ended_sessions|x|settings|s|e|instances|b|w|CONSTANT)$/;

testOnEach("no frequent query reads all reservations", async ({ url }) => {
  await using database = await openTestDatabase(url);
  const statements = Object.values({ ...HOLD_SQL, ...DOUBT_SQL, ...OWN_SQL }).map(numbered);
  const noting: Database = {
    ...database,
    read(statement) {
      statements.push(statement);
      return database.read(statement);
    },
    write(batch) {
      statements.push(...batch);
      return database.write(batch);
    },
  };
  await askEverything(noting);
  assert(statements.length > 30, `${statements.length} statements`);
  for (const { sql, args = [] } of statements) {
    const plan = await database.read({ sql: `EXPLAIN QUERY PLAN ${sql}`, args });
    assertEquals(wholeTables(plan.map(({ detail }) => String(detail))), [], sql);
  }
  const all = await database.read({
    sql: "EXPLAIN QUERY PLAN SELECT comments FROM reservations",
  });
  assertEquals(wholeTables(all.map(({ detail }) => String(detail))), ["reservations"]);
});

Deno.test("each statement of the hold stands whole in the source, and can be pasted into sqlite3", async () => {
  for (const [file, statements] of [["attempts", HOLD_SQL], ["doubts", DOUBT_SQL]] as const) {
    const source = new URL(`../../../src/storage/book/${file}.ts`, import.meta.url);
    const text = await Deno.readTextFile(source);
    for (const [name, sql] of Object.entries(statements)) assert(text.includes(sql), name);
  }
});

/** With a value for each of its numbered parameters: a server refuses more of them. */
function numbered(sql: string): Statement {
  return { sql, args: ["[]", NOW, 1, 1].slice(0, new Set(sql.match(/\?\d/g)).size) };
}

async function askEverything(database: Database): Promise<void> {
  const attempts = [{ folio: "R-00000001", at: NOW, request: request(1) }];
  for (const ask of [hold, decide, settle, voidDoubts]) await ask(database, attempts, NOW);
  await isKnown(database, request(1), NOW);
  await madeUnder(database, "no key", NOW);
  const book = reservationBook({ database, now: () => NOW });
  await book.onServiceDay(DAY);
  await book.onServiceDay(DAY, 10);
  await book.alike({ ...values(), folio: "R-0123ABCD" });
  await book.find(["R-0123ABCD"]);
  await book.history("R-0123ABCD");
  await book.withChanges(DAY, 10);
  await book.known(["+529991000001"], `${DAY}T20:00`);
  await book.totals(DAY, "2026-03-28");
  await book.arrivals(DAY);
  await book.tables(DAY, DAY);
  await book.hitBy({ kind: "day", day: DAY });
  await book.hitBy({ kind: "span", from: `${DAY}T20:00`, to: `${DAY}T22:00` });
  await book.range(DAY, DAY);
  await book.unacknowledged(DAY);
  await book.acknowledge(["R-0123ABCD"], "Lupe");
  await book.edit(edit("R-0123ABCD"));
  await book.take(values(), "Lupe", "R-00000000");
  await book.search("no guest of this name", DAY, 10);
  const calls = alerts({ database, instance: "i", now: () => NOW });
  await (await calls.claim({ from: DAY, overdue: NOW }))?.made();
  const own = { database, now: () => NOW, log: () => {} };
  await (await openStatePoll(own, () => {})).close();
  const record = { reason: "request", actor: "Lupe", at: NOW } as const;
  await eraseReservations(database, ["R-0123ABCD"], { record, keepFrom: DAY });
  const erasing = erasure({ ...own, dataDir: "" });
  await erasing.count("+529991000001", DAY);
  await erasing.counts(DAY, DAY);
}

/** The tables that a plan reads from end to end. */
function wholeTables(details: readonly string[]): string[] {
  const made = new Set(
    details.map((detail) => /^(?:CO-ROUTINE|MATERIALIZE) (.*)$/.exec(detail)?.[1]),
  );
  return details.flatMap((detail) => {
    const scanned = /^SCAN (\S+)/.exec(detail)?.[1];
    const isTable = scanned !== undefined && !detail.includes("VIRTUAL TABLE") &&
      !made.has(scanned) && !SMALL.test(scanned);
    return isTable ? [scanned] : [];
  });
}
