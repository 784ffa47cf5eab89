/** Against a real OSRM that serves Monaco. */
import { assert, assertEquals, assertGreater, assertMatch } from "@std/assert";
import type { LatLng } from "../../../src/domain/location.ts";
import { osrmPlanner } from "./_engines.ts";
import { osrmIsMissing, startOsrm } from "../../support/osrm.ts";
import { failure } from "./_engine_errors.ts";
import { AT_SEA, MERIDA, MONACO, RESTAURANT, SCATTERED } from "./_monaco.ts";

Deno.test({
  name: "a real OSRM plans routes",
  ignore: osrmIsMissing(MONACO),
  async fn(t) {
    await using osrm = await startOsrm(MONACO);
    const planner = osrmPlanner({ url: osrm.url, origin: RESTAURANT });

    await t.step("metres, seconds, street and distance are OSRM's own", async () => {
      const routes = await Promise.all(SCATTERED.map((point) => planner.plan(point)));
      let priced = 0;
      for (const [nth, route] of routes.entries()) {
        const raw = await rawRoute(osrm.url, SCATTERED[nth]!);
        const end = raw.waypoints[1];
        if (end.distance > 200) {
          assertEquals(route, { kind: "no_route", street: null, metersToStreet: null });
          continue;
        }
        priced++;
        assertEquals(route, {
          kind: "route",
          meters: raw.routes[0].distance,
          seconds: raw.routes[0].duration,
          street: end.name === "" ? null : end.name,
          metersToStreet: end.distance,
        });
      }
      assertGreater(priced, 20);
      assertGreater(SCATTERED.length - priced, 5);
    });

    await t.step("a point over 200 m from every street has no route, to the metre", async () => {
      assertEquals((await planner.plan(AT_SEA)).kind, "no_route");
      const kinds = new Set<string>();
      for (let step = 0; step <= 40; step++) {
        const point = { lat: 43.7325 - step * 0.00001, lng: 7.4305 + step * 0.00001 };
        const { waypoints: [, { distance }] } = await rawRoute(osrm.url, point);
        const { kind } = await planner.plan(point);
        if (Math.abs(distance - 200) < 0.5) continue;
        assertEquals(kind, distance <= 200 ? "route" : "no_route", `${distance} m`);
        kinds.add(kind);
      }
      assertEquals(kinds.size, 2);
    });

    await t.step(
      "a point in another country has no route, though OSRM answers with one",
      async () => {
        assertGreater((await rawRoute(osrm.url, MERIDA)).routes[0].distance, 1_000);
        const none = { kind: "no_route", street: null, metersToStreet: null } as const;
        assertEquals(await planner.plan(MERIDA), none);
      },
    );

    await t.step("a restaurant in another country is an error", async () => {
      const astray = osrmPlanner({ url: osrm.url, origin: MERIDA });
      assertMatch(await failure(astray, "wrong", RESTAURANT), /no street within 200 m of the rest/);
    });

    await t.step("while it hangs, a call ends at the time limit", async () => {
      await osrm.pause();
      const hasty = osrmPlanner({ url: osrm.url, origin: RESTAURANT, timeLimitMs: 50 });
      assertEquals(await failure(hasty, "late"), "OSRM gave no answer in time");
      osrm.resume();
      assertEquals((await planner.plan(SCATTERED[20]!)).kind, "route");
    });

    await t.step("after its end, the error says that it cannot be reached", async () => {
      await osrm.kill();
      assertMatch(await failure(planner, "not_sent"), /cannot be reached at ROUTER_URL: .*refused/);
    });
  },
});

interface RawRoute {
  readonly routes: readonly [{ readonly distance: number; readonly duration: number }];
  readonly waypoints: readonly [
    unknown,
    { readonly distance: number; readonly name: string },
  ];
}

/** OSRM's own answer, without a radius. */
async function rawRoute(url: string, { lat, lng }: LatLng): Promise<RawRoute> {
  const points = `${RESTAURANT.lng},${RESTAURANT.lat};${lng},${lat}`;
  const response = await fetch(`${url}/route/v1/driving/${points}?overview=false`);
  const body = await response.json();
  assert(response.ok, JSON.stringify(body));
  return body;
}
