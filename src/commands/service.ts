/** Builds the real dependencies out of a configuration. */
import { createApp } from "../app.ts";
import type { Config } from "../config/config.ts";
import type { Deps } from "../deps.ts";
import { trustedProxies } from "../http/client_address.ts";
import type { Listener } from "../http/listener.ts";
import { type Server, type ServerOptions, startServer } from "../http/server.ts";
import type { Log } from "../log/log.ts";
import { type RestaurantSource, restaurantSource } from "../restaurant/source.ts";
import { withTimeLimit } from "../routing/with_time_limit.ts";
import { openStorage, type Storage } from "../storage/storage.ts";
import { explainListenError } from "./cannot_listen.ts";
import { type PlannerSource, plannerSource } from "./planner.ts";
import { publicUrl } from "./public_url.ts";

/** The running service. */
export interface Service {
  /** Public address. */
  readonly url: string;
  readonly restaurant: RestaurantSource;
  readonly streets: PlannerSource;
  /** Answers what is under way, closes the database, at most about 8 seconds long. */
  stop(): Promise<void>;
}

const DRAIN_MS = 5_000;
const CLOSE_MS = 3_000;
/** Of these, what letting go may take once all is answered. */
const LET_GO_MS = 500;

/**
 * Starts serving.
 * @throws {RestaurantFileError | DatabaseUnusable | CannotListen} each with a message that says what to do
 */
export async function startService(config: Config, log: Log): Promise<Service> {
  const restaurant = await restaurantSource({ path: config.restaurantFile });
  const storage = await openStorage({
    url: config.databaseUrl,
    authToken: config.databaseAuthToken,
    dataDir: config.dataDir,
    now: Date.now,
    randomBytes,
    log: (message, cause) => log.error(message, cause),
  });
  try {
    const streets = await plannerSource(config, restaurant, storage);
    const { server, url } = listen(config, log, { restaurant, storage, streets });
    return {
      url,
      restaurant,
      streets,
      async stop() {
        await server.shutdown(DRAIN_MS);
        await closeStorage(storage, log);
      },
    };
  } catch (error) {
    await storage.close(0);
    throw error;
  }
}

interface Sources {
  readonly restaurant: RestaurantSource;
  readonly storage: Storage;
  readonly streets: PlannerSource;
}

function listen(
  config: Config,
  log: Log,
  { restaurant, storage, streets }: Sources,
): { server: Server; url: string } {
  // Requests come only after this turn of the event loop, when `app` is there.
  const server = openListener(config, (request, peer) => app(request, peer), {
    onBroken: (error) => log.error("the listener broke; listening again", error),
  });
  const url = publicUrl(config, server.port);
  const deps: Deps = {
    now: Date.now,
    randomBytes,
    restaurant: restaurant.current,
    house: storage.house.current,
    planner: withTimeLimit(streets.planner),
    routePicture(destination, language) {
      try {
        return streets.picture(destination, language);
      } catch (error) {
        // The page is worth more than its picture.
        log.error("the route could not be drawn", error);
        return null;
      }
    },
    onPlannerError: (error) => log.error("no route could be had", error),
    reservations: storage.reservations,
    draftKey: storage.draftKey,
    baseUrl: url,
    draftTtlMinutes: config.draftTtlMinutes,
  };
  const app = createApp({
    deps,
    limits: config.limits,
    proxies: trustedProxies(config.trustedProxies),
    ping: storage.ping,
    logRequest: log.request,
    onUntrustedProxy: () => log.warn(UNTRUSTED_PROXY),
    onInternalError: (error, where) => log.error(`${where} failed`, error),
  });
  return { server, url };
}

function openListener(
  config: Config,
  listener: Listener,
  options: Pick<ServerOptions, "onBroken">,
): Server {
  try {
    return startServer(listener, { hostname: config.host, port: config.port, ...options });
  } catch (error) {
    throw explainListenError(error, config);
  }
}

/** A server that answers nothing any more must not hold up the end: what is open then is on record, or was told to nobody. */
async function closeStorage(storage: Storage, log: Log): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<"late">((resolve) => timer = setTimeout(resolve, CLOSE_MS, "late"));
  const outcome = await Promise.race([storage.close(CLOSE_MS - LET_GO_MS), limit]);
  clearTimeout(timer);
  if (outcome === "late") log.warn("the database did not let go in time");
}

const UNTRUSTED_PROXY =
  "a proxy on this machine sends X-Forwarded-For but is not trusted, so all guests share one rate limit: " +
  "set TRUSTED_PROXIES=127.0.0.1,::1 where that proxy is yours";

function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}
