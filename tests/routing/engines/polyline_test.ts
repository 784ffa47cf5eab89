import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { EngineError } from "../../../src/routing/engines/exchange.ts";
import { polylineEnds } from "../../../src/routing/engines/valhalla.ts";
import { encodedPolyline } from "./_encoded_polyline.ts";

const units = (most: number) => fc.integer({ min: -most, max: most }).map((unit) => unit / 1e6);
const point = fc.record({ lat: units(90_000_000), lng: units(180_000_000) });

Deno.test("the ends of every line are decoded as they were encoded", () => {
  fc.assert(fc.property(fc.array(point, { minLength: 1, maxLength: 20 }), (points) => {
    assertEquals(polylineEnds(encodedPolyline(points)), {
      first: points[0]!,
      last: points.at(-1)!,
    });
  }));
});

Deno.test("a line from Valhalla is decoded", () => {
  assertEquals(polylineEnds("w~elrA{_ycM??"), {
    first: { lat: 43.732476, lng: 7.418894 },
    last: { lat: 43.732476, lng: 7.418894 },
  });
});

Deno.test("text that is not a line is refused", () => {
  for (const text of ["", "w~elrA", "w~elrA{_yc", "~~~~~~~~~~", "a b", "?ñ", "??\0"]) {
    assertThrows(() => polylineEnds(text), EngineError, "trip.legs.0.shape", text);
  }
});

Deno.test("cut or garbled lines end in a point or an error, never in a hang", () => {
  fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => {
    try {
      const { last } = polylineEnds(text);
      assertEquals([typeof last.lat, typeof last.lng], ["number", "number"]);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
    }
  }));
});
