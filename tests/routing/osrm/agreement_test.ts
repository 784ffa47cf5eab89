/** The built-in router beside OSRM, live, on the maps of the shared data. */
import { assert } from "@std/assert";
import type { LatLng } from "../../../src/domain/location.ts";
import { streetRouter } from "../../../src/routing/built_in_planner.ts";
import { openOsm } from "../../../src/routing/osm/open_osm.ts";
import { importStreets } from "../../../src/routing/osm_import/import_streets.ts";
import { FASTEST, SHORTEST } from "../../../src/routing/shortest_path_tree.ts";
import type { StreetGraph } from "../../../src/routing/street_graph.ts";
import { osrmIsMissing, startOsrm } from "../../support/osrm.ts";
import { mapPath } from "../../support/routing_engine.ts";
import {
  type Difference,
  differences,
  percentile,
  pointsAnywhere,
  pointsNearStreets,
} from "./_agreement.ts";

interface Sample {
  readonly file: string;
  readonly origin: LatLng;
  readonly golden?: string;
}

const MAPS: readonly Sample[] = [
  {
    file: "ors_heidelberg.test.pbf",
    origin: { lat: 49.4094, lng: 8.6942 },
    golden: "golden_osrm_heidelberg.json",
  },
  {
    file: "osrm_monaco.osm.pbf",
    origin: { lat: 43.7384, lng: 7.4246 },
  },
  {
    file: "gh_campo-grande.osm.gz",
    origin: { lat: -20.475, lng: -54.56 },
  },
];

for (const { file, origin, golden } of MAPS) {
  const ignore = osrmIsMissing(file);

  Deno.test({
    name: `${file}: the fastest drives take as long and go as far as OSRM's`,
    ignore,
    async fn() {
      const { graph } = await importStreets(await openOsm(mapPath(file)));
      await using osrm = await startOsrm(file);
      const route = streetRouter(graph, origin, { preference: FASTEST });
      for (const [what, points] of await pointSets(graph, golden)) {
        const found = await differences(route, osrm.url, origin, points);
        const label = report(`${file}, ${what}, fastest`, found);
        const seconds = found.map(({ seconds }) => seconds);
        assert(percentile(seconds, 0.5) < 0.01, label);
        assert(percentile(seconds, 0.95) < 0.03, label);
        assert(percentile(found.map(({ meters }) => meters), 0.9) < 0.05, label);
      }
    },
  });

  Deno.test({
    name: `${file}: the shortest drives are as long as OSRM's`,
    ignore,
    async fn() {
      const source = await openOsm(mapPath(file));
      const { graph } = await importStreets(source);
      await using osrm = await startOsrm(file, "distance");
      const route = streetRouter(graph, origin, { preference: SHORTEST });
      for (const [what, points] of await pointSets(graph, golden)) {
        const found = await differences(route, osrm.url, origin, points);
        const label = report(`${file}, ${what}, shortest`, found);
        assert(percentile(found.map(({ meters }) => meters), 0.99) < 0.003, label);
      }
    },
  });
}

async function pointSets(
  graph: StreetGraph,
  golden: string | undefined,
): Promise<[string, LatLng[]][]> {
  const sets: [string, LatLng[]][] = [
    ["near streets", pointsNearStreets(graph, 400, 11)],
    ["anywhere", pointsAnywhere(graph, 600, 12)],
  ];
  if (golden === undefined) return sets;
  const { points } = JSON.parse(await Deno.readTextFile(mapPath(golden)));
  return [[`the points of ${golden}`, points], ...sets];
}

function report(what: string, found: readonly Difference[]): string {
  assert(found.length > 30, `${what}: only ${found.length} points have a route in both`);
  const shares = (values: readonly number[]) =>
    [0.5, 0.9, 0.95, 0.99].map((share) => (percentile(values, share) * 100).toFixed(3)).join(", ");
  const text = `${what}: ${found.length} points; % apart at p50, p90, p95, p99: ` +
    `km ${shares(found.map(({ meters }) => meters))}; s ${shares(found.map((d) => d.seconds))}`;
  Deno.stderr.writeSync(new TextEncoder().encode(`${text}\n`));
  return text;
}
