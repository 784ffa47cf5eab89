/** Instances of the service on one database: real SQLite behind a network that is slow, lossy or late. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { countsPeople } from "../../src/domain/schedule/services.ts";
import { readConfig } from "../../src/config/config.ts";
import { applications } from "../../src/service/listeners.ts";
import { sampleRestaurant } from "../../src/restaurant/load.ts";
import { type RestaurantSource, restaurantSource } from "../../src/service/restaurant.ts";
import { mapStreets, plannerOf, type StreetSource } from "../../src/service/streets.ts";
import {
  coded,
  type Database,
  type Row,
  type Statement,
  whenNotBusy,
} from "../../src/storage/database/database.ts";
import { migrate } from "../../src/storage/database/schema.ts";
import { type Store, storeOn } from "../../src/storage/store.ts";
import { after, type Draw, drawing, isLooking } from "./world.ts";

/** What the network does to calls of the database, or "none". */
export const TROUBLES = ["slow", "busy", "lost", "unanswered", "late", "twice", "down"];

/** The database of all instances. */
export interface SharedDatabase {
  /** Both do their work at once, whatever the trouble. */
  write(statements: readonly Statement[]): Row[][];
  read(statement: Statement): Row[];
  rows(sql: Query, ...args: readonly (string | number)[]): Row[];
  /** The trouble from now on, and the numbers that say which calls it hits. */
  trouble: string;
  draw: Draw;
  /** Writes that have been sent and may yet arrive. */
  underWay: number;
  /** Called after each write, with the name of the instance. */
  onWrite(name: string): void;
  close(): void;
}

/** SQL of the rules, prepared before every evening: a table or column that the schema does not have fails there. */
export type Query = string & { readonly query: never };
const queries: Query[] = [];
export function query(sql: string): Query {
  queries.push(sql as Query);
  return sql as Query;
}

export async function openShared(): Promise<SharedDatabase> {
  const database = new DatabaseSync(":memory:");
  const prepared = new Map<string, StatementSync>();
  const rowsOf = ({ sql, args = [] }: Statement): Row[] => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement.all(...args) as unknown as Row[];
  };
  /** What each statement read last, if nothing was written since. */
  const known = new Map<string, { readonly given: string; readonly rows: Row[] }>();
  const read = (statement: Statement): Row[] => {
    const given = JSON.stringify(statement.args ?? []);
    const last = known.get(statement.sql);
    if (last?.given === given) return last.rows;
    const rows = rowsOf(statement);
    known.set(statement.sql, { given, rows });
    return rows;
  };
  const write = (statements: readonly Statement[]): Row[][] => {
    known.clear();
    database.exec("BEGIN IMMEDIATE");
    try {
      const rows = statements.map(rowsOf);
      database.exec("COMMIT");
      return rows;
    } catch (error) {
      database.exec("ROLLBACK");
      const { errcode } = error as { errcode?: number };
      throw errcode !== undefined && (errcode & 0xff) === CONSTRAINT
        ? coded("SQLITE_CONSTRAINT", error)
        : error;
    }
  };
  const unshared: Database = {
    path: null,
    damage: null,
    read: (statement) => Promise.resolve(read(statement)),
    write: (statements) => Promise.resolve(write(statements)),
    changeSchema: (statements) => Promise.resolve(write(statements)),
    close: () => Promise.resolve(),
  };
  await migrate(unshared, Date.now());
  for (const sql of queries) {
    try {
      prepared.set(sql, database.prepare(sql));
    } catch (cause) {
      throw new Error(`a rule's SQL does not fit the schema: ${sql}`, { cause });
    }
  }
  return {
    read,
    write,
    rows: (sql, ...args) => read({ sql, args }),
    trouble: "none",
    draw: drawing(""),
    underWay: 0,
    onWrite() {},
    close: () => database.close(),
  };
}

/** SQLite's code of a broken constraint. */
const CONSTRAINT = 19;

/** How long the client of a server waits for an answer. */
const TIMEOUT_MS = 5_000;

/** Whether `error` comes of a trouble of the database that the evening has drawn. */
export const isTrouble = (error: unknown): boolean =>
  /fetch failed|SQLITE_BUSY/.test(String(error));

interface Life {
  isAlive: boolean;
  /** Calls that wait for an answer. */
  calls: number;
}

/** `shared` as the instance `name` reaches it. Calls of one that was killed are never answered. */
function connected(shared: SharedDatabase, name: string, life: Life): Database {
  const arrive = (statements: readonly Statement[], isWrite: boolean): Row[][] => {
    if (!isWrite) return statements.map(shared.read);
    const rows = shared.write(statements);
    shared.onWrite(name);
    return rows;
  };
  const send = (statements: readonly Statement[], isWrite: boolean) =>
    new Promise<Row[][]>((resolve, reject) => {
      const { draw } = shared;
      const trouble = shared.trouble !== "none" && draw.chance(0.4) ? shared.trouble : "none";
      const [there, back] = [0.1 + draw(20) / 10, 0.1 + draw(20) / 10];
      const answer = (work: () => void, ms: number) => after(ms, () => life.isAlive && work());
      const fail = (ms: number) => answer(() => reject(new Error("fetch failed")), ms);
      if (trouble === "down" || trouble === "lost") return fail(there);
      if (trouble === "busy") return answer(() => reject(coded("SQLITE_BUSY", "busy")), there);
      const slow = trouble === "slow" ? draw(4_000) : 0;
      const late = trouble === "late" && isWrite ? TIMEOUT_MS + draw(10_000) : slow;
      const isAnswered = trouble !== "unanswered" && late < TIMEOUT_MS;
      if (!isAnswered) fail(TIMEOUT_MS);
      if (isWrite) shared.underWay++;
      after(there + late, () => {
        try {
          if (trouble === "twice") arrive(statements, isWrite);
          const rows = arrive(statements, isWrite);
          if (isAnswered && isWrite) answer(() => resolve(rows), back);
          else if (isAnswered && life.isAlive) resolve(rows);
        } catch (error) {
          if (isAnswered) answer(() => reject(error), back);
        } finally {
          if (isWrite) shared.underWay--;
        }
      });
    });
  const call = async (statements: readonly Statement[], isWrite: boolean) => {
    if (!life.isAlive) return await new Promise<Row[][]>(() => {});
    if (isLooking()) return isWrite ? shared.write(statements) : statements.map(shared.read);
    life.calls++;
    return await send(statements, isWrite).finally(() => life.calls--);
  };
  return {
    path: null,
    damage: null,
    write: (statements) => whenNotBusy(() => call(statements, true)),
    changeSchema: (statements) => whenNotBusy(() => call(statements, true)),
    read: (statement) => whenNotBusy(async () => (await call([statement], false))[0]!),
    close: () => Promise.resolve(),
  };
}

const URLS = { guests: "https://mesa.example", staff: "https://personal.example" };
export type Side = keyof typeof URLS;

/** The proxy that tells the guests' addresses. */
const PROXY = "10.0.0.1";

/** Limits that few requests meet. */
const SETTINGS = {
  TRUSTED_PROXIES: PROXY,
  RATE_LIMIT_ENVIO: "8/60",
  RATE_LIMIT_BORRADOR: "8/60",
};

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Every drawn restaurant stands where the sample does. */
const { map: { locate }, drives } = (await mapStreets(null, sampleRestaurant()))!;
const planner = plannerOf(drives);
// Its index is made now, not in the middle of the first evening.
await locate("", sampleRestaurant());

/** The streets as OSRM knows them, which is reached through the same network. */
const streetsOf = (shared: SharedDatabase): StreetSource => ({
  problem: () => null,
  planner: {
    async plan(destination) {
      if (shared.trouble === "down") throw new Error("fetch failed");
      return await planner.plan(destination);
    },
  },
  locate,
  townAt: () => null,
  hasPrices: () => true,
  findsAddresses: () => true,
  picture: drives.picture,
  covers: () => null,
  isOutdated: () => Promise.resolve(false),
  reload: () => Promise.resolve(),
});

/** A running instance: the service as it is composed, but for its listeners and the client of its database. */
export interface Instance {
  readonly name: string;
  readonly restaurant: RestaurantSource;
  readonly storage: Store;
  answer(side: Side, path: string, init?: RequestInit): Promise<Answer>;
  readonly life: Life;
  /** As `kill -9` does: what it has sent may arrive, but it learns of nothing more. */
  kill(): void;
}

/** @param dataDir the folder of its journal @param onError called with each error that the service logs */
export async function openInstance(
  shared: SharedDatabase,
  name: string,
  dataDir: string,
  onError: (message: string, error?: unknown) => void,
): Promise<Instance> {
  const life: Life = { isAlive: true, calls: 0 };
  const nothing = (): void => {};
  const flush = () => Promise.resolve();
  const log = { request: nothing, info: nothing, warn: nothing, error: onError, flush };
  const restaurant = restaurantSource(log);
  const storage = await storeOn(connected(shared, name, life), {
    url: "https://database.example",
    dataDir,
    retentionDays: 365,
    now: Date.now,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    onRestaurant: restaurant.follow,
    countsPeople: () => countsPeople(restaurant.current().booking),
    log: onError,
  });
  const config = readConfig(SETTINGS);
  const sources = {
    restaurant,
    storage,
    streets: streetsOf(shared),
    copies: { problem: () => null },
    doctor: { token: "", version: "" },
  };
  const urls = { url: URLS.guests, staffUrl: URLS.staff };
  const apps = applications(config, log, sources, urls);
  return {
    name,
    life,
    restaurant,
    storage,
    async answer(side, path, init) {
      const request = new Request(`${URLS[side]}${path}`, init);
      const response = await apps[side](request, () => PROXY);
      const { status, headers } = response;
      // A trouble breaks a download off in the middle, and the browser tells that it failed.
      const text = await response.text().catch((error) => {
        if (!isTrouble(error)) throw error;
        return "";
      });
      return { status, headers, text };
    },
    kill() {
      apps.close();
      life.isAlive = false;
    },
  };
}
