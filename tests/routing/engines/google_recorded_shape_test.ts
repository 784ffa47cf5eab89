/** Google's Routes API, as a double in its recorded shape: the real one is not available to tests. */
import { assertAlmostEquals, assertEquals, assertStringIncludes } from "@std/assert";
import { failure, FROM, googlePlanner, NO_ROUTE, TO } from "./_engines.ts";
import {
  GOOGLE_KEY,
  googleError,
  googleRecordedShape,
  type GoogleRoute,
} from "./_google_recorded_shape.ts";
import { json, type ScriptedEngine } from "./_scripted_engine.ts";

const ROUTE: GoogleRoute = { distanceMeters: 1618, duration: "114s", end: TO };

function plannerAt({ url }: ScriptedEngine, key = GOOGLE_KEY) {
  return googlePlanner({ url, key, origin: FROM });
}

Deno.test("a request to Google is for a drive without traffic, with the key in a header and only the needed fields", async () => {
  await using google = googleRecordedShape(() => ROUTE);
  await plannerAt(google).plan(TO);
  const { method, target, headers, body } = google.requests[0]!;
  assertEquals([method, target], ["POST", "/directions/v2:computeRoutes"]);
  assertEquals(headers.get("x-goog-api-key"), GOOGLE_KEY);
  assertEquals(
    headers.get("x-goog-fieldmask"),
    "routes.distanceMeters,routes.duration,routes.legs.startLocation,routes.legs.endLocation",
  );
  assertEquals(body, {
    origin: { location: { latLng: { latitude: FROM.lat, longitude: FROM.lng } } },
    destination: { location: { latLng: { latitude: TO.lat, longitude: TO.lng } } },
    travelMode: "DRIVE",
    routingPreference: "TRAFFIC_UNAWARE",
  });
});

Deno.test("a Google route is read, and the distance to its street is that to the leg's end", async () => {
  let route = ROUTE;
  await using google = googleRecordedShape(() => route);
  const planner = plannerAt(google);
  const base = { kind: "route", street: null } as const;
  assertEquals(await planner.plan(TO), { ...base, meters: 1618, seconds: 114, metersToStreet: 0 });
  route = { ...ROUTE, duration: "114.5s", end: { lat: TO.lat, lng: TO.lng + 0.001 } };
  const moved = await planner.plan(TO);
  if (moved.kind !== "route") throw new Error("a route was expected");
  assertEquals(moved.seconds, 114.5);
  assertAlmostEquals(moved.metersToStreet, 104, 0.1);
});

Deno.test("there is no route if Google moved the point over 200 m or found none", async () => {
  let route: GoogleRoute | null = { ...ROUTE, end: { lat: TO.lat + 0.0018, lng: TO.lng } };
  await using google = googleRecordedShape(() => route);
  const planner = plannerAt(google);
  assertEquals((await planner.plan(TO)).kind, "route");
  route = { ...ROUTE, end: { lat: TO.lat + 0.00182, lng: TO.lng } };
  assertEquals((await planner.plan(TO)).kind, "no_route");
  route = null;
  assertEquals(await planner.plan(TO), NO_ROUTE);
  google.answer = () => json({ routes: [] });
  assertEquals(await planner.plan(TO), NO_ROUTE);
});

Deno.test("a route that begins over 200 m from the restaurant is an error", async () => {
  let start = { lat: FROM.lat + 0.0018, lng: FROM.lng };
  await using google = googleRecordedShape(() => ({ ...ROUTE, start }));
  const planner = plannerAt(google);
  assertEquals((await planner.plan(TO)).kind, "route");
  start = { lat: FROM.lat + 0.00182, lng: FROM.lng };
  assertEquals(
    await failure(planner, "wrong"),
    "Google Routes's map has no street within 200 m of the restaurant: check its location, or give the engine a map of its town",
  );
});

Deno.test("a missing length is zero only if the duration is zero too, else it is an error", async () => {
  let route: GoogleRoute = { duration: "0s", end: TO };
  await using google = googleRecordedShape(() => route);
  const planner = plannerAt(google);
  assertEquals(await planner.plan(TO), {
    kind: "route",
    meters: 0,
    seconds: 0,
    street: null,
    metersToStreet: 0,
  });
  route = { duration: "114s", end: TO };
  const message = await failure(planner, "wrong");
  assertEquals(message, "Google Routes' answer is not as expected at routes.0.distanceMeters");
});

Deno.test("Google's errors are reported by status and name, never with text or key", async () => {
  await using google = googleRecordedShape(() => ROUTE);
  const wrongKey = await failure(plannerAt(google, "SECRET-wrong"), "key");
  assertStringIncludes(wrongKey, "Google Routes refuses to serve (HTTP 400): set ROUTER_KEY to");
  for (const [code, status] of [[401, "UNAUTHENTICATED"], [403, "PERMISSION_DENIED"]] as const) {
    google.answer = () => googleError(code, status, "SECRET-key_1 at 20.97452");
    const message = await failure(plannerAt(google), "key");
    assertStringIncludes(
      message,
      `Google Routes refuses to serve (HTTP ${code}): set ROUTER_KEY to`,
    );
  }
  for (
    const [fault, code, status] of [
      ["refused", 400, "INVALID_ARGUMENT"],
      ["refused", 404, "NOT_FOUND"],
      ["wrong", 429, "RESOURCE_EXHAUSTED"],
      ["wrong", 500, "INTERNAL"],
      ["wrong", 503, "UNAVAILABLE"],
    ] as const
  ) {
    google.answer = () => googleError(code, status, "SECRET-key_1 at 20.97452");
    assertEquals(
      await failure(plannerAt(google), fault),
      `Google Routes answered HTTP ${code} (${status})`,
    );
  }
});

Deno.test("a Google answer with a wrong field is an error", async () => {
  await using google = googleRecordedShape(() => ROUTE);
  const planner = plannerAt(google);
  const latLng = { latitude: TO.lat, longitude: TO.lng };
  const startLocation = { latLng: { latitude: FROM.lat, longitude: FROM.lng } };
  const legs = [{ startLocation, endLocation: { latLng } }];
  const good = { distanceMeters: 1, duration: "1s", legs };
  for (
    const route of [
      { ...good, duration: 114 },
      { ...good, duration: "114" },
      { ...good, duration: "-1s" },
      { ...good, distanceMeters: -1 },
      { ...good, distanceMeters: "1" },
      { ...good, legs: [] },
      { ...good, legs: [{}] },
      { ...good, legs: [{ endLocation: { latLng } }] },
      { ...good, legs: [{ startLocation, endLocation: { latLng: { latitude: "20.97452" } } }] },
    ]
  ) {
    google.answer = () => json({ routes: [route] });
    await failure(planner, "wrong");
  }
  google.answer = () => json({ routes: [good] });
  assertEquals((await planner.plan(TO)).kind, "route");
});
