import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createLog, type LogOptions } from "../src/log.ts";

const NOW = Date.UTC(2026, 2, 10, 18, 5, 9);
const LINE = { method: "POST", route: "/api/reserva", status: 200, ms: 12, bytes: 987 };

function recording(options: Partial<LogOptions> = {}) {
  const writes: string[] = [];
  const log = createLog({
    level: "info",
    terminal: false,
    now: () => NOW,
    write: (bytes) => Promise.resolve(void writes.push(new TextDecoder().decode(bytes))),
    ...options,
  });
  return { log, writes, text: () => writes.join("") };
}

/** The JSON lines of a log that is no terminal. */
const lines = (text: string) => text.trimEnd().split("\n").map((line) => JSON.parse(line));

Deno.test("for machines every line is a JSON object with its time, level and message", async () => {
  const { log, text } = recording({ level: "debug" });
  log.info('i "quoted"\nand broken');
  log.warn("w", { b: true, c: null });
  await log.flush();
  const time = "2026-03-10T18:05:09.000Z";
  assertEquals(lines(text()), [
    { time, level: "info", message: 'i "quoted"\nand broken' },
    { time, level: "warn", message: "w", b: true, c: null },
  ]);
});

Deno.test("a read that succeeds within a second is logged at the level debug alone", async () => {
  const read = { ...LINE, method: "GET", route: "/api/info" };
  for (
    const [line, level] of [
      [read, "debug"],
      [{ ...read, status: 399 }, "debug"],
      [{ ...read, method: "HEAD" }, "debug"],
      [{ ...read, ms: 1000 }, "debug"],
      [{ ...read, ms: 1001 }, "info"],
      [{ ...read, status: 400 }, "info"],
      [{ ...read, status: 503 }, "info"],
      [{ ...read, method: "OPTIONS" }, "info"],
      [{ ...read, method: "POST" }, "info"],
    ] as const
  ) {
    for (const chosen of ["debug", "info"] as const) {
      const { log, text } = recording({ level: chosen });
      log.request(line);
      await log.flush();
      const logged = text() === "" ? [] : lines(text());
      const expected = chosen === "debug" || level === "info" ? [level] : [];
      assertEquals(logged.map(({ level }) => level), expected, JSON.stringify(line));
    }
  }
});

Deno.test("for people lines are text, with the stack of an error below it", async () => {
  const { log, text } = recording({ terminal: true });
  log.request(LINE);
  log.error("it failed", new TypeError("because"));
  await log.flush();
  const [request, error, ...stack] = text().split("\n");
  assertEquals(
    request,
    "18:05:09 info  POST /api/reserva 200 12 ms 987 bytes",
  );
  assertEquals(error, "18:05:09 error it failed error=TypeError: because");
  assertMatch(stack.join("\n"), /^TypeError: because\n {4}at /);
});

Deno.test("an error is logged with its name, message, stack and cause, whatever was thrown", async () => {
  const { log, text } = recording();
  log.error("a", new RangeError("outer", { cause: new Error("inner") }));
  log.error("b", "a text");
  log.error("c");
  await log.flush();
  const [a, b, c] = lines(text());
  assertEquals([a.error, a.cause], ["RangeError: outer", "inner"]);
  assertStringIncludes(a.stack, "log_test.ts");
  assertEquals(b.error, "a text");
  assertEquals(Object.keys(c), ["time", "level", "message"]);
});

Deno.test("what is below the level is left out", async () => {
  for (
    const [level, messages] of [
      ["debug", ["info", "request", "warn", "error"]],
      ["info", ["info", "request", "warn", "error"]],
      ["warn", ["warn", "error"]],
      ["error", ["error"]],
    ] as const
  ) {
    const { log, text } = recording({ level });
    log.info("info");
    log.request(LINE);
    log.warn("warn");
    log.error("error");
    await log.flush();
    assertEquals(lines(text()).map(({ message }) => message), [...messages], level);
  }
});

Deno.test("lines that come together are written together, by themselves after a moment", async () => {
  const { promise: written, resolve } = Promise.withResolvers<string>();
  const writes: string[] = [];
  const { log } = recording({
    write: (bytes) => {
      writes.push(new TextDecoder().decode(bytes));
      resolve(writes[0]!);
      return Promise.resolve();
    },
  });
  for (let index = 0; index < 100; index++) log.info(`line ${index}`);
  assertEquals(writes.length, 0);
  assertEquals(lines(await written).length, 100);
  assertEquals(writes.length, 1);
  await log.flush();
  assertEquals(writes.length, 1);
});

/** A log whose reader reads nothing until `read` is called, and everything from then on. */
function stalled(options: Partial<LogOptions> = {}) {
  const { promise: reading, resolve: read } = Promise.withResolvers<void>();
  const { promise: stalls, resolve: stall } = Promise.withResolvers<void>();
  const written: string[] = [];
  const { log } = recording({
    ...options,
    write: async (bytes) => {
      written.push(new TextDecoder().decode(bytes));
      stall();
      await reading;
    },
  });
  return { log, stalls, read, text: () => written.join("") };
}

Deno.test("lines that come while a write is slow come after it, in order", async () => {
  const { log, stalls, read, text } = stalled();
  log.info("one");
  const flushed = log.flush();
  await stalls;
  log.info("two");
  log.info("three");
  assertEquals(lines(text()).map(({ message }) => message), ["one"]);
  read();
  await flushed;
  await log.flush();
  assertEquals(lines(text()).map(({ message }) => message), ["one", "two", "three"]);
});

Deno.test("a reader that stops reading costs bounded memory, and learns how many lines it missed", async () => {
  for (const terminal of [false, true]) {
    const { log, stalls, read, text } = stalled({ terminal });
    log.info("first");
    const flushed = log.flush();
    await stalls;
    const long = "ñ".repeat(10_000);
    for (let index = 0; index < 2_000; index++) log.info(long);
    read();
    await flushed;
    await log.flush();
    log.info("last");
    await log.flush();
    const kept = text().split(long).length - 1;
    assert(kept > 0 && kept < 600, `${kept} lines kept`);
    const missed = 2_000 - kept;
    assertMatch(
      text(),
      terminal
        ? new RegExp(`warn  log lines dropped count=${missed}\n.* info  last\n$`)
        : new RegExp(`"log lines dropped","count":${missed}}\n.*"last"}\n$`),
    );
  }
});

Deno.test("a reader that has gone does not end the service", async () => {
  let writes = 0;
  const { log } = recording({
    write: () => {
      writes++;
      return Promise.reject(new Deno.errors.BrokenPipe());
    },
  });
  log.info("one");
  await log.flush();
  log.info("two");
  await log.flush();
  assertEquals(writes, 2);
});
