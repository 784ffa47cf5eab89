/** What delivery to a point costs: the planner's route, priced by the restaurant's tariff. */
import type { Deps, PlannedRoute } from "../deps.ts";
import { haversineKm, type LatLng } from "../domain/location.ts";
import {
  deliveryMinutes,
  deliveryPriceCents,
  isCovered,
  type KitchenMinutes,
  routeKm,
} from "../domain/tariff.ts";

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

/** The quote for `destination`. A planner that fails or is slow makes a `no_route`, which `onPlannerError` is told of. */
export async function quoteDelivery(deps: Deps, destination: LatLng): Promise<DeliveryQuote> {
  const { location, tariff, kitchenMinutes } = deps.restaurant();
  if (!isCovered(tariff, haversineKm(location, destination))) {
    return { kind: "not_covered", km: null, ...UNMATCHED };
  }
  const route = await planRoute(deps, destination);
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

async function planRoute(
  { planner, onPlannerError }: Deps,
  destination: LatLng,
): Promise<PlannedRoute> {
  try {
    return await planner.plan(destination);
  } catch (error) {
    onPlannerError(error);
    return { kind: "no_route", ...UNMATCHED };
  }
}
