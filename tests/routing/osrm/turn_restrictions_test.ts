/** Drives over turns that restrictions forbid or prescribe, beside OSRM. */
import { assert, assertEquals } from "@std/assert";
import type { LatLng } from "../../../src/domain/location.ts";
import { arrivalAt } from "../../../src/routing/arrival.ts";
import { mainNetwork } from "../../../src/routing/main_network.ts";
import type { OsmSource } from "../../../src/routing/osm/elements.ts";
import { openOsm } from "../../../src/routing/osm/open_osm.ts";
import { importStreets } from "../../../src/routing/osm_import/import_streets.ts";
import { SHORTEST, shortestPathTree } from "../../../src/routing/shortest_path_tree.ts";
import type { StreetGraph } from "../../../src/routing/street_graph.ts";
import { type StreetIndex, streetIndex } from "../../../src/routing/street_index.ts";
import { osrmIsMissing, startOsrm } from "../../support/osrm.ts";
import { mapPath } from "../../support/routing_engine.ts";
import { osrmRoute } from "./_agreement.ts";

/** So many drives at least are changed by each map's restrictions. */
const FILES = [
  ["r5_reisterstown_via_restriction.osm.pbf", 20],
  ["r5_cathedral_no_left.osm.pbf", 100],
  ["ors_heidelberg.test.pbf", 100],
  ["osrm_monaco.osm.pbf", 3],
] as const;

for (const [file, least] of FILES) {
  Deno.test({
    name: `${file}: every drive that a turn restriction changes is as long as OSRM's`,
    ignore: osrmIsMissing(file),
    async fn() {
      const source = await openOsm(mapPath(file));
      const { graph, restrictions } = await importStreets(source);
      const { graph: free } = await importStreets(withoutRelations(source));
      await using osrm = await startOsrm(file, "distance");
      const pointOn = pointsOn(graph);
      const own = shortestDrive(graph);
      const unrestricted = shortestDrive(free);
      let changed = 0;
      const apart: string[] = [];
      for (const { edges, to } of restrictions) {
        for (const edge of to) {
          const [from, until] = [pointOn(edges[0]!), pointOn(edge)];
          if (from === null || until === null) continue;
          const meters = own(from, until);
          const before = unrestricted(from, until);
          if (meters === null || Math.abs(meters - (before ?? 0)) < 1) continue;
          changed++;
          const other = (await osrmRoute(osrm.url, from, until))?.meters ?? NaN;
          if (Math.abs(meters - other) <= 1 + 0.001 * meters) continue;
          apart.push(`${from.lat},${from.lng} to ${until.lat},${until.lng}: ${meters}, ${other} m`);
        }
      }
      assert(changed >= least, `${changed} drives are changed`);
      assertEquals(apart, []);
    },
  });
}

function withoutRelations(source: OsmSource): OsmSource {
  return {
    bytes: source.bytes,
    read: ({ relation: _, ...handlers }, onProgress) => source.read(handlers, onProgress),
  };
}

/** Metres by distance alone, so that nothing but what is allowed decides; null where no car gets there. */
function shortestDrive(graph: StreetGraph): (from: LatLng, to: LatLng) => number | null {
  const index = streetIndex(graph);
  return (from, to) => {
    const [place] = index.nearest(to, 5);
    const tree = shortestPathTree(graph, index.nearest(from, 5), SHORTEST);
    return arrivalAt(graph, tree, place!)?.meters ?? null;
  };
}

/**
 * Finds a point on an edge's street at which no other street is near: OSRM keeps points to a decimetre, and takes whichever of two
 * it sees first there. Null where there is none, or where no drive begins.
 */
function pointsOn(graph: StreetGraph): (edge: number) => LatLng | null {
  const index = streetIndex(graph);
  const main = mainNetwork(graph);
  return (edge) => {
    const segment = graph.edgeSegment[edge]!;
    if (main[segment] === 0 || graph.segmentNoStop[segment] === 1) return null;
    return pointsAlong(graph, segment).find((point) => isAlone(graph, index, segment, point)) ??
      null;
  };
}

function isAlone(
  graph: StreetGraph,
  index: StreetIndex,
  segment: number,
  point: LatLng,
): boolean {
  const others = new Uint8Array(graph.segmentMeters.length).fill(1);
  others[segment] = 0;
  return index.nearest(point, 1, others).length === 0;
}

/** Points in the middle of each piece of a segment and at its thirds, those of the longest piece first. */
function pointsAlong(
  { firstPoint, pointLat, pointLng }: StreetGraph,
  segment: number,
): LatLng[] {
  const length = (p: number) =>
    Math.hypot(pointLat[p + 1]! - pointLat[p]!, pointLng[p + 1]! - pointLng[p]!);
  const pieces = Array.from(
    { length: firstPoint[segment + 1]! - 1 - firstPoint[segment]! },
    (_, i) => firstPoint[segment]! + i,
  ).sort((a, b) => length(b) - length(a));
  const at = (units: Int32Array, p: number, share: number) =>
    (units[p]! + share * (units[p + 1]! - units[p]!)) / 1e7;
  return pieces.flatMap((p) =>
    [1 / 2, 1 / 3, 2 / 3].map((t) => ({ lat: at(pointLat, p, t), lng: at(pointLng, p, t) }))
  );
}
