import { mayTurn, type TurnRule } from "./may_turn.ts";
import type { RoadNetwork } from "./road_network.ts";
import type { SeenArm } from "./seen_arms.ts";

/** A road that a car sees at a crossing. */
export interface ViewedRoad extends SeenArm {
  /** Degrees, 0 to 360: 0 is back, 90 right, 180 straight on, 270 left. */
  readonly angle: number;
  /** Whether the car may take it. */
  readonly isOpen: boolean;
}

/** The least change of an angle that keeps two roads in their order. */
const STEP_DEGREES = 0.5;
/** A turn so near to a turn back is one, where the roads' beginnings say so. */
const NEARLY_BACK_DEGREES = 15;

/**
 * What a car sees that comes to a crossing on `from`: the road that it came on, or in its place another that leads back, and then the
 * roads from sharp right to sharp left.
 * @param hidden arms that are only the other carriageway of a road seen already
 */
export function crossingView(
  network: RoadNetwork,
  seen: readonly SeenArm[],
  from: SeenArm,
  mayFollow: TurnRule,
  hidden: ReadonlySet<number> = new Set(),
): ViewedRoad[] {
  const roads: Ordered[] = [];
  let back: ViewedRoad | null = null;
  let waysBack = 0;
  for (const to of seen) {
    const isOpen = mayTurn(network, seen, from, to, mayFollow);
    const [angle, initial] = anglesOf(from, to, isOpen);
    const road = { ...to, angle, isOpen };
    if (to.arm === from.arm) back = road;
    else if (isOpen || (!hidden.has(to.arm) && angle !== 0)) {
      if (angle === 0) waysBack++;
      roads.push({ road, order: orderOf(angle, initial) });
    }
  }
  if (back !== null && (back.isOpen || waysBack === 0)) roads.unshift({ road: back, order: 0 });
  roads.sort((a, b) => a.order - b.order || a.road.angle - b.road.angle);
  const view = inOrder(roads.map(({ road }) => road));
  return back === null || view.some(({ angle }) => angle === 0) ? view : [back, ...view];
}

/** A road, and its angle by its first metres: that decides about its place. */
interface Ordered {
  readonly road: ViewedRoad;
  readonly order: number;
}

function anglesOf(from: SeenArm, to: SeenArm, isOpen: boolean): [number, number] {
  const perceived = Math.round(((from.perceived - to.perceived + 360) % 360) * 1e8) / 1e8 % 360;
  const initial = (from.initial - to.initial + 360) % 360;
  const isBack = isOpen &&
    ((perceived < NEARLY_BACK_DEGREES && initial > 180) ||
      (perceived > 360 - NEARLY_BACK_DEGREES && initial < 180));
  return isBack ? [0, 0] : [perceived, initial];
}

function orderOf(angle: number, initial: number): number {
  if (initial === 0) return angle > 180 ? 360 : 0;
  const areAcrossBack = (angle > 270 && initial < 90) || (angle < 90 && initial > 270);
  return areAcrossBack ? angle : initial;
}

/** Roads that are seen in another order than they begin in are moved beside each other. */
function inOrder(roads: readonly ViewedRoad[]): ViewedRoad[] {
  let before = 0;
  return roads.map((road, i) => {
    const step = Math.min(STEP_DEGREES, ((360 - before + 360) % 360) / 2);
    const angle = i > 0 && road.angle < before ? (before + step) % 360 : road.angle;
    before = angle;
    return angle === road.angle ? road : { ...road, angle };
  });
}
