/** One request to OSRM, whatever comes back. */
import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { OsrmError } from "../../src/streets/osrm_planner.ts";
import { failure, FROM, NO_ROUTE, plainPlanner, TO } from "./_osrm.ts";
import { json, rawOsrm, scriptedOsrm } from "./_scripted_osrm.ts";

const at = (url: string, timeLimitMs?: number) => plainPlanner({ url, origin: FROM, timeLimitMs });

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
  await plainPlanner({ url: osrm.url, origin: FROM }).plan(TO);
  assertEquals(osrm.requests.map(({ method, target }) => [method, target]), [[
    "GET",
    "/route/v1/driving/-89.623710,20.967010;-89.621230,20.974520?overview=false&radiuses=;200",
  ]]);
});

Deno.test("a match over 200 m away is not a route, even from an OSRM that ignored the radius", async () => {
  await using osrm = scriptedOsrm();
  const planner = plainPlanner({ url: osrm.url, origin: FROM });
  const kindAt = async (distance: number) => {
    osrm.answer = () => json({ ...ROUTED, waypoints: [START, { ...END, distance }] });
    return await planner.plan(TO);
  };
  assertEquals((await kindAt(200)).kind, "route");
  assertEquals(await kindAt(200.1), {
    kind: "no_route",
    street: "Calle 58",
    metersToStreet: 200.1,
  });
  osrm.answer = () => json({ ...ROUTED, waypoints: [{ ...START, distance: 200.1 }, END] });
  assertMatch(await failure(planner, "wrong"), /no street within 200 m of the restaurant/);
});

Deno.test("NoRoute and NoSegment mean no route, every other code is a failure", async () => {
  await using osrm = scriptedOsrm();
  const planner = plainPlanner({ url: osrm.url, origin: FROM });
  for (const code of ["NoRoute", "NoSegment"]) {
    osrm.answer = () => json({ code, message: "at 20.97452" }, 400);
    assertEquals(await planner.plan(TO), NO_ROUTE);
  }
  for (const code of ["InvalidQuery", "TooBig", "Ok"]) {
    osrm.answer = () => json({ code, message: "at 20.97452" }, 400);
    assertEquals(await failure(planner, "refused"), `OSRM answered HTTP 400 (${code})`);
  }
  osrm.answer = () => json({ code: "NoRoute" }, 500);
  assertEquals(await failure(planner, "wrong"), "OSRM answered HTTP 500 (NoRoute)");
});

Deno.test("an OSRM answer with a wrong number or field is an error", async () => {
  await using osrm = scriptedOsrm();
  const planner = plainPlanner({ url: osrm.url, origin: FROM });
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
    osrm.answer = () => json(body);
    assertEquals(await failure(planner, "wrong"), `OSRM's answer is not as expected at ${path}`);
  }
  osrm.answer = () => new Response(JSON.stringify(ROUTED).replace("1618.1", "1e999"));
  assertEquals(
    await failure(planner, "wrong"),
    "OSRM's answer is not as expected at routes.0.distance",
  );
});

Deno.test("an answer without valid JSON is reported by its status", async () => {
  await using scripted = scriptedOsrm();
  for (const status of [200, 400, 404, 500, 502, 503]) {
    for (const body of ["", "<html>20.97452</html>", '{"code":"Ok","routes":[', "\0"]) {
      scripted.answer = () => new Response(body, { status });
      assertEquals(
        await failure(at(scripted.url), "wrong"),
        `OSRM answered HTTP ${status} without valid JSON`,
      );
    }
  }
});

Deno.test("JSON of another shape is reported by the path of the wrong value", async () => {
  await using scripted = scriptedOsrm();
  for (const body of [null, [], 1, "Ok", { trip: 20.97452, code: "Ok", routes: "20.97452" }]) {
    scripted.answer = () => Response.json(body);
    assertMatch(
      await failure(at(scripted.url), "wrong"),
      new RegExp(`^OSRM's answer is not as expected at [\\w. ]+$`),
    );
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
  await using scripted = scriptedOsrm();
  for (const body of [{}, { code: "at 20.97452", error_code: "20", error: {} }, null]) {
    for (const [status, fault] of STATUSES) {
      scripted.answer = () => Response.json(body, { status });
      const message = await failure(at(scripted.url), fault);
      assertEquals(message, `OSRM answered HTTP ${status}`);
    }
  }
});

Deno.test("a redirect is refused, and its target gets no request", async () => {
  await using target = scriptedOsrm();
  for (const status of [301, 302, 303, 307, 308]) {
    await using scripted = scriptedOsrm(() =>
      new Response(null, { status, headers: { location: `${target.url}/20.97452` } })
    );
    assertEquals(
      await failure(at(scripted.url), "wrong"),
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
  await using scripted = scriptedOsrm();
  const endings: (() => void)[] = [];
  scripted.answer = () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    endings.push(() => resolve(new Response(null)));
    return promise;
  };
  assertEquals(
    await failure(at(scripted.url, 30), "wrong"),
    `OSRM gave no answer in time`,
  );
  scripted.answer = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
  await failure(at(scripted.url, 30), "wrong");
  endings.forEach((end) => end());
});

Deno.test("the base address may have a path", async () => {
  await using scripted = scriptedOsrm();
  await assertRejects(async () => await at(`${scripted.url}/casa/rutas`).plan(TO), OsrmError);
  assertMatch(scripted.requests[0]!.target, /^\/casa\/rutas\/route\b/);
});
