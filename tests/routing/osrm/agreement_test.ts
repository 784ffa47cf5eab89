/** Compares the built-in router with a live OSRM on the maps of the shared data and on made-up ones. */
import { assert } from "@std/assert";
import { join } from "node:path";
import type { LatLng } from "../../../src/domain/location.ts";
import { streetRouter } from "../small_graphs.ts";
import { openOsm } from "../../../src/routing/osm_pbf/open_osm.ts";
import { importStreets } from "../../../src/routing/import/import_streets.ts";
import {
  FASTEST,
  type RoutePreference,
  SHORTEST,
} from "../../../src/routing/shortest_path_tree.ts";
import { pbfFile } from "../../support/osm_files.ts";
import { osrmIsMissing, type OsrmMetric, startOsrm } from "../../support/osrm.ts";
import { mapPath, pbfOf } from "../../support/routing_engine.ts";
import {
  type Difference,
  differences,
  percentile,
  pointsAnywhere,
  pointsNearStreets,
  startsOnStreets,
} from "./_agreement.ts";
import { madeUpTown } from "./_made_up_town.ts";

/** A map, with an origin in the middle of its town if one is known. */
interface Sample {
  readonly file: string;
  readonly origin?: LatLng;
  readonly golden?: string;
}

const MAPS: readonly Sample[] = [
  {
    file: "ors_heidelberg.test.pbf",
    origin: { lat: 49.4094, lng: 8.6942 },
    golden: "golden_osrm_heidelberg.json",
  },
  { file: "osrm_monaco.osm.pbf", origin: { lat: 43.7384, lng: 7.4246 } },
  { file: "gh_campo-grande.osm.gz", origin: { lat: -20.475, lng: -54.56 } },
  { file: "r5_reisterstown_via_restriction.osm.pbf" },
  { file: "r5_cathedral_no_left.osm.pbf" },
];

/** One with traffic on the right, one with traffic on the left. */
const TOWNS: readonly [string, LatLng, number][] = [
  ["a made-up town in Mexico", { lat: 20.967, lng: -89.62 }, 1],
  ["a made-up town in England", { lat: 51.5, lng: -0.12 }, 2],
];

/** Starts on each map, and points of each kind around them: a single start with two equally good ways out must not decide. */
const STARTS = 16;
const POINTS = 50;

Deno.test({
  name: "the fastest drives go as far as OSRM's and take as long",
  ignore: MAPS.some(({ file }) => osrmIsMissing(file)),
  async fn(test) {
    const all: Difference[] = [];
    for (const map of MAPS) {
      await test.step(map.file, async () => {
        const found = await compared(map, "routability", FASTEST);
        const [meters, seconds] = columnsOf(found);
        const label = report(map.file, found);
        assert(percentile(meters, 0.5) < 0.001 && percentile(meters, 0.95) < 0.01, label);
        assert(percentile(meters, 0.99) < 0.05, label);
        assert(percentile(seconds, 0.5) < 0.03 && percentile(seconds, 0.95) < 0.1, label);
        all.push(...found);
      });
    }
    assert(percentile(columnsOf(all)[0], 0.99) < 0.05, report("all maps", all));
  },
});

for (const map of MAPS) {
  Deno.test({
    name: `${map.file}: the shortest drives are as long as OSRM's`,
    ignore: osrmIsMissing(map.file),
    async fn() {
      const found = await compared(map, "distance", SHORTEST);
      assert(percentile(columnsOf(found)[0], 0.99) < 0.003, report(map.file, found));
    },
  });
}

for (const [name, at, seed] of TOWNS) {
  Deno.test({
    name: `${name}: the shortest drives are as long as OSRM's, and the fastest take as long`,
    ignore: osrmIsMissing("osrm_monaco.osm.pbf"),
    async fn() {
      const folder = await Deno.makeTempDir();
      try {
        const file = join(folder, "town.osm.pbf");
        await Deno.writeFile(file, pbfFile(madeUpTown(at, 26, seed)));
        const shortest = await compared({ file }, "distance", SHORTEST);
        assert(percentile(columnsOf(shortest)[0], 0.99) < 0.003, report(name, shortest));
        const fastest = await compared({ file }, "routability", FASTEST);
        const [meters, seconds] = columnsOf(fastest);
        const label = report(name, fastest);
        assert(percentile(meters, 0.5) < 0.001, label);
        assert(percentile(seconds, 0.5) < 0.03 && percentile(seconds, 0.95) < 0.1, label);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  });
}

/** The differences at points around starts spread over a map. */
async function compared(
  { file, origin, golden }: Sample,
  metric: OsrmMetric,
  preference: RoutePreference,
): Promise<Difference[]> {
  const folder = await Deno.makeTempDir();
  try {
    const { graph } = await importStreets(await openOsm(await pbfOf(mapPath(file), folder)));
    await using osrm = await startOsrm(file, metric);
    const starts = startsOnStreets(graph, origin ? STARTS - 1 : STARTS, 21);
    const found: Difference[] = [];
    for (const [i, from] of [...(origin ? [origin] : []), ...starts].entries()) {
      const route = streetRouter(graph, from, { preference });
      const points = i === 0 && golden ? await goldenPoints(golden) : [];
      points.push(...pointsNearStreets(graph, POINTS, 11 + i));
      points.push(...pointsAnywhere(graph, POINTS, 31 + i));
      found.push(...await differences(route, osrm.url, from, points));
    }
    return found;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function goldenPoints(golden: string): Promise<LatLng[]> {
  return JSON.parse(await Deno.readTextFile(mapPath(golden))).points;
}

function columnsOf(found: readonly Difference[]): [meters: number[], seconds: number[]] {
  return [found.map(({ meters }) => meters), found.map(({ seconds }) => seconds)];
}

/** Describes the differences, and fails if too few points were compared. */
function report(what: string, found: readonly Difference[]): string {
  assert(found.length > 1000, `${what}: only ${found.length} points have a route in both`);
  const [meters, seconds] = columnsOf(found).map((values) =>
    [0.5, 0.95, 0.99].map((share) => (percentile(values, share) * 100).toFixed(2)).join(", ")
  );
  return `${what}: ${found.length} points; % apart at p50, p95, p99: km ${meters}; s ${seconds}`;
}
