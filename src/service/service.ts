import { join } from "node:path";
import project from "../../deno.json" with { type: "json" };
import { alertWatch } from "../alerts.ts";
import type { Config } from "../config/config.ts";
import { countsPeople } from "../domain/schedule/services.ts";
import { currentServiceDay, situationNow } from "../domain/schedule/situation.ts";
import { oneAtATime, repeating, within } from "../in_progress.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import type { Log } from "../log.ts";
import type { CopyOptions, StoreOptions } from "../storage/book/context.ts";
import type { DatabaseDamaged } from "../storage/database/database.ts";
import { openStore, type Store } from "../storage/store.ts";
import { watchCopies } from "./copies.ts";
import { listen } from "./listeners.ts";
import { type RestaurantSource, restaurantSource } from "./restaurant.ts";
import { prepareStaffKey, randomBytes } from "./staff_key.ts";
import { openStreets, type StreetSource } from "./streets.ts";

/** The commit that this program was built from, which the build writes here; null when it runs from sources. */
const COMMIT: string | null = null;

/** The running program, which the doctor compares with the installed one. */
export const BUILD = `${project.version} (${COMMIT ?? "from its sources"})`;

/** File in DATA_DIR with the random token that the doctor sends and this process recognizes. */
export const DOCTOR_TOKEN = "doctor_token";

export interface Service {
  readonly url: string;
  readonly staffUrl: string;
  /** The file to which this start wrote the staff's key; null if it wrote none. */
  readonly staffKeyFile: string | null;
  readonly restaurant: Pick<Restaurant, "name" | "sample" | "leftovers">;
  /** The reason why all reservations are refused; null if they are not. */
  readonly damage: DatabaseDamaged | null;
  /** Resolves with the reason when the database file becomes unreliable: the process must end without using it. */
  readonly gone: Promise<Error>;
  /** Reloads the map. An error is logged, and the old map stays. */
  reload(): Promise<void>;
  /** Gives open requests a second, and does not close the database. */
  abandon(): Promise<void>;
  /** Answers open requests and closes the database, in about 8 seconds at most. @returns the reason if it failed */
  stop(): Promise<Error | undefined>;
}

const DRAIN_MS = 5_000;
const CLOSE_MS = 3_000;
/** The part of CLOSE_MS for the client itself, after open statements have ended. */
const CLIENT_CLOSE_MS = 500;
const ABANDON_MS = 1_000;
const STREETS_WATCH_MS = 2_000;
/** A disk that could not be read at this start may be readable at the next. */
const RETRY_START_MS = 60_000;

/** Errors of the restaurant, the database and the listeners contain the remedy. */
export async function startService(config: Config, log: Log): Promise<Service> {
  const { promise: gone, resolve: onGone } = Promise.withResolvers<Error>();
  // Undoes a start that fails half-way.
  await using undo = new AsyncDisposableStack();
  const restaurant = restaurantSource(log, config.baseUrl);
  const copies = watchCopies(config, log);
  undo.defer(() => copies.close());
  const { onCopy } = copies;
  const storage = await openDatabase(config, log, restaurant, { onGone, onCopy });
  undo.defer(() => storage.close(0));
  await restaurant.begin(config.restaurantFile, storage);
  const { damage } = storage;
  if (damage?.passing) setTimeout(() => onGone(damage), RETRY_START_MS);
  const streets = await openStreets(config, restaurant, log);
  const reload = reloading(log, streets);
  const streetsWatch = repeating(async () => {
    if (await streets.isOutdated()) await reload();
  }, { everyMs: STREETS_WATCH_MS });
  undo.defer(() => streetsWatch.close());
  const doctor = { token: crypto.randomUUID(), version: BUILD };
  const listeners = await listen(config, log, { restaurant, storage, streets, copies, doctor });
  undo.defer(() => listeners.stop(0));
  await Deno.writeTextFile(join(config.dataDir, DOCTOR_TOKEN), doctor.token, { mode: 0o600 })
    .catch((error) => log.warn("the doctor cannot check this process", { reason: String(error) }));
  // After the listeners, so that a start that fails for a used port leaves no key that was never reported.
  const staffKeyFile = damage === null
    ? await prepareStaffKey(config.dataDir, storage.staffKey)
    : null;
  const alerts = watchForAlerts(config, log, restaurant, storage);
  undo.move();
  return {
    url: listeners.url,
    staffUrl: listeners.staffUrl,
    staffKeyFile,
    restaurant: restaurant.current(),
    damage,
    gone,
    reload,
    async abandon() {
      void Promise.all([copies.close(), streetsWatch.close()]);
      await within(ABANDON_MS, listeners.stop(ABANDON_MS));
    },
    async stop() {
      await Promise.all([
        alerts?.close(),
        copies.close(),
        streetsWatch.close(),
        // A copy that is cut short leaves a part, which the next start deletes.
        within(DRAIN_MS, storage.tidying.close()),
        listeners.stop(DRAIN_MS),
      ]);
      // A server without an answer must not delay the end: open writes are journalled, or were not acknowledged.
      const closing = storage.close(CLOSE_MS - CLIENT_CLOSE_MS).catch(onGone);
      if (!await within(CLOSE_MS, closing)) log.warn("the database did not close in time");
      return await Promise.race([gone, undefined]);
    },
  };
}

function openDatabase(
  { databaseUrl, databaseAuthToken, dataDir, retentionDays }: Config,
  log: Log,
  restaurant: RestaurantSource,
  { onGone, onCopy }: Pick<StoreOptions, "onGone"> & Pick<CopyOptions, "onCopy">,
): Promise<Store> {
  return openStore({
    url: databaseUrl,
    authToken: databaseAuthToken,
    dataDir,
    now: Date.now,
    followsServer: true,
    randomBytes,
    info: (message) => log.info(message),
    log: (message, cause) => log.error(message, cause),
    retentionDays,
    onRestaurant: restaurant.follow,
    countsPeople: () => countsPeople(restaurant.current().booking),
    onGone,
    copies: { timeZone: () => restaurant.current().timeZone, onCopy },
  });
}

function watchForAlerts(
  { staff: { alertUrl } }: Config,
  log: Log,
  restaurant: RestaurantSource,
  { alerts, poll, now }: Store,
): ReturnType<typeof alertWatch> | null {
  if (alertUrl === null) return null;
  const sources = { restaurant: restaurant.current, state: poll.current, now };
  return alertWatch({
    url: alertUrl,
    alerts,
    serviceDay: () => currentServiceDay(situationNow(sources)),
    now,
    log: (message, cause) => log.error(message, cause),
  });
}

function reloading(log: Log, streets: Pick<StreetSource, "reload">): Service["reload"] {
  // A reload that ends late must not replace a newer one.
  const inOrder = oneAtATime();
  return () =>
    inOrder(() =>
      streets.reload().then(() => log.info("loaded again"))
        .catch((error) => log.error("map refused, the old one stays", error))
    );
}
