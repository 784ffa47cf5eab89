import { assert, assertEquals } from "@std/assert";
import { jsonAnswer, repeatable } from "../../src/http/answer.ts";
import { createListener, createRouter, type Route, targetOf } from "../../src/http/router.ts";
import type { RequestLine } from "../../src/log.ts";

Deno.test("a path that ends in a brace takes one segment, is logged as declared, and yields to an exact one", async () => {
  const route = (path: string): Route => ({
    method: "GET",
    path,
    answer: () => jsonAnswer(200, path),
  });
  const find = createRouter([route("/open/"), route("/open/{token}")]);
  const ask = async (path: string) => {
    const match = find("GET", path);
    const { body } = await match.answer({
      request: new Request("http://127.0.0.1/"),
      target: { pathname: path, search: "" },
      peer: () => "127.0.0.1",
    });
    return [match.path, body];
  };
  for (const path of ["/open/x", "/open/%2F", "/open/a.b", `/open/${"x".repeat(10_000)}`]) {
    assertEquals(await ask(path), ["/open/{token}", '"/open/{token}"']);
  }
  assertEquals(await ask("/open/"), ["/open/", '"/open/"']);
});

Deno.test("path and query are cut out as they were sent", () => {
  for (
    const [url, pathname, search] of [
      ["http://h/", "/", ""],
      ["http://h/api/info", "/api/info", ""],
      ["http://h:8000/api/info?lang=en", "/api/info", "?lang=en"],
      ["http://[::1]:8000/api/info?", "/api/info", "?"],
      ["http://h/a?b=/c?d", "/a", "?b=/c?d"],
      ["http://h/a%2Fb%", "/a%2Fb%", ""],
      ["http://h//a/../b", "//a/../b", ""],
      ["http://h/*", "/*", ""],
      ["http:///a", "/a", ""],
      ["http://h/http:///a", "/http:///a", ""],
    ] as const
  ) assertEquals(targetOf(url), { pathname, search }, url);
});

const KEPT = repeatable(jsonAnswer(200, "ñandú"));

const ROUTES: readonly Route[] = [
  { method: "GET", path: "/word", answer: () => jsonAnswer(200, "word") },
  { method: "GET", path: "/accents", answer: () => jsonAnswer(200, "ñandú 😀") },
  { method: "GET", path: "/kept", answer: () => KEPT },
  { method: "GET", path: "/open/{token}", answer: () => Promise.resolve(jsonAnswer(410, "gone")) },
];

function start(routes = ROUTES) {
  const lines: RequestLine[] = [];
  const listen = createListener({
    routes,
    url: "http://127.0.0.1",
    logRequest: (line) => lines.push(line),
    onInternalError: (error) => assertEquals(error, null),
  });
  const ask = async (path: string, init: RequestInit = {}) =>
    await listen(new Request(`http://127.0.0.1${path}`, init), () => "192.0.2.1");
  return { ask, lines };
}

Deno.test("a request is answered by its route, and logged under its declared path", async () => {
  const { ask, lines } = start();
  const response = await ask("/word?secret=1");
  assertEquals([response.status, await response.json()], [200, "word"]);
  assertEquals((await ask("/open/secret")).status, 410);
  assertEquals((await ask("/secret")).status, 404);
  assertEquals(
    lines.map(({ method, route, status, bytes }) => [method, route, status, bytes > 0]),
    [["GET", "/word", 200, true], ["GET", "/open/{token}", 410, true], [
      "GET",
      "(none)",
      404,
      true,
    ]],
  );
  assertEquals(lines[0]!.bytes, '"word"'.length);
});

Deno.test("a request's time is what has passed, though the clock is set back meanwhile", async () => {
  const { now } = Date;
  const answer = async () => {
    Date.now = () => now() - 3_600_000;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return jsonAnswer(200, "word");
  };
  const { ask, lines } = start([{ method: "GET", path: "/slow", answer }]);
  try {
    await ask("/slow");
  } finally {
    Date.now = now;
  }
  const [{ ms } = { ms: 0 }] = lines;
  assert(Number.isInteger(ms) && ms >= 49 && ms < 3_600_000, `${ms} ms`);
});

Deno.test("bytes are logged as they are sent, not characters, also of an answer that is kept", async () => {
  const { ask, lines } = start();
  for (const path of ["/accents", "/kept", "/kept"]) {
    const { byteLength } = await (await ask(path)).arrayBuffer();
    assertEquals(lines.at(-1)!.bytes, byteLength);
  }
});

Deno.test("no answer to HEAD is logged with bytes, and unknown methods are not logged by name", async () => {
  const { ask, lines } = start();
  await ask("/word", { method: "HEAD" });
  await ask("/word", { method: "SECRET" });
  await ask("/word", { method: "DELETE" });
  assertEquals(lines.map(({ method, status }) => [method, status]), [
    ["HEAD", 200],
    ["(other)", 405],
    ["DELETE", 405],
  ]);
  assertEquals(lines[0]!.bytes, 0);
});
