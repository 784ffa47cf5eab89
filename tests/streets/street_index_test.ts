import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { toUnits, UNITS_A_DEGREE } from "../../src/streets/coordinates.ts";
import type { LatLng } from "../../src/domain/location.ts";
import { streetIndex } from "../../src/streets/street_index.ts";
import { type StreetGraph } from "../../src/streets/street_graph.ts";
import { at, graphOf, meters, pointOn, street } from "./_small_graphs.ts";
import { randomNumbers, TOWN_CENTER, townGraph, townPoints } from "./_town.ts";

/** Metres to the nearest usable segment, by trying every piece. */
function exhaustiveMeters(graph: StreetGraph, point: LatLng, usable?: Uint8Array): number {
  const apart = (lat: number, lng: number) =>
    meters(point, { lat: lat / UNITS_A_DEGREE, lng: lng / UNITS_A_DEGREE });
  let least = Infinity;
  for (let s = 0; s < graph.segmentMeters.length; s++) {
    if (usable?.[s] === 0) continue;
    for (let p = graph.firstPoint[s]!; p < graph.firstPoint[s + 1]! - 1; p++) {
      const along = (t: number) =>
        apart(
          graph.pointLat[p]! + t * (graph.pointLat[p + 1]! - graph.pointLat[p]!),
          graph.pointLng[p]! + t * (graph.pointLng[p + 1]! - graph.pointLng[p]!),
        );
      least = Math.min(least, along(leastOf(along)));
    }
  }
  return least;
}

/** The minimum of a unimodal function between 0 and 1, by ternary search. */
function leastOf(height: (t: number) => number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 60; i++) {
    const third = (high - low) / 3;
    if (height(low + third) < height(high - third)) high -= third;
    else low += third;
  }
  return (low + high) / 2;
}

const TOWN_SIDE = 14;
const town = townGraph(TOWN_SIDE);

Deno.test("the nearest street is the one that an exhaustive search finds", () => {
  const index = streetIndex(town);
  for (const point of townPoints(TOWN_SIDE, 150)) {
    const [nearest] = index.nearest(point);
    assert(nearest !== undefined);
    const place = pointOn(town, nearest);
    assertAlmostEquals(meters(point, place), exhaustiveMeters(town, point), 0.05);
    assertAlmostEquals(meters(point, place), nearest.meters, 0.05);
  }
});

Deno.test("unusable segments are skipped, however near", () => {
  const index = streetIndex(town);
  const random = randomNumbers(3);
  const usable = Uint8Array.from(
    { length: town.segmentMeters.length },
    () => random() < 0.3 ? 1 : 0,
  );
  for (const point of townPoints(TOWN_SIDE, 100)) {
    const [nearest] = index.nearest(point, usable);
    assert(nearest !== undefined);
    assertEquals(usable[nearest.segment], 1);
    const place = pointOn(town, nearest);
    assertAlmostEquals(meters(point, place), exhaustiveMeters(town, point, usable), 0.05);
  }
});

Deno.test("the limit is exact to the metre", () => {
  const graph = graphOf([at(0, 0), at(500, 0)], [street(0, 1, "Calle 60")]);
  const index = streetIndex(graph);
  assertEquals(index.nearest(at(250, 200.5)), []);
  assertAlmostEquals(index.nearest(at(250, 199.5))[0]!.meters, 199.5, 0.02);
  assertAlmostEquals(index.nearest(at(250, -199.5))[0]!.fraction, 0.5, 0.001);
  assertEquals(index.nearest(at(700.5, 0)), []);
  assertEquals(index.nearest(at(699.5, 0))[0]!.fraction, 1);
});

Deno.test("at a junction every street that ends there is found", () => {
  const graph = graphOf(
    [at(0, 0), at(100, 0), at(0, 100), at(-100, 0), at(0, -100)],
    [street(0, 1, "east"), street(2, 0, "north"), street(0, 3, "west"), street(4, 0, "south")],
  );
  const places = streetIndex(graph).nearest(at(0, 0));
  const ends = places.map(({ segment, fraction }) => ({ segment, fraction }))
    .sort((a, b) => a.segment - b.segment);
  assertEquals(ends, [
    { segment: 0, fraction: 0 },
    { segment: 1, fraction: 1 },
    { segment: 2, fraction: 0 },
    { segment: 3, fraction: 1 },
  ]);
  assertEquals(streetIndex(graph).nearest(at(30, 5)).length, 1);
});

Deno.test("a street whose points all coincide is found like any other", () => {
  const graph = graphOf([at(0, 0)], [street(0, 0, "dot")]);
  const [place] = streetIndex(graph).nearest(at(3, 4));
  assertEquals([place?.segment, place?.fraction], [0, 0]);
  assertAlmostEquals(place!.meters, 5, 0.02);
});

Deno.test("no street is found on an empty map, nor for a point of NaN", () => {
  assertEquals(streetIndex(graphOf([], [])).nearest(at(0, 0)), []);
  assertEquals(streetIndex(town).nearest({ lat: NaN, lng: NaN }), []);
});

Deno.test("the segments within a box are those of an exhaustive search, each once and in order", () => {
  const graph = townGraph(20);
  const index = streetIndex(graph);
  const { firstPoint, pointLat, pointLng } = graph;
  const random = randomNumbers(8);
  for (let i = 0; i < 60; i++) {
    const south = toUnits(TOWN_CENTER.lat + (random() - 0.6) * 0.02);
    const west = toUnits(TOWN_CENTER.lng + (random() - 0.6) * 0.02);
    const box = { south, west, north: south + random() * 1e5, east: west + random() * 1e5 };
    const meets = (low: number, high: number, a: number, b: number) =>
      Math.min(a, b) <= high && Math.max(a, b) >= low;
    const expected = Array.from({ length: graph.segmentMeters.length }, (_, s) => s).filter((s) => {
      for (let p = firstPoint[s]!; p < firstPoint[s + 1]! - 1; p++) {
        if (
          meets(box.south, box.north, pointLat[p]!, pointLat[p + 1]!) &&
          meets(box.west, box.east, pointLng[p]!, pointLng[p + 1]!)
        ) return true;
      }
      return false;
    });
    assertEquals([...index.within(box)], expected);
  }
});
