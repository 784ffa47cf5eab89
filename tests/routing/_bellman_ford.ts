/** Cheapest drives by another algorithm than the service's: Bellman-Ford on streets cut where a drive starts and ends. */
import type { RoutePreference } from "../../src/routing/shortest_path_tree.ts";
import type { StreetPosition } from "../../src/routing/street_graph.ts";
import type { Street } from "./_street_graph_builder.ts";

interface Arc {
  readonly from: string;
  readonly to: string;
  readonly cost: number;
}

/** Cost of the cheapest drive between two places; Infinity if there is none. `lengths` are the streets' metres. */
export function cheapestCost(
  streets: readonly Street[],
  lengths: ArrayLike<number>,
  origin: StreetPosition,
  destination: StreetPosition,
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
