import { assert, assertEquals } from "@std/assert";
import { jsonAnswer } from "../../src/http/answer.ts";
import { createListener, type RequestLine } from "../../src/http/listener.ts";
import type { Exchange, Route } from "../../src/http/router.ts";

const KEPT = { ...jsonAnswer(200, "ñandú"), repeats: true };

const ROUTES: readonly Route[] = [
  { method: "GET", path: "/word", answer: () => jsonAnswer(200, "word") },
  { method: "GET", path: "/accents", answer: () => jsonAnswer(200, "ñandú 😀") },
  {
    method: "GET",
    path: "/kept",
    answer: () => KEPT,
  },
  { method: "GET", path: "/open/{token}", answer: () => Promise.resolve(jsonAnswer(410, "gone")) },
  { method: "GET", path: "/throws", answer: () => raise(new Error("secret")) },
  { method: "GET", path: "/rejects", answer: () => Promise.reject(new Error("secret")) },
  { method: "GET", path: "/peer", answer: ({ peer }) => jsonAnswer(200, peer()) },
  {
    method: "GET",
    path: "/target",
    answer: ({ target: { pathname, search } }) => jsonAnswer(200, [pathname, search]),
  },
];

function raise(error: Error): never {
  throw error;
}

function start(routes = ROUTES) {
  const lines: RequestLine[] = [];
  const errors: { error: unknown; where: string }[] = [];
  let clock = 1_000;
  const listen = createListener({
    routes,
    now: () => clock += 7,
    logRequest: (line) => lines.push(line),
    onInternalError: (error, where) => errors.push({ error, where }),
  });
  const ask = async (path: string, init: RequestInit = {}) =>
    await listen(new Request(`http://127.0.0.1${path}`, init), () => "192.0.2.1");
  return { ask, listen, lines, errors };
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
  assert(lines.every(({ ms }) => ms === 7));
  assertEquals(lines[0]!.bytes, '"word"'.length);
});

Deno.test("bytes are logged as they are sent, not characters, also of an answer that is kept", async () => {
  const { ask, lines } = start();
  for (const path of ["/accents", "/kept", "/kept"]) {
    const { byteLength } = await (await ask(path)).arrayBuffer();
    assertEquals(lines.at(-1)!.bytes, byteLength);
  }
});

Deno.test("HEAD is answered with the length of what GET would bring, and nothing else", async () => {
  const { ask } = start();
  for (const path of ["/accents", "/kept", "/kept"]) {
    const [get, head] = await Promise.all([ask(path), ask(path, { method: "HEAD" })]);
    assertEquals(head.body, null);
    const { byteLength } = await get.arrayBuffer();
    assertEquals(head.headers.get("content-length"), String(byteLength));
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

Deno.test("what a route throws becomes 500 without a word about it, and the log learns it", async () => {
  const { ask, lines, errors } = start();
  for (const path of ["/throws", "/rejects"]) {
    const response = await ask(path);
    const body = await response.text();
    assertEquals([response.status, JSON.parse(body).motivo], [500, "interno"]);
    assert(!body.includes("secret"));
  }
  assertEquals(lines.map(({ status }) => status), [500, 500]);
  assertEquals(errors.map(({ where }) => where), ["/throws", "/rejects"]);
  assert(errors.every(({ error }) => (error as Error).message === "secret"));
});

Deno.test("routes learn target and peer", async () => {
  const { ask } = start();
  assertEquals(await (await ask("/target?a=%ZZ")).json(), ["/target", "?a=%ZZ"]);
  assertEquals(await (await ask("/peer")).json(), "192.0.2.1");
});

Deno.test("a Host that leaves the target in doubt is 400 peticion, and no route sees it", async () => {
  const seen: Exchange[] = [];
  const { listen, lines } = start([{
    method: "GET",
    path: "/word",
    answer: (exchange) => {
      seen.push(exchange);
      return jsonAnswer(200, "word");
    },
  }]);
  const asking = (host: string) =>
    listen(new Request("http://127.0.0.1/word", { headers: { host } }), () => "192.0.2.1");
  const refused = await asking("evil.example/word?x=");
  const { ok, motivo, error } = await refused.json();
  assertEquals([refused.status, ok, motivo, error], [400, false, "peticion", "destino_invalido"]);
  assertEquals(lines.map(({ route, status }) => [route, status]), [["(none)", 400]]);
  assertEquals(seen.length, 0);
  assertEquals((await asking("mesa.example:443")).status, 200);
});

Deno.test("an answer that repeats can be read again and again", async () => {
  const repeated = { ...jsonAnswer(200, "again"), repeats: true };
  const { ask } = start([{ method: "GET", path: "/", answer: () => repeated }]);
  const [one, two] = [await ask("/"), await ask("/")];
  assertEquals(await two.json(), "again");
  assertEquals(await one.json(), "again");
  assertEquals(await (await ask("/")).json(), "again");
  assertEquals(two.headers.get("content-type"), "application/json");
});
