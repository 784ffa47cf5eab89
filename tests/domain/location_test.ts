import { assertAlmostEquals, assertEquals } from "@std/assert";
import { haversineKm } from "../../src/domain/location.ts";

const MERIDA = { lat: 20.967, lng: -89.6237 };

Deno.test("a point is no distance from itself", () => {
  assertEquals(haversineKm(MERIDA, MERIDA), 0);
});

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
