import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { haversineKm, isInMexico, parseDecimal } from "../../src/domain/location.ts";

Deno.test("a degree of latitude is 111.195 km, and half the globe 20,015 km", () => {
  assertAlmostEquals(haversineKm({ lat: 20, lng: -89 }, { lat: 21, lng: -89 }), 111.195, 0.001);
  assertAlmostEquals(haversineKm({ lat: 0, lng: 0 }, { lat: 0, lng: 180 }), 20015.114, 0.001);
});

Deno.test("distance is the same both ways, across the date line too", () => {
  const fiji = { lat: -17, lng: 179.9 };
  const samoa = { lat: -17, lng: -179.9 };
  assertEquals(haversineKm(fiji, samoa), haversineKm(samoa, fiji));
  assertAlmostEquals(haversineKm(fiji, samoa), 21.27, 0.01);
});

Deno.test("plain decimals are read", () => {
  const read = ["-89.62", "7", "0", "-0", "007.50", "20.96737019999999"].map(parseDecimal);
  assertEquals(read, [-89.62, 7, 0, 0, 7.5, 20.96737019999999]);
});

Deno.test("every number written plainly is read as itself", () => {
  fc.assert(fc.property(fc.integer({ min: -180_000_000, max: 180_000_000 }), (micro) => {
    assertEquals(parseDecimal((micro / 1e6).toFixed(6)), micro / 1e6 + 0);
  }));
});

Deno.test("Mexico reaches from the mouth of the Suchiate to Los Algodones, and from Guadalupe to Isla Mujeres", () => {
  const ends = [[14.53, -92.23], [32.72, -114.72], [29.05, -118.37], [21.2, -86.71]] as const;
  assert(ends.every(([lat, lng]) => isInMexico({ lat, lng })));
  const abroad = [[13.69, -89.22], [34.05, -118.24], [21.31, -157.86], [23.11, -82.37]] as const;
  assert(!abroad.some(([lat, lng]) => isInMexico({ lat, lng })));
});
