/** Every turn of real maps, beside OSRM: what it costs decides how long a drive through a town takes. */
import { assert } from "@std/assert";
import { boxOf } from "../../../src/routing/map_file.ts";
import { openOsm } from "../../../src/routing/osm/open_osm.ts";
import { importStreets } from "../../../src/routing/osm_import/import_streets.ts";
import { edgeCount, type StreetGraph } from "../../../src/routing/street_graph.ts";
import { osrmIsMissing, startOsrm } from "../../support/osrm.ts";
import { type OsrmTurn, osrmTurns } from "../../support/osrm_turns.ts";
import { mapPath } from "../../support/routing_engine.ts";

for (const file of ["osrm_monaco.osm.pbf", "r5_cathedral_no_left.osm.pbf"]) {
  Deno.test({
    name: `${file}: of a thousand turns 995 cost what OSRM charges, to the tenth of a second`,
    ignore: osrmIsMissing(file),
    async fn() {
      const { graph } = await importStreets(await openOsm(mapPath(file)));
      await using osrm = await startOsrm(file);
      const others = byPlace(await osrmTurns(osrm.url, boxOf(graph)));
      const apart = ownTurns(graph).flatMap((own) => {
        const same = others.get(placeOf(own))?.filter((other) => isSame(own, other)) ?? [];
        // Two streets may leave in one direction: such turns are not told apart.
        return same.length === 1 ? [Math.abs(own.seconds - same[0]!.seconds)] : [];
      });
      const costly = apart.filter((seconds) => seconds > 0.15).length;
      assert(apart.length > 2000, `${apart.length} turns are found in both`);
      assert(costly / apart.length < 0.005, `${costly} of ${apart.length} are apart`);
    },
  });
}

/** The graph's turns in OSRM's terms, at places to a millionth of a degree as it keeps them. */
function ownTurns(graph: StreetGraph): OsrmTurn[] {
  const { firstTurn, turnTo, turnSeconds, labelEdge } = graph.turns;
  return Array.from({ length: edgeCount(graph) }, (_, edge) => {
    const points = pointsOf(graph, edge);
    const [before, [lat, lng]] = [points.at(-2)!, points.at(-1)!];
    const bearing = Math.trunc(bearingTo(before, [lat, lng]));
    const turns = turnTo.subarray(firstTurn[edge], firstTurn[edge + 1]);
    return Array.from(turns, (label, i) => {
      const exit = Math.trunc(bearingTo([lat, lng], pointsOf(graph, labelEdge[label]!)[1]!));
      const seconds = turnSeconds[firstTurn[edge]! + i]!;
      return { lat, lng, bearing, angle: exit - bearing, seconds };
    });
  }).flat();
}

type Place = readonly [number, number];

function pointsOf(graph: StreetGraph, edge: number): Place[] {
  const segment = graph.edgeSegment[edge]!;
  const places: Place[] = [];
  for (let p = graph.firstPoint[segment]!; p < graph.firstPoint[segment + 1]!; p++) {
    const place = [graph.pointLat[p]!, graph.pointLng[p]!].map((u) => Math.round(u / 10) / 1e6);
    const [lat, lng] = place as [number, number];
    if (places.at(-1)?.[0] !== lat || places.at(-1)?.[1] !== lng) places.push([lat, lng]);
  }
  if (places.length === 1) places.push(places[0]!);
  return graph.forwardEdge[segment] === edge ? places : places.reverse();
}

function bearingTo([latA, lngA]: Place, [latB, lngB]: Place): number {
  const [a, b, turn] = [latA, latB, lngB - lngA].map((degrees) => degrees * Math.PI / 180);
  const north = Math.cos(a!) * Math.sin(b!) - Math.sin(a!) * Math.cos(b!) * Math.cos(turn!);
  return (Math.atan2(Math.sin(turn!) * Math.cos(b!), north) * 180 / Math.PI + 360) % 360;
}

function byPlace(turns: readonly OsrmTurn[]): Map<string, OsrmTurn[]> {
  const places = new Map<string, OsrmTurn[]>();
  for (const turn of turns) {
    // A tile's grid is a little coarser than the places.
    for (const lat of [-1, 0, 1]) {
      for (const lng of [-1, 0, 1]) {
        const key = placeOf({ lat: turn.lat + lat * GRID, lng: turn.lng + lng * GRID });
        places.set(key, [...(places.get(key) ?? []), turn]);
      }
    }
  }
  return places;
}

const GRID = 4e-6;

function placeOf({ lat, lng }: { readonly lat: number; readonly lng: number }): string {
  return `${Math.round(lat / GRID)} ${Math.round(lng / GRID)}`;
}

function isSame(own: OsrmTurn, other: OsrmTurn): boolean {
  const apart = (a: number, b: number) => Math.abs((a - b + 540) % 360 - 180);
  return Math.abs(own.lat - other.lat) < GRID && Math.abs(own.lng - other.lng) < GRID &&
    apart(own.bearing, other.bearing) <= 1 && apart(own.angle, other.angle) <= 2;
}
