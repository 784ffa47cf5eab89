/** A database as a service has left it. */
import { join } from "node:path";
import type { ReservationRequest } from "../../src/domain/reservation/reservation.ts";
import type { Database, Row } from "../../src/storage/database/database.ts";
import { openDatabase } from "../../src/storage/database/open_database.ts";
import { openStore } from "../../src/storage/store.ts";
import { held, randomBytes, request } from "../storage/_fixture.ts";
import { type Edit, noonRestaurant } from "../support/edited_sample.ts";

export interface LeftDatabase extends AsyncDisposable {
  readonly folder: string;
  /** The environment that names it. */
  readonly env: Readonly<Record<string, string>> & { readonly DATA_DIR: string };
  /** Makes reservations, and gives their folios. */
  hold(...changes: readonly Partial<ReservationRequest>[]): Promise<string[]>;
  rows(sql: string): Promise<Row[]>;
}

/** @param name the folder of the data, in a folder of the test's own */
export async function leftDatabase(name = "data"): Promise<LeftDatabase> {
  const folder = await Deno.makeTempDir();
  const dataDir = join(folder, name);
  const url = `file:${encodeURIComponent(join(dataDir, "sobremesa.db"))}`;
  const opened = async <T>(use: (database: Database) => Promise<T>): Promise<T> => {
    const database = await openDatabase({ url, now: Date.now });
    try {
      return await use(database);
    } finally {
      await database.close();
    }
  };
  await opened(async () => {});
  return {
    folder,
    env: { DATA_DIR: dataDir },
    rows: (sql) => opened((database) => database.read({ sql })),
    hold: (...changes) => hold({ url, dataDir }, changes),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

/** A database and a restaurant file on whose clock it is noon. */
export interface LeftRestaurant extends LeftDatabase {
  /** The service day. */
  readonly today: string;
}

/** @param edits of the sample's file */
export async function leftRestaurant(...edits: readonly Edit[]): Promise<LeftRestaurant> {
  const database = await leftDatabase();
  const { text, today } = noonRestaurant(...edits);
  const RESTAURANT_FILE = join(database.folder, "restaurante.json");
  await Deno.writeTextFile(RESTAURANT_FILE, text);
  const env = { ...database.env, RESTAURANT_FILE, BASE_URL: "https://mesa.example" };
  return { ...database, env, today };
}

async function hold(
  place: { readonly url: string; readonly dataDir: string },
  changes: readonly Partial<ReservationRequest>[],
): Promise<string[]> {
  const kept = { ...place, retentionDays: 365 };
  const storage = await openStore({ ...kept, now: Date.now, randomBytes, log: () => {} });
  try {
    return await Promise.all(changes.map((change, n) => held(storage, request(n, change))));
  } finally {
    await storage.close();
  }
}
