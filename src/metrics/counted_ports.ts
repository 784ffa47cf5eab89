/** Ports that count what becomes of what they are asked. */
import type { PlannedRoute, ReservationStore, ReserveOutcome, RoutePlanner } from "../ports.ts";
import type { Metric } from "./exposition.ts";

/** A port, and what it has counted since it was made. */
export interface Counted<Port> {
  readonly port: Port;
  readonly metric: Metric;
}

export function countedReservations(store: ReservationStore): Counted<ReservationStore> {
  const outcomes = counter<ReserveOutcome["kind"] | "unavailable">();
  return {
    port: {
      findReplay: store.findReplay,
      async reserve(candidate) {
        try {
          const outcome = await store.reserve(candidate);
          outcomes.add(outcome.kind);
          return outcome;
        } catch (error) {
          outcomes.add("unavailable");
          throw error;
        }
      },
    },
    metric: {
      name: "sobremesa_reservations_total",
      type: "counter",
      help: "Reservations asked of the database, by outcome.",
      samples: () => outcomes.samples("outcome"),
    },
  };
}

export function countedPlanner(planner: RoutePlanner): Counted<RoutePlanner> {
  const outcomes = counter<PlannedRoute["kind"] | "error">();
  const counted = (route: PlannedRoute): PlannedRoute => {
    outcomes.add(route.kind);
    return route;
  };
  const failed = (error: unknown): never => {
    outcomes.add("error");
    throw error;
  };
  return {
    port: {
      plan(destination) {
        try {
          const route = planner.plan(destination);
          return route instanceof Promise ? route.then(counted, failed) : counted(route);
        } catch (error) {
          return failed(error);
        }
      },
      basis: () => planner.basis?.() ?? null,
    },
    metric: {
      name: "sobremesa_routes_total",
      type: "counter",
      help: "Routes asked of the router, by outcome. Quotes kept in memory ask for none.",
      samples: () => outcomes.samples("outcome"),
    },
  };
}

interface Counter<Kind extends string> {
  add(kind: Kind): void;
  samples(label: string): { labels: Record<string, string>; value: number }[];
}

function counter<Kind extends string>(): Counter<Kind> {
  const counts = new Map<Kind, number>();
  return {
    add: (kind) => void counts.set(kind, (counts.get(kind) ?? 0) + 1),
    samples: (label) => [...counts].map(([kind, value]) => ({ labels: { [label]: kind }, value })),
  };
}
