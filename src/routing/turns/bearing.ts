import { unitScale } from "../coordinates.ts";
import type { StreetGraph } from "../street_graph.ts";

/** What turns need to know of a segment beyond the graph. */
export interface SegmentKind {
  readonly roundabout: boolean;
  /** Service ways and links, whose first metres say little about where they lead. */
  readonly minor: boolean;
}

/** How far to look along a street for where it leads, in metres: mappers bend the last ones to make ends meet. */
const LOOK_AHEAD = { roundabout: 2, minor: 10, street: 15 };
/** A first piece of this length says where a street leads by itself. */
const LONG_PIECE = 16.5;

/** Where a segment leads as seen from one of its ends: degrees clockwise from north, 0 to 360. */
export function bearing(
  graph: StreetGraph,
  segment: number,
  fromEnd: boolean,
  { roundabout, minor }: SegmentKind,
): number {
  const { pointLat, pointLng, firstPoint } = graph;
  const start = fromEnd ? firstPoint[segment + 1]! - 1 : firstPoint[segment]!;
  const stop = fromEnd ? firstPoint[segment]! : firstPoint[segment + 1]! - 1;
  const step = fromEnd ? -1 : 1;
  const scale = unitScale(pointLat[start]!);
  const east = (p: number) => (pointLng[p]! - pointLng[start]!) * scale.lng;
  const north = (p: number) => (pointLat[p]! - pointLat[start]!) * scale.lat;
  const wanted = roundabout ? LOOK_AHEAD.roundabout : minor ? LOOK_AHEAD.minor : LOOK_AHEAD.street;

  let gone = 0;
  for (let p = start; p !== stop; p += step) {
    const dx = east(p + step) - east(p);
    const dy = north(p + step) - north(p);
    const length = Math.hypot(dx, dy);
    if (p === start && !roundabout && !minor && length > LONG_PIECE) return degrees(dx, dy);
    if (gone + length >= wanted) {
      const share = (wanted - gone) / length;
      return degrees(east(p) + share * dx, north(p) + share * dy);
    }
    gone += length;
  }
  return degrees(east(stop), north(stop));
}

/** How far a car turns that comes in on a leg of bearing `from` and leaves on one of bearing `to`: -180 to 180, right is above 0. */
export function turnDegrees(from: number, to: number): number {
  const turn = (to - from + 180 + 720) % 360;
  return turn > 180 ? turn - 360 : turn;
}

function degrees(east: number, north: number): number {
  return (Math.atan2(east, north) * 180 / Math.PI + 360) % 360;
}
