/** A routing engine that the operator runs or pays for, with everything around it that keeps the service well and the bill small. */
import type { RoutePlanner } from "../../deps.ts";
import type { LatLng } from "../../domain/location.ts";
import { googlePlanner } from "./google.ts";
import { osrmPlanner } from "./osrm.ts";
import { valhallaPlanner } from "./valhalla.ts";
import { withCache } from "./with_cache.ts";
import { withCircuitBreaker } from "./with_circuit_breaker.ts";
import { withCurrentOrigin } from "./with_current_origin.ts";
import { withDailyLimit } from "./with_daily_limit.ts";
import { FREE_TO_RETRY, SAFE_TO_RETRY, withRetry } from "./with_retry.ts";

/** Which engine to ask. */
export interface EngineChoice {
  readonly engine: "osrm" | "valhalla" | "google";
  /** Base address without a trailing slash. */
  readonly url: string;
  /** Google's API key; the others need none. */
  readonly key: string | null;
  /** How many calls a day may be made; null for any number. */
  readonly dailyLimit: number | null;
}

/** What an engine needs of the world. */
export interface EngineWorld {
  /** The restaurant's place as last loaded. */
  origin(): LatLng;
  /** Milliseconds that never go back. */
  now(): number;
  /** Counts one more call today, on all instances together, unless that makes more than `limit`: then false. */
  takeCall(limit: number): Promise<boolean>;
  /** How long one exchange may take, in milliseconds. 2,000 where absent. */
  readonly timeLimitMs?: number | undefined;
}

/** Routes from the engine of `choice`, asked no oftener than need be. */
export function enginePlanner(choice: EngineChoice, world: EngineWorld): RoutePlanner {
  return withCurrentOrigin(world.origin, (origin) => {
    // From the inside out: what was remembered is answered while the engine is down, and a call that is not made is not counted.
    const asked = withRetry(engineAt(choice, origin, world.timeLimitMs), faultsToRetry(choice));
    const counted = choice.dailyLimit === null
      ? asked
      : withDailyLimit(asked, choice.dailyLimit, world.takeCall);
    return withCache(withCircuitBreaker(counted, world), world);
  });
}

function engineAt(
  { engine, url, key }: EngineChoice,
  origin: LatLng,
  timeLimitMs: number | undefined,
): RoutePlanner {
  if (engine === "google") return googlePlanner({ url, key: key ?? "", origin, timeLimitMs });
  return (engine === "osrm" ? osrmPlanner : valhallaPlanner)({ url, origin, timeLimitMs });
}

function faultsToRetry({ engine }: EngineChoice): typeof FREE_TO_RETRY {
  return engine === "google" ? SAFE_TO_RETRY : FREE_TO_RETRY;
}
