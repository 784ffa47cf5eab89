/** Against a real OSRM that serves Monaco. */
import { assert, assertEquals, assertGreater, assertMatch } from "@std/assert";
import type { LatLng } from "../../../src/domain/location.ts";
import { osrmIsMissing, startOsrm } from "../../support/osrm.ts";
import { AT_SEA, failure, MONACO, NO_ROUTE, plainPlanner, RESTAURANT } from "../_osrm.ts";

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

Deno.test({
  name: "a real OSRM plans routes",
  ignore: osrmIsMissing(MONACO),
  async fn(t) {
    await using osrm = await startOsrm(MONACO);
    const { plan } = plainPlanner({ url: osrm.url, origin: RESTAURANT });
    const rawRoute = async (point: LatLng) => await readRaw(await raw(osrm.url, point));

    await t.step("metres, seconds, street and distance are OSRM's own", async () => {
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
      const from = plainPlanner({ url: osrm.url, origin: MERIDA });
      assertMatch(await failure(from, "wrong", RESTAURANT), /no street within 200 m of the rest/);
    });
  },
});

/** Its own answer without a limit to the distance of the street. */
function raw(url: string, { lat, lng }: LatLng): Promise<Response> {
  const points = `${RESTAURANT.lng},${RESTAURANT.lat};${lng},${lat}`;
  return fetch(`${url}/route/v1/driving/${points}?overview=false`);
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
