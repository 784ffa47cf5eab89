/** The HTTP exchange that all engines share, whatever comes back. */
import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import type { RoutePlanner } from "../../../src/ports/streets.ts";
import { EngineError } from "../../../src/routing/engines/exchange.ts";
import { failure, FROM, googlePlanner, osrmPlanner, TO, valhallaPlanner } from "./_engines.ts";
import { rawEngine, scriptedEngine } from "./_scripted_engine.ts";

type At = (url: string, timeLimitMs?: number) => RoutePlanner;

const ENGINES: Readonly<Record<string, At>> = {
  "OSRM": (url, timeLimitMs) => osrmPlanner({ url, origin: FROM, timeLimitMs }),
  "Valhalla": (url, timeLimitMs) => valhallaPlanner({ url, origin: FROM, timeLimitMs }),
  "Google Routes": (url, timeLimitMs) =>
    googlePlanner({ url, key: "SECRET", origin: FROM, timeLimitMs }),
};

/** Registers `run` as a test of each engine. */
function testEach(name: string, run: (at: At, engine: string) => Promise<void>): void {
  for (const [engine, at] of Object.entries(ENGINES)) {
    Deno.test(`${name} (${engine})`, () => run(at, engine));
  }
}

testEach("an answer without valid JSON is reported by its status", async (at, engine) => {
  await using scripted = scriptedEngine();
  for (const status of [200, 400, 404, 500, 502, 503]) {
    for (const body of ["", "<html>20.97452</html>", '{"code":"Ok","routes":[', "\0"]) {
      scripted.answer = () => new Response(body, { status });
      assertEquals(
        await failure(at(scripted.url), "wrong"),
        `${engine} answered HTTP ${status} without valid JSON`,
      );
    }
  }
});

testEach(
  "a refusal to serve is reported with its remedy, whatever its body",
  async (at, engine) => {
    await using scripted = scriptedEngine();
    for (const status of [401, 403]) {
      for (const body of ["", "<html>20.97452</html>", '{"error":{"status":"SECRET"}}']) {
        scripted.answer = () => new Response(body, { status });
        const message = await failure(at(scripted.url), "key");
        assertMatch(
          message,
          new RegExp(`^${engine} refuses to serve \\(HTTP ${status}\\): set ROUTER_KEY`),
        );
      }
    }
  },
);

testEach("JSON of another shape is reported by the path of the wrong value", async (at, engine) => {
  await using scripted = scriptedEngine();
  for (const body of [null, [], 1, "Ok", { trip: 20.97452, code: "Ok", routes: "20.97452" }]) {
    scripted.answer = () => Response.json(body);
    assertMatch(
      await failure(at(scripted.url), "wrong"),
      new RegExp(`^${engine}'s answer is not as expected at [\\w. ]+$`),
    );
  }
});

testEach("an unknown error is reported by its status alone", async (at, engine) => {
  await using scripted = scriptedEngine();
  for (const body of [{}, { code: "at 20.97452", error_code: "20", error: {} }, null]) {
    for (const [status, fault] of [[400, "refused"], [429, "wrong"], [500, "wrong"]] as const) {
      scripted.answer = () => Response.json(body, { status });
      const message = await failure(at(scripted.url), fault);
      assertEquals(message, `${engine} answered HTTP ${status}`);
    }
  }
});

testEach("a redirect is refused, and its target gets no request", async (at, engine) => {
  await using target = scriptedEngine();
  for (const status of [301, 302, 303, 307, 308]) {
    await using scripted = scriptedEngine(() =>
      new Response(null, { status, headers: { location: `${target.url}/20.97452` } })
    );
    assertEquals(
      await failure(at(scripted.url), "wrong"),
      `${engine} sent a redirect (HTTP ${status}): set ROUTER_URL to the address it leads to`,
    );
  }
  assertEquals(target.requests, []);
});

testEach(
  "a broken connection is distinguished from one that was never made",
  async (at, engine) => {
    const cut = `the connection to ${engine} broke before its answer was whole`;
    for (
      const bytes of [
        "",
        "nonsense\r\n\r\n",
        'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"code":',
      ]
    ) {
      await using raw = rawEngine(bytes);
      assertEquals(await failure(at(raw.url), "cut"), cut);
      assertEquals(raw.received, 1);
    }
    const gone = rawEngine("");
    await gone[Symbol.asyncDispose]();
    assertMatch(await failure(at(gone.url), "not_sent"), /cannot be reached at ROUTER_URL: /);
  },
);

testEach(
  "an answer that does not come, or does not end, is abandoned at the time limit",
  async (at, engine) => {
    await using scripted = scriptedEngine();
    const endings: (() => void)[] = [];
    scripted.answer = () => {
      const { promise, resolve } = Promise.withResolvers<Response>();
      endings.push(() => resolve(new Response(null)));
      return promise;
    };
    assertEquals(
      await failure(at(scripted.url, 30), "late"),
      `${engine} gave no answer in time`,
    );
    scripted.answer = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
    await failure(at(scripted.url, 30), "late");
    endings.forEach((end) => end());
  },
);

testEach("the base address may have a path", async (at) => {
  await using scripted = scriptedEngine();
  await assertRejects(async () => await at(`${scripted.url}/casa/rutas`).plan(TO), EngineError);
  assertMatch(scripted.requests[0]!.target, /^\/casa\/rutas\/(route|directions)\b/);
});
