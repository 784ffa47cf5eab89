import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { rawRequest } from "../support/raw_http.ts";
import { testApp } from "../support/test_app.ts";
import { DOCUMENT } from "./_document.ts";

Deno.test("/openapi.json is the document, with the public address as its only server", async () => {
  await using app = await testApp({ deps: () => ({ baseUrl: "https://mesa.example" }) });
  const { status, headers, body } = await app.get("/openapi.json");
  assertEquals([status, headers.get("content-type")], [200, "application/json"]);
  assertEquals(body, DOCUMENT);
  assertEquals(body.servers, [{ url: "https://mesa.example" }]);
});

Deno.test("/openapi.json may be cached if it is revalidated", async () => {
  await using app = await testApp();
  const { headers } = await app.get("/openapi.json");
  const etag = headers.get("etag") ?? "";
  assert(etag !== "");
  assertEquals(headers.get("cache-control"), "no-cache");
  const known = await app.get("/openapi.json", { headers: { "if-none-match": etag } });
  assertEquals([known.status, known.text], [304, ""]);
  assertEquals(unprefixed(known.headers.get("etag")), unprefixed(etag));
  const other = await app.get("/openapi.json", { headers: { "if-none-match": '"another"' } });
  assertEquals(other.status, 200);
});

Deno.test("the server's address is never taken from the Host header", async () => {
  await using app = await testApp();
  const { status, text } = await rawRequest(
    "GET /openapi.json HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\n\r\n",
    { port: app.port },
  );
  assertEquals(status, 200);
  assertEquals(JSON.parse(text).servers, [{ url: app.url }]);
  assertNotEquals(text.includes("evil.example"), true);
});

Deno.test("HEAD of /openapi.json has the headers of GET and no body", async () => {
  await using app = await testApp();
  const get = await app.get("/openapi.json");
  const head = await app.get("/openapi.json", { method: "HEAD" });
  assertEquals([head.status, head.text], [200, ""]);
  assertEquals(unprefixed(head.headers.get("etag")), unprefixed(get.headers.get("etag")));
});

/** A tag without the weak mark, which a server that compresses bodies adds. */
function unprefixed(etag: string | null): string | undefined {
  return etag?.replace(/^W\//, "");
}
