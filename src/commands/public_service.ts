/** Builds the public application out of the real dependencies, and listens for guests. */
import { createApp } from "../app.ts";
import type { Config } from "../config/config.ts";
import type { Deps } from "../ports.ts";
import { trustedProxies } from "../http/client_address.ts";
import type { Server } from "../http/server.ts";
import type { Log } from "../log/log.ts";
import type { RestaurantSource } from "../restaurant/load.ts";
import type { Storage } from "../storage/storage.ts";
import { openListener } from "./open_listener.ts";
import type { PlannerSource } from "./planner.ts";
import { publicUrl } from "./public_url.ts";
import { randomBytes } from "./random_bytes.ts";
import type { ServiceMetrics } from "./service_metrics.ts";
import { UNTRUSTED_PROXY } from "./untrusted_proxy.ts";

/** What is served, whoever asks. */
export interface Sources {
  readonly restaurant: RestaurantSource;
  readonly storage: Storage;
  readonly streets: PlannerSource;
}

/** A listener that answers, and the address at which people open it. */
export interface Listening {
  readonly server: Server;
  readonly url: string;
}

/** @throws {CannotListen} */
export function listenForGuests(
  config: Config,
  log: Log,
  { restaurant, storage, streets }: Sources,
  { requests, reservations, planner, buckets }: ServiceMetrics,
): Listening {
  const address = { ...config, variables: { host: "HOST", port: "PORT" } };
  // Requests come only after this turn of the event loop, when `app` is there.
  const server = openListener((request, peer) => app(request, peer), address, {
    onBroken: (reason) => log.error("the listener broke; listening again", reason),
  });
  const url = publicUrl(config, server.port);
  const deps: Deps = {
    now: Date.now,
    randomBytes,
    restaurant: restaurant.current,
    house: storage.house.current,
    planner,
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
    reservations,
    draftKey: storage.draftKey,
    baseUrl: url,
    draftTtlMinutes: config.draftTtlMinutes,
  };
  const count = requests.listener("public");
  const app = createApp({
    deps,
    buckets,
    proxies: trustedProxies(config.trustedProxies),
    ping: storage.ping,
    logRequest(line) {
      count(line);
      log.request(line);
    },
    onUntrustedProxy: () => log.warn(UNTRUSTED_PROXY),
    onInternalError: (error, where) => log.error(`${where} failed`, error),
  });
  return { server, url };
}
