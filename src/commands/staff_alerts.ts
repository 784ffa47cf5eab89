import { type AlertWatch, alertWatch } from "../alerts/alert_watch.ts";
import type { Config } from "../config/config.ts";
import { currentServiceDay } from "../domain/schedule/situation.ts";
import type { Log } from "../log/log.ts";
import type { Sources } from "./public_service.ts";

/** Calls ALERT_URL where a reservation was not seen; null where it is not set. */
export function staffAlerts(
  { staff: { alertUrl } }: Pick<Config, "staff">,
  log: Log,
  { restaurant, storage: { alerts, feed, house } }: Pick<Sources, "restaurant" | "storage">,
): AlertWatch | null {
  if (alertUrl === null) return null;
  const serviceDay = () =>
    currentServiceDay({
      restaurant: restaurant.current(),
      house: house.current(),
      now: Date.now(),
    });
  return alertWatch({
    url: alertUrl,
    alerts,
    feed,
    serviceDay,
    now: Date.now,
    log: (message, cause) => log.error(message, cause),
  });
}
