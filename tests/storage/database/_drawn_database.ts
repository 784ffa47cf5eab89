/** A database of drawn rows in every table, steps from its schema to a later one, and what a database holds. */
import text from "../../../schema.sql" with { type: "text" };
import type { Database, Row, Statement } from "../../../src/storage/database/database.ts";
import { databaseFilesOf } from "../../../src/storage/database/database_files.ts";
import { openFile } from "../../../src/storage/database/file_database.ts";
import { openServer } from "../../../src/storage/database/open_database.ts";
import type { Schema } from "../../../src/storage/database/schema.ts";
import { type Draw, drawing } from "../../saturdays/world.ts";

type Values = Readonly<Record<string, string | number | null>>;

/** `text` with `old`, which it must hold, replaced. */
function changed(
  text: string,
  ...changes: readonly (readonly [old: string, by: string])[]
): string {
  return changes.reduce((text, [old, by]) => {
    if (!text.includes(old)) throw new Error(`the schema has no ${old}`);
    return text.replace(old, () => by);
  }, text);
}

/** The statement of `text` that begins with `beginning`. */
function statement(text: string, beginning: string): string {
  return text.split(/\n\s*\n/).map((block) => block.replaceAll(/^--.*\n/gm, ""))
    .find((sql) => sql.startsWith(beginning))!;
}

/** The statements that replace `table` by the one of `text`. */
function remaking(text: string, table: string, insert: string): string {
  const made = statement(text, `CREATE TABLE ${table} `).replace(
    "CREATE TABLE ",
    "CREATE TABLE new_",
  );
  return `${made}\n\nINSERT INTO new_${table} ${insert};`;
}

/** A status more, and a longer comment. */
const SECOND = changed(
  text,
  ["'no_show', 'cancelled')),\n  created_at", "'no_show', 'cancelled', 'seated')),\n  created_at"],
  ["length(comments) BETWEEN 1 AND 500", "length(comments) BETWEEN 1 AND 1000"],
);

/** Without notes; with a table, a column, an index and a trigger that are others; without another index. */
const THIRD = changed(
  SECOND,
  [`${/^ +note .*\n/m.exec(text)}`, ""],
  ["length(reason) <= 200", "length(reason) <= 300"],
  [
    "BETWEEN 1 AND 80),\n  until INTEGER NOT NULL CHECK (until > 0)\n",
    "BETWEEN 1 AND 80),\n  until INTEGER NOT NULL CHECK (until > 0), name TEXT\n",
  ],
  [
    statement(text, "CREATE INDEX reservations_by_phone"),
    "CREATE INDEX reservations_by_phone ON reservations (phone, day);",
  ],
  [`${statement(text, "CREATE INDEX reservations_unacknowledged")}\n`, ""],
  [
    "reservation_gone AFTER DELETE ON reservations BEGIN",
    "reservation_gone AFTER DELETE ON reservations WHEN old.id > 0 BEGIN",
  ],
);

const KEPT = /^CREATE TABLE reservations \(([^]*?)\n {2}CHECK/m.exec(THIRD)![1]!
  .match(/^ {2}\w+/gm)!.map((name) => name.trim()).join(", ");

export const STEPS: readonly string[] = [
  remaking(SECOND, "reservations", "SELECT * FROM reservations"),
  [
    "-- A step may say why.",
    remaking(THIRD, "reservations", `SELECT ${KEPT} FROM reservations`),
    remaking(THIRD, "closures", "SELECT * FROM closures"),
    "ALTER TABLE ended_sessions ADD COLUMN name TEXT;",
    statement(THIRD, "CREATE INDEX reservations_by_phone"),
    "DROP INDEX reservations_unacknowledged;",
    statement(THIRD, "CREATE TRIGGER reservation_gone"),
  ].join("\n\n"),
];

/** The schemas of this program and of the two after it. */
export const SCHEMAS: readonly [Schema, Schema, Schema] = [
  { text, steps: [] },
  { text: SECOND, steps: STEPS.slice(0, 1) },
  { text: THIRD, steps: STEPS },
];
export const LATER: Schema = SCHEMAS[2];
/** All changes in one step. */
export const ONE_STEP: Schema = { text: THIRD, steps: STEPS.slice(1) };

const FOLIO = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TEXTS = ["Ña", "'; DROP TABLE x--", '"{}"', "🎉🎉", "una\ny\totra", "a".repeat(120), "  x  "];
const NAMES = ["Ana", "José Ñúñez", "O'Brien", "🎉🎉", "b".repeat(80)];
const DAYS = ["2026-03-14", "2028-02-29", "2026-12-31"];
const MAX = 2 ** 53 - 1;

/** @param n the row's number, from 1 @returns a row that the table takes */
const ROWS: Readonly<Record<string, (draw: Draw, n: number) => Values>> = {
  reservations(draw, n) {
    const day = draw.pick(DAYS);
    const status = draw.pick(["confirmed", "waiting", "arrived", "no_show", "cancelled"]);
    const hasArrived = status === "arrived";
    const hasWaited = status === "waiting" || draw(2) === 0;
    return {
      // Some are missing: an id is not the number of a row.
      id: 3 * n,
      folio: folioOf(n),
      day,
      time: draw.pick(["00:00", "20:30", "23:59"]),
      service_day: day,
      party_size: 1 + draw(40),
      name: draw.pick(NAMES),
      phone: `+52999${1_000_000 + draw(50)}`,
      occasion: draw.pick(["general", "cumpleanos"]),
      comments: draw.pick([null, ...TEXTS, "ñ".repeat(500)]),
      source: draw.pick([null, "personal", ...TEXTS]),
      status,
      created_at: 1 + draw(MAX),
      version: 1 + draw(9),
      note: draw.pick([null, ...TEXTS]),
      acknowledged_at: draw.pick([null, 1 + draw(MAX)]),
      acknowledged_by: draw.pick([null, ...TEXTS]),
      alerted_at: draw.pick([null, 1 + draw(MAX)]),
      table_label: draw.pick([null, "T1", "🎉"]),
      arrived_at: hasArrived ? `${day}T20:37` : null,
      left_at: hasArrived ? draw.pick([null, `${day}T23:59`]) : null,
      told_minutes: hasWaited ? draw(241) : null,
      called_at: hasWaited ? draw.pick([null, `${day}T20:33`]) : null,
    };
  },
  reservation_versions: (draw, n) => ({
    reservation: 3 * (1 + draw(ROW_COUNT)),
    version: 1 + n,
    at: 1 + draw(MAX),
    actor: draw.pick(TEXTS),
    action: "noted",
    before: JSON.stringify({ phone: draw.pick([null, "+529991234567"]) }),
    after: JSON.stringify({ note: draw.pick(TEXTS) }),
  }),
  idempotency_keys: (draw, n) => ({
    phone: `+52999${1_000_000 + draw(50)}`,
    kind: "header",
    key: `${draw.pick(TEXTS)} ${n}`,
    alike: n.toString(16).padStart(64, "0"),
    words: JSON.stringify(draw.pick(NAMES).split(" ")),
    folio: folioOf(1 + draw(ROW_COUNT)),
    expires_at: 1 + draw(MAX),
  }),
  voids: (draw, n) => ({ folio: `R-${n}`, at: 1 + draw(MAX) }),
  confirmations: (draw, n) => ({ folio: folioOf(n), retry: `R-${n}`, at: 1 + draw(MAX) }),
  settings: (draw, n) => ({ name: `s ${n}`, value: JSON.stringify({ of: draw.pick(TEXTS) }) }),
  closures(draw) {
    const day = draw.pick(DAYS);
    const [kind, when] = draw.pick([
      ["day", { day }],
      ["span", { starts: `${day}T20:00`, ends: `${day}T23:59` }],
      ["full", { starts: `${day}T20:00`, ends: `${day}T20:01` }],
    ]);
    return { kind, ...when, reason: draw.pick(["", ...TEXTS]), is_public: draw(2) };
  },
  removals: (draw, n) => ({
    change: `c ${n}`,
    switch: draw.pick(["pause", "closure 7"]),
    value: JSON.stringify({ of: draw.pick(TEXTS) }),
    set_at: draw.pick([null, 1 + draw(MAX)]),
    set_by: draw.pick([null, ...TEXTS]),
    at: 1 + draw(MAX),
    actor: draw.pick([null, ...TEXTS]),
    undone: draw.pick([null, "c"]),
  }),
  sold_out: (draw, n) => ({ dish: `d ${n}`, service_day: draw.pick([null, ...DAYS]) }),
  switch_counters: (draw, n) => ({ switch: `s ${n}`, turn: 1 + draw(MAX), change: "c" }),
  switch_turns: (draw, n) => ({ switch: `s ${n}`, at: 1 + draw(MAX), actor: draw.pick(TEXTS) }),
  ended_sessions: (draw, n) => ({ session: `s ${n}`, until: 1 + draw(MAX) }),
  erased_reservations: (draw, n) => ({
    service_day: draw.pick(DAYS),
    status: draw.pick(["confirmed", "waiting", "arrived", "no_show", "cancelled"]),
    source: `s ${n}`,
    parties: 1 + draw(MAX),
    people: 1 + draw(MAX),
  }),
  erasures: (draw) => ({
    at: 1 + draw(MAX),
    reason: draw.pick(["retention", "request"]),
    actor: draw.pick(TEXTS),
    reservations: 1 + draw(MAX),
  }),
  erased_folios: (draw, n) => ({ folio: `R-${n}`, at: 1 + draw(MAX) }),
  images: (draw, n) => ({
    hash: n.toString(16).padStart(64, "0"),
    type: draw.pick(["image/jpeg", "image/png", "image/webp"]),
    content: "A".repeat(4 + draw(2_000)),
    at: 1 + draw(MAX),
  }),
  restaurant_versions: (draw, n) => ({
    version: 2 * n,
    text: draw.pick(TEXTS),
    at: 1 + draw(MAX),
    actor: draw.pick(TEXTS),
  }),
};

const ROW_COUNT = 60;

function folioOf(n: number): string {
  return `R-${FOLIO[n % 32]}${FOLIO[n >> 5]}ABCDEF`;
}

/** Fills every table of an open database, of this version or an earlier one, with rows that `seed` draws. */
export async function fill(database: Database, seed: string): Promise<void> {
  const draw = drawing(seed);
  const numbers = Array.from({ length: ROW_COUNT }, (_, index) => index + 1);
  const rows: Statement[] = [];
  for (const [table, row] of Object.entries(ROWS)) {
    const sql = "SELECT name FROM pragma_table_info(?)";
    const columns = (await database.read({ sql, args: [table] })).map(({ name }) => name);
    const known = (values: Values) =>
      Object.fromEntries(Object.entries(values).filter(([name]) => columns.includes(name)));
    const drawn = numbers.map((n) => known(row(draw, n)));
    if (columns.length > 0) rows.push(...drawn.map((values) => insertion(table, values)));
  }
  await database.write([...rows, { sql: "DELETE FROM closures WHERE id > 50" }]);
  // As another program leaves it, that deletes a reservation without its versions.
  const orphan = ROWS.reservation_versions!(draw, ROW_COUNT + 1);
  await database.changeSchema([insertion("reservation_versions", { ...orphan, reservation: 1 })]);
}

function insertion(table: string, values: Values): Statement {
  const [columns, args] = [Object.keys(values), Object.values(values)];
  return { sql: `INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => "?")})`, args };
}

/** The database at `url` as it is, whatever its schema. */
export async function openPlainly(url: string): Promise<Database> {
  const files = await databaseFilesOf(url);
  return files === null ? await openServer(url, undefined) : await openFile(files);
}

/** All that a database holds. */
export interface Contents {
  /** Every table, index, trigger and view: blanks, comments and quotes aside. */
  readonly schema: readonly string[];
  /** Of each table, but for that of the steps, by column. */
  readonly rows: Readonly<Record<string, readonly Row[]>>;
  readonly steps: readonly number[];
}

export async function contentsOf(url: string): Promise<Contents> {
  const database = await openPlainly(url);
  const read = async (sql: string) => (await database.read({ sql })).map((row) => ({ ...row }));
  const parts = await read(
    "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name",
  );
  const rows: Record<string, Row[]> = {};
  for (const { type, name } of parts) {
    if (type !== "table" || name === "schema_steps") continue;
    rows[String(name)] = await read(`SELECT * FROM ${name} ORDER BY 1, 2`).catch(() =>
      read(`SELECT * FROM ${name}`)
    );
  }
  rows.sqlite_sequence?.sort((a, b) => String(a.name) < String(b.name) ? -1 : 1);
  const steps = (await read("SELECT step FROM schema_steps ORDER BY step"))
    .map(({ step }) => Number(step));
  await database.close();
  const own = parts.filter(({ name }) => !String(name).startsWith("sqlite_"));
  return {
    schema: own.map(({ sql }) => String(sql).replaceAll(/--.*$|\s|"/gm, "")).sort(),
    rows,
    steps,
  };
}
