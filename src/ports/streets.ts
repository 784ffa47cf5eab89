/** The port of the streets: driving routes from the restaurant. */
import type { LatLng } from "../domain/location.ts";

/** A driving route from the restaurant, or why there is none. */
export type PlannedRoute =
  | {
    readonly kind: "route";
    /** Metres along the route, not rounded. */
    readonly meters: number;
    /** Seconds of driving. */
    readonly seconds: number;
    /** Name of the street the point was matched to; null if it has none. */
    readonly street: string | null;
    /** Metres in a straight line from the point to that street. */
    readonly metersToStreet: number;
  }
  /** No street within 200 m of the point, or none that a car can reach it by. */
  | {
    readonly kind: "no_route";
    readonly street: string | null;
    readonly metersToStreet: number | null;
  };

export interface RoutePlanner {
  /**
   * The route from the restaurant to `destination`; not a promise if no engine is called, because a promise costs a quote 5 %.
   * @throws {Error} if the planner is down or too slow; callers then answer `cotizado: false` or 503 `sin_ruta`
   */
  plan(destination: LatLng): PlannedRoute | Promise<PlannedRoute>;
  /** The same object for as long as every point keeps its route; null or absent if that is not known, as with engines. */
  basis?(): object | null;
}
