/** Drives over turns that restrictions forbid or prescribe, beside OSRM. */
import { assert } from "@std/assert";
import type { LatLng } from "../../../src/domain/location.ts";
import { arrivalAt } from "../../../src/routing/arrival.ts";
import type { OsmSource } from "../../../src/routing/osm/elements.ts";
import { openOsm } from "../../../src/routing/osm/open_osm.ts";
import { importStreets } from "../../../src/routing/osm_import/import_streets.ts";
import { SHORTEST, shortestPathTree } from "../../../src/routing/shortest_path_tree.ts";
import type { StreetGraph, StreetPosition } from "../../../src/routing/street_graph.ts";
import { streetIndex } from "../../../src/routing/street_index.ts";
import { osrmIsMissing, startOsrm } from "../../support/osrm.ts";
import { mapPath } from "../../support/routing_engine.ts";
import { osrmRoute } from "./_agreement.ts";

const FILES = [
  "r5_reisterstown_via_restriction.osm.pbf",
  "r5_cathedral_no_left.osm.pbf",
  "ors_heidelberg.test.pbf",
];
/** So many drives a map, so that the test stays quick. */
const MOST_PAIRS = 150;

/** Share of the drives that may be apart. */
const MOST_APART = 0.02;

for (const file of FILES) {
  Deno.test({
    name: `${file}: a drive that a turn restriction lengthens is as long as OSRM's`,
    ignore: osrmIsMissing(file),
    async fn() {
      const source = await openOsm(mapPath(file));
      const { graph, restrictions } = await importStreets(source);
      const { graph: free } = await importStreets(withoutRelations(source));
      await using osrm = await startOsrm(file, "distance");
      const index = streetIndex(graph);
      const freeIndex = streetIndex(free);
      let changed = 0;
      const apart: string[] = [];
      for (const { edges, to } of restrictions.slice(0, MOST_PAIRS)) {
        for (const edge of to) {
          const [from, until] = [middleOf(graph, edges[0]!), middleOf(graph, edge)];
          const own = drive(graph, index.nearest(from, 5), index.nearest(until, 5));
          const unrestricted = drive(free, freeIndex.nearest(from, 5), freeIndex.nearest(until, 5));
          if (own === null || Math.abs(own - (unrestricted ?? 0)) < 1) continue;
          changed++;
          const other = await osrmRoute(osrm.url, from, until);
          const difference = Math.abs(own - (other?.meters ?? 0));
          if (difference > 2 + 0.002 * own) {
            apart.push(
              `${from.lat},${from.lng} to ${until.lat},${until.lng}: ${own} m, OSRM ${other?.meters} m`,
            );
          }
        }
      }
      const said =
        `${file}: ${restrictions.length} restrictions, ${changed} drives changed by them\n`;
      Deno.stderr.writeSync(new TextEncoder().encode(said));
      assert(changed > 0, "some restriction changes some drive");
      // One drive, in Washington, begins so near a corner that the two start on different streets.
      assert(apart.length <= changed * MOST_APART, apart.join("\n"));
    },
  });
}

function withoutRelations(source: OsmSource): OsmSource {
  return {
    bytes: source.bytes,
    read: ({ relation: _, ...handlers }, onProgress) => source.read(handlers, onProgress),
  };
}

function drive(
  graph: StreetGraph,
  from: readonly StreetPosition[],
  [to]: readonly StreetPosition[],
): number | null {
  return arrivalAt(graph, shortestPathTree(graph, from, SHORTEST), to!)?.meters ?? null;
}

/** The point in the middle of the longest piece of an edge's street. */
function middleOf(
  { edgeSegment, firstPoint, pointLat, pointLng }: StreetGraph,
  edge: number,
): LatLng {
  const segment = edgeSegment[edge]!;
  let longest = firstPoint[segment]!;
  const length = (p: number) =>
    Math.hypot(pointLat[p + 1]! - pointLat[p]!, pointLng[p + 1]! - pointLng[p]!);
  for (let p = longest; p < firstPoint[segment + 1]! - 1; p++) {
    if (length(p) > length(longest)) longest = p;
  }
  return {
    lat: (pointLat[longest]! + pointLat[longest + 1]!) / 2e7,
    lng: (pointLng[longest]! + pointLng[longest + 1]!) / 2e7,
  };
}
