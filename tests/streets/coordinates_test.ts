import { assertAlmostEquals, assertEquals } from "@std/assert";
import {
  boxOf,
  metersBetween,
  toUnits,
  UNITS_A_DEGREE,
  unitScale,
} from "../../src/streets/coordinates.ts";

// Published lengths of a degree on WGS84, metres.
const DEGREES = [
  { lat: 0, north: 110_574, east: 111_320 },
  { lat: 30, north: 110_852, east: 96_486 },
  { lat: 45, north: 111_132, east: 78_847 },
  { lat: 60, north: 111_412, east: 55_800 },
];

for (const { lat, north, east } of DEGREES) {
  Deno.test(`a degree at latitude ${lat} is as long as on WGS84`, () => {
    const scale = unitScale(toUnits(lat));
    assertAlmostEquals(scale.lat * UNITS_A_DEGREE, north, 1);
    assertAlmostEquals(scale.lng * UNITS_A_DEGREE, east, 1);
  });
}

Deno.test("the distance is the same in both directions, and zero from a point to itself", () => {
  const [a, b] = [[209_670_000, -896_237_000], [209_690_000, -896_210_000]] as const;
  assertEquals(metersBetween(...a, ...b), metersBetween(...b, ...a));
  assertEquals(metersBetween(...a, ...a), 0);
  // 0.002 degrees north, 0.0027 east at 20.968: 221.43 m and 280.78 m.
  assertAlmostEquals(metersBetween(...a, ...b), 357.59, 0.01);
});

Deno.test("the bounding box of points holds them all, in degrees", () => {
  const points = { pointLat: Int32Array.of(2e7, -1e7, 0), pointLng: Int32Array.of(5e6, 9e7, 3e7) };
  assertEquals(boxOf(points), { south: -1, west: 0.5, north: 2, east: 9 });
});
