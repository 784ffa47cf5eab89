/**
 * Staff are called out once for what has not been seen: the real watch, a real database, a real server at ALERT_URL.
 */
import { assert, assertEquals, assertGreaterOrEqual, assertLess } from "@std/assert";
import { alertWatch } from "../src/alerts.ts";
import type { Store } from "../src/storage/store.ts";
import { held, openTestStorage, request } from "./storage/_fixture.ts";
import { testOnEach, testOnFile } from "./support/databases.ts";
import { eventually } from "./support/eventually.ts";
import { type TestClock, testClock } from "./support/test_clock.ts";

const START = Date.UTC(2026, 2, 14, 20);
const MINUTE = 60_000;

/** A server that is called, and answers as the test says. */
interface Called extends AsyncDisposable {
  readonly url: string;
  readonly calls: {
    /** What the test's clock showed. */
    readonly at: number;
    readonly method: string;
    readonly type: string | null;
    readonly body: unknown;
  }[];
}

function calledServer(
  clock: TestClock,
  answer: (nth: number) => Response | Promise<Response>,
): Called {
  const calls: Called["calls"] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const body = await request.text();
      calls.push({
        at: clock.now(),
        method: request.method,
        type: request.headers.get("content-type"),
        body: body === "" ? null : JSON.parse(body),
      });
      return await answer(calls.length);
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}/hook?token=SECRET`,
    calls,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const OK = () => new Response(null, { status: 204 });

interface Watched extends AsyncDisposable {
  readonly logged: string[];
  /** Lets `ms` pass step by step; what a step sets off is over before the next. */
  pass(ms: number, step?: number): Promise<void>;
  until(done: () => boolean): Promise<void>;
}

/** The watch of each instance. */
function watch(clock: TestClock, url: string, ...instances: readonly Store[]): Watched {
  const logged: string[] = [];
  const looks = new Set<PromiseWithResolvers<void>>();
  const watches = instances.map(({ alerts }) => {
    let look = Promise.withResolvers<void>();
    return alertWatch({
      url,
      timeLimitMs: 300,
      alerts,
      serviceDay: () => "2026-03-14",
      now: clock.now,
      after(ms, work) {
        looks.delete(look);
        look.resolve();
        return clock.after(ms, () => {
          looks.add(look = Promise.withResolvers());
          work();
        });
      },
      log: (message, cause) => logged.push(`${message}: ${cause}`),
    });
  });
  const pass = async (ms: number, step = 1_000): Promise<void> => {
    for (let passed = 0; passed < ms; passed += step) {
      clock.advance(step);
      await Promise.all([...looks].map(({ promise }) => promise));
    }
  };
  return {
    logged,
    pass,
    async until(done) {
      for (let steps = 0; steps < 1_000 && !done(); steps++) await pass(1_000);
      assert(done(), "it came to pass");
    },
    async [Symbol.asyncDispose]() {
      for (const watch of watches) await watch.close();
    },
  };
}

/** A board that is connected to another instance, and stays. */
async function connectBoard({ database }: Store): Promise<void> {
  const sql = "INSERT INTO instances (instance, has_boards, until) VALUES ('elsewhere', 1, ?)";
  await database.write([{ sql, args: [START + 60 * MINUTE] }]);
}

const tonight = (n: number) => request(n, { day: "2026-03-14", serviceDay: "2026-03-14" });

testOnEach(
  "what is not acknowledged within three minutes is called out, once",
  async (database) => {
    const clock = testClock(START);
    await using storage = await openTestStorage(database, { now: clock.now });
    await using server = calledServer(clock, OK);
    await using watched = watch(clock, server.url, storage);
    await connectBoard(storage);
    await watched.pass(20_000);
    const made = clock.now();
    await held(storage, tonight(1));
    await held(storage, tonight(2));
    await watched.pass(3 * MINUTE - 5_000);
    assertEquals(server.calls, [], "not before they are overdue");
    await watched.until(() => server.calls.length > 0);
    assertGreaterOrEqual(clock.now() - made, 3 * MINUTE);
    assertEquals(server.calls.map(({ at: _, ...call }) => call), [{
      method: "POST",
      type: "application/json",
      body: { sin_ver: 2, desde: new Date(made).toISOString().replace(".000", "") },
    }]);
    await watched.pass(6 * MINUTE, 5_000);
    assertEquals([server.calls.length, watched.logged], [1, []]);
  },
);

testOnEach("many that come one after the other are not a call each", async (database) => {
  const clock = testClock(START);
  await using storage = await openTestStorage(database, { now: clock.now });
  await using server = calledServer(clock, OK);
  await using watched = watch(clock, server.url, storage);
  await watched.pass(30_000);
  for (let n = 0; n < 20; n++) {
    await held(storage, tonight(n));
    await watched.pass(1_000);
  }
  await watched.until(() => sum(server) >= 20);
  await watched.pass(MINUTE);
  assertEquals(sum(server), 20, "each is reported once");
  assertLess(server.calls.length, 10);
});

testOnEach("of two instances one makes the call", async (database) => {
  const clock = testClock(START);
  await using one = await openTestStorage(database, { now: clock.now });
  await using two = await openTestStorage(database, { now: clock.now });
  await using server = calledServer(clock, OK);
  await using watched = watch(clock, server.url, one, two);
  await watched.pass(30_000);
  for (let n = 0; n < 5; n++) {
    await held(n % 2 ? one : two, tonight(n));
    await watched.pass(40_000);
  }
  await watched.pass(5 * MINUTE);
  assertEquals(sum(server), 5, `${counts(server)}`);
});

testOnFile(
  "a call that fails is tried again, at once a few times and then ever more slowly, until it is answered",
  async (database) => {
    const clock = testClock(START);
    await using storage = await openTestStorage(database, { now: clock.now });
    let up = false;
    await using server = calledServer(clock, () => up ? OK() : new Response("no", { status: 500 }));
    await using watched = watch(clock, server.url, storage);
    await watched.pass(30_000);
    await held(storage, tonight(1));
    await watched.until(() => server.calls.length >= 8);
    const gaps = server.calls.slice(1, 8).map(({ at }, nth) => at - server.calls[nth]!.at);
    const least = [1, 5, 30, 60, 120, 300, 300].map((seconds) => seconds * 1_000);
    assert(gaps.every((gap, nth) => gap >= least[nth]!), `${gaps}`);

    assertEquals(watched.logged, ["staff cannot be called: Error: ALERT_URL answered 500"]);
    up = true;
    const calls = server.calls.length + 1;
    await watched.until(() => server.calls.length >= calls);

    await watched.pass(6 * MINUTE, 5_000);
    assertEquals(server.calls.length, calls, "the answered one was the last");
  },
);

const FAILURES: Readonly<Record<string, (nth: number) => Response | Promise<Response>>> = {
  "a redirect": () => new Response(null, { status: 302, headers: { location: "/elsewhere" } }),
  "no answer in time": () => new Promise((resolve) => setTimeout(() => resolve(OK()), 600)),
};

for (const [what, answer] of Object.entries(FAILURES)) {
  testOnFile(
    `${what} counts as a failure, and no secret of the address is logged`,
    async (database) => {
      const clock = testClock(START);
      await using storage = await openTestStorage(database, { now: clock.now });
      await using server = calledServer(clock, (nth) => nth <= 3 ? answer(nth) : OK());
      await using watched = watch(clock, server.url, storage);
      await watched.pass(30_000);
      await held(storage, tonight(1));
      await watched.until(() => server.calls.length >= 4);
      assertEquals(watched.logged.length, 1);
      assert(!/SECRET|127\.0\.0\.1/.test(watched.logged.join()), watched.logged.join());
      assertEquals(new Set(server.calls.map(({ method }) => method)), new Set(["POST"]));
    },
  );
}

testOnFile("where nothing listens, nothing of the address is logged", async (database) => {
  const clock = testClock(START);
  await using storage = await openTestStorage(database, { now: clock.now });
  await using watched = watch(clock, "http://127.0.0.1:1/hook?token=SECRET", storage);
  await watched.pass(30_000);
  await held(storage, tonight(1));
  await watched.until(() => watched.logged.length > 0);
  assertEquals(watched.logged, ["staff cannot be called: Error: ALERT_URL cannot be reached"]);
});

testOnFile("an end in the middle of a call leaves it to another instance", async (database) => {
  const clock = testClock(START);
  await using one = await openTestStorage(database, { now: clock.now });
  await using two = await openTestStorage(database, { now: clock.now });
  await using stuck = calledServer(
    clock,
    () => new Promise((resolve) => setTimeout(() => resolve(OK()), 200)),
  );
  await using server = calledServer(clock, OK);
  {
    await using watched = watch(clock, stuck.url, one);
    await watched.pass(30_000);
    await held(one, tonight(1));
    clock.advance(2_000);
    await eventually(() => stuck.calls.length > 0);
  }
  await using watched = watch(clock, server.url, two);
  // Not so long that the first one's claim has run out.
  await watched.pass(10_000);
  assertEquals(server.calls.length, 1);
});

function counts({ calls }: Called): readonly number[] {
  return calls.map(({ body }) => (body as { sin_ver: number }).sin_ver);
}

/** How many reservations were reported in all. */
function sum(server: Called): number {
  return counts(server).reduce((total, count) => total + count, 0);
}
