/** Cost of the streets without HTTP: load, tree, quote. */
import type { LatLng } from "../../../src/domain/location.ts";
import { ES } from "../../../src/pages/texts/es.ts";
import { type Drives, loadMap, type StreetMap } from "../../../src/streets/mod.ts";
import { mapOf } from "../../streets/_map_files.ts";
import { meters } from "../../streets/_small_graphs.ts";
import { TOWN_CENTER, townGraph, townPoints } from "../../streets/_town.ts";
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
  const streets = await loadMap(map);
  const graph = townGraph(SIDE);
  const town = await mapOf(graph);
  const near = points.filter((point) => meters(origin, point) <= NEAR_METERS);
  const drives = await streets.drivesFrom(origin);
  const townDrives = await town.drivesFrom(TOWN_CENTER);
  return {
    load,
    tree: await treeMs(streets, origin),
    townTree: await treeMs(town, TOWN_CENTER),
    quote: quoteMicros(drives.plan, points),
    townQuote: quoteMicros(townDrives.plan, townPoints(SIDE, 1 << 14)),
    townEdges: graph.edgeSegment.length,
    picture: pictureMs(drives, near),
  };
}

function pictureMs({ picture }: Drives, points: readonly LatLng[]): number {
  const times: number[] = [];
  for (let round = 0; round < PICTURE_ROUNDS; round++) {
    for (const point of points) {
      const start = performance.now();
      picture(point, ES.picture);
      times.push(performance.now() - start);
    }
  }
  return median(times);
}

function treeMs({ drivesFrom }: StreetMap, origin: LatLng): Promise<number> {
  return milliseconds(RUNS, () => drivesFrom(origin));
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
