/** Places texts in a picture, within its edges and not over the route or each other. */
import { escape } from "@std/html";
import { type StreetGraph, streetName } from "../street_graph.ts";
import {
  alongside,
  type Dot,
  type Frame,
  inPicture,
  linesOf,
  PICTURE,
  squaredDistance,
} from "./frame.ts";
import { rankOf, RANKS } from "./streets.ts";

/** Letter sizes in dots, as in the style sheet for phones, and about the width of a letter as a share of its size. */
const LETTERS = {
  street: { size: 54, width: 0.55 },
  end: { size: 60, width: 0.68 },
  credit: { size: 46, width: 0.55 },
};
/** Half the height of a line of text with its halo, as a share of the letter size. */
const HALF_HEIGHT = 0.56;

interface Label {
  readonly text: string;
  readonly middle: Dot;
  /** Degrees clockwise, -90 to 90. */
  readonly angle: number;
  readonly kind: keyof typeof LETTERS;
}

/** The space between a mark's name and the edges. */
const EDGE = 30;

type Disc = Dot & { readonly radius: number };
/** Discs of the picture over which no text may be placed. */
export type Taken = Disc[];

export function lettering({ text, middle: { x, y }, angle }: Label): string {
  const [toX, toY, degrees] = [x, y, angle].map(Math.round);
  const turn = `translate(${toX} ${toY})` + (degrees === 0 ? "" : ` rotate(${degrees})`);
  return `<text transform="${turn}" text-anchor="middle" dy=".35em">${escape(text)}</text>`;
}

export function widthOf(text: string, kind: Label["kind"]): number {
  return [...text].length * LETTERS[kind].size * LETTERS[kind].width;
}

function fits(label: Label, taken: Taken): boolean {
  return discsOf(label).every((disc) =>
    inPicture(disc, disc.radius) && !taken.some((other) => meet(disc, other))
  );
}

function meet(a: Disc, b: Disc): boolean {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < (a.radius + b.radius) ** 2;
}

export function take(label: Label, taken: Taken): void {
  taken.push(...discsOf(label));
}

function discsOf({ text, kind, middle, angle }: Label): Disc[] {
  const height = LETTERS[kind].size;
  const length = Math.max(0, widthOf(text, kind) - height);
  const count = Math.max(1, Math.ceil(length / height));
  const [cos, sin] = [Math.cos(angle * Math.PI / 180), Math.sin(angle * Math.PI / 180)];
  return Array.from({ length: count + 1 }, (_, i) => {
    const along = (i / count - 0.5) * length;
    const [x, y] = [middle.x + along * cos, middle.y + along * sin];
    return { x, y, radius: height * HALF_HEIGHT };
  });
}

/** Places a text beside a mark, in free space or else over other texts, but always in the picture. */
export function labelBeside({ x, y }: Dot, radius: number, text: string, taken: Taken): Label {
  const half = widthOf(text, "end") / 2;
  const [aside, above] = [radius + 20 + half, radius + 8 + LETTERS.end.size * 0.6];
  const near = x < PICTURE.width / 2 ? aside : -aside;
  const places = [
    ...[[near, 0], [-near, 0], [0, above], [0, -above]],
    ...[near, -near].flatMap((dx) => [[dx * 0.8, -above * 0.8], [dx * 0.8, above * 0.8]]),
  ].map(([dx, dy]): Label => ({
    text,
    kind: "end",
    angle: 0,
    middle: {
      x: Math.max(half + EDGE, Math.min(PICTURE.width - half - EDGE, x + dx!)),
      y: Math.max(LETTERS.end.size, Math.min(PICTURE.height - LETTERS.end.size, y + dy!)),
    },
  }));
  const label = places.find((place) => fits(place, taken)) ?? places[2]!;
  take(label, taken);
  return label;
}

const MAX_NAMES = 8;
const MAX_TRIED = 18;
const MAX_LETTERS = 30;
/** To join more lines of one street takes too long. */
const MAX_LINES = 60;
/** The distance of a name from the route: half the route's width and half a line of text. */
const BESIDE = 52;
/** The distance between the dots at which a name may begin. */
const STEP = 40;
/** The greatest distance of a street from the straight line of its name. */
const BEND = 14;

/** Names streets of the segments `drawn` where there is space, first those on the `route`, then the big ones. */
export function streetLabels(
  graph: StreetGraph,
  frame: Frame,
  { drawn, route }: { readonly drawn: readonly number[]; readonly route: ReadonlySet<number> },
  taken: Taken,
): Label[] {
  // The length in the picture, weighted more for big streets and most for those on the route.
  const weightOf = (segment: number) =>
    Math.min(400, graph.segmentMeters[segment]! / frame.metersADot) *
    (route.has(segment) ? 20 : 1 + RANKS.indexOf(rankOf(graph, segment)));
  const streets = [...Map.groupBy(drawn, (segment) => streetName(graph, segment) ?? "")]
    .filter(([name]) => name !== "" && name.length <= MAX_LETTERS)
    .map(([name, segments]) => ({
      name,
      segments: segments.sort((a, b) => a - b),
      weight: segments.reduce((sum, segment) => sum + weightOf(segment), 0),
    }))
    .sort((a, b) => b.weight - a.weight);
  const labels: Label[] = [];
  for (const { name, segments } of streets.slice(0, MAX_TRIED)) {
    // On the street, or on either side of it if the route must stay visible.
    const aside = segments.some((segment) => route.has(segment)) ? [-BESIDE, BESIDE] : [0];
    const label = placeFor(name, aside, linesOf(graph, frame, segments), taken);
    if (label === null) continue;
    take(label, taken);
    if (labels.push(label) === MAX_NAMES) break;
  }
  return labels;
}

/** The place for a street's name that is nearest to the middle of the visible part; null if there is no space. */
function placeFor(
  name: string,
  aside: readonly number[],
  lines: Dot[][],
  taken: Taken,
): Label | null {
  const span = Math.ceil(widthOf(name, "street") / STEP);
  for (const line of joined(lines).slice(0, 4)) {
    const dots = alongside(line, STEP).filter((dot) => inPicture(dot));
    const starts = Array.from({ length: Math.max(0, dots.length - span) }, (_, i) => i)
      .sort((a, b) => Math.abs(2 * a + span - dots.length) - Math.abs(2 * b + span - dots.length));
    for (const first of starts) {
      const [from, to] = [dots[first]!, dots[first + span]!];
      const isStraight = dots.slice(first + 1, first + span)
        .every((dot) => squaredDistance(from, to, dot) <= BEND * BEND);
      const places = isStraight ? aside.map((off) => labelOn(name, from, to, off)) : [];
      const label = places.find((place) => fits(place, taken));
      if (label) return label;
    }
  }
  return null;
}

/** Joins the lines of one street where their ends meet, and returns the longest first. */
function joined(lines: Dot[][]): Dot[][] {
  const rest = lines.slice(0, MAX_LINES);
  const found: Dot[][] = [];
  for (let line = rest.pop(); line !== undefined; line = rest.pop()) {
    for (let tries = 0; tries < 2; tries++, line.reverse()) {
      const meets = (dot: Dot) => dot.x === line!.at(-1)!.x && dot.y === line!.at(-1)!.y;
      for (let at = 0; at >= 0;) {
        at = rest.findIndex((other) => meets(other[0]!) || meets(other.at(-1)!));
        const [next] = at < 0 ? [] : rest.splice(at, 1);
        if (next) line.push(...(meets(next[0]!) ? next : next.reverse()).slice(1));
      }
    }
    found.push(line);
  }
  return found.sort((a, b) => b.length - a.length);
}

/** A name along a line, `off` dots to its side. */
function labelOn(text: string, from: Dot, to: Dot, off: number): Label {
  const turn = Math.atan2(to.y - from.y, to.x - from.x);
  const upright = Math.abs(turn) > Math.PI / 2 ? turn - Math.sign(turn) * Math.PI : turn;
  const middle = {
    x: (from.x + to.x) / 2 - off * Math.sin(upright),
    y: (from.y + to.y) / 2 + off * Math.cos(upright),
  };
  return { text, kind: "street", angle: upright * 180 / Math.PI, middle };
}
