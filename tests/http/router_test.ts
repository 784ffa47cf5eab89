import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { jsonAnswer } from "../../src/http/answer.ts";
import { createRouter, isHost, type Route, targetOf } from "../../src/http/router.ts";

function route(method: Route["method"], path: string): Route {
  return { method, path, answer: () => jsonAnswer(200, `${method} ${path}`) };
}

const find = createRouter([
  route("GET", "/"),
  route("GET", "/a"),
  route("POST", "/b"),
  route("GET", "/both"),
  route("POST", "/both"),
  route("GET", "/open/"),
  route("GET", "/open/{token}"),
]);

async function ask(method: string, pathname: string) {
  const match = find(method, pathname);
  const answer = await match.answer({
    request: new Request("http://127.0.0.1/"),
    target: { pathname, search: "" },
    peer: () => "127.0.0.1",
  });
  const text = answer.body ?? "";
  return { ...answer, path: match.path, body: text === "" ? null : JSON.parse(text) };
}

Deno.test("a request goes to the route of its method and path", async () => {
  for (const [method, path] of [["GET", "/"], ["GET", "/a"], ["POST", "/b"], ["POST", "/both"]]) {
    const { status, body, path: logged } = await ask(method!, path!);
    assertEquals([status, body, logged], [200, `${method} ${path}`, path]);
  }
});

Deno.test("HEAD goes where GET goes", async () => {
  assertEquals((await ask("HEAD", "/a")).body, "GET /a");
  assertEquals((await ask("HEAD", "/both")).body, "GET /both");
});

Deno.test("a path that ends in a brace takes one segment, is logged as declared, and yields to an exact one", async () => {
  for (const path of ["/open/x", "/open/%2F", "/open/a.b", `/open/${"x".repeat(10_000)}`]) {
    const { body, path: logged } = await ask("GET", path);
    assertEquals([body, logged], ["GET /open/{token}", "/open/{token}"]);
  }
  assertEquals((await ask("GET", "/open/")).body, "GET /open/");
});

Deno.test("paths are matched as they were sent, to the letter", async () => {
  for (
    const path of [
      "/A",
      "/a/",
      "//a",
      "/a%20",
      "/%61",
      "/a/b",
      "/open",
      "/open/x/y",
      "/open/{token}/",
      "/*",
      "*",
      "",
      "/__proto__",
      "/constructor",
    ]
  ) {
    const { status, path: logged, body } = await ask("GET", path);
    assertEquals([status, logged, body.motivo], [404, "(none)", "no_encontrado"], path);
    assertEquals(body.ok, false);
  }
});

Deno.test("a method that a path does not take is 405, with the ones that it takes in Allow and in words", async () => {
  for (
    const [method, path, allow] of [
      ["POST", "/a", "GET, HEAD, OPTIONS"],
      ["GET", "/b", "POST, OPTIONS"],
      ["HEAD", "/b", "POST, OPTIONS"],
      ["DELETE", "/both", "GET, HEAD, POST, OPTIONS"],
      ["get", "/a", "GET, HEAD, OPTIONS"],
      ["__proto__", "/a", "GET, HEAD, OPTIONS"],
      ["POST", "/open/x", "GET, HEAD, OPTIONS"],
    ] as const
  ) {
    const { status, headers, body } = await ask(method, path);
    assertEquals([status, headers.allow, body.motivo], [405, allow, "metodo"], `${method} ${path}`);
    assertStringIncludes(body.detalle, allow);
  }
});

Deno.test("OPTIONS answers a preflight for every path that there is, without a body", async () => {
  const { status, headers, body } = await ask("OPTIONS", "/b");
  assertEquals([status, body], [204, null]);
  assertEquals(headers["access-control-allow-origin"], "*");
  assertEquals(headers["access-control-allow-methods"], "POST, OPTIONS");
  assertEquals(headers["access-control-allow-headers"], "content-type, idempotency-key");
  assertEquals(headers.allow, "POST, OPTIONS");
  assert(!("access-control-allow-credentials" in headers));
});

Deno.test("OPTIONS of a path that is not there is 404", async () => {
  assertEquals((await ask("OPTIONS", "/none")).status, 404);
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

Deno.test("a URL without a path means the root, even where its query holds a slash", () => {
  assertEquals(targetOf("http://h"), { pathname: "/", search: "" });
  assertEquals(targetOf("http://h?a=/b"), { pathname: "/", search: "?a=/b" });
});

Deno.test("a fragment is dropped", () => {
  assertEquals(targetOf("http://h/a#b"), { pathname: "/a", search: "" });
  assertEquals(targetOf("http://h/a?b#c"), { pathname: "/a", search: "?b" });
  assertEquals(targetOf("http://h/a#b?c/d"), { pathname: "/a", search: "" });
  assertEquals(targetOf("http://h#/a"), { pathname: "/", search: "" });
});

Deno.test("hosts are names and addresses, with or without a port, or nothing at all", () => {
  for (
    const host of [
      null,
      "",
      "mesa.example",
      "MESA.example:443",
      "127.0.0.1:8000",
      "[::1]",
      "[2001:db8::ffff:192.0.2.1]:8000",
      "my_service:80",
      "xn--mrida-bsa.example.",
    ]
  ) assert(isHost(host), `${host}`);
});

Deno.test("what could pass for a path, and what is no host at all, is none", () => {
  for (
    const host of [
      "a/b",
      "a/api/contacto?x=",
      "a?b",
      "a#b",
      "a@b",
      "a b",
      "a,b",
      "a\tb",
      "a\\b",
      "<a>",
      '"a"',
      "ñandú",
      "%61",
      "[::",
      "::1",
      "a:b",
      "a:123456",
      "http://a",
    ]
  ) assert(!isHost(host), host);
});
