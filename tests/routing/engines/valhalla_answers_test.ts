/** Requests to Valhalla, and its refusals. Routes are read as OSRM's, whose format it answers in. */
import { assertEquals } from "@std/assert";
import type { PlannedRoute } from "../../../src/ports/streets.ts";
import { valhallaPlanner } from "./_engines.ts";
import { failure, FROM, TO } from "./_engine_errors.ts";
import { json, scriptedEngine } from "./_scripted_engine.ts";

const NO_ROUTE: PlannedRoute = { kind: "no_route", street: null, metersToStreet: null };
const ROUTED = {
  code: "Ok",
  routes: [{ distance: 1864.297, duration: 113.866, legs: [] }],
  waypoints: [{ distance: 2.77, name: "Calle 60" }, { distance: 13.121, name: "Calle 58" }],
};

Deno.test("a request to Valhalla is for a drive by car in OSRM's format, with a cutoff at the end", async () => {
  await using engine = scriptedEngine(() => json(ROUTED));
  const route = await valhallaPlanner({ url: engine.url, origin: FROM }).plan(TO);
  const [{ method, target, headers, body }] = [engine.requests[0]!];
  assertEquals([method, target, headers.get("content-type")], [
    "POST",
    "/route",
    "application/json",
  ]);
  assertEquals(body, {
    locations: [
      { lat: FROM.lat, lon: FROM.lng },
      { lat: TO.lat, lon: TO.lng, search_cutoff: 200 },
    ],
    costing: "auto",
    directions_type: "none",
    format: "osrm",
  });
  assertEquals(route, {
    kind: "route",
    meters: 1864.297,
    seconds: 113.866,
    street: "Calle 58",
    metersToStreet: 13.121,
  });
});

Deno.test("no path, no street and too great a distance mean no route, every other code is a failure", async () => {
  await using engine = scriptedEngine();
  const planner = valhallaPlanner({ url: engine.url, origin: FROM });
  const refuse = (code: string, status = 400) => {
    engine.answer = () => json({ code, message: "at 20.97452" }, status);
  };
  for (const code of ["NoRoute", "NoSegment", "DistanceExceeded"]) {
    refuse(code);
    assertEquals(await planner.plan(TO), NO_ROUTE);
  }
  for (const code of ["InvalidOptions", "InvalidValue", "InvalidUrl"]) {
    refuse(code);
    assertEquals(await failure(planner, "refused"), `Valhalla answered HTTP 400 (${code})`);
  }
  refuse("NoRoute", 500);
  assertEquals(await failure(planner, "wrong"), "Valhalla answered HTTP 500 (NoRoute)");
});
