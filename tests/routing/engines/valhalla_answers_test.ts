/** Requests to Valhalla, and answers that a real one rarely gives. */
import { assertAlmostEquals, assertEquals } from "@std/assert";
import type { PlannedRoute } from "../../../src/ports/streets.ts";
import type { LatLng } from "../../../src/domain/location.ts";
import { valhallaPlanner } from "./_engines.ts";
import { failure, FROM, TO } from "./_engine_errors.ts";
import { encodedPolyline } from "./_encoded_polyline.ts";
import { json, scriptedEngine } from "./_scripted_engine.ts";

const NO_ROUTE: PlannedRoute = { kind: "no_route", street: null, metersToStreet: null };

function routed(shape: string, summary: unknown = { length: 1.618, time: 114.866 }): unknown {
  return { trip: { summary, legs: [{ summary, shape }], units: "kilometers", status: 0 } };
}

const SHAPE = encodedPolyline([FROM, { lat: 20.97, lng: -89.62 }, TO]);

Deno.test("a request to Valhalla is for a drive by car without directions, with a cutoff at the end", async () => {
  await using engine = scriptedEngine(() => json(routed(SHAPE)));
  await valhallaPlanner({ url: engine.url, origin: FROM }).plan(TO);
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
  });
});

Deno.test("a Valhalla route is read in metres, and the distance to its street is that to the shape's end", async () => {
  const end = { lat: TO.lat + 0.0001, lng: TO.lng };
  await using engine = scriptedEngine(() => json(routed(encodedPolyline([FROM, end]))));
  const route = await valhallaPlanner({ url: engine.url, origin: FROM }).plan(TO);
  assertEquals([route.kind, route.street], ["route", null]);
  if (route.kind !== "route") throw new Error("a route was expected");
  assertEquals([route.meters, route.seconds], [1618, 114.866]);
  assertAlmostEquals(route.metersToStreet, 11.07, 0.01);
});

Deno.test("a match over 200 m away is not a route, even from a Valhalla that ignored the cutoff", async () => {
  await using engine = scriptedEngine();
  const planner = valhallaPlanner({ url: engine.url, origin: FROM });
  const endingAt = async (end: LatLng) => {
    engine.answer = () => json(routed(encodedPolyline([FROM, end])));
    return (await planner.plan(TO)).kind;
  };
  assertEquals(await endingAt({ lat: TO.lat + 0.0018, lng: TO.lng }), "route");
  assertEquals(await endingAt({ lat: TO.lat + 0.00182, lng: TO.lng }), "no_route");
});

Deno.test("442, 171, 170 and 154 mean no route, every other number is a failure", async () => {
  await using engine = scriptedEngine();
  const planner = valhallaPlanner({ url: engine.url, origin: FROM });
  const refuse = (error_code: number, status = 400) => {
    engine.answer = () => json({ error_code, error: "at 20.97452", status_code: status }, status);
  };
  for (const code of [442, 171, 170, 154]) {
    refuse(code);
    assertEquals(await planner.plan(TO), NO_ROUTE);
  }
  for (const code of [100, 120, 125, 140, 443]) {
    refuse(code);
    assertEquals(await failure(planner, "refused"), `Valhalla answered HTTP 400 (${code})`);
  }
  refuse(442, 500);
  assertEquals(await failure(planner, "wrong"), "Valhalla answered HTTP 500 (442)");
});

Deno.test("a Valhalla answer with a wrong number or field is an error", async () => {
  await using engine = scriptedEngine();
  const planner = valhallaPlanner({ url: engine.url, origin: FROM });
  const inMiles = { trip: { ...Object(routed(SHAPE)).trip, units: "miles" } };
  const wrong: readonly (readonly [string, unknown])[] = [
    ["trip.summary.length", routed(SHAPE, { time: 1 })],
    ["trip.summary.length", routed(SHAPE, { length: -1, time: 1 })],
    ["trip.summary.time", routed(SHAPE, { length: 1, time: "1" })],
    ["trip.units", inMiles],
    ["trip.legs.0.shape", routed("")],
    ["trip.legs.0.shape", routed("w~elrA{_ycM~")],
    ["trip.legs.0.shape", routed("no line")],
  ];
  for (const [path, body] of wrong) {
    engine.answer = () => json(body);
    assertEquals(
      await failure(planner, "wrong"),
      `Valhalla's answer is not as expected at ${path}`,
    );
  }
});
