/** Builds the real dependencies out of a configuration, and serves guests and staff. */
import type { Config } from "../config/config.ts";
import { within } from "../domain/in_progress.ts";
import type { Log } from "../log/log.ts";
import { type RestaurantSource, restaurantSource } from "../restaurant/source.ts";
import type { DatabaseDamaged } from "../storage/database.ts";
import { openStorage, type Storage } from "../storage/storage.ts";
import { type PlannerSource, plannerSource } from "./planner.ts";
import { listenForGuests, type Listening, type Sources } from "./public_service.ts";
import { randomBytes } from "./random_bytes.ts";
import { readyStaffKey } from "./ready_staff_key.ts";
import { staffAlerts } from "./staff_alerts.ts";
import { serviceMetrics } from "./service_metrics.ts";
import { listenForStaff, type StaffListening } from "./staff_service.ts";

/** The running service. */
export interface Service {
  /** Public address. */
  readonly url: string;
  /** Address of the staff's board. */
  readonly staffUrl: string;
  /** The file that this start has written the staff's key to; null where it has written none. */
  readonly staffKeyFile: string | null;
  readonly restaurant: RestaurantSource;
  readonly streets: PlannerSource;
  /** Why reservations are refused from the start; null where they are not. */
  readonly damage: DatabaseDamaged | null;
  /** Resolves with the reason when the database file cannot be relied on any more: the process must end without touching it. */
  readonly gone: Promise<Error>;
  /** Gives requests under way a second to be answered, and leaves the database as it is. */
  abandon(): Promise<void>;
  /** Answers what is under way, closes the database, at most about 8 seconds long. */
  stop(): Promise<void>;
}

const DRAIN_MS = 5_000;
const CLOSE_MS = 3_000;
/** Of these, what letting go may take once all is answered. */
const LET_GO_MS = 500;
const ABANDON_MS = 1_000;
/** A disk that could not be read at the start may be readable at the next one. */
const RETRY_START_MS = 60_000;

/**
 * Starts serving.
 * @throws {RestaurantFileError | DatabaseUnusable | CannotListen} each with a message that says what to do
 */
export async function startService(config: Config, log: Log): Promise<Service> {
  const { promise: gone, resolve: onGone } = Promise.withResolvers<Error>();
  const restaurant = await restaurantSource({ path: config.restaurantFile });
  const storage = await openStorage({
    url: config.databaseUrl,
    authToken: config.databaseAuthToken,
    dataDir: config.dataDir,
    now: Date.now,
    randomBytes,
    info: (message) => log.info(message),
    log: (message, cause) => log.error(message, cause),
    retentionDays: config.retentionDays,
    onGone,
    nightlyCopies: { timeZone: () => restaurant.current().timeZone },
  });
  const { damage } = storage;
  if (damage?.passing) setTimeout(() => onGone(damage), RETRY_START_MS);
  try {
    const streets = await plannerSource(config, restaurant, storage);
    const sources = { restaurant, storage, streets };
    const listeners = await listen(config, log, sources);
    try {
      // A start that fails because a port is taken leaves no key behind that nobody was told of.
      const staffKeyFile = damage === null
        ? await readyStaffKey(config, storage.staffKey, log)
        : null;
      return { ...runningService(config, log, sources, listeners, staffKeyFile), gone };
    } catch (error) {
      await stopListening(listeners, 0);
      throw error;
    }
  } catch (error) {
    await storage.close(0);
    throw error;
  }
}

interface Listeners {
  readonly guests: Listening;
  readonly staff: StaffListening;
}

function runningService(
  config: Config,
  log: Log,
  { restaurant, storage, streets }: Sources,
  listeners: Listeners,
  staffKeyFile: string | null,
): Omit<Service, "gone"> {
  const alerts = staffAlerts(config, log, { restaurant, storage });
  return {
    url: listeners.guests.url,
    staffUrl: listeners.staff.url,
    staffKeyFile,
    restaurant,
    streets,
    damage: storage.damage,
    async abandon() {
      await within(ABANDON_MS, stopListening(listeners, ABANDON_MS));
    },
    async stop() {
      const listening = stopListening(listeners, DRAIN_MS);
      await Promise.all([alerts?.close(), storage.tidying.close(), listening]);
      await closeStorage(storage, log);
    },
  };
}

/** Both listeners, or none. */
async function listen(config: Config, log: Log, sources: Sources): Promise<Listeners> {
  const metrics = serviceMetrics(config, sources);
  const guests = listenForGuests(config, log, sources, metrics);
  try {
    return { guests, staff: listenForStaff(config, log, sources, guests.url, metrics) };
  } catch (error) {
    await guests.server.shutdown(0);
    throw error;
  }
}

async function stopListening({ guests, staff }: Listeners, withinMs: number): Promise<void> {
  await Promise.all([guests.server.shutdown(withinMs), stopStaff(staff, withinMs)]);
}

/** A stream lasts for as long as its board is open, so that the server would wait for it in vain. */
async function stopStaff(
  { server, closeBoards }: StaffListening,
  withinMs: number,
): Promise<void> {
  await closeBoards();
  await server.shutdown(withinMs);
}

/** A server that answers nothing any more must not hold up the end: what is open then is on record, or was told to nobody. */
async function closeStorage(storage: Storage, log: Log): Promise<void> {
  const closed = await within(CLOSE_MS, storage.close(CLOSE_MS - LET_GO_MS));
  if (!closed) log.warn("the database did not let go in time");
}
