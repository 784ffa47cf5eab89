/** The cost of turns at junctions. Figures are those of OSRM's car profile. */
import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import type { LatLng } from "../../../src/domain/location.ts";
import { FASTEST } from "../../../src/routing/shortest_path_tree.ts";
import { edgeCount, type StreetGraph, streetName } from "../../../src/routing/street_graph.ts";
import type { OsmElement } from "../../support/osm_files.ts";
import { at, streetRouter } from "../small_graphs.ts";
import { imported, node, restriction, way } from "./small_maps.ts";

/** Seconds of the turn from one named street into another; null if there is none. */
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

/** Towns with traffic on each side of the road. */
const LEFT: readonly [string, number, number][] = [
  ["London", 51.5, -0.1],
  ["Belfast", 54.6, -5.9],
  ["Valletta", 35.9, 14.5],
  ["Nicosia", 35.2, 33.4],
  ["Karachi", 24.9, 67],
  ["Delhi", 28.6, 77.2],
  ["Bangkok", 13.8, 100.5],
  ["Jakarta", -6.2, 106.8],
  ["Hong Kong", 22.3, 114.2],
  ["Tokyo", 35.7, 139.7],
  ["Sydney", -33.9, 151.2],
  ["Auckland", -36.8, 174.8],
  ["Johannesburg", -26.2, 28],
  ["Harare", -17.8, 31],
  ["Nairobi", -1.3, 36.8],
  ["Kingston", 18, -76.8],
  ["Bridgetown", 13.1, -59.6],
  ["Paramaribo", 5.9, -55.2],
  ["Nassau", 25, -77.4],
];
const RIGHT: readonly [string, number, number][] = [
  ["Mérida", 21, -89.6],
  ["Havana", 23.1, -82.4],
  ["San Juan", 18.5, -66.1],
  ["Miami", 25.8, -80.2],
  ["Caracas", 10.5, -66.9],
  ["São Paulo", -23.6, -46.6],
  ["Paris", 48.9, 2.4],
  ["Catania", 37.5, 15.1],
  ["Beirut", 33.9, 35.5],
  ["Kabul", 34.6, 69.2],
  ["Yangon", 16.8, 96.2],
  ["Phnom Penh", 11.6, 104.9],
  ["Shenzhen", 22.6, 114.1],
  ["Manila", 14.6, 121],
  ["Seoul", 37.6, 127],
  ["Addis Ababa", 9, 38.7],
  ["Kinshasa", -4.4, 15.3],
  ["Luanda", -8.8, 13.3],
  ["Antananarivo", -18.9, 47.5],
];

Deno.test("where traffic keeps left, turns to the right are the expensive ones", async () => {
  for (const [towns, keepsLeft] of [[LEFT, true], [RIGHT, false]] as const) {
    for (const [name, lat, lng] of towns) {
      const turn = await turnsOn(crossing((east, north) => ({
        lat: lat + north / 111_250,
        lng: lng + east / (111_250 * Math.cos(lat * Math.PI / 180)),
      })));
      const [near, across] = keepsLeft ? ["north", "south"] : ["south", "north"];
      assertAlmostEquals(turn("west", near)!, 2.1, 0.11, name);
      assertAlmostEquals(turn("west", across)!, 7.3, 0.11, name);
    }
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

Deno.test("following a roundabout costs no turn, and no turn runs against it", async () => {
  const turn = await turnsOn(ROUNDABOUT);
  assertEquals(turn("Glorieta", "Glorieta"), 0);
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
