import type { RoutePlanner } from "../../deps.ts";
import type { LatLng } from "../../domain/location.ts";

/** The planner that `plannerFrom` makes for `origin()`, made anew, with nothing remembered, when the restaurant has moved. */
export function withCurrentOrigin(
  origin: () => LatLng,
  plannerFrom: (origin: LatLng) => RoutePlanner,
): RoutePlanner {
  let from = origin();
  let planner = plannerFrom(from);
  return {
    plan(destination) {
      const { lat, lng } = origin();
      if (lat !== from.lat || lng !== from.lng) {
        from = { lat, lng };
        planner = plannerFrom(from);
      }
      return planner.plan(destination);
    },
  };
}
