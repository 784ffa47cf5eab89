/** Drives over restricted turns, beside OSRM's. */
import type { LatLng } from "../../../src/domain/location.ts";
import { mainNetwork, streetRouter } from "../_small_graphs.ts";
import type { OsmSource } from "../../../src/streets/osm_pbf/elements.ts";
import { type ImportedStreets, importStreets } from "../../../src/streets/import/import_streets.ts";
import { PREFERENCES } from "../../../src/streets/shortest_path_tree.ts";
import type { StreetGraph } from "../../../src/streets/street_graph.ts";
import { streetIndex } from "../../../src/streets/street_index.ts";
import { osrmRoute } from "./_agreement.ts";

/**
 * Compares the drives that turn restrictions change with those of an OSRM that finds the shortest, at `url`. @returns
 * how many are changed, and those that are not as long as OSRM's
 */
export async function compareRestricted(
  { graph, restrictions }: Pick<ImportedStreets, "graph" | "restrictions">,
  source: OsmSource,
  url: string,
): Promise<{ readonly changed: number; readonly apart: readonly string[] }> {
  const { graph: free } = await importStreets(withoutRelations(source));
  const pointOn = pointsOn(graph);
  const drivesFrom = shortestDrives(graph);
  const freeDrivesFrom = shortestDrives(free);
  let changed = 0;
  const apart: string[] = [];
  for (const { edges, to } of restrictions) {
    const from = pointOn(edges[0]!);
    if (from === null) continue;
    const [own, unrestricted] = [drivesFrom(from), freeDrivesFrom(from)];
    for (const until of to.map(pointOn)) {
      const meters = until && own(until);
      if (meters === null || Math.abs(meters - (unrestricted(until!) ?? 0)) < 1) continue;
      changed++;
      const other = (await osrmRoute(url, from, until!))?.meters ?? NaN;
      if (Math.abs(meters - other) <= 1 + 0.001 * meters) continue;
      apart.push(`${from.lat},${from.lng} to ${until!.lat},${until!.lng}: ${meters}, ${other} m`);
    }
  }
  return { changed, apart };
}

function withoutRelations(source: OsmSource): OsmSource {
  return {
    path: source.path,
    bytes: source.bytes,
    read: ({ relation: _, ...handlers }, onProgress) => source.read(handlers, onProgress),
  };
}

/** Metres of the shortest drive, so that only turn restrictions decide; null if there is none. */
function shortestDrives(graph: StreetGraph): (from: LatLng) => (to: LatLng) => number | null {
  const index = streetIndex(graph);
  return (from) => {
    const route = streetRouter(graph, from, { preference: PREFERENCES.shortest, index });
    return (to) => {
      const planned = route(to);
      return planned.kind === "route" ? planned.meters : null;
    };
  };
}

/**
 * Finds a place on the longest piece of an edge's street; null if no drive may begin. It is not the middle, because
 * there two streets of Washington are equally near on OSRM's grid, and OSRM takes the one it finds first.
 */
function pointsOn(graph: StreetGraph): (edge: number) => LatLng | null {
  const { edgeSegment, segmentStops, firstPoint, pointLat, pointLng } = graph;
  const main = mainNetwork(graph);
  const length = (p: number) =>
    Math.hypot(pointLat[p + 1]! - pointLat[p]!, pointLng[p + 1]! - pointLng[p]!);
  return (edge) => {
    const segment = edgeSegment[edge]!;
    if (main[segment] === 0 || segmentStops[segment] === 0) return null;
    let longest = firstPoint[segment]!;
    for (let p = longest + 1; p + 1 < firstPoint[segment + 1]!; p++) {
      if (length(p) > length(longest)) longest = p;
    }
    const at = (units: Int32Array) => (0.6 * units[longest]! + 0.4 * units[longest + 1]!) / 1e7;
    return { lat: at(pointLat), lng: at(pointLng) };
  };
}
