import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import type { LatLng } from "../../../src/domain/location.ts";
import { PREFERENCES, type RoutePreference } from "../../../src/streets/shortest_path_tree.ts";
import { openEdges, streetName } from "../../../src/streets/street_graph.ts";
import type { OsmElement } from "../../support/osm_files.ts";
import { at, streetRouter } from "../_small_graphs.ts";
import { imported, node, restriction, way } from "./_small_maps.ts";

/** Metres of the shortest drive; null if there is none. */
function shortest(
  elements: readonly OsmElement[],
  from: LatLng,
  to: LatLng,
): Promise<number | null> {
  return drive(elements, from, to, PREFERENCES.shortest);
}

/** Metres of the best drive by a preference; null if there is none. */
async function drive(
  elements: readonly OsmElement[],
  from: LatLng,
  to: LatLng,
  preference: RoutePreference,
): Promise<number | null> {
  const { graph } = await imported(elements);
  const route = streetRouter(graph, from, { preference })(to);
  return route.kind === "route" ? route.meters : null;
}

// A ladder: two streets eastwards, 200 m apart, joined every 300 m.
//   5 - 6 - 7 - 8
//   |   |   |   |
//   1 - 2 - 3 - 4
const LADDER = [
  ...[0, 1, 2, 3].flatMap((i) => [node(1 + i, at(300 * i, 0)), node(5 + i, at(300 * i, 200))]),
  way(1, [1, 2]),
  way(2, [2, 3]),
  way(3, [3, 4]),
  way(4, [5, 6, 7, 8]),
  ...[0, 1, 2, 3].map((i) => way(10 + i, [1 + i, 5 + i])),
];

Deno.test("streets are cut where they meet, and only there", async () => {
  const { graph, counts } = await imported([
    node(1, at(0, 0)),
    node(2, at(100, 0)),
    node(3, at(200, 0)),
    node(4, at(300, 0)),
    node(5, at(200, 100)),
    way(1, [1, 2, 3, 4]),
    way(2, [3, 5], { oneway: "yes" }),
    way(3, [1, 2], { highway: "footway" }),
  ]);
  assertEquals(
    [counts.waysRead, counts.waysKept, graph.segmentMeters.length, graph.edgeSegment.length],
    [3, 2, 3, 5],
  );
  const lengths = [...graph.segmentMeters].map(Math.round);
  assertEquals(lengths, [200, 100, 100]);
  assertEquals([0, 1, 2].map((s) => streetName(graph, s)), ["street 1", "street 1", "street 2"]);
  assertEquals(openEdges(graph, 2).length, 1);
});

Deno.test("a way that crosses itself, or returns to its beginning, is cut there", async () => {
  const { graph } = await imported([
    node(1, at(0, 0)),
    node(2, at(100, 0)),
    node(3, at(100, 100)),
    node(4, at(0, 100)),
    node(5, at(200, 0)),
    way(1, [1, 2, 3, 4, 1]),
    way(2, [2, 5]),
  ]);
  assertEquals(graph.segmentMeters.length, 3);
});

Deno.test("only the part of a street whose nodes the file lacks is left out", async () => {
  const { graph } = await imported([
    node(1, at(0, 0)),
    node(2, at(100, 0)),
    node(4, at(300, 0)),
    node(5, at(400, 0)),
    way(1, [1, 2, 3, 4, 5, 6]),
    way(2, [7, 8]),
  ]);
  assertEquals([...graph.segmentMeters].map(Math.round), [100, 100]);
});

/** The ladder with a bollard, a signal and a restriction, in version 5 of each element. */
const NEWEST: readonly OsmElement[] = [
  ...LADDER.filter(({ id }) => id !== node(5, at(0, 0)).id && id !== 13),
  node(5, at(0, 200), { highway: "traffic_signals" }),
  way(13, [4, 8], { name: "last" }),
  restriction("no_left_turn", 1, { node: 2 }, 11),
].map((element) => ({ ...element, version: 5 }));

/** An older state of some of them: elsewhere, open, closed, with other members. */
const OLDER: readonly OsmElement[] = [
  node(6, at(300, 900)),
  node(7, at(600, 200), { barrier: "bollard" }),
  node(8, at(900, 200), { highway: "traffic_signals" }),
  way(1, [1, 2], { highway: "primary", oneway: "-1" }),
  way(2, [2, 5, 3]),
  way(12, [3, 7], { highway: "footway" }),
  restriction("only_left_turn", 1, { node: 2 }, 11),
].map((element) => ({ ...element, version: 4 }));

/** Older ways that are no streets now, newer ones that were none: the newest counts, whatever it is. */
const TRACK = { ...way(20, [1, 6]), version: 2 };
const NO_STREET = { ...way(20, [1, 6], { highway: "steps" }), version: 3 };

for (const clip of [null, { south: 20, west: -90, north: 22, east: -89 }]) {
  Deno.test(`elements that come twice count once, in their newest version${clip ? ", in a clip" : ""}`, async () => {
    const once = (await imported(NEWEST, { clip })).graph;
    const orders = [
      [...NEWEST, ...NEWEST],
      NEWEST.flatMap((element) => [element, element]),
      [...OLDER, ...NEWEST, TRACK, NO_STREET],
      [NO_STREET, ...NEWEST, ...OLDER, TRACK],
    ];
    const stale: number[] = [];
    for (const elements of orders) {
      const { graph, counts } = await imported(elements, { clip });
      assertEquals(graph, once);
      stale.push(counts.stale);
    }
    assertEquals(stale, [NEWEST.length, NEWEST.length, OLDER.length + 1, OLDER.length + 1]);
  });
}

Deno.test("of elements without a version the first counts, and one with a version before them", async () => {
  const plain = (elements: readonly OsmElement[]) =>
    elements.map(({ version: _, ...element }) => element as OsmElement);
  const once = (await imported(NEWEST)).graph;
  for (const elements of [[...plain(NEWEST), ...plain(OLDER)], [...plain(OLDER), ...NEWEST]]) {
    assertEquals((await imported(elements)).graph, once);
  }
});

Deno.test("nodes that are missing or have no location are counted, with the ways and restrictions that they cut", async () => {
  const lost = new Set([2, 7].map((id) => node(id, at(0, 0)).id));
  const elements = [...LADDER, restriction("no_left_turn", 1, { node: 2 }, 11)];
  const nowhere = { ...node(7, at(0, 0)), lat: 2 ** 31 - 1, lng: 2 ** 31 - 1 };
  const whole = elements.filter(({ id }) => !lost.has(id));
  const { missing, unplaced, waysCut, restrictionsCut, near, nearCut } =
    (await imported([nowhere, ...whole])).counts;
  assertEquals([missing, unplaced, waysCut, restrictionsCut, near, nearCut], [2, 1, 5, 1, 8, 5]);
  const circle = { center: at(900, 0), radiusKm: 0.25 };
  const { counts } = await imported(whole, { circle });
  assertEquals([counts.near, counts.nearCut], [3, 1]);
  assertEquals((await imported(elements)).counts.missing, 0);
});

Deno.test("a bollard ends the street on both sides", async () => {
  const street = (tags?: Record<string, string>) => [
    node(1, at(0, 0)),
    node(2, at(100, 0), tags),
    node(3, at(200, 0)),
    node(4, at(0, 300)),
    node(5, at(200, 300)),
    way(1, [1, 2, 3]),
    way(2, [1, 4, 5, 3]),
  ];
  assertAlmostEquals((await shortest(street(), at(20, 0), at(180, 0)))!, 160, 0.5);
  assertAlmostEquals(
    (await shortest(street({ barrier: "bollard" }), at(20, 0), at(180, 0)))!,
    20 + 300 + 200 + 300 + 20,
    1,
  );
});

Deno.test("routes avoid a forbidden turn, and take an only_ turn", async () => {
  const [from, to] = [at(150, 0), at(300, 100)];
  assertAlmostEquals((await shortest(LADDER, from, to))!, 250, 0.5);
  const around = 150 + 300 + 200 + 300 + 100;
  const backwards = 150 + 200 + 300 + 100;
  const least = Math.min(around, backwards);
  for (const [value, target] of [["no_left_turn", 11], ["only_straight_on", 2]] as const) {
    const meters = await shortest(
      [...LADDER, restriction(value, 1, { node: 2 }, target)],
      from,
      to,
    );
    assertAlmostEquals(meters!, least, 1);
  }
});

Deno.test("a restriction over a via street applies only to drives from its first street", async () => {
  const forbidden = [...LADDER, restriction("no_left_turn", 1, { way: 2 }, 12)];
  const to = at(600, 100);
  assertAlmostEquals((await shortest(LADDER, at(150, 0), to))!, 550, 0.5);
  // On the upper street instead: up at 2, along, down to the pin.
  assertAlmostEquals((await shortest(forbidden, at(150, 0), to))!, 150 + 200 + 300 + 100, 1);
  // A drive that starts on the via street, or enters it from the upper one, may turn.
  assertAlmostEquals((await shortest(forbidden, at(450, 0), to))!, 250, 0.5);
  assertAlmostEquals((await shortest(forbidden, at(300, 150), at(600, 20)))!, 150 + 300 + 20, 0.5);
  const { graph, restrictions } = await imported(forbidden);
  assertEquals(restrictions.length, 1);
  assertEquals(graph.labelEdge.length, graph.edgeSegment.length + 1);
});

Deno.test("only_ over a via street applies to drives from its first street", async () => {
  const only = [...LADDER, restriction("only_straight_on", 1, { way: 2 }, 3)];
  assertAlmostEquals((await shortest(only, at(150, 0), at(600, 100)))!, 150 + 200 + 300 + 100, 1);
  assertAlmostEquals((await shortest(only, at(150, 0), at(700, 0)))!, 550, 1);
});

Deno.test("U-turns are allowed at the end of a street, not in the middle", async () => {
  const { graph } = await imported([
    node(1, at(0, 0)),
    node(2, at(300, 0)),
    node(3, at(300, 150)),
    node(4, at(600, 0)),
    way(1, [1, 2, 4]),
    way(2, [2, 3]),
  ]);
  const { labelEdge, firstTurn, turnTo, turnSeconds } = graph;
  const uTurns = [...labelEdge].flatMap((edge, label) => {
    const turns = [...turnTo].slice(firstTurn[label], firstTurn[label + 1])
      .map((to, i) => ({ to, seconds: turnSeconds[firstTurn[label]! + i]! }));
    return turns.filter(({ to }) => graph.edgeSegment[to] === graph.edgeSegment[edge]);
  });
  assertEquals(uTurns.length, 3);
  for (const { seconds } of uTurns) assertAlmostEquals(seconds, 27.4, 0.11);
});

Deno.test("corta: of ways of equal length the quicker, and no U-turn at the end of a cul-de-sac", async () => {
  const places = [[0, -300, 0], [1, 0, 0], [2, 0, 300], [3, 400, 300], [4, 400, 0]]
    .concat([[5, 0, -300], [6, 400, -300], [7, 600, 0]])
    .map(([id, east, north]) => node(id!, at(east!, north!)));
  // Drawn towards its end and away from it, the slow side first and last.
  for (const [end, slow, quick] of [[[4, 7], 2, 3], [[7, 4], 3, 2]] as const) {
    const { graph } = await imported([
      ...places,
      way(1, [0, 1]),
      way(slow, [1, 2, 3, 4], { maxspeed: "20" }),
      way(quick, [1, 5, 6, 4], { maxspeed: "40" }),
      way(4, end),
    ].sort((a, b) => a.type === b.type ? a.id - b.id : 0));
    const to = streetRouter(graph, at(-100, 0), { preference: PREFERENCES.shortest });
    const [beyond, before] = [to(at(630, 0)), to(at(590, 0))];
    assert(beyond.kind === "route" && before.kind === "route");
    assertAlmostEquals(beyond.meters, 100 + 1000 + 200, 0.5);
    assertAlmostEquals(beyond.meters - before.meters, 10, 0.1);
    assertAlmostEquals(beyond.seconds - before.seconds, 10 / (25 / 3.6), 0.1);
    // 1,000 m at 32 km/h take 113 s, at 16 km/h twice as long.
    assert(beyond.seconds < 180, `${beyond.seconds} s`);
  }
});

/** A town whose straight street from `from` to `through`, with `within` on it, has the tag `access`. */
function townWith(access: string, gate?: Record<string, string>): readonly OsmElement[] {
  const gates = gate === undefined ? [] : [node(7, at(100, 0), gate)];
  return [
    node(1, at(0, 0)),
    node(2, at(400, 0)),
    node(3, at(0, 300)),
    node(4, at(400, 300)),
    node(5, at(-300, 0)),
    node(6, at(700, 0)),
    ...gates,
    way(1, [1, ...gates.map(() => 7), 2], access === "" ? {} : { access, name: "own" }),
    way(2, [1, 3, 4, 2]),
    way(3, [5, 1]),
    way(4, [2, 6]),
  ];
}

for (const [name, preference] of Object.entries(PREFERENCES)) {
  Deno.test(`${name}: routes end in private and residents' streets, behind a gate too, but do not pass through`, async () => {
    const [from, through, within] = [at(-200, 0), at(600, 0), at(200, 0)];
    const meters = async (town: readonly OsmElement[], to: LatLng) =>
      Math.round((await drive(town, from, to, preference))!);
    assertEquals(await meters(townWith(""), through), 800);
    for (const access of ["private", "destination", "customers", "residents"]) {
      assertEquals(await meters(townWith(access), through), 1400, access);
      assertEquals(await meters(townWith(access), within), 400, access);
    }
    const gate = { barrier: "gate", access: "private" };
    assertEquals(await meters(townWith("private", gate), within), 400);
    assertEquals(await meters(townWith("private", gate), through), 1400);
    // No drive ends on a closed street: the nearest place on another is the corner.
    assertEquals(await meters(townWith("no"), through), 1400);
    assertEquals(await meters(townWith("no"), at(190, 0)), 200);
  });
}

Deno.test("from a restaurant on a private street routes leave it, and pass through no other private street", async () => {
  const town = [
    ...[0, 1, 2, 3, 4].map((i) => node(i, at(200 * i, 0))),
    ...[0, 1, 2, 3, 4].map((i) => node(10 + i, at(200 * i, 300))),
    way(1, [0, 1, 2], { access: "private", name: "own" }),
    way(2, [2, 3]),
    way(3, [3, 4], { access: "private", name: "other" }),
    way(4, [10, 11, 12, 13, 14]),
    ...[2, 4].map((i) => way(10 + i, [i, 10 + i])),
  ];
  const meters = async (to: LatLng) =>
    Math.round((await drive(town, at(50, 0), to, PREFERENCES.balanced))!);
  assertEquals(await meters(at(300, 0)), 250);
  assertEquals(await meters(at(700, 0)), 650);
  // Around the other private street to the corner behind it.
  assertEquals(await meters(at(800, 5)), 350 + 300 + 400 + 295);
});

Deno.test("a clip keeps the streets within it and across its edge, and no others", async () => {
  const points = Array.from({ length: 11 }, (_, i) => node(i, at(100 * i, 0)));
  const far = [node(50, at(0, 5000)), node(51, at(100, 5000))];
  const [corner, other] = [at(250, -50), at(450, 50)];
  const clip = { south: corner.lat, west: corner.lng, north: other.lat, east: other.lng };
  const ways = [way(1, Array.from({ length: 11 }, (_, i) => i)), way(2, [50, 51])];
  const { graph } = await imported([...points, ...far, ...ways], { clip });
  // 300 and 400 lie within; the street is cut at 200 and 500.
  assertEquals([...graph.segmentMeters].map(Math.round), [300]);
  // There and back again: two pieces.
  const twice = await imported([...points, way(1, [2, 3, 4, 5, 6, 7, 6, 5, 4])], { clip });
  const total = twice.graph.segmentMeters.reduce((sum, meters) => sum + meters, 0);
  assertEquals(Math.round(total), 400);
});

Deno.test("progress rises and stays between 0 and 1", async () => {
  const shares: number[] = [];
  await imported(LADDER, { onProgress: (share) => shares.push(share) });
  assert(shares.length > 0);
  assert(shares.every((share, i) => share >= (shares[i - 1] ?? 0) && share <= 1), `${shares}`);
});
