/** Where drives begin and end: on streets where a person can stand, not on motorways or in tunnels. */
import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import type { LatLng } from "../../../src/domain/location.ts";
import type { PlannedRoute } from "../../../src/ports/streets.ts";
import { StreetsError } from "../../../src/streets/streets_error.ts";
import { at, streetRouter } from "../_small_graphs.ts";
import { imported, node, way } from "./_small_maps.ts";

type TagTable = Record<string, string>;

/**
 * A road eastwards from 0 to 3000 m, and a detour 150 m north of it that joins its two ends; a street leads on from
 * each end.
 *
 *       4 - detour - 5
 *       |            |
 *   1 - 2 -- road -- 3 - 6
 */
async function besideRoad(road: TagTable) {
  const { graph } = await imported([
    node(1, at(-400, 0)),
    node(2, at(0, 0)),
    node(3, at(3000, 0)),
    node(4, at(0, 150)),
    node(5, at(3000, 150)),
    node(6, at(3400, 0)),
    way(1, [1, 2], { name: "west" }),
    way(2, [2, 3], { oneway: "no", name: "road", ...road }),
    way(3, [2, 4, 5, 3], { name: "detour" }),
    way(4, [3, 6], { name: "east" }),
  ]);
  return (from: LatLng) => streetRouter(graph, from);
}

const ROADS: TagTable[] = [
  { highway: "motorway" },
  { highway: "motorway_link" },
  { highway: "trunk", motorroad: "yes" },
  { highway: "trunk_link" },
  { highway: "secondary", tunnel: "yes" },
];
const STREETS: TagTable[] = [
  { highway: "trunk" },
  { highway: "secondary", tunnel: "building_passage" },
  { highway: "secondary", bridge: "yes" },
];

function streetOf(route: PlannedRoute): string | null {
  assert(route.kind === "route", `expected a route, got ${route.kind}`);
  return route.street;
}

for (const road of ROADS) {
  Deno.test(`a pin beside or over ${JSON.stringify(road)} is matched to the street behind it`, async () => {
    const to = (await besideRoad(road))(at(-200, 0));
    const beside = to(at(1500, 10));
    assert(beside.kind === "route");
    assertEquals(beside.street, "detour");
    assertAlmostEquals(beside.metersToStreet, 140, 0.1);
    // Drives still use it: through the detour they are 300 m longer.
    const beyond = to(at(3300, 0));
    assert(beyond.kind === "route");
    assertAlmostEquals(beyond.meters, 200 + 3000 + 300, 1);
    assertEquals(to(at(1500, -60)), { kind: "no_route", street: null, metersToStreet: null });
  });

  Deno.test(`a restaurant beside or over ${JSON.stringify(road)} begins its drives on the street behind it`, async () => {
    const from = await besideRoad(road);
    const route = from(at(1500, 10))(at(1000, 150));
    assert(route.kind === "route");
    assertAlmostEquals(route.meters, 500, 0.1);
    assertThrows(() => from(at(1500, -60)), StreetsError, "no tiene calles a menos de 200 m");
  });
}

for (const road of STREETS) {
  Deno.test(`a pin beside ${JSON.stringify(road)} is matched to it`, async () => {
    assertEquals(streetOf((await besideRoad(road))(at(-200, 0))(at(1500, 10))), "road");
  });
}

Deno.test("at a bridge over a street the nearer line wins", async () => {
  const { graph } = await imported([
    node(1, at(-300, 0)),
    node(2, at(300, 0)),
    node(3, at(0, -300)),
    node(4, at(0, 300)),
    way(1, [1, 2], { highway: "primary", bridge: "yes", layer: "1", name: "bridge" }),
    way(2, [3, 4], { name: "street" }),
    way(3, [2, 4], { name: "way down" }),
  ]);
  const to = streetRouter(graph, at(-200, 0));
  assertEquals(streetOf(to(at(8, 3))), "bridge");
  assertEquals(streetOf(to(at(3, 8))), "street");
  assertEquals(streetOf(to(at(-8, -3))), "bridge");
  assertEquals(streetOf(to(at(-3, -8))), "street");
});
