import { join } from "node:path";
import {
  nameWords,
  type Reservation,
  type ReservationRequest,
  type ReservationValues,
} from "../../src/domain/reservation/reservation.ts";
import type { ReservationEdit, ReserveOutcome } from "../../src/ports/reservations.ts";
import type { StoreOptions } from "../../src/storage/book/context.ts";
import type { Database, Row } from "../../src/storage/database/database.ts";
import { type DatabaseFiles, filesAt } from "../../src/storage/database/database_files.ts";
import { openDatabase } from "../../src/storage/database/open_database.ts";
import { openStore, type Store } from "../../src/storage/store.ts";
import { type TestDatabase, testOnEach } from "../support/databases.ts";

export { eventually } from "../support/eventually.ts";
export { tempFolder } from "../support/temp_folder.ts";

/** 2026-03-10T18:00:00Z. */
export const NOW = 1_773_165_600_000;

/** A machine whose clock is right until it leaps, and the time that passes whatever its clock does. */
export interface Machine {
  now(): number;
  monotonic(): number;
  run(ms: number): void;
  leap(ms: number): void;
}

export function machineAt(start: number = NOW): Machine {
  let now = start;
  let passed = 0;
  return {
    now: () => now,
    monotonic: () => passed,
    run(ms) {
      now += ms;
      passed += ms;
    },
    leap: (ms) => void (now += ms),
  };
}

/**
 * Lets `ms` pass on `machine`. First what `storage` does by the present time ends: a newest time that is read before
 * and kept after days have gone by is a clock in doubt.
 */
export async function passing({ poll, clock }: Store, machine: Machine, ms: number): Promise<void> {
  await poll.refresh();
  await clock.keep();
  machine.run(ms);
}

/** Lets the waits of this thread end twenty times as soon, until it is disposed of: those between two tries, say. */
export function quickWaits(): Disposable {
  const { setTimeout } = globalThis;
  const quick = (run: () => void, ms = 0, ...args: []) => setTimeout(run, ms / 20, ...args);
  Object.assign(globalThis, { setTimeout: quick });
  return { [Symbol.dispose]: () => void Object.assign(globalThis, { setTimeout }) };
}

/** Options of a service on `machine` that makes copies at night, and looks every 5 milliseconds. */
export function withCopies(
  { now, monotonic }: Machine,
  timeZone = "Etc/UTC",
): Partial<StoreOptions> {
  return { now, monotonic, copies: { timeZone: () => timeZone, pollMs: 5 } };
}

export interface TestStorage extends Store, AsyncDisposable {
  /** What was logged. */
  readonly logged: string[];
}

/** A store on `database`, closed with the test. */
export async function openTestStorage(
  database: Pick<TestDatabase, "url" | "dataDir">,
  options: Partial<StoreOptions> = {},
): Promise<TestStorage> {
  const logged: string[] = [];
  const storage = await openStore({
    url: database.url,
    dataDir: database.dataDir,
    retentionDays: 365,
    now: () => NOW,
    randomBytes,
    info: (message) => logged.push(message),
    log: (message, cause) =>
      logged.push(typeof cause === "string" ? `${message}: ${cause}` : message),
    ...options,
  });
  return { ...storage, logged, [Symbol.asyncDispose]: () => storage.close() };
}

/** Registers `run` as a test on each kind of database, with a store that is closed after it. */
export function testStore(
  name: string,
  run: (storage: TestStorage, database: TestDatabase) => Promise<void>,
  options: Partial<StoreOptions> = {},
): void {
  testOnEach(name, async (database) => {
    await using storage = await openTestStorage(database, options);
    await run(storage, database);
  });
}

/** As {@linkcode testStore}, by a clock that stands until it is moved. */
export function testByClock(
  name: string,
  run: (storage: TestStorage, clock: Machine) => Promise<void>,
): void {
  testOnEach(name, async (database) => {
    const clock = machineAt();
    await using storage = await openTestStorage(database, { now: clock.now });
    await run(storage, clock);
  });
}

/** As {@linkcode testStore}, for two instances on one database. */
export function testTwoStores(
  name: string,
  run: (one: TestStorage, other: TestStorage, database: TestDatabase) => Promise<void>,
): void {
  testStore(name, async (one, database) => {
    await using other = await openTestStorage(database);
    await run(one, other, database);
  });
}

/** The database at `url`, closed with the test. */
export async function openTestDatabase(url: string): Promise<Database & AsyncDisposable> {
  const database = await openDatabase({ url, now: () => NOW });
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

/** A folder of the test's own, and the URL of a database file in it. */
interface OwnFolder extends AsyncDisposable {
  readonly dataDir: string;
  readonly path: string;
  readonly files: DatabaseFiles;
  readonly url: string;
}

export async function ownFolder(): Promise<OwnFolder> {
  const dataDir = await Deno.makeTempDir({ prefix: "a b%25#" });
  const path = join(dataDir, "sobremesa.db");
  return {
    dataDir,
    path,
    files: filesAt(path),
    url: `file:${encodeURIComponent(path)}`,
    [Symbol.asyncDispose]: () => Deno.remove(dataDir, { recursive: true }),
  };
}

/** What Debian's `sqlite3` prints for its `input`, errors too. */
export async function debiansSqlite(path: string, input: string): Promise<string> {
  const piped = { stdin: "piped", stdout: "piped", stderr: "piped" } as const;
  const child = new Deno.Command("sqlite3", { args: ["-bail", path], ...piped }).spawn();
  await new Blob([input]).stream().pipeTo(child.stdin);
  const { stdout, stderr } = await child.output();
  return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
}

export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Request number `n`: equal numbers make equal requests. */
export function request(
  n: number,
  changes: Partial<ReservationRequest> = {},
): ReservationRequest {
  return {
    day: "2026-03-14",
    time: "20:30",
    serviceDay: "2026-03-14",
    partySize: 4,
    name: `Ana ${n}`,
    phone: `+52999${1_000_000 + n}`,
    occasion: "general",
    comments: null,
    source: null,
    idempotencyKey: null,
    capacity: null,
    room: null,
    margin: 30,
    alike: n.toString(16).padStart(64, "0"),
    words: nameWords(changes.name ?? `Ana ${n}`),
    ...changes,
  };
}

/** The folio of a table that must have been held. */
export async function held(
  storage: Pick<Store, "reservations">,
  asked: ReservationRequest,
): Promise<string> {
  const outcome = await storage.reservations.reserve(asked);
  if (outcome.kind !== "held") throw new Error(`expected held, got ${outcome.kind}`);
  return outcome.folio;
}

let guests = 0;

/** Holds tables for guests of their own, and gives their folios in the order asked for. */
export async function holdAll(
  storage: Pick<Store, "reservations">,
  asked: readonly Partial<ReservationRequest>[],
): Promise<string[]> {
  return await Promise.all(asked.map((changes) => held(storage, request(++guests, changes))));
}

export async function rows(storage: Pick<Store, "database">, sql: string): Promise<Row[]> {
  return await storage.database.read({ sql });
}

/** Every folio in the table, in order. */
export async function folios(storage: Pick<Store, "database">): Promise<string[]> {
  return (await rows(storage, "SELECT folio FROM reservations ORDER BY folio"))
    .map(({ folio }) => String(folio));
}

export async function cancel(storage: Pick<Store, "database">, folio: string): Promise<void> {
  await setStatus(storage, folio, "cancelled");
}

export async function setStatus(
  storage: Pick<Store, "database">,
  folio: string,
  status: string,
): Promise<void> {
  const sql = `UPDATE reservations SET status = ?1, version = version + 1,
    arrived_at = iif(?1 = 'arrived', day || 'T' || time, NULL), left_at = NULL WHERE folio = ?2`;
  await storage.database.write([{ sql, args: [status, folio] }]);
}

/** The outcome's folio, or null if the answer was that nothing is held. */
export async function folioOrNull(outcome: Promise<ReserveOutcome>): Promise<string | null> {
  const settled = await outcome;
  if (settled.kind === "unavailable") return null;
  if (settled.kind === "held" || settled.kind === "replayed") return settled.folio;
  throw new Error(`expected a folio, got ${settled.kind}`);
}

/** What staff see and do, for tests of the reservation book. */

const FIRST = request(1);

/** What staff can change, as request 1 asks for it, but for `changes`. */
export function values(changes: Partial<ReservationValues> = {}): ReservationValues {
  const arrived = changes.status === "arrived" ? `${FIRST.day}T20:37` : null;
  const { day, time, serviceDay, partySize, name, phone, occasion, comments } = FIRST;
  const asked = { day, time, serviceDay, partySize, name, phone, occasion, comments };
  return {
    ...asked,
    note: null,
    table: null,
    arrived,
    left: null,
    told: null,
    called: null,
    status: "confirmed",
    ...changes,
  };
}

/** The reservation of request 1 as staff see it when it has just been made, but for `changes`. */
export function seen(folio: string, changes: Partial<Reservation> = {}): Reservation {
  return {
    folio,
    ...values(),
    source: null,
    createdAt: NOW,
    isWalkIn: false,
    version: 1,
    acknowledged: null,
    ...changes,
  };
}

/** A change of the first version by Lupe, but for `changes`. */
export function edit(folio: string, changes: Partial<ReservationEdit> = {}): ReservationEdit {
  return {
    folio,
    version: 1,
    action: "cancelled",
    changes: { status: "cancelled" },
    actor: "Lupe",
    ...changes,
  };
}
