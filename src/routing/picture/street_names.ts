import type { StreetGraph } from "../street_graph.ts";
import { chainsOf, lengthOf } from "./chains.ts";
import { type Dot, type Frame, inPicture } from "./frame.ts";
import { fits, type Lettered, takePlaceOf, widthOf } from "./lettering.ts";
import { rankOf, RANKS } from "./ranks.ts";
import { squaredDistance } from "./strokes.ts";
import { alongside, type Taken } from "./taken.ts";

const MOST_NAMES = 8;
const MOST_TRIED = 18;
const LONGEST_NAME = 30;
/** Beside the route: clear of half its width and half the letters. */
const BESIDE = 52;
/** Between dots at which a name may begin. */
const STEP = 32;
/** How far a street may bend away under its name. */
const BEND = 14;

interface NamedStreet {
  readonly name: string;
  readonly segments: number[];
  onRoute: boolean;
  /** Length in the picture, more for big streets, most for those that the route follows. */
  weight: number;
}

/**
 * Finds room for the names of the streets that help to recognise the way: those that the route follows, then the big ones.
 * @param drawn segments in the picture
 * @param route segments that the route follows
 */
export function streetNames(
  graph: StreetGraph,
  frame: Frame,
  drawn: readonly number[],
  route: ReadonlySet<number>,
  taken: Taken,
): Lettered[] {
  const named: Lettered[] = [];
  for (const street of mainStreets(graph, frame, drawn, route)) {
    const lettered = placeFor(street, piecesOf(graph, frame, street.segments), taken);
    if (lettered === null) continue;
    takePlaceOf(lettered, taken);
    named.push(lettered);
    if (named.length === MOST_NAMES) break;
  }
  return named;
}

function mainStreets(
  graph: StreetGraph,
  frame: Frame,
  drawn: readonly number[],
  route: ReadonlySet<number>,
): NamedStreet[] {
  const streets = new Map<number, NamedStreet>();
  for (const segment of drawn) {
    const index = graph.segmentName[segment]!;
    const name = graph.names[index] ?? null;
    if (name === null || name.length > LONGEST_NAME) continue;
    let street = streets.get(index);
    if (street === undefined) {
      street = { name, segments: [], onRoute: false, weight: 0 };
      streets.set(index, street);
    }
    const followed = route.has(segment);
    street.segments.push(segment);
    street.onRoute ||= followed;
    const length = Math.min(400, graph.segmentMeters[segment]! / frame.metersADot);
    street.weight += length * (followed ? 20 : 1 + RANKS.indexOf(rankOf(graph, segment)));
  }
  return [...streets.values()].sort((a, b) => b.weight - a.weight).slice(0, MOST_TRIED);
}

function piecesOf(
  { firstPoint, pointLat, pointLng }: StreetGraph,
  frame: Frame,
  segments: readonly number[],
): Dot[][] {
  return segments.map((segment) => {
    const dots: Dot[] = [];
    for (let p = firstPoint[segment]!; p < firstPoint[segment + 1]!; p++) {
      dots.push({ x: frame.x(pointLng[p]!), y: frame.y(pointLat[p]!) });
    }
    return dots;
  });
}

/** Where on the street its name has room, nearest to the middle of what is seen of it; null where nowhere. */
function placeFor(street: NamedStreet, pieces: Dot[][], taken: Taken): Lettered | null {
  const width = widthOf(street.name, "street");
  for (const chain of chainsOf(pieces).slice(0, 4)) {
    if (lengthOf(chain) < width) break;
    const dots = alongside(chain, STEP).filter((dot) => inPicture(dot));
    for (const span of spansOf(dots, width)) {
      const lettered = placesOn(street, span).find((place) => fits(place, taken));
      if (lettered !== undefined && isStraight(dots, span)) return lettered;
    }
  }
  return null;
}

/** Part of a street, between two of its dots. */
interface Span {
  readonly first: number;
  readonly last: number;
  readonly from: Dot;
  readonly to: Dot;
}

/** The spans of a street that are as long as its name, the middle ones first. */
function spansOf(dots: readonly Dot[], width: number): Span[] {
  const spans: Span[] = [];
  let last = 0;
  dots.forEach((from, first) => {
    while (last < dots.length && isNearer(from, dots[last]!, width)) last++;
    const to = dots[last];
    if (to !== undefined) spans.push({ first, last, from, to });
  });
  const fromMiddle = ({ first, last }: Span) => Math.abs(first + last - dots.length);
  return spans.sort((a, b) => fromMiddle(a) - fromMiddle(b));
}

function isNearer(a: Dot, b: Dot, limit: number): boolean {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < limit * limit;
}

function isStraight(dots: readonly Dot[], { first, last, from, to }: Span): boolean {
  return dots.slice(first + 1, last).every((dot) => squaredDistance(from, to, dot) <= BEND * BEND);
}

/** On the street, or on either side of it where the route must stay in sight. */
function placesOn({ name, onRoute }: NamedStreet, { from, to }: Span): Lettered[] {
  const turn = Math.atan2(to.y - from.y, to.x - from.x);
  const upright = Math.abs(turn) > Math.PI / 2 ? turn - Math.sign(turn) * Math.PI : turn;
  const aside = onRoute ? [-BESIDE, BESIDE] : [0];
  return aside.map((off) => ({
    text: name,
    kind: "street",
    angle: upright * 180 / Math.PI,
    middle: {
      x: (from.x + to.x) / 2 - off * Math.sin(upright),
      y: (from.y + to.y) / 2 + off * Math.cos(upright),
    },
  }));
}
