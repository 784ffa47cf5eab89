/** The engine planner with all its guards, for each engine. */
import { assertEquals, assertRejects } from "@std/assert";
import type { LatLng } from "../../../src/domain/location.ts";
import { EngineError } from "../../../src/routing/engines/exchange.ts";
import {
  CircuitOpen,
  DailyLimitReached,
  type EngineChoice,
  type EngineDeps,
  enginePlanner,
} from "../../../src/routing/engines/engine_planner.ts";
import { testClock } from "../../support/test_clock.ts";
import { FROM, TO } from "./_engine_errors.ts";
import { GOOGLE_KEY, googleRecordedShape } from "./_google_recorded_shape.ts";
import { json, rawEngine, scriptedEngine } from "./_scripted_engine.ts";

const OSRM_ROUTE = {
  code: "Ok",
  routes: [{ distance: 1618.1, duration: 114.2 }],
  waypoints: [{ distance: 1, name: "" }, { distance: 2, name: "Calle 58" }],
};

function choice(overrides: Partial<EngineChoice>): EngineChoice {
  return { engine: "osrm", url: "", key: null, dailyLimit: null, ...overrides };
}

/** Dependencies that count no call. */
function deps(overrides: Partial<EngineDeps> = {}): EngineDeps {
  return {
    origin: () => FROM,
    now: testClock(5_000).now,
    day: () => "2030-01-01",
    takeCall: () => Promise.reject(new Error("no call should be counted")),
    ...overrides,
  };
}

/** The point about `n` metres north of `TO`. */
const north = (n: number): LatLng => ({ lat: TO.lat + n / 1e5, lng: TO.lng });

Deno.test("a request on a broken connection is retried with a free engine, never with one that charges", async () => {
  for (const [engine, times] of [["osrm", 2], ["valhalla", 2], ["google", 1]] as const) {
    await using raw = rawEngine("");
    const planner = enginePlanner(choice({ engine, url: raw.url, key: "SECRET" }), deps());
    await assertRejects(async () => await planner.plan(TO), EngineError, "broke before its answer");
    assertEquals(raw.received, times, engine);
  }
});

Deno.test("a failing engine gets one request a call until the circuit opens; cached points are still answered", async () => {
  const clock = testClock(5_000);
  await using engine = scriptedEngine(() => json(OSRM_ROUTE));
  const planner = enginePlanner(choice({ url: engine.url }), deps({ now: clock.now }));
  const known = await planner.plan(TO);
  engine.answer = () => new Response(null, { status: 500 });
  for (let n = 1; n <= 5; n++) {
    await assertRejects(async () => await planner.plan(north(n)), EngineError);
  }
  assertEquals(engine.requests.length, 6);
  await assertRejects(async () => await planner.plan(north(6)), CircuitOpen);
  assertEquals(await planner.plan(TO), known);
  assertEquals(engine.requests.length, 6);
  engine.answer = () => json(OSRM_ROUTE);
  clock.advance(30_000);
  assertEquals((await planner.plan(north(6))).kind, "route");
});

Deno.test("only requests that are sent are counted, and none is sent over the limit", async () => {
  await using google = googleRecordedShape(() => ({
    distanceMeters: 1618,
    duration: "114s",
    end: TO,
  }));
  let counted = 0;
  const takeCall = (limit: number) => Promise.resolve(counted < limit && ++counted > 0);
  const paid = choice({ engine: "google", url: google.url, key: GOOGLE_KEY, dailyLimit: 2 });
  const planner = enginePlanner(paid, deps({ takeCall }));
  for (const point of [TO, TO, TO, north(1), TO]) await planner.plan(point);
  assertEquals([counted, google.requests.length], [2, 2]);
  for (let n = 2; n < 12; n++) {
    await assertRejects(
      async () => await planner.plan(north(n)),
      DailyLimitReached,
      "the 2 calls a day",
    );
  }
  assertEquals([counted, google.requests.length], [2, 2]);
  assertEquals((await planner.plan(TO)).kind, "route");
});

Deno.test("while the circuit is open no call is counted", async () => {
  await using google = scriptedEngine(() => json({ error: { status: "INTERNAL" } }, 500));
  let counted = 0;
  const takeCall = () => Promise.resolve(++counted > 0);
  const paid = choice({ engine: "google", url: google.url, key: "SECRET", dailyLimit: 99 });
  const planner = enginePlanner(paid, deps({ takeCall }));
  for (let time = 0; time < 5; time++) {
    await assertRejects(async () => await planner.plan(TO), EngineError);
  }
  for (let time = 0; time < 5; time++) {
    await assertRejects(async () => await planner.plan(TO), CircuitOpen);
  }
  assertEquals([counted, google.requests.length], [5, 5]);
});

Deno.test("when the restaurant moves, routes begin at its new place, and none from the old one is cached", async () => {
  await using engine = scriptedEngine(() => json(OSRM_ROUTE));
  let origin = FROM;
  const planner = enginePlanner(choice({ url: engine.url }), deps({ origin: () => origin }));
  await planner.plan(TO);
  origin = { ...FROM };
  await planner.plan(TO);
  assertEquals(engine.requests.length, 1);
  origin = { lat: 21, lng: -89.5 };
  await planner.plan(TO);
  assertEquals(engine.requests.map(({ target }) => target.split(/[/;]/)[4]), [
    "-89.623710,20.967010",
    "-89.500000,21.000000",
  ]);
});

Deno.test("a request and its retry share one time limit", async () => {
  const signals: AbortSignal[] = [];
  const planner = enginePlanner(choice({}), deps(), ({ signal }) => {
    signals.push(signal);
    return Promise.reject(new EngineError("cut", "it broke"));
  });
  await assertRejects(async () => await planner.plan(TO), EngineError, "it broke");
  assertEquals(signals.length, 2);
  assertEquals(signals[0], signals[1]);
});
