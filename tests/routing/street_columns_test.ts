import { assertAlmostEquals, assertEquals } from "@std/assert";
import { toUnits } from "../../src/routing/coordinates.ts";
import { edgeCount, edgeShare, segmentCount, streetName } from "../../src/routing/street_graph.ts";
import { at, graphOf, meters, oneWay, street } from "./_small_graphs.ts";

const JUNCTIONS = [at(0, 0), at(300, 0), at(300, 400)];

Deno.test("a two-way street becomes two edges, a one-way street one", () => {
  const graph = graphOf(JUNCTIONS, [street(0, 1, "Calle 60"), oneWay(1, 2, "Calle 61")]);
  assertEquals([segmentCount(graph), edgeCount(graph)], [2, 3]);
  assertEquals([graph.forwardEdge, graph.backwardEdge].map((edges) => [...edges]), [[0, 2], [
    1,
    -1,
  ]]);
  assertEquals([...graph.edgeSegment], [0, 0, 1]);
});

Deno.test("a turn leads from each edge into every edge that leaves its end, back on itself too", () => {
  const graph = graphOf(JUNCTIONS, [street(0, 1, "Calle 60"), oneWay(1, 2, "Calle 61")]);
  const { firstTurn, turnTo } = graph.turns;
  const turnsOf = (edge: number) => [...turnTo.subarray(firstTurn[edge], firstTurn[edge + 1])];
  assertEquals([0, 1, 2].map(turnsOf), [[1, 2], [0], []]);
});

Deno.test("a one-way street drawn against its direction has an edge against its points", () => {
  const graph = graphOf(JUNCTIONS, [
    street(0, 1, "Calle 60", { forwardKmh: null, backwardKmh: 25 }),
  ]);
  assertEquals(graph.forwardEdge[0], -1);
  assertEquals(edgeShare(graph, graph.backwardEdge[0]!, 0.25), 0.75);
});

Deno.test("metres include the bends, seconds depend on the speed of each direction", () => {
  const graph = graphOf(JUNCTIONS, [
    street(0, 2, "Calle 60", { bends: [JUNCTIONS[1]!], forwardKmh: 36, backwardKmh: 18 }),
  ]);
  assertAlmostEquals(graph.segmentMeters[0]!, 700, 0.05);
  assertAlmostEquals(graph.edgeSeconds[graph.forwardEdge[0]!]!, 70, 0.01);
  assertAlmostEquals(graph.edgeSeconds[graph.backwardEdge[0]!]!, 140, 0.01);
  assertAlmostEquals(meters(JUNCTIONS[0]!, JUNCTIONS[2]!), 500, 0.05);
});

Deno.test("a segment's points are one junction, its bends in order and the other junction", () => {
  const bends = [at(100, 50), at(200, -50)];
  const graph = graphOf(JUNCTIONS, [street(1, 2, null), street(0, 1, null, { bends })]);
  assertEquals([...graph.firstPoint], [0, 2, 6]);
  const expected = [JUNCTIONS[0]!, ...bends, JUNCTIONS[1]!];
  assertEquals([...graph.pointLat.subarray(2, 6)], expected.map(({ lat }) => toUnits(lat)));
  assertEquals([...graph.pointLng.subarray(2, 6)], expected.map(({ lng }) => toUnits(lng)));
});

Deno.test("each name is stored once, and a street without a name has none", () => {
  const graph = graphOf(JUNCTIONS, [
    street(0, 1, "Calle 60"),
    street(1, 2, null),
    street(2, 0, "Calle 60"),
  ]);
  assertEquals([0, 1, 2].map((s) => streetName(graph, s)), ["Calle 60", null, "Calle 60"]);
  assertEquals(graph.names, [null, "Calle 60"]);
});
