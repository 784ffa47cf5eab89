import type { CrossingMap } from "./crossing_map.ts";
import { angleBetween, bisector, degreesApart, opposite } from "./degrees.ts";
import { areCarriageways } from "./dual_carriageway.ts";
import { type SeenArm, seenArms } from "./seen_arms.ts";

/** Roads this near to straight on are left as they are. */
const STRAIGHT_DEGREES = 3;
/** How far off a fork may lie that changes where a road seems to lead. */
const NEIGHBOUR_METERS = 30;

/** The arms of a crossing, with where they lead as a car sees it that takes two carriageways for one road. */
export interface MergedArms {
  readonly seen: readonly SeenArm[];
  /** Arms closed to those who leave that are carriageways of a road on which one does. */
  readonly hidden: ReadonlySet<number>;
}

/** The arms of a crossing, in clockwise order, with carriageways merged here and at crossings nearby. */
export function mergedArms(map: CrossingMap, crossing: number): MergedArms {
  const seen = seenArms(map.network, crossing);
  const hidden = new Set<number>();
  const isMerged = seen.map(() => false);
  for (let i = 0; seen.length >= 3 && i < seen.length; i++) {
    if (!areCarriageways(map, crossing, seen, i)) continue;
    const next = (i + 1) % seen.length;
    const { bearing } = mergedBearing(map, seen, i, next, false);
    for (const index of [i, next]) {
      seen[index] = { ...seen[index]!, initial: bearing, perceived: bearing };
      isMerged[index] = true;
    }
    hidden.add(seen[map.network.isOpen(seen[i]!.arm) ? next : i]!.arm);
  }
  if (seen.length < 2) return { seen, hidden };
  return { seen: seen.map((arm, i) => isMerged[i] ? arm : bentToFork(map, arm)), hidden };
}

/** An arm that ends soon in a fork into two carriageways leads to the middle between them. */
function bentToFork(map: CrossingMap, arm: SeenArm): SeenArm {
  const { network } = map;
  if (network.metersOf(arm.arm) > NEIGHBOUR_METERS) return arm;
  const crossing = network.to(arm.arm);
  const seen = seenArms(network, crossing);
  if (seen.length <= 1) return arm;
  const own = seen.findIndex((other) => other.arm === (arm.arm ^ 1));
  const before = (own + seen.length - 1) % seen.length;
  const after = (own + 1) % seen.length;
  const turned = (first: number, second: number, sign: number) => {
    const { isSure, bearing } = mergedBearing(map, seen, first, second, true);
    if (!isSure) return arm;
    const offset = sign * degreesApart(bearing, seen[own]!.perceived);
    const perceived = (arm.perceived + offset + 360) % 360;
    return { ...arm, initial: perceived, perceived };
  };
  if (areCarriageways(map, crossing, seen, before)) return turned(before, own, -1);
  return areCarriageways(map, crossing, seen, own) ? turned(own, after, 1) : arm;
}

/** Where two carriageways lead together. `isSure` where that holds as seen from crossings nearby as well. */
function mergedBearing(
  { network }: CrossingMap,
  seen: readonly SeenArm[],
  first: number,
  second: number,
  fromNeighbour: boolean,
): { readonly isSure: boolean; readonly bearing: number } {
  const [left, right] = [seen[first]!, seen[second]!];
  const entry = network.isOpen(left.arm) ? left : right;
  const across = oppositeBearing(seen, entry.perceived);
  const bearing = bisector(right.perceived, left.perceived);
  const bend = (to: number) => degreesApart(angleBetween(across, to), 180);
  // A road that runs straight over the crossing keeps doing so.
  if (bend(entry.perceived) < STRAIGHT_DEGREES) return { isSure: false, bearing: entry.perceived };
  const isWorse = bend(left.perceived) < bend(bearing) || bend(right.perceived) < bend(bearing);
  return fromNeighbour && isWorse ? { isSure: false, bearing: across } : { isSure: true, bearing };
}

/** The bearing on which a car comes that sees `bearing` most nearly straight on. */
function oppositeBearing(seen: readonly SeenArm[], bearing: number): number {
  const wanted = opposite(bearing);
  const nearest = seen.reduce((best, arm) =>
    degreesApart(arm.perceived, wanted) < degreesApart(best.perceived, wanted) ? arm : best
  );
  return opposite(nearest.perceived);
}
