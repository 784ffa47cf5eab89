/** Against a real Valhalla that serves Monaco. */
import { assertEquals, assertGreater, assertMatch } from "@std/assert";
import type { LatLng } from "../../../src/domain/location.ts";
import { valhallaPlanner } from "./_engines.ts";
import { startValhalla, valhallaIsMissing } from "../../support/valhalla.ts";
import { failure } from "./_engine_errors.ts";
import { AT_SEA, MERIDA, MONACO, RESTAURANT, SCATTERED } from "./_monaco.ts";

const NO_ROUTE = { kind: "no_route", street: null, metersToStreet: null } as const;

Deno.test({
  name: "a real Valhalla plans routes",
  ignore: valhallaIsMissing(MONACO),
  async fn(t) {
    await using valhalla = await startValhalla(MONACO);
    const planner = valhallaPlanner({ url: valhalla.url, origin: RESTAURANT });

    await t.step(
      "metres, seconds, street and distance are Valhalla's own",
      async () => {
        let priced = 0;
        for (const point of SCATTERED) {
          const route = await planner.plan(point);
          const raw = await rawRoute(valhalla.url, point);
          assertEquals(route.kind, raw.metersToStreet <= 200 ? "route" : "no_route");
          if (route.kind === "no_route") continue;
          priced++;
          assertEquals(route, { kind: "route", ...raw });
        }
        assertGreater(priced, 20);
        assertGreater(SCATTERED.length - priced, 5);
      },
    );

    await t.step(
      "a point over 200 m from every street has no route, though Valhalla's default is 35 km",
      async () => {
        assertGreater((await rawRoute(valhalla.url, AT_SEA)).meters, 500);
        assertEquals(await planner.plan(AT_SEA), NO_ROUTE);
        assertEquals((await planner.plan({ lat: 43.7325, lng: 7.4305 })).kind, "route");
      },
    );

    await t.step("a point in another country has no route", async () => {
      assertEquals(await planner.plan(MERIDA), NO_ROUTE);
    });

    await t.step("a restaurant far from every street is an error", async () => {
      const astray = valhallaPlanner({ url: valhalla.url, origin: AT_SEA });
      assertMatch(await failure(astray, "wrong", RESTAURANT), /no street within 200 m of the rest/);
    });

    await t.step("while it hangs, a call ends at the time limit", async () => {
      await valhalla.pause();
      const hasty = valhallaPlanner({ url: valhalla.url, origin: RESTAURANT, timeLimitMs: 50 });
      assertEquals(await failure(hasty, "late"), "Valhalla gave no answer in time");
      valhalla.resume();
      assertEquals((await planner.plan(SCATTERED[20]!)).kind, "route");
    });

    await t.step("after its end, the error says that it cannot be reached", async () => {
      await valhalla.kill();
      assertMatch(await failure(planner, "not_sent"), /cannot be reached at ROUTER_URL: .*refused/);
    });
  },
});

interface RawRoute {
  readonly meters: number;
  readonly seconds: number;
  readonly street: string | null;
  readonly metersToStreet: number;
}

/** Valhalla's own answer without a cutoff. */
async function rawRoute(url: string, { lat, lng }: LatLng): Promise<RawRoute> {
  const request = {
    locations: [{ lat: RESTAURANT.lat, lon: RESTAURANT.lng }, { lat, lon: lng }],
    costing: "auto",
    format: "osrm",
  };
  const response = await fetch(`${url}/route`, { method: "POST", body: JSON.stringify(request) });
  const { routes: [route], waypoints } = await response.json();
  const { name, distance: metersToStreet } = waypoints.at(-1);
  return {
    meters: route.distance,
    seconds: route.duration,
    street: name === "" ? null : name,
    metersToStreet,
  };
}
