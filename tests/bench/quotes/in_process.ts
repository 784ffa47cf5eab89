/** Cost of the router without HTTP: load, tree, quote. */
import type { LatLng } from "../../../src/domain/location.ts";
import { streetRoutes } from "../../../src/routing/built_in_planner.ts";
import { loadMap } from "../../../src/routing/map_file.ts";
import { ES } from "../../../src/pages/texts/es.ts";
import { routePicture } from "../../../src/routing/picture/route_picture.ts";
import { edgeCount, type StreetGraph } from "../../../src/routing/street_graph.ts";
import { type StreetIndex, streetIndex } from "../../../src/routing/street_index.ts";
import { meters } from "../../routing/_small_graphs.ts";
import { TOWN_CENTER, townGraph, townPoints } from "../../routing/_town.ts";
import { median, milliseconds } from "../figures.ts";

/** Side of the made-up town, in corners: 150,000 directed edges. */
const SIDE = 194;
const RUNS = 9;
/** Quotes timed together, because the clock's resolution is a microsecond. */
const BATCH = 64;
const BATCHES = 1_000;
/** How far most deliveries go, in a straight line. */
const NEAR_METERS = 3_000;
const PICTURE_ROUNDS = 5;

interface InProcess {
  /** Milliseconds to load the file. */
  readonly load: number;
  /** Milliseconds of all routes from one place, including the snap to streets; on the file's map and on the town. */
  readonly tree: number;
  readonly townTree: number;
  /** Microseconds of a quote at the median, on both. */
  readonly quote: number;
  readonly townQuote: number;
  readonly townEdges: number;
  /** Milliseconds of the picture of a drive of at most {@linkcode NEAR_METERS}, at the median. */
  readonly picture: number;
}

/** @param map path of a map file, in which `origin` and `points` lie */
export async function measureInProcess(
  map: string,
  origin: LatLng,
  points: readonly LatLng[],
): Promise<InProcess> {
  const load = await milliseconds(RUNS, () => loadMap(map));
  const { graph, index } = await loadMap(map);
  const town = townGraph(SIDE);
  const townIndex = streetIndex(town);
  const near = points.filter((point) => meters(origin, point) <= NEAR_METERS);
  return {
    load,
    tree: await treeMs(graph, index, origin),
    townTree: await treeMs(town, townIndex, TOWN_CENTER),
    quote: quoteMicros(streetRoutes(graph, origin, { index }).plan, points),
    townQuote: quoteMicros(
      streetRoutes(town, TOWN_CENTER, { index: townIndex }).plan,
      townPoints(SIDE, 1 << 14),
    ),
    townEdges: edgeCount(town),
    picture: pictureMs(graph, index, origin, near),
  };
}

function pictureMs(
  graph: StreetGraph,
  index: StreetIndex,
  origin: LatLng,
  points: readonly LatLng[],
): number {
  const routes = streetRoutes(graph, origin, { index });
  const times: number[] = [];
  for (let round = 0; round < PICTURE_ROUNDS; round++) {
    for (const point of points) {
      const start = performance.now();
      routePicture({ graph, index, routes, isInvented: false }, point, ES.picture);
      times.push(performance.now() - start);
    }
  }
  return median(times);
}

function treeMs(graph: StreetGraph, index: StreetIndex, origin: LatLng): Promise<number> {
  return milliseconds(RUNS, () => streetRoutes(graph, origin, { index }));
}

function quoteMicros(route: (point: LatLng) => unknown, points: readonly LatLng[]): number {
  const times: number[] = [];
  let turn = 0;
  for (let batch = 0; batch < BATCHES; batch++) {
    const start = performance.now();
    for (let i = 0; i < BATCH; i++) route(points[turn++ % points.length]!);
    times.push((performance.now() - start) * 1_000 / BATCH);
  }
  return median(times);
}
