/** The cost of turns at junctions. Figures are those of OSRM's car profile. */
import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import type { LatLng } from "../../../src/domain/location.ts";
import { PREFERENCES } from "../../../src/streets/shortest_path_tree.ts";
import { type StreetGraph, streetName } from "../../../src/streets/street_graph.ts";
import type { OsmElement } from "../../support/osm_files.ts";
import { at, streetRouter } from "../_small_graphs.ts";
import { imported, node, restriction, way } from "./_small_maps.ts";

/** Seconds of the turn from one named street into another; null if there is none. */
function turnBetween(graph: StreetGraph, from: string, to: string): number | null {
  const { labelEdge, firstTurn, turnTo, turnSeconds } = graph;
  const nameOf = (edge: number) => streetName(graph, graph.edgeSegment[edge]!);
  for (let edge = 0; edge < graph.edgeSegment.length; edge++) {
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
  const route = streetRouter(graph, from, { preference: PREFERENCES.fastest })(to);
  return route.kind === "route" ? route.seconds : null;
}

/** Four streets from one node, each named by its direction. */
function crossing(place: (east: number, north: number) => LatLng): OsmElement[] {
  const ends = { west: [-200, 0], north: [0, 200], east: [200, 0], south: [0, -200] } as const;
  return [
    node(1, place(0, 0)),
    ...Object.values(ends).map(([east, north], i) => node(2 + i, place(east, north))),
    ...Object.keys(ends).map((name, i) => way(1 + i, [2 + i, 1], { name })),
  ];
}

Deno.test("going straight is free, a turn to the near side cheap, one across oncoming traffic expensive", async () => {
  const turn = await turnsOn(crossing(at));
  assertEquals(turn("west", "east"), 0);
  assertAlmostEquals(turn("west", "south")!, 2.1, 0.11);
  assertAlmostEquals(turn("west", "north")!, 7.3, 0.11);
});

/** A roundabout of four nodes, driven in the order of `places`, or against it if `more` says so. */
function ring(id: number, places: readonly [number, number][], more?: Record<string, string>) {
  return [
    ...places.map(([east, north], i) => node(id + i, at(1000 + id + east, north))),
    way(id, [id, id + 1, id + 2, id + 3, id], { junction: "roundabout", ...more }),
  ];
}
const ANTICLOCKWISE: [number, number][] = [[20, 0], [0, 20], [-20, 0], [0, -20]];
const CLOCKWISE = ANTICLOCKWISE.toReversed();

Deno.test("traffic keeps to the side on which most roundabouts turn, right without any", async () => {
  const sides: [OsmElement[], keepsLeft: boolean][] = [
    [[], false],
    [ring(100, ANTICLOCKWISE), false],
    [ring(100, CLOCKWISE), true],
    [ring(100, ANTICLOCKWISE, { oneway: "-1" }), true],
    [ring(100, CLOCKWISE, { oneway: "no" }), false],
    [[...ring(100, CLOCKWISE), ...ring(200, ANTICLOCKWISE)], false],
    [[...ring(100, CLOCKWISE), ...ring(200, ANTICLOCKWISE), ...ring(300, CLOCKWISE)], true],
  ];
  for (const [rings, keepsLeft] of sides) {
    const turn = await turnsOn([...crossing(at), ...rings]);
    const [near, across] = keepsLeft ? ["north", "south"] : ["south", "north"];
    assertAlmostEquals(turn("west", near)!, 2.1, 0.11);
    assertAlmostEquals(turn("west", across)!, 7.3, 0.11);
  }
});

Deno.test("a U-turn into the other carriageway costs as much as any U-turn", async () => {
  const turn = await turnsOn([
    node(1, at(0, 0)),
    node(2, at(300, -8)),
    node(3, at(300, 8)),
    node(4, at(-200, 0)),
    way(1, [3, 1], { oneway: "yes", name: "Paseo" }),
    way(2, [1, 2], { oneway: "yes", name: "Paseo" }),
    way(3, [4, 1], { name: "Calle" }),
  ]);
  assertAlmostEquals(turn("Paseo", "Paseo")!, 27.4, 0.11);
});

Deno.test("turns into a carriageway cost by its own bearing", async () => {
  const turn = await turnsOn([
    ...crossing(at).filter(({ id }) => id !== 3),
    node(6, at(300, -80)),
    node(7, at(300, 80)),
    way(6, [7, 1], { oneway: "yes", name: "Paseo" }),
    way(7, [1, 6], { oneway: "yes", name: "Paseo" }),
  ]);
  // 15 degrees off the line between both carriageways, to which a turn would take 2.1 s.
  assertAlmostEquals(turn("south", "Paseo")!, 3.8, 0.11);
});

Deno.test("two pieces of a one-way street that meet end to end form a bend, however sharp", async () => {
  const turn = await turnsOn([
    node(1, at(-200, 0)),
    node(2, at(0, 0)),
    node(3, at(-200, 30)),
    way(1, [1, 2], { oneway: "yes", name: "Calle" }),
    way(2, [2, 3], { oneway: "yes", name: "Calle" }),
  ]);
  assertEquals(turn("Calle", "Calle"), 0);
});

Deno.test("a street drawn slightly askew at its junction has the bearing of its further course", async () => {
  const turn = await turnsOn([
    ...crossing(at).filter(({ id }) => id !== 3),
    node(6, at(8, 1.6)),
    node(7, at(300, 0)),
    way(6, [1, 6, 7], { name: "askew" }),
  ]);
  // Its first metres are 11 degrees off: 1.3 s.
  assertAlmostEquals(turn("south", "askew")!, 2.1, 0.2);
});

/** A roundabout of four nodes, anticlockwise: two streets at the east, one at the north. */
const ROUNDABOUT = [
  ...[[20, 0], [0, 20], [-20, 0], [0, -20]].map(([east, north], i) => node(i, at(east!, north!))),
  node(4, at(200, -30)),
  node(5, at(200, 30)),
  node(6, at(0, 200)),
  way(1, [0, 1, 2, 3, 0], { junction: "roundabout", name: "Glorieta" }),
  way(2, [4, 0], { name: "south-east" }),
  way(3, [0, 5], { name: "north-east" }),
  way(4, [1, 6], { name: "north" }),
];

Deno.test("a turn along a roundabout costs by its angle, as in OSRM, and no turn runs against it", async () => {
  const turn = await turnsOn(ROUNDABOUT);
  // A quarter of four nodes turns by 90 degrees, to the left but across no traffic.
  assertAlmostEquals(turn("Glorieta", "Glorieta")!, 5.3, 0.11);
  assert(turn("south-east", "north-east") !== null);
  assertEquals(turn("north-east", "south-east"), null);
});

Deno.test("a bend drawn where a side street joins costs little for cars that stay on the street", async () => {
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
  // As drawn, the bend turns by 74 degrees: 6 s.
  assert(turn("before", "after")! < 1, `${turn("before", "after")}`);
  assert(turn("side", "after")! > 4, `${turn("side", "after")}`);
});

Deno.test("a gate delays only cars that drive through it", async () => {
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

Deno.test("signals for the other direction cause no delay", async () => {
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

Deno.test("a stop sign delays every street, or only the slower ones if it is theirs", async () => {
  for (const [stop, seconds] of [["all", 2], ["minor", 0]] as const) {
    const [, ...streets] = crossing(at);
    const turn = await turnsOn([
      node(1, at(0, 0), { highway: "stop", direction: "both", stop }),
      ...streets.filter(({ id }) => id !== 1 && id !== 3),
      way(1, [2, 1], { name: "west", highway: "primary" }),
      way(3, [4, 1], { name: "east", highway: "primary" }),
    ].sort((a, b) => a.type === b.type ? a.id - b.id : 0));
    assertAlmostEquals(turn("west", "east")!, seconds, 0.11);
    assertAlmostEquals(turn("north", "south")!, 2, 0.11);
  }
});

Deno.test("a restriction whose node lies in the middle of its street is ignored", async () => {
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
