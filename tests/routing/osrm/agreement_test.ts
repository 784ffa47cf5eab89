/** The built-in router beside OSRM, live, on the maps of the shared data and on made-up ones, imported as anybody would. */
import { assert } from "@std/assert";
import { join } from "node:path";
import type { LatLng } from "../../../src/domain/location.ts";
import { streetRouter } from "../../../src/routing/built_in_planner.ts";
import { openOsm } from "../../../src/routing/osm/open_osm.ts";
import { importStreets } from "../../../src/routing/osm_import/import_streets.ts";
import {
  FASTEST,
  type RoutePreference,
  SHORTEST,
} from "../../../src/routing/shortest_path_tree.ts";
import type { StreetGraph } from "../../../src/routing/street_graph.ts";
import { pbfFile } from "../../support/osm_files.ts";
import { osrmIsMissing, type OsrmMetric, startOsrm } from "../../support/osrm.ts";
import { mapPath } from "../../support/routing_engine.ts";
import {
  type Difference,
  differences,
  percentile,
  pointsAnywhere,
  pointsNearStreets,
  startsOnStreets,
} from "./_agreement.ts";
import { madeUpTown } from "./_made_up_town.ts";

/** A map, with an origin in the middle of its town where one is known. */
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

/** Where cars keep to the right, and where they keep to the left. */
const TOWNS: readonly [string, LatLng, number][] = [
  ["a made-up town in Mexico", { lat: 20.967, lng: -89.62 }, 1],
  ["a made-up town in England", { lat: 51.5, lng: -0.12 }, 2],
];

for (const { file, origin, golden } of MAPS) {
  const ignore = osrmIsMissing(file);
  Deno.test({
    name: `${file}: the fastest drives take as long and go as far as OSRM's`,
    ignore,
    fn: () => fastestAgree(mapPath(file), origin, golden),
  });
  Deno.test({
    name: `${file}: the shortest drives are as long as OSRM's`,
    ignore,
    fn: () => shortestAgree(mapPath(file), origin, golden),
  });
}

for (const [name, at, seed] of TOWNS) {
  Deno.test({
    name: `${name}: drives are as long as OSRM's, and take as long`,
    ignore: osrmIsMissing("osrm_monaco.osm.pbf"),
    async fn() {
      const folder = await Deno.makeTempDir();
      try {
        const map = join(folder, "town.osm.pbf");
        await Deno.writeFile(map, pbfFile(madeUpTown(at, 26, seed)));
        await fastestAgree(map);
        await shortestAgree(map);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  });
}

async function fastestAgree(map: string, origin?: LatLng, golden?: string): Promise<void> {
  for await (const [label, found] of compared(map, "routability", FASTEST, origin, golden)) {
    const seconds = found.map(({ seconds }) => seconds);
    assert(percentile(seconds, 0.5) < 0.01, label);
    assert(percentile(seconds, 0.95) < 0.03, label);
    assert(percentile(found.map(({ meters }) => meters), 0.9) < 0.05, label);
  }
}

async function shortestAgree(map: string, origin?: LatLng, golden?: string): Promise<void> {
  for await (const [label, found] of compared(map, "distance", SHORTEST, origin, golden)) {
    assert(percentile(found.map(({ meters }) => meters), 0.99) < 0.003, label);
  }
}

/** The differences of each set of points. */
async function* compared(
  map: string,
  metric: OsrmMetric,
  preference: RoutePreference,
  origin: LatLng | undefined,
  golden: string | undefined,
): AsyncIterable<[string, Difference[]]> {
  const { graph } = await importStreets(await openOsm(map));
  await using osrm = await startOsrm(map, metric);
  const origins = [...(origin ? [origin] : []), ...startsOnStreets(graph, origin ? 2 : 3, 21)];
  for (const [i, from] of origins.entries()) {
    const route = streetRouter(graph, from, { preference });
    const own = i === 0 && golden ? [await goldenPoints(golden)] : [];
    for (const [what, points] of [...own, ...pointSets(graph, i)]) {
      const found = await differences(route, osrm.url, from, points);
      yield [report(`from ${from.lat},${from.lng} to ${what}`, found), found];
    }
  }
}

async function goldenPoints(golden: string): Promise<[string, LatLng[]]> {
  const { points } = JSON.parse(await Deno.readTextFile(mapPath(golden)));
  return [`the points of ${golden}`, points];
}

function pointSets(graph: StreetGraph, seed: number): [string, LatLng[]][] {
  return [
    ["points near streets", pointsNearStreets(graph, 200, 11 + seed)],
    ["points anywhere", pointsAnywhere(graph, 200, 31 + seed)],
  ];
}

/** Says how far the two are apart, and makes sure that enough was compared. */
function report(what: string, found: readonly Difference[]): string {
  assert(found.length > 150, `${what}: only ${found.length} points have a route in both`);
  const shares = (values: readonly number[]) =>
    [0.5, 0.9, 0.95, 0.99].map((share) => (percentile(values, share) * 100).toFixed(3)).join(", ");
  return `${what}: ${found.length} points; % apart at p50, p90, p95, p99: ` +
    `km ${shares(found.map(({ meters }) => meters))}; s ${shares(found.map((d) => d.seconds))}`;
}
