/** Against a real OSRM and a real Valhalla that serve Monaco. */
import { assert, assertEquals, assertGreater, assertMatch } from "@std/assert";
import type { RoutePlanner } from "../../../src/ports/streets.ts";
import type { LatLng } from "../../../src/domain/location.ts";
import { osrmIsMissing, startOsrm } from "../../support/osrm.ts";
import type { RoutingEngine } from "../../support/routing_engine.ts";
import { startValhalla, valhallaIsMissing } from "../../support/valhalla.ts";
import {
  AT_SEA,
  failure,
  MONACO,
  NO_ROUTE,
  osrmPlanner,
  RESTAURANT,
  valhallaPlanner,
} from "./_engines.ts";

/** In the centre of Merida, Yucatan. */
const MERIDA: LatLng = { lat: 20.967, lng: -89.6237 };

/** 48 points over the town and some of the sea, none with round coordinates. */
const SCATTERED: readonly LatLng[] = Array.from({ length: 48 }, (_, nth) => ({
  lat: rounded(43.7241 + Math.floor(nth / 8) * 0.0048 + (nth % 3) * 0.00037),
  lng: rounded(7.4093 + (nth % 8) * 0.0043 + (nth % 5) * 0.00021),
}));

function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

interface LiveEngine {
  readonly name: string;
  readonly isMissing: boolean;
  readonly start: () => Promise<RoutingEngine>;
  readonly planner: typeof osrmPlanner;
  /** Its own answer without a limit to the distance of the street. */
  readonly raw: (url: string, point: LatLng) => Promise<Response>;
  /** A place from which it has no street within 200 m. */
  readonly astray: LatLng;
}

const ENGINES: readonly LiveEngine[] = [
  {
    name: "OSRM",
    isMissing: osrmIsMissing(MONACO),
    start: () => startOsrm(MONACO),
    planner: osrmPlanner,
    raw: (url, { lat, lng }) => {
      const points = `${RESTAURANT.lng},${RESTAURANT.lat};${lng},${lat}`;
      return fetch(`${url}/route/v1/driving/${points}?overview=false`);
    },
    astray: MERIDA,
  },
  {
    name: "Valhalla",
    isMissing: valhallaIsMissing(MONACO),
    start: () => startValhalla(MONACO),
    planner: valhallaPlanner,
    raw: (url, { lat, lng }) => {
      const locations = [{ lat: RESTAURANT.lat, lon: RESTAURANT.lng }, { lat, lon: lng }];
      const body = JSON.stringify({ locations, costing: "auto", format: "osrm" });
      return fetch(`${url}/route`, { method: "POST", body });
    },
    astray: AT_SEA,
  },
];

for (const { name, isMissing, start, planner, raw, astray } of ENGINES) {
  Deno.test({
    name: `a real ${name} plans routes`,
    ignore: isMissing,
    async fn(t) {
      await using engine = await start();
      const { plan } = planner({ url: engine.url, origin: RESTAURANT });
      const rawRoute = async (point: LatLng) => await readRaw(await raw(engine.url, point));

      await t.step("metres, seconds, street and distance are the engine's own", async () => {
        const routes = await Promise.all(SCATTERED.map((point) => plan(point)));
        let priced = 0;
        for (const [nth, route] of routes.entries()) {
          const own = await rawRoute(SCATTERED[nth]!);
          if (own.metersToStreet <= 200) priced++;
          assertEquals(route, own.metersToStreet > 200 ? NO_ROUTE : { kind: "route", ...own });
        }
        assertGreater(priced, 20);
        assertGreater(SCATTERED.length - priced, 5);
      });

      await t.step("a point over 200 m from every street has no route, to the metre", async () => {
        assertGreater((await rawRoute(AT_SEA)).metersToStreet, 400);
        assertEquals(await plan(AT_SEA), NO_ROUTE);
        const kinds = new Set<string>();
        for (let step = 0; step <= 40; step++) {
          const point = { lat: 43.7325 - step * 0.00001, lng: 7.4305 + step * 0.00001 };
          const { metersToStreet } = await rawRoute(point);
          const { kind } = await plan(point);
          if (Math.abs(metersToStreet - 200) < 0.5) continue;
          assertEquals(kind, metersToStreet <= 200 ? "route" : "no_route", `${metersToStreet} m`);
          kinds.add(kind);
        }
        assertEquals(kinds.size, 2);
      });

      await t.step("a point in another country has no route", async () => {
        assertEquals(await plan(MERIDA), NO_ROUTE);
      });

      await t.step("a restaurant far from every street is an error", async () => {
        const from = planner({ url: engine.url, origin: astray });
        assertMatch(await failure(from, "wrong", RESTAURANT), /no street within 200 m of the rest/);
      });

      await t.step("while it hangs, a call ends at the time limit", async () => {
        await engine.pause();
        const hasty = planner({ url: engine.url, origin: RESTAURANT, timeLimitMs: 50 });
        assertEquals(await failure(hasty, "late"), `${name} gave no answer in time`);
        engine.resume();
        assertEquals((await plan(SCATTERED[20]!)).kind, "route");
      });

      await t.step("after its end, the error says that it cannot be reached", async () => {
        await engine.kill();
        const gone: RoutePlanner = { plan };
        assertMatch(await failure(gone, "not_sent"), /cannot be reached at ROUTER_URL: .*refused/);
      });
    },
  });
}

async function readRaw(response: Response) {
  const body = await response.json();
  assert(response.ok, JSON.stringify(body));
  const { name, distance: metersToStreet } = body.waypoints[1];
  return {
    meters: body.routes[0].distance as number,
    seconds: body.routes[0].duration as number,
    street: name === "" ? null : name as string,
    metersToStreet: metersToStreet as number,
  };
}
