import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { arrivalAt } from "../../src/streets/built_in_planner.ts";
import type { LatLng } from "../../src/domain/location.ts";
import { UNITS_A_DEGREE } from "../../src/streets/coordinates.ts";
import type { Line } from "../../src/streets/picture/frame.ts";
import {
  routeLine,
  routeStretches,
  type Stretch,
} from "../../src/streets/picture/route_picture.ts";
import {
  edgeShare,
  type StreetGraph,
  type StreetPosition,
} from "../../src/streets/street_graph.ts";
import {
  graphOf,
  meters,
  pointOn,
  randomPosition,
  randomStreets,
  shortestPathTree,
} from "./_small_graphs.ts";

Deno.test("a route's line begins and ends at the snapped places, has the priced length, and follows no street against its direction", () => {
  let driven = 0;
  fc.assert(fc.property(
    randomStreets().chain((streets) => {
      const position = randomPosition(streets.streets.length);
      return fc.record({
        streets: fc.constant(streets),
        origins: fc.array(position, { minLength: 1, maxLength: 2 }),
        place: position,
      });
    }),
    ({ streets, origins, place }) => {
      const graph = graphOf(streets.junctions, streets.streets);
      const tree = shortestPathTree(graph, origins);
      const arrival = arrivalAt(graph, tree, place);
      if (arrival === null) return;
      const end = { place: { ...place, meters: 0 }, arrival };
      assertDriven(graph, routeStretches(graph, tree, end), origins, {
        place,
        meters: arrival.meters,
      });
      driven++;
    },
  ));
  assert(driven > 10, `only ${driven} had a way`);
});

function assertDriven(
  graph: StreetGraph,
  stretches: readonly Stretch[],
  origins: readonly StreetPosition[],
  { place, meters: priced }: { readonly place: StreetPosition; readonly meters: number },
): void {
  const line = pointsOf(routeLine(graph, stretches));
  assertAlmostEquals(lengthOf(line), priced, 1, "as long as priced");
  const starts = origins.map((origin) => pointOn(graph, origin));
  assert(starts.some((start) => meters(start, line[0]!) < 0.1), "begins at the origin");
  assert(meters(pointOn(graph, place), line.at(-1)!) < 0.1, "ends at the place");
  stretches.forEach(({ edge, from, to }, i) => {
    const segment = graph.edgeSegment[edge]!;
    assert([graph.forwardEdge[segment], graph.backwardEdge[segment]].includes(edge), "is open");
    assert(from >= 0 && to <= 1 && from <= to + 1e-9, "is driven in its direction");
    const next = stretches[i + 1];
    if (next === undefined) return;
    assertEquals([to, next.from], [1, 0]);
    const end = pointOn(graph, { segment, fraction: edgeShare(graph, edge, 1) });
    const follower = graph.edgeSegment[next.edge]!;
    const start = pointOn(graph, {
      segment: follower,
      fraction: edgeShare(graph, next.edge, 0),
    });
    assert(meters(end, start) < 0.1, "goes on from where the edge before ends");
  });
}

function lengthOf(points: readonly LatLng[]): number {
  return points.slice(1).reduce((sum, point, i) => sum + meters(points[i]!, point), 0);
}

function pointsOf({ lat, lng }: Line): LatLng[] {
  return lat.map((north, i) => ({ lat: north / UNITS_A_DEGREE, lng: lng[i]! / UNITS_A_DEGREE }));
}
