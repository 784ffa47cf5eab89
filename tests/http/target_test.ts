import { assert, assertEquals } from "@std/assert";
import { isHost, targetOf } from "../../src/http/target.ts";

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
