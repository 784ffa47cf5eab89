/** Requests to OSRM and Valhalla, which answers in OSRM's format, and answers that real ones rarely give. */
import { assertEquals } from "@std/assert";
import { failure, FROM, NO_ROUTE, osrmPlanner, TO, valhallaPlanner } from "./_engines.ts";
import { json, scriptedEngine } from "./_scripted_engine.ts";

const ROUTED = {
  code: "Ok",
  routes: [{ distance: 1618.1, duration: 114.2, legs: [], weight: 114.2 }],
  waypoints: [
    { distance: 0.16, name: "Calle 60", location: [0, 0], hint: "A" },
    { distance: 13.09, name: "Calle 58", location: [0, 0], hint: "A" },
  ],
};
const [ROUTE] = ROUTED.routes;
const [START, END] = ROUTED.waypoints;

Deno.test("a request to OSRM is for a drive between the points, longitude first, with a radius at the end", async () => {
  await using engine = scriptedEngine(() => json(ROUTED));
  await osrmPlanner({ url: engine.url, origin: FROM }).plan(TO);
  assertEquals(engine.requests.map(({ method, target }) => [method, target]), [[
    "GET",
    "/route/v1/driving/-89.623710,20.967010;-89.621230,20.974520?overview=false&radiuses=;200",
  ]]);
});

Deno.test("a request to Valhalla is for a drive by car in OSRM's format, with a cutoff at the end", async () => {
  await using engine = scriptedEngine(() => json(ROUTED));
  const route = await valhallaPlanner({ url: engine.url, origin: FROM }).plan(TO);
  const { method, target, headers, body } = engine.requests[0]!;
  const type = headers.get("content-type");
  assertEquals([method, target, type], ["POST", "/route", "application/json"]);
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
    meters: 1618.1,
    seconds: 114.2,
    street: "Calle 58",
    metersToStreet: 13.09,
  });
});

Deno.test("a match over 200 m away is not a route, even from an OSRM that ignored the radius", async () => {
  await using engine = scriptedEngine();
  const planner = osrmPlanner({ url: engine.url, origin: FROM });
  const kindAt = async (distance: number) => {
    engine.answer = () => json({ ...ROUTED, waypoints: [START, { ...END, distance }] });
    return await planner.plan(TO);
  };
  assertEquals((await kindAt(200)).kind, "route");
  assertEquals(await kindAt(200.1), {
    kind: "no_route",
    street: "Calle 58",
    metersToStreet: 200.1,
  });
});

/** The codes that mean no route, and some that are failures. */
const CODES = [
  ["OSRM", osrmPlanner, ["NoRoute", "NoSegment"], ["InvalidQuery", "TooBig", "Ok"]],
  [
    "Valhalla",
    valhallaPlanner,
    ["NoRoute", "NoSegment", "DistanceExceeded"],
    ["InvalidOptions", "InvalidValue", "InvalidUrl"],
  ],
] as const;

for (const [name, plannerAt, without, wrong] of CODES) {
  Deno.test(`${without.join(", ")} of ${name} mean no route, every other code is a failure`, async () => {
    await using engine = scriptedEngine();
    const planner = plannerAt({ url: engine.url, origin: FROM });
    for (const code of without) {
      engine.answer = () => json({ code, message: "at 20.97452" }, 400);
      assertEquals(await planner.plan(TO), NO_ROUTE);
    }
    for (const code of wrong) {
      engine.answer = () => json({ code, message: "at 20.97452" }, 400);
      assertEquals(await failure(planner, "refused"), `${name} answered HTTP 400 (${code})`);
    }
    engine.answer = () => json({ code: "NoRoute" }, 500);
    assertEquals(await failure(planner, "wrong"), `${name} answered HTTP 500 (NoRoute)`);
  });
}

Deno.test("an OSRM answer with a wrong number or field is an error", async () => {
  await using engine = scriptedEngine();
  const planner = osrmPlanner({ url: engine.url, origin: FROM });
  const wrong: Readonly<Record<string, unknown>> = {
    "code": { ...ROUTED, code: "NoRoute" },
    "routes.0": { ...ROUTED, routes: [] },
    "routes.0.distance": { ...ROUTED, routes: [{ ...ROUTE, distance: -1 }] },
    "routes.0.duration": { ...ROUTED, routes: [{ ...ROUTE, duration: "114" }] },
    "waypoints": { ...ROUTED, waypoints: undefined },
    "waypoints.1": { ...ROUTED, waypoints: [START] },
    "waypoints.1.distance": { ...ROUTED, waypoints: [START, { name: "" }] },
    "waypoints.1.name": { ...ROUTED, waypoints: [START, { ...END, name: null }] },
  };
  for (const [path, body] of Object.entries(wrong)) {
    engine.answer = () => json(body);
    assertEquals(await failure(planner, "wrong"), `OSRM's answer is not as expected at ${path}`);
  }
  engine.answer = () => new Response(JSON.stringify(ROUTED).replace("1618.1", "1e999"));
  assertEquals(
    await failure(planner, "wrong"),
    "OSRM's answer is not as expected at routes.0.distance",
  );
});
