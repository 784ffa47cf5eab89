import { assert, assertAlmostEquals } from "@std/assert";
import { mapCoverage } from "../../src/streets/map_coverage.ts";
import { streetIndex } from "../../src/streets/street_index.ts";
import { at, graphOf, oneWay, street } from "./_small_graphs.ts";

Deno.test("a straight street covers the band 200 m to each side of it", () => {
  const graph = graphOf([at(-3000, 0), at(0, 0), at(3000, 0)], [
    street(0, 1, "Calle 59"),
    street(1, 2, "Calle 59"),
  ]);
  const share = mapCoverage(streetIndex(graph), Uint8Array.of(1, 1), at(0, 0), 2);
  const [r, h] = [2000, 200];
  const band = 2 * (h * Math.sqrt(r * r - h * h) + r * r * Math.asin(h / r));
  assertAlmostEquals(share, band / (Math.PI * r * r), 0.03);
});

Deno.test("a street that is cut off covers nothing", () => {
  const places = [at(0, 0), at(100, 0), at(500, 500), at(600, 500), at(600, 600), at(-500, 500)];
  const graph = graphOf([...places, at(-500, 600), at(5000, 0), at(5100, 0)], [
    street(0, 1, "Calle 59"),
    street(2, 3, "Aparte 1"),
    oneWay(3, 4, "Aparte 1"),
    street(5, 6, "Aparte 2"),
    street(7, 8, "Lejos"),
  ]);
  const reached = Uint8Array.of(1, 0, 0, 0, 0);
  const share = mapCoverage(streetIndex(graph), reached, at(0, 0), 1);
  assert(share > 0.01 && share < 0.08, `${share}`);
});
