/** The closures that are not over, and which of them people take for one. */
import { type ClosedTime, isOver } from "./asked_closure.ts";
import type { Closure } from "./closure.ts";
import { addDays, wallMinute } from "./local_time.ts";
import { currentServiceDay } from "./service_day.ts";
import type { Situation } from "./situation.ts";

/** Days that follow one another and are closed for the same reason; or any other closure by itself. */
export interface ClosureRun {
  /** At least one, in their order. */
  readonly closures: readonly Closure[];
  /** What they cover together. */
  readonly closed: ClosedTime;
  readonly reason: string;
}

/** By their beginning. After midnight the evening's own still stands. */
export function standingClosures(situation: Situation): readonly Closure[] {
  const { restaurant, house, now } = situation;
  const minute = wallMinute(now, restaurant.timeZone);
  const today = currentServiceDay(situation);
  return house.closures.filter((closure) => !isOver(closure, minute, today));
}

/** @param closures by their beginning */
export function closureRuns(closures: readonly Closure[]): readonly ClosureRun[] {
  const runs: Closure[][] = [];
  for (const closure of closures) {
    const run = runs.find((run) => continues(closure, run.at(-1)!));
    if (run) run.push(closure);
    else runs.push([closure]);
  }
  return runs.map((run) => ({ closures: run, closed: covered(run), reason: run[0]!.reason }));
}

function continues(closure: Closure, last: Closure): boolean {
  return closure.kind === "day" && last.kind === "day" && closure.reason === last.reason &&
    closure.day === addDays(last.day, 1);
}

function covered(run: readonly Closure[]): ClosedTime {
  const [first, last] = [run[0]!, run.at(-1)!];
  if (first.kind === "span") return { kind: "span", from: first.from, to: first.to };
  if (last.kind !== "day" || last === first) return { kind: "day", day: first.day };
  return { kind: "days", from: first.day, to: last.day };
}
