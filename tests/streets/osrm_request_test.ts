/** One request to OSRM, whatever comes back. */
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import type { PlannedRoute } from "../../src/ports/streets.ts";
import { OsrmError, type OsrmFault, osrmRoute } from "../../src/streets/osrm_planner.ts";
import { FROM, json, NO_ROUTE, rawOsrm, scriptedOsrm, TO } from "./_osrm.ts";

/** Requests to an OSRM without cache, circuit breaker and retry. */
function at(url: string, timeLimitMs = 10_000): () => Promise<PlannedRoute> {
  return () => {
    const signal = AbortSignal.timeout(timeLimitMs);
    return osrmRoute({ url, origin: FROM, destination: TO, signal });
  };
}

/** The message with which `plan` fails. Neither it nor the stack may hold a place. */
async function failure(plan: () => Promise<PlannedRoute>, fault: OsrmFault): Promise<string> {
  const error = await assertRejects(plan, OsrmError);
  assertEquals(error.fault, fault, error.message);
  assertEquals(error.cause, undefined);
  assert(!/20\.9|89\.6/.test(`${error.message}\n${error.stack}`), error.message);
  return error.message;
}

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
  await using osrm = scriptedOsrm(() => json(ROUTED));
  await at(`${osrm.url}/casa/rutas`)();
  assertEquals(osrm.requests, [{
    method: "GET",
    target: "/casa/rutas/route/v1/driving/-89.623710,20.967010;-89.621230,20.974520" +
      "?overview=false&radiuses=;200",
  }]);
});

Deno.test("a match over 200 m away is not a route, even from an OSRM that ignored the radius", async () => {
  await using osrm = scriptedOsrm();
  const planner = at(osrm.url);
  const planned = async (distance: number) => {
    osrm.answer = () => json({ ...ROUTED, waypoints: [START, { ...END, distance }] });
    return await planner();
  };
  const match = { street: "Calle 58", metersToStreet: 200 };
  assertEquals(await planned(200), { kind: "route", meters: 1618.1, seconds: 114.2, ...match });
  assertEquals(await planned(200.1), { kind: "no_route", ...match, metersToStreet: 200.1 });
  osrm.answer = () => json({ ...ROUTED, waypoints: [{ ...START, distance: 200.1 }, END] });
  assertMatch(await failure(planner, "wrong"), /no street within 200 m of the restaurant/);
});

Deno.test("NoRoute and NoSegment mean no route, every other code is a failure", async () => {
  await using osrm = scriptedOsrm();
  for (const code of ["NoRoute", "NoSegment"]) {
    osrm.answer = () => json({ code, message: "at 20.97452" }, 400);
    assertEquals(await at(osrm.url)(), NO_ROUTE);
  }
  for (const code of ["InvalidQuery", "TooBig", "Ok"]) {
    osrm.answer = () => json({ code, message: "at 20.97452" }, 400);
    assertEquals(await failure(at(osrm.url), "refused"), `OSRM answered HTTP 400 (${code})`);
  }
  osrm.answer = () => json({ code: "NoRoute" }, 500);
  assertEquals(await failure(at(osrm.url), "wrong"), "OSRM answered HTTP 500 (NoRoute)");
});

/** Answers with a wrong value, and its path. */
const WRONG: readonly (readonly [path: string, body: unknown])[] = [
  ...[null, 1, "Ok"].map((body) => ["the top", body] as const),
  ["code", []],
  ["code", { ...ROUTED, code: "NoRoute" }],
  ["routes", { ...ROUTED, routes: "20.97452" }],
  ["routes.0", { ...ROUTED, routes: [] }],
  ["routes.0.distance", { ...ROUTED, routes: [{ ...ROUTE, distance: -1 }] }],
  ["routes.0.duration", { ...ROUTED, routes: [{ ...ROUTE, duration: "114" }] }],
  ["waypoints", { ...ROUTED, waypoints: undefined }],
  ["waypoints.1", { ...ROUTED, waypoints: [START] }],
  ["waypoints.1.distance", { ...ROUTED, waypoints: [START, { name: "" }] }],
  ["waypoints.1.name", { ...ROUTED, waypoints: [START, { ...END, name: null }] }],
];

Deno.test("an OSRM answer with a wrong number or field is an error that names its path alone", async () => {
  await using osrm = scriptedOsrm();
  const says = (path: string) => `OSRM's answer is not as expected at ${path}`;
  for (const [path, body] of WRONG) {
    osrm.answer = () => json(body);
    assertEquals(await failure(at(osrm.url), "wrong"), says(path));
  }
  osrm.answer = () => new Response(JSON.stringify(ROUTED).replace("1618.1", "1e999"));
  assertEquals(await failure(at(osrm.url), "wrong"), says("routes.0.distance"));
});

Deno.test("an answer without valid JSON is reported by its status", async () => {
  await using osrm = scriptedOsrm();
  for (const status of [200, 400, 404, 500, 502, 503]) {
    for (const body of ["", "<html>20.97452</html>", '{"code":"Ok","routes":[', "\0"]) {
      osrm.answer = () => new Response(body, { status });
      const says = `OSRM answered HTTP ${status} without valid JSON`;
      assertEquals(await failure(at(osrm.url), "wrong"), says);
    }
  }
});

const STATUSES = [
  [400, "refused"],
  [401, "wrong"],
  [403, "wrong"],
  [404, "refused"],
  [429, "wrong"],
  [500, "wrong"],
] as const;

Deno.test("an unknown error is reported by its status alone", async () => {
  await using osrm = scriptedOsrm();
  for (const body of [{}, { code: "at 20.97452", error_code: "20", error: {} }, null]) {
    for (const [status, fault] of STATUSES) {
      osrm.answer = () => Response.json(body, { status });
      const message = await failure(at(osrm.url), fault);
      assertEquals(message, `OSRM answered HTTP ${status}`);
    }
  }
});

Deno.test("a redirect is refused, and its target gets no request", async () => {
  await using target = scriptedOsrm();
  for (const status of [301, 302, 303, 307, 308]) {
    await using osrm = scriptedOsrm(() =>
      new Response(null, { status, headers: { location: `${target.url}/20.97452` } })
    );
    assertEquals(
      await failure(at(osrm.url), "wrong"),
      `OSRM sent a redirect (HTTP ${status}): set OSRM_URL to the address it leads to`,
    );
  }
  assertEquals(target.requests, []);
});

Deno.test("a connection that breaks, or is not made, is told from a wrong answer", async () => {
  const cut = "OSRM cannot be reached at OSRM_URL, or broke off its answer";
  for (
    const bytes of [
      "",
      "nonsense\r\n\r\n",
      'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"code":',
    ]
  ) {
    await using raw = rawOsrm(bytes);
    assertEquals(await failure(at(raw.url), "cut"), cut);
    assertEquals(raw.received, 1);
  }
  const gone = rawOsrm("");
  await gone[Symbol.asyncDispose]();
  assertEquals(await failure(at(gone.url), "cut"), cut);
});

Deno.test("an answer that does not come, or does not end, is abandoned at the time limit", async () => {
  await using osrm = scriptedOsrm();
  const endings: (() => void)[] = [];
  osrm.answer = () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    endings.push(() => resolve(new Response(null)));
    return promise;
  };
  assertEquals(await failure(at(osrm.url, 30), "wrong"), "OSRM gave no answer in time");
  osrm.answer = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
  await failure(at(osrm.url, 30), "wrong");
  endings.forEach((end) => end());
});
