/** Builds the staff's application out of the real dependencies, and listens for staff. */
import type { Config } from "../config/config.ts";
import { trustedProxies } from "../http/client_address.ts";
import type { Log } from "../log/log.ts";
import { openLiveBoards } from "../staff/tonight/live/live_boards.ts";
import { createStaffApp } from "../staff_app.ts";
import type { StaffDeps } from "../ports.ts";
import { openListener } from "./open_listener.ts";
import type { Listening, Sources } from "./public_service.ts";
import { publicUrl } from "./public_url.ts";
import { randomBytes } from "./random_bytes.ts";
import type { ServiceMetrics } from "./service_metrics.ts";
import { UNTRUSTED_PROXY } from "./untrusted_proxy.ts";

export interface StaffListening extends Listening {
  /** Ends the streams of open boards, before the server is shut down. */
  closeBoards(): Promise<void>;
}

/** @throws {CannotListen} */
export function listenForStaff(
  config: Config,
  log: Log,
  { restaurant, storage }: Pick<Sources, "restaurant" | "storage">,
  { requests, metrics }: Pick<ServiceMetrics, "requests" | "metrics">,
): StaffListening {
  const address = { ...config.staff, variables: { host: "STAFF_HOST", port: "STAFF_PORT" } };
  // Requests come only after this turn of the event loop, when `app` is there.
  const server = openListener((request, peer) => app(request, peer), address, {
    onBroken: (reason) => log.error("the staff's listener broke; listening again", reason),
  });
  const url = publicUrl(config.staff, server.port);
  const deps: StaffDeps = {
    now: Date.now,
    randomBytes,
    restaurant: restaurant.current,
    house: storage.house.current,
    book: storage.book,
    feed: storage.feed,
    switches: storage.switches,
    closures: storage.closures,
    erasure: storage.erasure,
    retentionDays: config.retentionDays,
    clockDoubt: storage.clock.doubt,
    staffUrl: url,
  };
  const live = openLiveBoards({
    deps,
    boards: storage.boards,
    onError: (error) => log.error("boards cannot be told what happens; they will be", error),
  });
  const count = requests.listener("staff");
  const app = createStaffApp({
    deps,
    access: storage.staffKey,
    live,
    proxies: trustedProxies(config.trustedProxies),
    metrics,
    logRequest(line) {
      count(line);
      log.request(line);
    },
    onUntrustedProxy: () => log.warn(UNTRUSTED_PROXY),
    onInternalError: (error, where) => log.error(`${where} failed`, error),
  });
  return {
    server,
    url,
    closeBoards: live.close,
  };
}
