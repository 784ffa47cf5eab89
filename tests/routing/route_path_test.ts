import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { arrivalAt, streetRoutes } from "../../src/routing/built_in_planner.ts";
import { metersBetween } from "../../src/routing/coordinates.ts";
import {
  type Line,
  routeLine,
  routeStretches,
  type Stretch,
} from "../../src/routing/route_path.ts";
import { sampleMap } from "../../src/routing/sample_map.ts";
import { SAMPLE_ORIGIN } from "../support/restaurant_fixture.ts";
import {
  edgeShare,
  segmentCount,
  type StreetGraph,
  type StreetPosition,
} from "../../src/routing/street_graph.ts";
import {
  at,
  graphOf,
  oneWay,
  randomPosition,
  randomStreets,
  shortestPathTree,
  street,
} from "./_small_graphs.ts";
import { randomNumbers, TOWN_CENTER, townGraph, townPoints } from "./_town.ts";

Deno.test("a route's line begins and ends at the snapped places, has the priced length, and follows no street against its direction", () => {
  const random = randomNumbers(5);
  const around = () => ({
    lat: SAMPLE_ORIGIN.lat + (random() - 0.5) * 0.02,
    lng: SAMPLE_ORIGIN.lng + (random() - 0.5) * 0.02,
  });
  const sample = sampleMap();
  const town = townGraph(30);
  const cases = [
    ...Array.from({ length: 300 }, () => ({ graph: sample, from: SAMPLE_ORIGIN, to: around() })),
    ...townPoints(30, 100).map((to) => ({ graph: town, from: TOWN_CENTER, to })),
  ];
  const routes = new Map([sample, town].map((graph) => [
    graph,
    streetRoutes(graph, graph === sample ? SAMPLE_ORIGIN : TOWN_CENTER),
  ]));
  let drawn = 0;
  for (const { graph, to } of cases) {
    const { end, tree } = routes.get(graph)!;
    const best = end(to);
    if (best === null) continue;
    const stretches = routeStretches(graph, tree, best);
    assertDriven(graph, stretches, tree.origins, best.place, best.arrival.meters);
    drawn++;
  }
  assert(drawn > 350, `${drawn}`);
});

Deno.test("the same is true on random streets, with loops, parallels and one-way streets", () => {
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
      assertDriven(graph, routeStretches(graph, tree, end), origins, place, arrival.meters);
    },
  ));
});

Deno.test("a drive around the block returns into the street where it began", () => {
  const graph = graphOf([at(0, 0), at(100, 0), at(100, 100), at(0, 100)], [
    oneWay(0, 1, "Calle 59"),
    street(1, 2, "Calle 60"),
    street(2, 3, "Calle 61"),
    street(3, 0, "Calle 62"),
  ]);
  const tree = shortestPathTree(graph, [{ segment: 0, fraction: 0.6 }]);
  const place = { segment: 0, fraction: 0.4, meters: 0 };
  const arrival = arrivalAt(graph, tree, place)!;
  const stretches = routeStretches(graph, tree, { place, arrival });
  assertEquals(stretches.map(({ edge }) => graph.edgeSegment[edge]), [0, 1, 2, 3, 0]);
  assertDriven(graph, stretches, tree.origins, place, 380);
});

function assertDriven(
  graph: StreetGraph,
  stretches: readonly Stretch[],
  origins: readonly StreetPosition[],
  place: StreetPosition,
  meters: number,
): void {
  const line = routeLine(graph, stretches);
  assertAlmostEquals(lengthOf(line), meters, 1, "as long as priced");
  const starts = origins.map((origin) => pointOf(graph, origin));
  assert(starts.some((start) => metersApart(start, first(line)) < 0.1), "begins at the origin");
  assert(metersApart(pointOf(graph, place), last(line)) < 0.1, "ends at the place");
  stretches.forEach(({ edge, from, to }, i) => {
    const segment = graph.edgeSegment[edge]!;
    assert([graph.forwardEdge[segment], graph.backwardEdge[segment]].includes(edge), "is open");
    assert(from >= 0 && to <= 1 && from <= to + 1e-9, "is driven in its direction");
    const next = stretches[i + 1];
    if (next === undefined) return;
    assertEquals([to, next.from], [1, 0]);
    const end = pointOf(graph, { segment, fraction: edgeShare(graph, edge, 1) });
    const nextSegment = graph.edgeSegment[next.edge]!;
    const start = pointOf(graph, {
      segment: nextSegment,
      fraction: edgeShare(graph, next.edge, 0),
    });
    assert(metersApart(end, start) < 0.1, "goes on from where the edge before ends");
  });
}

type Point = readonly [lat: number, lng: number];

function lengthOf({ lat, lng }: Line): number {
  let sum = 0;
  for (let i = 1; i < lat.length; i++) {
    sum += metersBetween(lat[i - 1]!, lng[i - 1]!, lat[i]!, lng[i]!);
  }
  return sum;
}

/** Walks along the whole street, unlike the line under test. */
function pointOf(graph: StreetGraph, { segment, fraction }: StreetPosition): Point {
  assert(segment < segmentCount(graph));
  let rest = fraction * graph.segmentMeters[segment]!;
  let p = graph.firstPoint[segment]!;
  const lat = (point: number) => graph.pointLat[point]!;
  const lng = (point: number) => graph.pointLng[point]!;
  for (; p < graph.firstPoint[segment + 1]! - 2; p++) {
    const length = metersBetween(lat(p), lng(p), lat(p + 1), lng(p + 1));
    if (rest <= length) break;
    rest -= length;
  }
  const length = metersBetween(lat(p), lng(p), lat(p + 1), lng(p + 1));
  const share = length > 0 ? rest / length : 0;
  return [
    lat(p) + share * (lat(p + 1) - lat(p)),
    lng(p) + share * (lng(p + 1) - lng(p)),
  ];
}

function first({ lat, lng }: Line): Point {
  return [lat[0]!, lng[0]!];
}

function last({ lat, lng }: Line): Point {
  return [lat.at(-1)!, lng.at(-1)!];
}

function metersApart([latA, lngA]: Point, [latB, lngB]: Point): number {
  return metersBetween(latA, lngA, latB, lngB);
}
