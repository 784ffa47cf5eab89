import { escape } from "@std/html";
import type { LatLng } from "../../domain/location.ts";
import type { PictureWords } from "../../ports/streets.ts";
import type { RouteEnd, StreetRoutes } from "../built_in_planner.ts";
import { metersBetween, toUnits } from "../coordinates.ts";
import type { ShortestPathTree } from "../shortest_path_tree.ts";
import { edgeShare, type StreetGraph, streetName } from "../street_graph.ts";
import type { IndexedStreets } from "../street_index.ts";
import {
  alongside,
  type Dot,
  frameAround,
  type Line,
  PICTURE,
  simplified,
  stroke,
} from "./frame.ts";
import { labelBeside, lettering, streetLabels, take, type Taken, widthOf } from "./labels.ts";
import { drawStreets, type Rank, RANKS } from "./streets.ts";

/** The route's part of the 40 KB that a picture may have. */
const ROUTE_BYTES = 6_000;
/** The height of the pin's head above its tip, its radius, and the radius of the restaurant's ring. */
const [HEAD, START_RADIUS] = [{ above: 92, radius: 54 }, 34];
/** The space between the credit and the edges. */
const EDGE = 28;

export interface PictureSource extends IndexedStreets {
  readonly routes: StreetRoutes;
  /** Its streets must not be mistaken for real ones. */
  readonly isInvented: boolean;
}

/** The credit that OpenStreetMap's licence requires. */
const OSM_CREDIT = "© OpenStreetMap contributors, ODbL";

/** Draws the priced route to `destination`, in the same way each time, for the page's style sheet; null without one. */
export function routePicture(
  source: PictureSource,
  destination: LatLng,
  words: PictureWords,
): string | null {
  const { graph, index, routes, isInvented } = source;
  const end = routes.end(destination);
  if (end === null) return null;
  const stretches = routeStretches(graph, routes.tree, end);
  const line = routeLine(graph, stretches);
  const frame = frameAround(line, destination);
  const route = simplified(line.lat.map((lat, i) => frame.dot(lat, line.lng[i]!)), 1);
  const [start, pin] = [route[0]!, frame.dot(toUnits(destination.lat), toUnits(destination.lng))];
  const streets = drawStreets(graph, index, frame, route);

  const { width, height } = PICTURE;
  const street = streetName(graph, end.place.segment)?.slice(0, 80) ?? words.nameless;
  const title = escape(words.title + street);
  const head = { x: pin.x, y: pin.y - HEAD.above };
  const taken: Taken = [
    ...alongside(route, 24).map((dot) => ({ ...dot, radius: 14 })),
    { ...start, radius: START_RADIUS },
    { ...head, radius: HEAD.radius },
    { x: pin.x, y: pin.y - 20, radius: 20 },
  ];
  const owner = creditText(isInvented ? words.invented : OSM_CREDIT, taken);
  const ends = [
    labelBeside(head, HEAD.radius, words.destination, taken),
    labelBeside(start, START_RADIUS, words.restaurant, taken),
  ];
  const followed = new Set(stretches.map(({ edge }) => graph.edgeSegment[edge]!));
  const names = streetLabels(graph, frame, { drawn: streets.segments, route: followed }, taken);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="0 0 ${width} ${height}"`,
    ` width="${width / 2}" height="${height / 2}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<rect class="map-land" width="${width}" height="${height}"/>`,
    streetLayers(streets.paths, frame.metersADot),
    routeLayers(route, pin),
    `<g class="map-name">${names.map(lettering).join("")}</g>`,
    marks(start, pin),
    `<g class="map-end">${ends.map(lettering).join("")}</g>`,
    owner,
    "</svg>",
  ].join("");
}

export interface Stretch {
  readonly edge: number;
  /** The shares of the edge, 0 to 1, at which the drive along it begins and ends. */
  readonly from: number;
  readonly to: number;
}

/** The edges of the route to `end` in driving order, of the first and the last a part. */
export function routeStretches(
  graph: StreetGraph,
  tree: ShortestPathTree,
  { place, arrival }: RouteEnd,
): Stretch[] {
  const { edge, from } = arrival;
  const to = edgeShare(graph, edge, place.fraction);
  if (from !== null) return [{ edge, from, to }];

  const backwards: Stretch[] = [{ edge, from: 0, to }];
  let before = tree.previous[tree.edgeLabel[edge]!]!;
  for (; before >= 0; before = tree.previous[before]!) {
    backwards.push({ edge: graph.labelEdge[before]!, from: 0, to: 1 });
  }
  backwards.push({ ...tree.starts[-1 - before]!, to: 1 });
  return backwards.reverse();
}

export function routeLine(graph: StreetGraph, stretches: readonly Stretch[]): Line {
  const line: Line = { lat: [], lng: [] };
  for (const stretch of stretches) follow(graph, stretch, line);
  return line;
}

/** Adds the points of a stretch to `line`, its ends included. */
function follow(graph: StreetGraph, { edge, from, to }: Stretch, line: Line): void {
  const { firstPoint, pointLat, pointLng } = graph;
  const segment = graph.edgeSegment[edge]!;
  const forward = graph.forwardEdge[segment] === edge;
  const step = forward ? 1 : -1;
  const last = forward ? firstPoint[segment + 1]! - 1 : firstPoint[segment]!;
  let p = forward ? firstPoint[segment]! : firstPoint[segment + 1]! - 1;
  let begin = from * graph.segmentMeters[segment]!;
  let end = to * graph.segmentMeters[segment]!;
  for (; p !== last; p += step) {
    const next = p + step;
    const length = metersBetween(pointLat[p]!, pointLng[p]!, pointLat[next]!, pointLng[next]!);
    const at = (meters: number) => {
      const share = length > 0 ? Math.min(1, Math.max(0, meters) / length) : 0;
      line.lat.push(pointLat[p]! + share * (pointLat[next]! - pointLat[p]!));
      line.lng.push(pointLng[p]! + share * (pointLng[next]! - pointLng[p]!));
    };
    if (begin <= length || next === last) {
      at(begin);
      at(end);
    }
    if (end <= length) return;
    begin -= length;
    end -= length;
  }
}

/** Lines are narrower if more ground is visible. */
function streetLayers(paths: Readonly<Record<Rank, string>>, metersADot: number): string {
  const zoom = metersADot < 1.6 ? "near" : metersADot < 4 ? "middle" : "far";
  const layer = (rank: Rank) => paths[rank] && `<path class="map-${rank}" d="${paths[rank]}"/>`;
  return `<g class="map-${zoom}">${RANKS.map(layer).join("")}</g>`;
}

/** The route over its edging, and the walk from its end to the point. */
function routeLayers(route: readonly Dot[], pin: Dot): string {
  const walk = stroke([route.at(-1)!, pin]);
  let path = stroke(route);
  for (let tolerance = 2; path.length * 2 > ROUTE_BYTES; tolerance *= 2) {
    path = stroke(simplified(route, tolerance));
  }
  return (walk && `<path class="map-walk" d="${walk}"/>`) +
    (path && `<path class="map-edging" d="${path}"/><path class="map-route" d="${path}"/>`);
}

/** The restaurant is a ring, the destination a pin whose tip is at the point. */
function marks(start: Dot, pin: Dot): string {
  const [x, y] = [Math.round(pin.x), Math.round(pin.y)];
  const ring = `cx="${Math.round(start.x)}" cy="${Math.round(start.y)}" r="${START_RADIUS - 8}"`;
  return `<circle class="map-start" ${ring}/>` +
    `<path class="map-pin" d="M${x} ${y}c-12-34-50-54-50-94a50 50 0 0 1 100 0c0 40-38 60-50 94z"/>` +
    `<circle class="map-pin-eye" cx="${x}" cy="${y - HEAD.above}" r="19"/>`;
}

function creditText(text: string, taken: Taken): string {
  const [x, y] = [PICTURE.width - EDGE, PICTURE.height - EDGE];
  const middle = { x: x - widthOf(text, "credit") / 2, y: y - 15 };
  take({ text, kind: "credit", angle: 0, middle }, taken);
  return `<text class="map-credit" x="${x}" y="${y}" text-anchor="end">${escape(text)}</text>`;
}
