import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { HOLD_SQL } from "../../../src/storage/book/attempts.ts";
import { RESERVATION_LIMITS } from "../../../src/domain/reservation/fields.ts";
import { RESERVATION_STATUSES } from "../../../src/domain/reservation/reservation.ts";
import { RESERVATION_COLUMNS } from "../../../src/storage/book/columns.ts";
import type { Database } from "../../../src/storage/database/database.ts";
import { testOnEach } from "../../support/databases.ts";
import {
  debiansSqlite,
  held,
  NOW,
  openTestDatabase,
  openTestStorage,
  request,
  tempFolder,
} from "../_fixture.ts";

type Values = Record<string, string | number | null>;

const RESERVATION: Values = {
  folio: "R-0123ABCD",
  day: "2026-03-15",
  time: "00:30",
  service_day: "2026-03-14",
  party_size: 4,
  name: "Ana",
  phone: "+529991234567",
  occasion: "general",
  comments: null,
  source: null,
  status: "confirmed",
  created_at: NOW,
  version: 1,
};

const GOOD: Values[] = [
  {},
  { folio: "R-ZZZZZZZZ", day: "2028-02-29", service_day: "2028-02-29", time: "23:59" },
  {
    folio: "R-ZZZZZZZ1",
    party_size: 40,
    name: "ño",
    comments: "a".repeat(500),
    source: "s".repeat(120),
  },
  { folio: "R-ZZZZZZZ2", name: "🎉".repeat(80), phone: "+12345678", occasion: "cumpleanos" },
  { folio: "R-ZZZZZZZ3", phone: null, source: "personal", status: "no_show" },
  { folio: "R-ZZZZZZZ5", table_label: "terraza2" },
  { folio: "R-ZZZZZZZ6", status: "arrived", arrived_at: "2026-03-15T00:41" },
  { folio: "R-ZZZZZZZ4", phone: "+123456789012345", comments: "una\ny\totra" },
];

const WRONG: Readonly<Record<string, readonly Values[string][]>> = {
  folio: ["R-0123ABC", "R-0123ABCDE", "r-0123ABCD", "R-0123ABCI", "R-0123ABCU", null],
  day: ["2026-3-15"],
  time: ["24:00", "9:00", "20:60", "20:30:00"],
  service_day: ["2026-03-13", "2026-03-16"],
  party_size: [0, 41, 2.5, "muchos"],
  name: ["A", "a".repeat(81), " Ana", "Ana\nB", "Ana\u007f", "Ana\u0000B", null],
  phone: [null, "5299912345678", "+0299912345", "+1234567", "+1234567890123456", "+52 9991234567"],
  occasion: ["boda"],
  comments: ["", "a".repeat(501)],
  source: ["", "s".repeat(121)],
  status: ["pending", null],
  table_label: ["", "terraza 12"],
  created_at: [0, "hoy"],
  version: [0],
};

const BAD: readonly Values[] = [
  ...Object.entries(WRONG)
    .flatMap(([column, values]) => values.map((value) => ({ [column]: value }))),
  ...["2026-02-30", "2026-13-01", "now"].map((day) => ({ day, service_day: day })),
  { phone: null, source: "otro" },
  { status: "arrived" },
  { status: "arrived", arrived_at: "2026-03-15 00:41" },
  ...["confirmed", "no_show", "cancelled"]
    .map((status) => ({ status, arrived_at: "2026-03-15T00:41" })),
  { left_at: "2026-03-15T00:41" },
  { called_at: "2026-03-15T00:41" },
  { told_minutes: 15, called_at: "00:41" },
];

testOnEach("the table takes every reservation that obeys the rules", async ({ url }) => {
  await using database = await openTestDatabase(url);
  for (const changes of GOOD) {
    await insert(database, "reservations", { ...RESERVATION, ...changes });
  }
});

testOnEach("the table refuses every reservation that breaks a rule", async ({ url }) => {
  await using database = await openTestDatabase(url);
  for (const changes of BAD) {
    await refuses(database, "reservations", { ...RESERVATION, ...changes });
  }
});

const HASH = "a".repeat(64);

const SPAN: Values = {
  kind: "span",
  day: null,
  starts: "2026-03-14T20:00",
  ends: "2026-03-14T21:00",
  reason: "",
};

/** Rows of the other tables, and changes of each that break one rule, under a key of their own. */
const OTHERS: readonly (readonly [table: string, row: Values, wrong: readonly Values[]])[] = [
  ["idempotency_keys", {
    phone: "+529991234567",
    kind: "header",
    key: "k",
    alike: HASH,
    words: "[]",
    folio: "R-0123ABCD",
    expires_at: 1,
  }, [
    { kind: "cookie" },
    { kind: "alike", key: "not the hash" },
    { key: "l", alike: "A".repeat(64) },
    { key: "l", words: "Ana" },
    { key: "" },
  ]],
  ["reservation_versions", {
    reservation: 1,
    version: 2,
    at: 1,
    actor: "Lupe",
    action: "noted",
    before: "{}",
    after: "{}",
  }, [
    { reservation: 2 },
    { version: 1 },
    { version: 3, after: "{" },
    { version: 3, before: null },
    { version: 3, actor: "" },
  ]],
  ["settings", { name: "pause", value: "{}" }, [{ name: "kitchen", value: "{" }]],
  ["images", { hash: HASH, type: "image/png", content: "AAAA", at: 1 }, [
    { hash: "A".repeat(64) },
    { hash: "b".repeat(64), type: "image/svg+xml" },
  ]],
  ["switch_counters", { switch: "pause", turn: 1, change: "c" }, [{ switch: "kitchen", turn: 0 }]],
  ["closures", SPAN, [
    { ends: "2026-03-14T20:00" },
    { ends: null },
    { day: "2026-03-14" },
    { kind: "day" },
    { kind: "part" },
    { starts: "2026-03-14" },
    { starts: "2026-02-30T20:00" },
    { reason: "r".repeat(201) },
  ]],
  ["closures", { ...SPAN, kind: "full" }, []],
];

testOnEach("the other tables refuse what breaks their rules", async ({ url }) => {
  await using database = await openTestDatabase(url);
  await insert(database, "reservations", RESERVATION);
  for (const [table, row, wrong] of OTHERS) {
    await insert(database, table, row);
    if (table !== "closures") await refuses(database, table, row, /UNIQUE/);
    for (const changes of wrong) await refuses(database, table, { ...row, ...changes });
  }
});

testOnEach(
  "the CHECKs take every status, and texts as long as the rules do, and no longer",
  async ({ url }) => {
    await using database = await openTestDatabase(url);
    const counts = { service_day: "2026-03-14", source: "web", parties: 1, people: 2 };
    for (const [nth, status] of RESERVATION_STATUSES.entries()) {
      const arrived_at = status === "arrived" ? "2026-03-15T00:41" : null;
      const told_minutes = status === "waiting" ? 0 : null;
      const row = { ...RESERVATION, folio: `R-0000000${nth}`, status, arrived_at, told_minutes };
      await insert(database, "reservations", row);
      await insert(database, "erased_reservations", { ...counts, status });
    }
    const { daysAhead: _, partySize: __, ...texts } = RESERVATION_LIMITS;
    for (const [nth, [name, { max }]] of Object.entries(texts).entries()) {
      const row = { ...RESERVATION, folio: `R-1111111${nth}`, [name]: "ñ".repeat(max) };
      await insert(database, "reservations", row);
      await refuses(database, "reservations", { ...row, [name]: "ñ".repeat(max + 1) }, /CHECK/);
    }
  },
);

testOnEach("the columns of a reservation are those that are declared", async ({ url }) => {
  await using database = await openTestDatabase(url);
  const sql = "SELECT name FROM pragma_table_info('reservations')";
  const columns = (await database.read({ sql })).map(({ name }) => String(name));
  const declared = Object.values(RESERVATION_COLUMNS).flatMap((some) => Object.values(some));
  assertEquals(declared.sort(), columns.sort());
  const [trigger] = await database.read({
    sql: "SELECT sql FROM sqlite_schema WHERE name = 'reservation_requested'",
  });
  const guest = Object.values(RESERVATION_COLUMNS.guest);
  const sent = HOLD_SQL.hold.match(/\(now,([^)]*)\)/)![1]!.split(",").map((name) => name.trim());
  assertEquals(sent.slice(-guest.length), guest, "the last of HOLD_SQL.hold, in this order");
  const read = [...HOLD_SQL.hold.matchAll(/->> (\d+)/g)].map(([, nth]) => Number(nth));
  assertEquals(Math.max(...read), sent.length - 1, "and each is read by its ->> N");
  const [, names, values] = /INTO reservations \(([^)]*)\)\s+VALUES \(([^)]*)\)/.exec(
    String(trigger?.sql),
  )!;
  for (const column of guest) {
    assertMatch(names!, new RegExp(`\\b${column}\\b`), "reservation_requested, names");
    assertMatch(values!, new RegExp(`\\bnew\\.${column}\\b`), "reservation_requested, values");
  }
});

Deno.test("what the service has written is sound and can be written with Debian's SQLite", async () => {
  await using folder = await tempFolder();
  const path = `${folder.path}/sobremesa.db`;
  {
    await using storage = await openTestStorage({ url: `file:${path}`, dataDir: folder.path });
    const folio = await held(storage, request(1));
    const change = { folio, version: 1, action: "noted", actor: "Lupe" } as const;
    await storage.book.edit({ ...change, changes: { note: "mesa 4" } });
    await storage.book.acknowledge([folio], "Lupe");
  }
  const columns = Object.keys(RESERVATION);
  const values = Object.values(RESERVATION).map((value) => value === null ? "NULL" : `'${value}'`);
  assertEquals(
    await debiansSqlite(
      path,
      [
        "PRAGMA foreign_keys=ON",
        `INSERT INTO reservations (${columns}) VALUES (${values})`,
        "INSERT INTO switch_turns (switch, at, actor) VALUES ('pause', 1, 'Lupe')",
        "DELETE FROM reservations WHERE id = 1",
        "SELECT count(*) FROM reservation_versions",
        "PRAGMA integrity_check",
      ].join("; "),
    ),
    "0\nok\n",
  );
});

async function insert(database: Database, table: string, values: Values): Promise<void> {
  const columns = Object.keys(values);
  const sql = `INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => "?")})`;
  await database.write([{ sql, args: Object.values(values) }]);
}

async function refuses(
  database: Database,
  table: string,
  values: Values,
  rule = /CHECK|NOT NULL|FOREIGN KEY|cannot store/,
): Promise<void> {
  const what = `${table}: ${JSON.stringify(values)}`;
  const { message } = await assertRejects(() => insert(database, table, values), Error, "", what);
  assertMatch(message, rule, what);
}
