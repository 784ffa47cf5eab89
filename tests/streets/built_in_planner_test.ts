import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import type { PlannedRoute } from "../../src/ports/streets.ts";
import type { LatLng } from "../../src/domain/location.ts";
import { at, graphOf, oneWay, street, streetRouter, streetRoutes } from "./_small_graphs.ts";

// A block of 100 by 200 m driven clockwise, with a two-way street eastwards from its south-eastern corner.
const BLOCK = graphOf(
  [at(0, 0), at(0, 100), at(200, 100), at(200, 0), at(600, 0)],
  [
    oneWay(0, 1, "west side"),
    oneWay(1, 2, "north side"),
    oneWay(2, 3, "east side"),
    oneWay(3, 0, "south side"),
    street(3, 4, "avenue", { forwardKmh: 72, backwardKmh: 36 }),
  ],
);
const RESTAURANT = at(50, 100);
const toBlock = streetRouter(BLOCK, RESTAURANT);

function metersOf(route: PlannedRoute): number {
  assert(route.kind === "route", `expected a route, got ${route.kind}`);
  return route.meters;
}

Deno.test("a route starts within the restaurant's street and ends within the guest's", () => {
  const route = toBlock(at(300, 30));
  assert(route.kind === "route");
  assertAlmostEquals(route.meters, 150 + 100 + 100, 0.1);
  assertAlmostEquals(route.seconds, 25 + 5, 0.01);
  assertEquals(route.street, "avenue");
  assertAlmostEquals(route.metersToStreet, 30, 0.02);
});

/** Points around the block, and the metres of the drive there from the restaurant on its north side. */
const DRIVES: readonly [what: string, point: LatLng, meters: number][] = [
  ["to a point ahead on the restaurant's one-way street, the part between", at(120, 100), 70],
  ["to a point behind on it, around the block", at(40, 100), 590],
  ["to the restaurant's own door, no length", RESTAURANT, 0],
  // 10 m from its end, which is 50 m from the restaurant against its one-way street.
  ["to the near end of a one-way street, not against it", at(0, 90), 150 + 100 + 200 + 90],
  ["to its far end", at(0, 10), 150 + 100 + 200 + 10],
  ["to a corner, on the street that is cheapest to arrive on", at(200, 0), 250],
  // The end of the west side is also the start of the north side, on which the restaurant is.
  ["to the corner behind the restaurant", at(0, 100), 150 + 100 + 200 + 100],
];
for (const [what, point, meters] of DRIVES) {
  Deno.test(`the drive ${what}, has its length`, () => {
    assertAlmostEquals(metersOf(toBlock(point)), meters, 0.1);
  });
}

Deno.test("at a junction the drive ends on the street that is cheapest to arrive on", () => {
  // Both one-way streets end in the middle; the restaurant is on one, and only a long detour leads to the other.
  for (const side of [-1, 1]) {
    const graph = graphOf(
      [at(side * 100, 0), at(0, 0), at(-side * 100, 0), at(0, 900)],
      [
        oneWay(0, 1, "near"),
        oneWay(2, 1, "far"),
        street(1, 3, "out"),
        street(3, 2, "back"),
        street(3, 0, "round"),
      ],
    );
    const route = streetRouter(graph, at(side * 100, 0));
    assertAlmostEquals(metersOf(route(at(0, 0))), 100, 0.1);
    assertAlmostEquals(metersOf(route(at(-side * 0.04, 0))), 100, 0.1);
    assert(metersOf(route(at(-side * 10, 0))) > 1900);
  }
});

Deno.test("from a restaurant at a corner drives leave on any of its streets", () => {
  const route = streetRouter(BLOCK, at(200, 0));
  assertAlmostEquals(metersOf(route(at(300, 0))), 100, 0.05);
  assertAlmostEquals(metersOf(route(at(150, 0))), 50, 0.05);
});

Deno.test("from a restaurant at the corner of a private street drives leave on the public one", () => {
  const [front, back] = [oneWay(0, 1, "Calle 60"), street(1, 2, "Calle 47")];
  const own = street(2, 0, "Privada Reforma", { access: "lastLeg" });
  const route = streetRouter(
    graphOf([at(0, 0), at(400, 0), at(400, 300)], [front, back, own]),
    at(0, 0),
  );
  assertAlmostEquals(metersOf(route(at(40, 30))), 400 + 300 + 450, 0.1);
});

/** The restaurant's street, and one that is not joined to it, `north` metres beside. */
function besideIsland(north: number, isService: boolean) {
  return graphOf(
    [at(0, 0), at(400, 0), at(800, 0), at(0, north), at(400, north)],
    [
      street(0, 1, "Calle 60"),
      street(1, 2, "Calle 60"),
      street(3, 4, "island", { isService }),
    ],
  );
}

Deno.test("a destination in a cut-off car park is matched to the nearest street that a car can reach", () => {
  const route = streetRouter(besideIsland(90, true), at(10, 0))(at(200, 80));
  assert(route.kind === "route");
  assertEquals(route.street, "Calle 60");
  assertAlmostEquals(route.meters, 190, 0.05);
  assertAlmostEquals(route.metersToStreet, 80, 0.05);
});

Deno.test("a destination in another part of the map has no route, but its street a name, however near the own part", () => {
  for (const north of [90, 900]) {
    const none = streetRouter(besideIsland(north, false), at(10, 0))(at(200, north - 20));
    assertEquals([none.kind, none.street], ["no_route", "island"]);
    assertAlmostEquals(none.metersToStreet ?? NaN, 20, 0.05);
  }
  // Nearer to the own part.
  assertAlmostEquals(
    metersOf(streetRouter(besideIsland(90, false), at(10, 0))(at(200, 44))),
    190,
    0.05,
  );
});

Deno.test("a restaurant's own part is that of the nearest street, however small, and its streets have prices", () => {
  const mainland = Array.from({ length: 40 }, (_, i) => at(100 * i, 0));
  const coast = mainland.slice(1).map((_, i) => street(i, i + 1, "mainland"));
  for (const channel of [50, 1000]) {
    const graph = graphOf(
      [...mainland, at(0, channel), at(300, channel), at(300, channel + 300)],
      [...coast, oneWay(40, 41, "isle"), oneWay(41, 42, "isle"), oneWay(42, 40, "isle")],
    );
    const route = streetRouter(graph, at(100, channel - 10));
    assertAlmostEquals(metersOf(route(at(290, channel + 5))), 190, 0.1);
    const none = route(at(2000, 3));
    assertEquals([none.kind, none.street], ["no_route", "mainland"]);
  }
});

Deno.test("at a bollard the restaurant's own part is the larger one", () => {
  const places = [at(0, 0), at(0, 0), at(-90, 0), at(300, 0), at(300, 300)];
  const town = [street(1, 3, "Calle 60"), street(3, 4, "Calle 61")];
  const behind = street(0, 2, "Privada");
  for (const streets of [[behind, ...town], [...town, behind]]) {
    const route = streetRouter(graphOf(places, streets), at(0, 5));
    assertAlmostEquals(metersOf(route(at(303, 100))), 400, 0.1);
    assertEquals(route(at(-60, 3)).kind, "no_route");
  }
});

Deno.test("a drive begins on a one-way street that leads on to the town, but not on one that only leads in", () => {
  const town = [street(0, 1, "Calle 60"), street(1, 2, "Calle 60"), street(2, 0, "Calle 62")];
  const places = [at(0, 0), at(400, 0), at(400, 400), at(-150, 0)];
  const out = graphOf(places, [...town, oneWay(3, 0, "end")]);
  const into = graphOf(places, [...town, oneWay(0, 3, "end")]);
  assertAlmostEquals(metersOf(streetRouter(out, at(-100, 0))(at(200, 0))), 300, 0.1);
  assertAlmostEquals(metersOf(streetRouter(into, at(-100, 0))(at(200, 0))), 200, 0.1);
  // Streets that no car can leave are the restaurant's own all the same.
  const quarter = graphOf([...places, at(-150, 300)], [
    ...town,
    oneWay(0, 3, "way in"),
    street(3, 4, "Calle 1"),
    street(4, 4, "Calle 2", { bends: [at(-250, 300), at(-250, 400)] }),
  ]);
  const within = streetRouter(quarter, at(-153, 50));
  assertAlmostEquals(metersOf(within(at(-153, 250))), 200, 0.1);
  assertEquals(within(at(380, 3)).kind, "no_route");
});

Deno.test("a street from which no car can return still has a route", () => {
  const graph = graphOf(
    [at(0, 0), at(400, 0), at(800, 0), at(0, 400)],
    [street(0, 1, "Calle 60"), oneWay(1, 2, "way out"), street(0, 3, "Calle 47")],
  );
  const route = streetRouter(graph, at(0, 0));
  assertAlmostEquals(metersOf(route(at(700, 0))), 700, 0.1);
});

Deno.test("a point behind a restaurant to which no car can return is reached on a longer way", () => {
  const graph = graphOf(
    [at(0, 0), at(400, 0), at(400, 400), at(0, 400)],
    [oneWay(0, 1, "front"), oneWay(1, 2, "side"), oneWay(2, 3, "back"), oneWay(3, 0, "way in")],
  );
  const route = streetRouter(graph, at(200, 0));
  assertAlmostEquals(metersOf(route(at(300, 0))), 100, 0.05);
  assertAlmostEquals(metersOf(route(at(100, 0))), 1500, 0.05);
});

Deno.test("a point farther than 200 m from every street has no route and no street", () => {
  assertEquals(toBlock(at(400, -201)), { kind: "no_route", street: null, metersToStreet: null });
  assertEquals(toBlock(at(400, -199)).kind, "route");
  assertEquals(toBlock({ lat: 49.4, lng: 8.7 }).kind, "no_route");
});

Deno.test("a street without a name gives a route without one", () => {
  const graph = graphOf([at(0, 0), at(400, 0)], [street(0, 1, null)]);
  assertEquals(streetRouter(graph, at(0, 0))(at(200, 0)).street, null);
});

Deno.test("a restaurant beside a cut-off car park starts from the street behind it", () => {
  const graph = graphOf(
    [at(0, 0), at(400, 0), at(800, 0), at(0, 30), at(60, 30)],
    [
      street(0, 1, "Calle 60"),
      street(1, 2, "Calle 60"),
      street(3, 4, null, { isService: true }),
    ],
  );
  assertAlmostEquals(metersOf(streetRouter(graph, at(30, 29))(at(500, 0))), 470, 0.1);
});

Deno.test("a restaurant without a street within 200 m is refused, with its coordinates", () => {
  const far: LatLng = { lat: 20.5, lng: -89.5 };
  assertThrows(
    () => streetRouter(BLOCK, far),
    Error,
    "el mapa no tiene calles a menos de 200 m del restaurante (20.5, -89.5)",
  );
});

Deno.test("metres and cost change by as much as a pin moves along a two-way street", () => {
  const costAt = (east: number) => {
    const route = toBlock(at(east, 5));
    assert(route.kind === "route");
    return { meters: route.meters, cost: route.seconds + 0.05 * route.meters };
  };
  let before = costAt(210);
  for (let east = 215; east <= 600; east += 5) {
    const here = costAt(east);
    assertAlmostEquals(here.meters - before.meters, 5, 0.02);
    assertAlmostEquals(here.cost - before.cost, 5 / 20 + 0.05 * 5, 0.01);
    before = here;
  }
});

Deno.test("kilometres of street are counted within the radius, those that a car can reach apart", () => {
  const places = [
    at(-3000, 0),
    at(0, 0),
    at(3000, 0),
    at(0, 500),
    at(600, 500),
    at(0, 900),
    at(100, 900),
  ];
  const graph = graphOf(places, [
    street(0, 1, "Calle 59", { bends: [at(-2000, 0), at(-1000, 0)] }),
    street(1, 2, "Calle 59", { bends: [at(1000, 0), at(2000, 0)] }),
    street(3, 4, "Aparte"),
    street(5, 6, null, { isService: true }),
  ]);
  const { km, reachedKm } = streetRoutes(graph, at(0, 0)).reach(2);
  assertAlmostEquals(reachedKm, 4, 0.001);
  assertAlmostEquals(km, 4.7, 0.001);
});
