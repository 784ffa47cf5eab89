import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { deliveryPriceCents, routeKm } from "../../src/domain/tariff.ts";

Deno.test("a sum of street lengths that misses a half by a billionth rounds like the half", () => {
  assertEquals(routeKm(3249.9999999995), 3.3);
  assertEquals(routeKm(3250.0000000005), 3.3);
  assertEquals(routeKm(0.1 + 0.2 + 3249.7), 3.3);
});

Deno.test("prices are whole centavos, never below the base, and never fall with distance", () => {
  const tariff = fc.record({
    baseKm: fc.integer({ min: 0, max: 60 }).map((tenths) => tenths / 10),
    baseCents: fc.integer({ min: 0, max: 20_000 }),
    extraKmCents: fc.integer({ min: 0, max: 5000 }),
    maxRadiusKm: fc.constant(30),
  });
  const meters = fc.double({ min: 0, max: 40_000, noNaN: true });
  fc.assert(fc.property(tariff, meters, meters, (tariff, one, other) => {
    const km = routeKm(Math.min(one, other));
    const near = deliveryPriceCents(tariff, km);
    const far = deliveryPriceCents(tariff, routeKm(Math.max(one, other)));
    assert(Number.isInteger(near) && near >= tariff.baseCents);
    assert(near <= far);
    const exact = tariff.baseCents + tariff.extraKmCents * Math.max(0, km - tariff.baseKm);
    assert(Math.abs(near - exact) < 0.501, `${near} for ${exact}`);
  }));
});
