/** Routes from an engine that the operator runs or pays for, asked no oftener than need be. */
import type { PlannedRoute, RoutePlanner } from "../../ports.ts";
import type { LatLng } from "../../domain/location.ts";
import { EngineError, type EngineFault, type RouteQuestion } from "./exchange.ts";
import { googleRoute } from "./google.ts";
import { osrmRoute } from "./osrm.ts";
import { valhallaRoute } from "./valhalla.ts";

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
  /** The day that calls are counted on. */
  day(): string;
  /** Counts one more call today, on all instances together, unless that makes more than `limit`: then false. */
  takeCall(limit: number): Promise<boolean>;
  /** How long one exchange may take, in milliseconds. Default: 2,000. */
  readonly timeLimitMs?: number | undefined;
}

type Ask = (destination: LatLng) => Promise<PlannedRoute>;

const ENGINES = { osrm: osrmRoute, valhalla: valhallaRoute, google: googleRoute };

/**
 * The planner of `choice`, made anew, with nothing remembered, when the restaurant has moved.
 * @param engine puts one question to it. Default: the one of that name
 */
export function enginePlanner(
  choice: EngineChoice,
  world: EngineWorld,
  engine: (question: RouteQuestion) => Promise<PlannedRoute> = ENGINES[choice.engine],
): RoutePlanner {
  const from = (origin: LatLng): Ask => {
    const question = (destination: LatLng) =>
      engine({ ...choice, origin, destination, timeLimitMs: world.timeLimitMs });
    // A remembered answer needs no engine, an engine that is down is not asked, and only questions that go out are counted.
    return cached(spared(budgeted(retried(question, choice), choice, world), world), world);
  };
  let origin = world.origin();
  let ask = from(origin);
  return {
    plan(destination) {
      const { lat, lng } = world.origin();
      if (lat !== origin.lat || lng !== origin.lng) {
        origin = { lat, lng };
        ask = from(origin);
      }
      return ask(destination);
    },
  };
}

/** Points kept, of which the one asked for longest ago goes: some 4 MB. */
const MAX_POINTS = 10_000;
const ROUTE_MS = 24 * 60 * 60_000;
/** How long it is kept that there is no route: a mended map should not wait. */
const NO_ROUTE_MS = 10 * 60_000;

/**
 * Asks once for each point, rounded to 5 decimals (a metre). The rounded point is what is asked for, so that a price does not
 * depend on which of its neighbours came first. Callers that want the same point at once share one question. Failures are not
 * kept.
 */
function cached(ask: Ask, { now }: EngineWorld): Ask {
  // A Map remembers the order in which its keys were set: the first is the one that was asked for longest ago.
  const kept = new Map<string, { readonly route: PlannedRoute; readonly until: number }>();
  const running = new Map<string, Promise<PlannedRoute>>();

  async function askAnew(key: string, point: LatLng): Promise<PlannedRoute> {
    const route = await ask(point);
    kept.set(key, { route, until: now() + (route.kind === "route" ? ROUTE_MS : NO_ROUTE_MS) });
    const [oldest] = kept.keys();
    if (kept.size > MAX_POINTS && oldest !== undefined) kept.delete(oldest);
    return route;
  }

  return async (destination) => {
    const point = { lat: rounded(destination.lat), lng: rounded(destination.lng) };
    const key = `${point.lat},${point.lng}`;
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      if (now() < known.until) {
        kept.set(key, known);
        return known.route;
      }
    }
    const route = running.get(key) ?? askAnew(key, point).finally(() => running.delete(key));
    running.set(key, route);
    return await route;
  };
}

/** To 5 decimals; adding zero turns -0 into 0. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5 + 0;
}

/** The engine has failed too often of late to be asked. */
export class CircuitOpen extends Error {
  override readonly name = "CircuitOpen";
}

/** Failures in a row that open the circuit, and how long it stays open. */
const MAX_FAILURES = 5;
const OPEN_MS = 30_000;
/** Faults that count. An engine that refuses one question is well. */
const FAILURES: readonly EngineFault[] = ["not_sent", "cut", "late", "wrong"];

/**
 * Spares an engine that is down: after some failures in a row, or at once where it refuses the key, it is not asked for a while.
 * Then a single caller tries it, and any answer closes the circuit.
 * @throws {CircuitOpen} from what it returns, at once, while the engine is not to be asked
 */
function spared(ask: Ask, { now }: EngineWorld): Ask {
  let inARow = 0;
  /** When it was opened; null while closed. */
  let openedAt: number | null = null;
  let trying = false;
  /** The refusal of the key that callers have been told of. */
  let toldRefusal: string | null = null;

  function open(error: EngineError): void {
    openedAt = now();
    if (error.fault !== "key") return;
    const isKnown = toldRefusal === error.message;
    toldRefusal = error.message;
    // What to do is said once: every trial meets the same refusal.
    if (isKnown) {
      throw new CircuitOpen("the routing engine still refuses the key: asked again in 30 s");
    }
  }

  return async (destination) => {
    const trial = openedAt !== null;
    if (openedAt !== null && (trying || now() - openedAt < OPEN_MS)) {
      const why = toldRefusal === null
        ? `after ${MAX_FAILURES} failures in a row`
        : "after it refused the key";
      throw new CircuitOpen(`the routing engine is not asked for ${OPEN_MS / 1000} s ${why}`);
    }
    trying = trial;
    try {
      const route = await ask(destination);
      // An answer to a question from before it opened does not speak for now.
      if (trial || openedAt === null) [inARow, openedAt, toldRefusal] = [0, null, null];
      return route;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (error.fault === "refused" && trial) [inARow, openedAt, toldRefusal] = [0, null, null];
      const counts = FAILURES.includes(error.fault);
      if (error.fault === "key") open(error);
      else if (counts && (trial || openedAt === null && ++inARow >= MAX_FAILURES)) open(error);
      throw error;
    } finally {
      if (trial) trying = false;
    }
  };
}

/** No more calls may be paid for today. */
export class DailyLimitReached extends Error {
  override readonly name = "DailyLimitReached";
}

/**
 * Asks at most so many times a day. A question counts before it is asked, and stays counted when it fails, because it may have
 * been charged; one that was refused for its key was not, and the next question takes its place.
 * @throws {DailyLimitReached} from what it returns, without asking. Where calls cannot be counted, none is made.
 */
function budgeted(ask: Ask, { dailyLimit }: EngineChoice, { takeCall, day }: EngineWorld): Ask {
  if (dailyLimit === null) return ask;
  const uncharged: string[] = [];
  return async (destination) => {
    const today = day();
    while (uncharged.length > 0 && uncharged[0] !== today) uncharged.shift();
    if (uncharged.pop() === undefined && !await takeCall(dailyLimit)) {
      throw new DailyLimitReached(
        `the ${dailyLimit} calls a day that ROUTER_DAILY_LIMIT allows are used up: ` +
          "until midnight, only points asked for before have a price",
      );
    }
    try {
      return await ask(destination);
    } catch (error) {
      if (error instanceof EngineError && error.fault === "key") uncharged.push(today);
      throw error;
    }
  };
}

/** Faults after which a question is asked once more, at once. One that charges must not have heard it. */
const RETRIED = { free: ["not_sent", "cut"], paid: ["not_sent"] } as const;

function retried(ask: Ask, { engine }: EngineChoice): Ask {
  const faults: readonly EngineFault[] = RETRIED[engine === "google" ? "paid" : "free"];
  return async (destination) => {
    try {
      return await ask(destination);
    } catch (error) {
      if (!(error instanceof EngineError && faults.includes(error.fault))) throw error;
      return await ask(destination);
    }
  };
}
