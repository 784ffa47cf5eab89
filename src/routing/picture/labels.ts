/** Texts in a picture, none over another, over the route or beyond the sides. */
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

/** Sizes of letters in dots, as the style sheet has them on a phone, and how wide one is, as a share of that: fonts differ. */
const LETTERS = {
  street: { size: 54, width: 0.55 },
  end: { size: 60, width: 0.68 },
  credit: { size: 46, width: 0.55 },
};
/** Half of what a line of letters is high, with its halo. */
const HALF_HEIGHT = 0.56;

/** A text around its middle. */
export interface Label {
  readonly text: string;
  readonly middle: Dot;
  /** Degrees clockwise, -90 to 90. */
  readonly angle: number;
  readonly kind: keyof typeof LETTERS;
}

/** Room between a mark's name and the sides. */
const EDGE = 30;

type Disc = Dot & { readonly radius: number };
/** What of the picture is taken, so that nothing is written over it. */
export type Taken = Disc[];

/** A label as SVG. */
export function lettering({ text, middle: { x, y }, angle }: Label): string {
  const [toX, toY, degrees] = [x, y, angle].map(Math.round);
  const turn = `translate(${toX} ${toY})` + (degrees === 0 ? "" : ` rotate(${degrees})`);
  return `<text transform="${turn}" text-anchor="middle" dy=".35em">${escape(text)}</text>`;
}

/** How long a text is. */
export function widthOf(text: string, kind: Label["kind"]): number {
  return [...text].length * LETTERS[kind].size * LETTERS[kind].width;
}

function fits(label: Label, taken: Taken): boolean {
  const isFree = (disc: Disc) => !taken.some((other) => meet(disc, other));
  return everyDisc(label, (disc) => inPicture(disc, disc.radius) && isFree(disc));
}

function meet(a: Disc, b: Disc): boolean {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < (a.radius + b.radius) ** 2;
}

/** Marks the room of a label as taken. */
export function take(label: Label, taken: Taken): void {
  everyDisc(label, (disc) => taken.push(disc) > 0);
}

/** Calls `holds` with each of the discs that cover a label, until it is false. */
function everyDisc({ text, kind, middle, angle }: Label, holds: (disc: Disc) => boolean): boolean {
  const height = LETTERS[kind].size;
  const length = Math.max(0, widthOf(text, kind) - height);
  const count = Math.max(1, Math.ceil(length / height));
  const [cos, sin] = [Math.cos(angle * Math.PI / 180), Math.sin(angle * Math.PI / 180)];
  for (let i = 0; i <= count; i++) {
    const along = (i / count - 0.5) * length;
    const disc = { x: middle.x + along * cos, y: middle.y + along * sin };
    if (!holds({ ...disc, radius: height * HALF_HEIGHT })) return false;
  }
  return true;
}

/** A text beside a mark: where there is room, else over others, but always in the picture. */
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
/** Lines of one street beyond which joining them takes too long. */
const MAX_LINES = 60;
/** Beside the route: clear of half its width and half the letters. */
const BESIDE = 52;
/** Between dots at which a name may begin. */
const STEP = 40;
/** How far a street may bend away under its name. */
const BEND = 14;

/**
 * The names of the streets that help to recognise the way, where they have room: those that the route follows, then the big ones.
 * @param drawn segments in the picture
 * @param route segments that the route follows
 */
export function streetLabels(
  graph: StreetGraph,
  frame: Frame,
  drawn: readonly number[],
  route: ReadonlySet<number>,
  taken: Taken,
): Label[] {
  // Length in the picture, more for big streets, most for those that the route follows.
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
    // On the street, or on either side of it where the route must stay in sight.
    const aside = segments.some((segment) => route.has(segment)) ? [-BESIDE, BESIDE] : [0];
    const label = placeFor(name, aside, linesOf(graph, frame, segments), taken);
    if (label === null) continue;
    take(label, taken);
    if (labels.push(label) === MAX_NAMES) break;
  }
  return labels;
}

/** Where on the street its name has room, nearest to the middle of what is seen of it; null where nowhere. */
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

/** Lines of one street joined where their ends meet, those of most points first. */
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

/** A name along a line, so far to its side. */
function labelOn(text: string, from: Dot, to: Dot, off: number): Label {
  const turn = Math.atan2(to.y - from.y, to.x - from.x);
  const upright = Math.abs(turn) > Math.PI / 2 ? turn - Math.sign(turn) * Math.PI : turn;
  const middle = {
    x: (from.x + to.x) / 2 - off * Math.sin(upright),
    y: (from.y + to.y) / 2 + off * Math.cos(upright),
  };
  return { text, kind: "street", angle: upright * 180 / Math.PI, middle };
}
