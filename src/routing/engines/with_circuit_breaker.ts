import type { RoutePlanner } from "../../deps.ts";
import { EngineError } from "./engine_error.ts";

/** The engine has failed too often of late to be asked. */
export class CircuitOpen extends Error {
  override readonly name = "CircuitOpen";
}

export interface CircuitBreakerOptions {
  /** Milliseconds; only differences count. */
  now(): number;
  /** How many failures in a row open the circuit. 5 where absent. */
  readonly failures?: number | undefined;
  /** How long nobody asks then, in milliseconds. 30,000 where absent. */
  readonly openMs?: number | undefined;
}

/**
 * The same planner, spared while it is down: after some failures in a row nobody asks it for a while, then a single caller tries
 * it, and what that one meets opens it to all or closes it for as long again.
 *
 * Only faults of the engine count. A point that it refuses, a limit reached or a database away say nothing about it.
 * @throws {CircuitOpen} from `plan`, at once, while it is not to be asked
 */
export function withCircuitBreaker(
  planner: RoutePlanner,
  { now, failures = 5, openMs = 30_000 }: CircuitBreakerOptions,
): RoutePlanner {
  let inARow = 0;
  /** When it was opened; null while closed. */
  let openedAt: number | null = null;
  let trying = false;

  return {
    async plan(destination) {
      const trial = openedAt !== null;
      if (openedAt !== null && (trying || now() - openedAt < openMs)) {
        throw new CircuitOpen(
          `the routing engine is not asked for ${
            openMs / 1000
          } s after ${failures} failures in a row`,
        );
      }
      trying = trial;
      try {
        const route = await planner.plan(destination);
        // An answer to a question from before it opened does not speak for now.
        if (trial || openedAt === null) [inARow, openedAt] = [0, null];
        return route;
      } catch (error) {
        const opens = isDown(error) && (trial || openedAt === null && ++inARow >= failures);
        if (opens) openedAt = now();
        throw error;
      } finally {
        if (trial) trying = false;
      }
    },
  };
}

function isDown(error: unknown): boolean {
  return error instanceof EngineError && error.fault !== "refused";
}
