/** OSRM as a planner without cache, circuit breaker and retry; and the points and failures that its tests share. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import type { LatLng } from "../../src/domain/location.ts";
import type { PlannedRoute } from "../../src/ports/streets.ts";
import { OsrmError, type OsrmFault, osrmRoute } from "../../src/streets/osrm_planner.ts";

export interface Planner {
  plan(destination: LatLng): Promise<PlannedRoute>;
}

interface OsrmPlace {
  readonly url: string;
  readonly origin: LatLng;
  readonly timeLimitMs?: number | undefined;
}

export function plainPlanner({ timeLimitMs = 10_000, ...place }: OsrmPlace): Planner {
  return {
    plan: (destination) =>
      osrmRoute({ ...place, destination, signal: AbortSignal.timeout(timeLimitMs) }),
  };
}

export const NO_ROUTE: PlannedRoute = { kind: "no_route", street: null, metersToStreet: null };

/** Ends of the requested routes: their digits must not appear in any message. */
export const FROM: LatLng = { lat: 20.96701, lng: -89.62371 };
export const TO: LatLng = { lat: 20.97452, lng: -89.62123 };

const PRIVATE = /20\.9|89\.6/;

/** The message with which `planner` fails. Neither it nor the stack may hold the guest's place. */
export async function failure(
  planner: Planner,
  fault: OsrmFault,
  destination: LatLng = TO,
): Promise<string> {
  const error = await assertRejects(async () => await planner.plan(destination), OsrmError);
  assertEquals(error.fault, fault, error.message);
  assertEquals(error.cause, undefined);
  assert(!PRIVATE.test(`${error.message}\n${error.stack}`), error.message);
  return error.message;
}

export const MONACO = "osrm_monaco.osm.pbf";
/** On Monaco's Place d'Armes. */
export const RESTAURANT: LatLng = { lat: 43.7325, lng: 7.4189 };
/** In the sea, 423 m from Monaco's nearest street. */
export const AT_SEA: LatLng = { lat: 43.728, lng: 7.43 };
