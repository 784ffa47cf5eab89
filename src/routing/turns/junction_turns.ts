import { turnDegrees } from "./bearing.ts";
import type { Leg } from "./legs.ts";
import { turnSeconds, uTurnSeconds } from "./turn_seconds.ts";

/** A turn from one edge into another at a junction. */
export interface Turn {
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
}

/**
 * The turns at a junction: into every street that leaves it, and back only where nothing else is open.
 * @param mayFollow whether restrictions at this junction let a car from one edge into another
 */
export function junctionTurns(
  legs: readonly Leg[],
  mayFollow: (from: number, to: number) => boolean,
): Turn[] {
  const arrivals = legs.filter(({ inEdge }) => inEdge >= 0);
  return arrivals.flatMap((from) => {
    const exits = legs.filter(({ outEdge }) => outEdge >= 0 && mayFollow(from.inEdge, outEdge));
    const deadEnd = legs.length === 1 || exits.length === 1 || arrivals.length === 1;
    return exits.flatMap((to): Turn[] => {
      if (to === from ? !deadEnd : isAgainstRoundabout(legs, from, to)) return [];
      return [{ from: from.inEdge, to: to.outEdge, seconds: inTenths(secondsOf(legs, from, to)) }];
    });
  });
}

/** Whole tenths of a second, as OSRM counts them: going straight on is then free. */
function inTenths(seconds: number): number {
  return Math.floor(seconds * 10) / 10;
}

function secondsOf(legs: readonly Leg[], from: Leg, to: Leg): number {
  if (from === to) return uTurnSeconds();
  // Where two streets meet end to end there is no turn, only a bend.
  if (legs.length <= 2) return 0;
  return turnSeconds(turnDegrees(from.bearing, to.bearing), !from.roundabout && !to.roundabout);
}

/** Whether the way from one street to another at the same point of a roundabout runs against its traffic. */
function isAgainstRoundabout(legs: readonly Leg[], from: Leg, to: Leg): boolean {
  if (from.roundabout || to.roundabout) return false;
  const entering = legs.find((leg) => leg.roundabout && leg.inEdge >= 0 && leg.outEdge < 0);
  const leaving = legs.find((leg) => leg.roundabout && leg.outEdge >= 0 && leg.inEdge < 0);
  if (entering === undefined || leaving === undefined) return false;
  const clockwise = ({ bearing }: Leg) => (bearing - entering.bearing + 360) % 360;
  const [ring, fromAt, toAt] = [clockwise(leaving), clockwise(from), clockwise(to)];
  return (fromAt < ring && toAt < fromAt) || (fromAt > ring && toAt > fromAt);
}
