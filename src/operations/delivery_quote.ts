/** What delivery to a point costs: the planner's route, priced by the restaurant's tariff. */
import type { Deps, PlannedRoute } from "../ports.ts";
import { haversineKm, type LatLng } from "../domain/location.ts";
import {
  deliveryMinutes,
  deliveryPriceCents,
  isCovered,
  type KitchenMinutes,
  routeKm,
} from "../domain/tariff.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import { attempt, whenSettled } from "../http/settled.ts";

/** How the point lies to the streets; null where nobody looked. */
export interface MatchedStreet {
  readonly street: string | null;
  readonly metersToStreet: number | null;
}

/** A firm price, or why there is none. */
export type DeliveryQuote =
  & MatchedStreet
  & (
    | {
      readonly kind: "priced";
      readonly km: number;
      readonly costCents: number;
      readonly minutes: KitchenMinutes;
    }
    /** Beyond the delivery radius: by route, or already in a straight line (`km` null). */
    | { readonly kind: "not_covered"; readonly km: number | null }
    /** Within the radius in a straight line, but no route could be traced. */
    | { readonly kind: "no_route" }
  );

const UNMATCHED: MatchedStreet = { street: null, metersToStreet: null };

/**
 * The quote for `destination`, at once where the planner knows the route at once. A planner that fails or is slow makes a
 * `no_route`, which `onPlannerError` is told of.
 */
export function quoteDelivery(
  deps: Deps,
  destination: LatLng,
): DeliveryQuote | Promise<DeliveryQuote> {
  const restaurant = deps.restaurant();
  if (!isCovered(restaurant.tariff, haversineKm(restaurant.location, destination))) {
    return { kind: "not_covered", km: null, ...UNMATCHED };
  }
  return whenSettled(planRoute(deps, destination), (route) => priced(route, restaurant));
}

function priced(route: PlannedRoute, { tariff, kitchenMinutes }: Restaurant): DeliveryQuote {
  const { street, metersToStreet } = route;
  if (route.kind === "no_route") return { kind: "no_route", street, metersToStreet };
  const km = routeKm(route.meters);
  if (!isCovered(tariff, km)) return { kind: "not_covered", km, street, metersToStreet };
  return {
    kind: "priced",
    km,
    costCents: deliveryPriceCents(tariff, km),
    minutes: deliveryMinutes(kitchenMinutes, route.seconds),
    street,
    metersToStreet,
  };
}

function planRoute(
  { planner, onPlannerError }: Deps,
  destination: LatLng,
): PlannedRoute | Promise<PlannedRoute> {
  return attempt<PlannedRoute>(() => planner.plan(destination), (error) => {
    onPlannerError(error);
    return { kind: "no_route", ...UNMATCHED };
  });
}
