import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { mainNetwork } from "../../src/routing/main_network.ts";
import { nodeCount, type StreetGraph } from "../../src/routing/street_graph.ts";
import { at, graphOf, oneWay, randomStreets, street } from "./small_graphs.ts";
import { townGraph } from "./town.ts";

/** Which nodes each node leads to, itself included, by walking. */
function walks(graph: StreetGraph): Set<number>[] {
  return Array.from({ length: nodeCount(graph) }, (_, start) => {
    const met = new Set([start]);
    for (const node of met) {
      const edges = graph.edgeTo.subarray(graph.firstEdge[node], graph.firstEdge[node + 1]);
      edges.forEach((to) => met.add(to));
    }
    return met;
  });
}

Deno.test("the main network is a largest set of junctions that all lead to each other", () => {
  fc.assert(
    fc.property(randomStreets(), ({ junctions, streets }) => {
      const graph = graphOf(junctions, streets);
      const leads = walks(graph);
      const groups = leads.map((met, node) => [...met].filter((to) => leads[to]!.has(node)).sort());
      const main = [...mainNetwork(graph)].flatMap((mark, node) => mark === 1 ? [node] : []);
      assertEquals(main, groups[main[0]!]);
      assertEquals(main.length, Math.max(...groups.map((group) => group.length)));
    }),
    { seed: 4, numRuns: 500 },
  );
});

Deno.test("a street that only leads in or out is not part of the main network", () => {
  const graph = graphOf(
    [at(0, 0), at(100, 0), at(200, 0), at(300, 0)],
    [oneWay(0, 1, "in"), street(1, 2, "Calle 60"), oneWay(2, 3, "out")],
  );
  assertEquals([...mainNetwork(graph)], [0, 1, 1, 0]);
});

Deno.test("a town of thousands of junctions in one piece is one network", () => {
  assertEquals(mainNetwork(townGraph(60)).every((mark) => mark === 1), true);
});
