import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { haversineKm } from "../../src/domain/location.ts";
import { mainNetwork, streetRouter } from "./_small_graphs.ts";
import { sampleGraph } from "../../src/streets/sample_map.ts";
import { SAMPLE_ORIGIN, SAMPLE_RADIUS_KM } from "../support/restaurant_fixture.ts";
import { streetName } from "../../src/streets/street_graph.ts";
import { streetIndex } from "../../src/streets/street_index.ts";

const map = sampleGraph();

/** First segment of a street. */
function segmentOf(name: string): number {
  for (let s = 0; s < map.segmentMeters.length; s++) if (streetName(map, s) === name) return s;
  throw new Error(`the sample map has no ${name}`);
}

const latOf = (name: string) => map.pointLat[map.firstPoint[segmentOf(name)]!]!;
const lngOf = (name: string) => map.pointLng[map.firstPoint[segmentOf(name)]!]!;

Deno.test("on the sample map every corner can be reached from every other", () => {
  assertEquals(mainNetwork(map).every((mark) => mark === 1), true);
});

Deno.test("the sample restaurant is on Calle 58", () => {
  const [place] = streetIndex(map).nearest(SAMPLE_ORIGIN);
  assertEquals(streetName(map, place!.segment), "Calle 58");
  assertAlmostEquals(place!.meters, 0, 0.01);
});

Deno.test("the sample's radius lies within its map, and 100 m more would not", () => {
  const sides = [
    { name: "Calle 47", at: { ...SAMPLE_ORIGIN, lat: latOf("Calle 47") / 1e7 } },
    { name: "Calle 77", at: { ...SAMPLE_ORIGIN, lat: latOf("Calle 77") / 1e7 } },
    { name: "Calle 46", at: { ...SAMPLE_ORIGIN, lng: lngOf("Calle 46") / 1e7 } },
    { name: "Calle 74", at: { ...SAMPLE_ORIGIN, lng: lngOf("Calle 74") / 1e7 } },
  ];
  for (const { name, at } of sides) {
    assert(haversineKm(SAMPLE_ORIGIN, at) >= SAMPLE_RADIUS_KM, `${name} is too near`);
  }
  const nearest = Math.min(...sides.map(({ at }) => haversineKm(SAMPLE_ORIGIN, at)));
  assert(nearest < SAMPLE_RADIUS_KM + 0.1);
});

Deno.test("every point within the sample's radius has a route, not shorter than the straight line", () => {
  const route = streetRouter(map, SAMPLE_ORIGIN);
  const degrees = 0.0005;
  let tried = 0;
  for (let north = -28; north <= 28; north++) {
    for (let east = -28; east <= 28; east++) {
      const point = {
        lat: SAMPLE_ORIGIN.lat + north * degrees,
        lng: SAMPLE_ORIGIN.lng + east * degrees,
      };
      const straight = haversineKm(SAMPLE_ORIGIN, point) * 1000;
      if (straight > SAMPLE_RADIUS_KM * 1000) continue;
      const planned = route(point);
      assert(planned.kind === "route" && planned.metersToStreet < 125);
      assert(planned.meters + planned.metersToStreet > straight * 0.995);
      tried++;
    }
  }
  assert(tried > 1900, `only ${tried} points`);
});
