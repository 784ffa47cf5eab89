import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { arrivalAt } from "../../src/streets/built_in_planner.ts";
import { PREFERENCES, type RoutePreference } from "../../src/streets/shortest_path_tree.ts";
import type { StreetPosition } from "../../src/streets/street_graph.ts";
import {
  at,
  graphOf,
  randomPosition,
  randomStreets,
  shortestPathTree,
  type Street,
  street,
} from "./_small_graphs.ts";

const drives = randomStreets().chain(({ junctions, streets }) =>
  fc.record({
    junctions: fc.constant(junctions),
    streets: fc.constant(streets),
    origin: randomPosition(streets.length),
    destination: randomPosition(streets.length),
  })
);

for (const [name, preference] of Object.entries(PREFERENCES)) {
  Deno.test(`${name}: every arrival has the cost that Bellman-Ford finds`, () => {
    let reached = 0;
    fc.assert(
      fc.property(drives, ({ junctions, streets, origin, destination }) => {
        const graph = graphOf(junctions, streets);
        const tree = shortestPathTree(graph, [origin], preference);
        const arrival = arrivalAt(graph, tree, destination);
        const ends = { origin, destination };
        const expected = cheapestCost(streets, graph.segmentMeters, ends, preference);
        if (arrival === null) return assertEquals(expected, Infinity);
        reached++;
        assertAlmostEquals(arrival.cost, expected, 1e-6);
        const { perMeter, perSecond } = preference;
        const sum = arrival.meters * perMeter + arrival.seconds * perSecond;
        assertAlmostEquals(arrival.cost, sum, 1e-9);
      }),
      { seed: 7, numRuns: 1500 },
    );
    assert(reached > 300, `only ${reached} of 1500 drives had a way`);
  });
}

Deno.test("the balanced drive prefers the shorter of two ways of about the same time", () => {
  const long = { bends: [at(500, 489)], forwardKmh: 60, backwardKmh: 60 };
  const short = { forwardKmh: 40, backwardKmh: 40 };
  const graph = graphOf(
    [at(-100, 0), at(0, 0), at(1000, 0), at(1100, 0)],
    [
      street(0, 1, "start"),
      street(1, 2, "ring", long),
      street(1, 2, "Calle 60", short),
      street(2, 3, "end"),
    ],
  );
  const metersBy = (preference?: RoutePreference) => {
    const tree = shortestPathTree(graph, [{ segment: 0, fraction: 0 }], preference);
    return arrivalAt(graph, tree, { segment: 3, fraction: 1 })?.meters ?? NaN;
  };
  assertAlmostEquals(metersBy(), 1200, 1);
  assertAlmostEquals(metersBy(PREFERENCES.fastest), 1600, 2);
});

interface Arc {
  readonly from: string;
  readonly to: string;
  readonly cost: number;
}

/**
 * Cost of the cheapest drive between two places by another algorithm than the service's, Bellman-Ford on streets cut
 * where a drive starts and ends; Infinity if there is none. `lengths` are the streets' metres.
 */
function cheapestCost(
  streets: readonly Street[],
  lengths: ArrayLike<number>,
  { origin, destination }: Record<"origin" | "destination", StreetPosition>,
  preference: RoutePreference,
): number {
  const arcs = streets.flatMap((street, s) => {
    const stops = [
      { name: `junction ${street.from}`, fraction: 0 },
      ...[
        { name: "origin", ...origin },
        { name: "destination", ...destination },
      ].filter(({ segment }) => segment === s).sort((a, b) => a.fraction - b.fraction),
      { name: `junction ${street.to}`, fraction: 1 },
    ];
    return stops.slice(1).flatMap((stop, i): Arc[] => {
      const before = stops[i]!;
      const meters = (stop.fraction - before.fraction) * lengths[s]!;
      const cost = (kmh: number) =>
        meters * preference.perMeter + meters / (kmh / 3.6) * preference.perSecond;
      return [
        ...(street.forwardKmh === null
          ? []
          : [{ from: before.name, to: stop.name, cost: cost(street.forwardKmh) }]),
        ...(street.backwardKmh === null
          ? []
          : [{ from: stop.name, to: before.name, cost: cost(street.backwardKmh) }]),
      ];
    });
  });
  // Two places that coincide have no distance, even on a one-way street.
  if (origin.segment === destination.segment && origin.fraction === destination.fraction) return 0;
  return relaxed(arcs).get("destination") ?? Infinity;
}

function relaxed(arcs: readonly Arc[]): Map<string, number> {
  const costs = new Map([["origin", 0]]);
  for (let changed = true; changed;) {
    changed = false;
    for (const { from, to, cost } of arcs) {
      const through = (costs.get(from) ?? Infinity) + cost;
      if (through >= (costs.get(to) ?? Infinity) - 1e-9) continue;
      costs.set(to, through);
      changed = true;
    }
  }
  return costs;
}
