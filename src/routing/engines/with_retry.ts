import type { RoutePlanner } from "../../deps.ts";
import { EngineError, type EngineFault } from "./engine_error.ts";

/** Faults after which an engine that costs nothing may be asked again: those of the connection, not of the engine. */
export const FREE_TO_RETRY: readonly EngineFault[] = ["not_sent", "cut"];
/** Faults after which an engine that charges for each question may be asked again: it has not heard this one. */
export const SAFE_TO_RETRY: readonly EngineFault[] = ["not_sent"];

/** The same planner, asked once more, at once, where it failed with one of `faults`. */
export function withRetry(planner: RoutePlanner, faults: readonly EngineFault[]): RoutePlanner {
  return {
    async plan(destination) {
      try {
        return await planner.plan(destination);
      } catch (error) {
        if (!(error instanceof EngineError && faults.includes(error.fault))) throw error;
        return await planner.plan(destination);
      }
    },
  };
}
