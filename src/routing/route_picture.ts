import { escape } from "@std/html";
import type { Language } from "../domain/language.ts";
import type { LatLng } from "../domain/location.ts";
import type { RouteEnd, StreetRoutes } from "./built_in_planner.ts";
import { toUnits } from "./coordinates.ts";
import {
  type Dot,
  type Frame,
  frameAround,
  PICTURE_HEIGHT,
  PICTURE_WIDTH,
} from "./picture/frame.ts";
import { type Lettered, widthOf } from "./picture/lettering.ts";
import { creditPlace, endNames, pinMark, scaleBar, startMark, takeMarks } from "./picture/marks.ts";
import { streetNames } from "./picture/street_names.ts";
import { RANKS } from "./picture/ranks.ts";
import { type DrawnStreets, drawStreets } from "./picture/streets.ts";
import { simplified, stroke } from "./picture/strokes.ts";
import { alongside, noneTaken, type Taken } from "./picture/taken.ts";
import { PICTURE_TEXTS } from "./picture/texts.ts";
import { routeLine, routeStretches } from "./route_path.ts";
import { type StreetGraph, streetName } from "./street_graph.ts";
import type { StreetIndex } from "./street_index.ts";

/** No picture is bigger, in bytes. */
export const PICTURE_LIMIT_BYTES = 40_000;
/** Of these, what streets and the route may take. */
const STREET_BYTES = 26_000;
const ROUTE_BYTES = 6_000;

/** What pictures are drawn from. */
export interface PictureSource {
  readonly graph: StreetGraph;
  readonly index: StreetIndex;
  readonly routes: StreetRoutes;
  /** Whose the map is, in each language. */
  readonly credit: Readonly<Record<Language, string>>;
}

/** What pictures of the sample map say: nobody is to take its streets for real ones. */
export const SAMPLE_CREDIT: Readonly<Record<Language, string>> = {
  es: "MUESTRA: mapa inventado",
  en: "MUESTRA: an invented map",
};

/** The credit of a map made of OpenStreetMap's data, as its licence asks for it. */
export const OSM_CREDIT: Readonly<Record<Language, string>> = {
  es: "© OpenStreetMap contributors, ODbL",
  en: "© OpenStreetMap contributors, ODbL",
};

/**
 * Draws the priced route to `destination` and the streets around it, the same at every call: one `svg` element under
 * {@linkcode PICTURE_LIMIT_BYTES}, whose colours are those of the style sheet of the page that it stands in.
 * @param style rules to carry along, for a picture that stands alone
 * @returns null where there is no route
 */
export function routePicture(
  source: PictureSource,
  destination: LatLng,
  language: Language,
  style: string | null = null,
): string | null {
  const end = source.routes.end(destination);
  return end === null ? null : drawRoute(source, destination, end, language, style);
}

function drawRoute(
  { graph, index, routes, credit }: PictureSource,
  destination: LatLng,
  end: RouteEnd,
  language: Language,
  style: string | null,
): string {
  const stretches = routeStretches(graph, routes.tree, end);
  const line = routeLine(graph, stretches);
  const frame = frameAround(line, destination);
  const route = simplified(line.lat.map((lat, i) => dotAt(frame, lat, line.lng[i]!)), 1);
  const pin = dotAt(frame, toUnits(destination.lat), toUnits(destination.lng));
  const streets = drawStreets(graph, index, frame, route, STREET_BYTES);

  const texts = PICTURE_TEXTS[language];
  const title = escape(texts.title(streetName(graph, end.place.segment)?.slice(0, 80) ?? null));
  const taken = takenBy(route, pin);
  const scale = scaleBar(frame.metersADot, taken);
  const creditDot = creditPlace(credit[language], taken);
  const ends = endNames(route[0]!, pin, texts, taken);
  const followed = new Set(stretches.map(({ edge }) => graph.edgeSegment[edge]!));
  const names = streetNames(graph, frame, streets.segments, followed, taken);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="0 0 ${PICTURE_WIDTH} ${PICTURE_HEIGHT}"` +
    ` width="${PICTURE_WIDTH / 2}" height="${
      PICTURE_HEIGHT / 2
    }" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    style === null ? "" : `<style>${style}</style>`,
    `<rect class="map-land" width="${PICTURE_WIDTH}" height="${PICTURE_HEIGHT}"/>`,
    streetLayers(streets, frame),
    routeLayers(route, pin),
    `<g class="map-name">${names.map(lettering).join("")}</g>`,
    startMark(route[0]!),
    pinMark(pin),
    `<g class="map-end">${ends.map(lettering).join("")}</g>`,
    scale,
    `<text class="map-credit" x="${creditDot.x}" y="${creditDot.y}" text-anchor="end">${
      escape(credit[language])
    }</text>`,
    "</svg>",
  ].join("");
}

function dotAt(frame: Frame, lat: number, lng: number): Dot {
  return { x: frame.x(lng), y: frame.y(lat) };
}

function takenBy(route: readonly Dot[], pin: Dot): Taken {
  const taken = noneTaken();
  for (const dot of alongside(route, 24)) taken.take(dot, 14);
  takeMarks(route[0]!, pin, taken);
  return taken;
}

/** Narrower lines where more ground is seen. */
function streetLayers({ paths }: DrawnStreets, { metersADot }: Frame): string {
  const zoom = metersADot < 1.6 ? "near" : metersADot < 4 ? "middle" : "far";
  const layers = RANKS.map((rank) =>
    paths[rank] && `<path class="map-${rank}" d="${paths[rank]}"/>`
  );
  return `<g class="map-streets map-${zoom}">${layers.join("")}</g>`;
}

/** The route over its own edging, and the way on foot from its end to the point. */
function routeLayers(route: readonly Dot[], pin: Dot): string {
  const walk = stroke([route.at(-1)!, pin]);
  const path = shortStroke(route);
  return (walk && `<path class="map-walk" d="${walk}"/>`) +
    (path && `<path class="map-edging" d="${path}"/><path class="map-route" d="${path}"/>`);
}

/** Coarser until it fits. */
function shortStroke(route: readonly Dot[]): string {
  for (let tolerance = 1;; tolerance *= 2) {
    const path = stroke(simplified(route, tolerance));
    if (path.length * 2 <= ROUTE_BYTES) return path;
  }
}

function lettering({ text, kind, middle, angle, fixed }: Lettered): string {
  const half = widthOf(text, kind) / 2;
  const x = Math.round(middle.x + (fixed === "start" ? -half : fixed === "end" ? half : 0));
  const turn = Math.round(angle) === 0 ? "" : ` rotate(${Math.round(angle)})`;
  return `<text transform="translate(${x} ${Math.round(middle.y)})${turn}" text-anchor="${
    fixed ?? "middle"
  }" dy=".35em">${escape(text)}</text>`;
}
