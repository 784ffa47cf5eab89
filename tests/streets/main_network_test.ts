import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { openEdges, type StreetGraph } from "../../src/streets/street_graph.ts";
import { graphOf, mainNetwork, randomStreets } from "./_small_graphs.ts";

/** The segments that can be reached from each segment, itself included. */
function drives(graph: StreetGraph): Set<number>[] {
  const { firstTurn, turnTo, labelEdge } = graph;
  const after = (segment: number) =>
    openEdges(graph, segment).flatMap((edge) =>
      [...turnTo.subarray(firstTurn[edge], firstTurn[edge + 1])].map((label) =>
        graph.edgeSegment[labelEdge[label]!]!
      )
    );
  return Array.from({ length: graph.segmentMeters.length }, (_, start) => {
    const met = new Set([start]);
    for (const segment of met) after(segment).forEach((next) => met.add(next));
    return met;
  });
}

const marked = (marks: Uint8Array) => [...marks].flatMap((mark, i) => mark === 1 ? [i] : []);

/** A graph without the turns whose number is a multiple of `nth`. */
function withoutTurns(graph: StreetGraph, nth: number): StreetGraph {
  const { firstTurn, turnTo, turnSeconds, labelEdge } = graph;
  const kept = [...turnTo.keys()].filter((turn) => (turn + 1) % nth !== 0);
  const first = firstTurn.map((turn) => kept.filter((k) => k < turn).length);
  const turns = {
    labelEdge,
    firstTurn: first,
    turnTo: Uint32Array.from(kept, (turn) => turnTo[turn]!),
    turnSeconds: Float32Array.from(kept, (turn) => turnSeconds[turn]!),
  };
  return { ...graph, ...turns };
}

Deno.test("the main network is a largest set of streets that all reach each other by allowed turns", () => {
  fc.assert(
    fc.property(
      randomStreets(),
      fc.integer({ min: 2, max: 9 }),
      ({ junctions, streets }, nth) => {
        const graph = withoutTurns(graphOf(junctions, streets), nth);
        const leads = drives(graph);
        const groups = leads.map((met, s) => [...met].filter((to) => leads[to]!.has(s)).sort());
        const main = mainNetwork(graph);
        const within = marked(main);
        assertEquals(within.toSorted(), groups[within[0]!]);
        assertEquals(within.length, Math.max(...groups.map((group) => group.length)));
      },
    ),
    { seed: 4, numRuns: 300 },
  );
});
