/** What turns cost where streets meet, as a driver sees the crossing: not as it is drawn. Figures are those of OSRM's car profile. */
import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import type { LatLng } from "../../../src/domain/location.ts";
import { streetRouter } from "../../../src/routing/built_in_planner.ts";
import { FASTEST } from "../../../src/routing/shortest_path_tree.ts";
import { edgeCount, type StreetGraph, streetName } from "../../../src/routing/street_graph.ts";
import type { OsmElement } from "../../support/osm_files.ts";
import { at } from "../small_graphs.ts";
import { imported, node, restriction, way } from "./small_maps.ts";

/** What it costs to come by a street into another of another name; null where no car may. */
function turnBetween(graph: StreetGraph, from: string, to: string): number | null {
  const { labelEdge, firstTurn, turnTo, turnSeconds } = graph.turns;
  const nameOf = (edge: number) => streetName(graph, graph.edgeSegment[edge]!);
  for (let edge = 0; edge < edgeCount(graph); edge++) {
    if (nameOf(edge) !== from) continue;
    for (let turn = firstTurn[edge]!; turn < firstTurn[edge + 1]!; turn++) {
      if (nameOf(labelEdge[turnTo[turn]!]!) === to) return turnSeconds[turn]!;
    }
  }
  return null;
}

async function turnsOn(elements: readonly OsmElement[]) {
  const { graph } = await imported(elements);
  return (from: string, to: string) => turnBetween(graph, from, to);
}

async function secondsOf(elements: readonly OsmElement[], from: LatLng, to: LatLng) {
  const { graph } = await imported(elements);
  const route = streetRouter(graph, from, { preference: FASTEST })(to);
  return route.kind === "route" ? route.seconds : null;
}

/** Four streets from one node, each named by where it goes. */
function crossing(place: (east: number, north: number) => LatLng): OsmElement[] {
  const ends = { west: [-200, 0], north: [0, 200], east: [200, 0], south: [0, -200] } as const;
  return [
    node(1, place(0, 0)),
    ...Object.values(ends).map(([east, north], i) => node(2 + i, place(east, north))),
    ...Object.keys(ends).map((name, i) => way(1 + i, [2 + i, 1], { name })),
  ];
}

Deno.test("straight on is free, a turn to the near side cheap, across the oncoming traffic dear", async () => {
  const turn = await turnsOn(crossing(at));
  assertEquals(turn("west", "east"), 0);
  assertAlmostEquals(turn("west", "south")!, 2.1, 0.11);
  assertAlmostEquals(turn("west", "north")!, 7.3, 0.11);
});

Deno.test("where cars keep to the left it is the other way round", async () => {
  const london = (east: number, north: number) => ({
    lat: 51.5 + north / 111_250,
    lng: -0.12 + east / 69_440,
  });
  const turn = await turnsOn(crossing(london));
  assertEquals(turn("west", "east"), 0);
  assertAlmostEquals(turn("west", "north")!, 2.1, 0.11);
  assertAlmostEquals(turn("west", "south")!, 7.3, 0.11);
});

Deno.test("a street that says on which side it is driven is believed", async () => {
  const elements = crossing(at).map((element) =>
    element.type === "way"
      ? { ...element, tags: { ...element.tags, driving_side: "left" } }
      : element
  );
  assertAlmostEquals((await turnsOn(elements))("west", "north")!, 2.1, 0.11);
});

Deno.test("a street that parts into two carriageways goes straight on, and back by the other one is a turn back", async () => {
  const turn = await turnsOn([
    node(1, at(-300, 0)),
    node(2, at(0, 0)),
    node(3, at(30, -6)),
    node(4, at(400, -6)),
    node(5, at(30, 6)),
    node(6, at(400, 6)),
    node(7, at(500, 0)),
    node(8, at(700, 0)),
    way(1, [1, 2], { highway: "primary", name: "Paseo" }),
    way(2, [2, 3, 4, 7], { highway: "primary", oneway: "yes", name: "Paseo East" }),
    way(3, [7, 6, 5, 2], { highway: "primary", oneway: "yes", name: "Paseo West" }),
    way(4, [7, 8], { highway: "primary", name: "Paseo Norte" }),
  ]);
  assertEquals(turn("Paseo", "Paseo East"), 0);
  assertEquals(turn("Paseo West", "Paseo"), 0);
  assertAlmostEquals(turn("Paseo West", "Paseo East")!, 27.4, 0.11);
});

Deno.test("a bend drawn where a side street joins is no turn, for those who stay on the street", async () => {
  const turn = await turnsOn([
    node(1, at(-200, 0)),
    node(2, at(-4, 0)),
    node(3, at(0, 3)),
    node(4, at(4, 0)),
    node(5, at(200, 0)),
    node(6, at(0, 200)),
    way(1, [1, 2, 3], { name: "before" }),
    way(2, [3, 4, 5], { name: "after" }),
    way(3, [3, 6], { name: "side" }),
  ]);
  assert(turn("before", "after")! < 0.2, `${turn("before", "after")}`);
  assert(turn("side", "before")! > 1.5, `${turn("side", "before")}`);
});

Deno.test("a gate holds those up who drive through it, and nobody on either side of it", async () => {
  const street = (tags?: Record<string, string>) => [
    node(1, at(0, 0)),
    node(2, at(200, 0), tags),
    node(3, at(400, 0)),
    node(4, at(800, 0)),
    node(5, at(400, 300)),
    way(1, [1, 2, 3]),
    way(2, [3, 4]),
    way(3, [3, 5]),
  ];
  const gate = { barrier: "gate" };
  for (const [from, to, held] of [[50, 190, 0], [50, 210, 60], [350, 210, 0], [350, 190, 60]]) {
    const [free, slowed] = await Promise.all([
      secondsOf(street(), at(from!, 0), at(to!, 0)),
      secondsOf(street(gate), at(from!, 0), at(to!, 0)),
    ]);
    assertAlmostEquals(slowed! - free!, held!, 0.11, `${from} to ${to}`);
  }
});

Deno.test("signals that face the other way hold nobody up", async () => {
  const street = (direction: string) => [
    node(1, at(0, 0)),
    node(2, at(200, 0), { highway: "traffic_signals", "traffic_signals:direction": direction }),
    node(3, at(400, 0)),
    way(1, [1, 2, 3]),
  ];
  const [there, back] = await Promise.all(
    ["forward", "backward"].map((direction) =>
      secondsOf(street(direction), at(100, 0), at(300, 0))
    ),
  );
  assertAlmostEquals(there! - back!, 2, 0.11);
});

Deno.test("a restriction whose node lies in the middle of its street says nothing", async () => {
  const streets = [
    ...crossing(at).filter(({ id }) => id !== 1),
    way(1, [2, 1, 4], { name: "across" }),
  ];
  const forbidden = (
    from: number,
  ) => [...streets, restriction("no_left_turn", from, { node: 1 }, 2)];
  assert((await turnsOn(forbidden(1)))("across", "north") !== null);
  assertEquals((await turnsOn(forbidden(4)))("south", "north"), null);
});
