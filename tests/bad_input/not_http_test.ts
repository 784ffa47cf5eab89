/** What Deno's HTTP server refuses by itself. */
import { assertEquals } from "@std/assert";
import { exchange, rawRequest } from "../support/raw_http.ts";
import { testApp } from "../support/test_app.ts";
import {
  assertBare400,
  assertStillServes,
  type Changes,
  CONTACT,
  requestText,
  RESERVATION,
} from "./_requests.ts";

const contact = (changes: Changes) => requestText(CONTACT, changes);

const MALFORMED: Readonly<Record<string, readonly (string | Uint8Array)[]>> = {
  "bytes that are not HTTP": [
    "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
    "GET /api/contacto\r\n\r\n",
    "\0\0\0\0\r\n\r\n",
    "{}\r\n\r\n",
  ],
  "methods with NUL, blanks or beyond ASCII, and CONNECT to a path": [
    ...["CONNECT", "G\0T", "GE T", "GÉT", "", "(GET)"],
  ].map((method) => contact({ method })),
  "targets with blanks or NUL, without a slash, or over 64 KB": [
    ...["/api/con tacto", "/api/con\0tacto", "api/contacto", "?motivo=duda", "\\api\\contacto"],
    ...["*", "", `/${"a".repeat(70_000)}`, `/api/contacto?${"a".repeat(70_000)}`],
  ].map((target) => contact({ target })),
  "a target that is not UTF-8": [
    Uint8Array.from("GET /\xf1 HTTP/1.1\r\nHost: a\r\n\r\n", (c) => c.charCodeAt(0)),
  ],
  "unknown versions of HTTP": [
    ...["HTTP/1.9", "HTTP/2.0", "HTTP/0.9", "http/1.1", "HTTP", "HTTP/1.1 x", ""],
  ].map((version) => contact({ version })),
  "two Hosts, or NUL in one": ["Host: a\r\nHost: b\r\n", "Host: a\0b\r\n"]
    .map((host) => contact({ host })),
  "malformed header lines": [
    ...["X A: a", "XA", ": a", "X-A: a\r\n b", "X-A: a\0b", "X-A: a\rb"],
    ...["X-A: \x7f", "X-A: \x01", "X-Ñ: a"],
  ].map((line) => contact({ headers: `${line}\r\n` })),
  "a head of 70 KB or more, or more than a hundred header lines": [
    ...[70_000, 500_000].map((bytes) => `X-Filler: ${"a".repeat(bytes)}\r\n`),
    "X-A: a\r\n".repeat(200),
  ].map((headers) => contact({ headers })),
  "lengths that are negative, not a number, too big or ambiguous, and other codings than chunked": [
    ...["-5", "+5", "abc", "1e3", "0x10", "5, 6", "", "99999999999999999999999"]
      .map((length) => `Content-Length: ${length}\r\n`),
    "Content-Length: 5\r\nContent-Length: 6\r\n",
    "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
    ...["gzip", "identity", "chunked, gzip"].map((coding) => `Transfer-Encoding: ${coding}\r\n`),
  ].flatMap((framing) =>
    [CONTACT, RESERVATION].map((good) => requestText(good, { framing, body: "0\r\n\r\n" }))
  ),
};

for (const [what, requests] of Object.entries(MALFORMED)) {
  Deno.test(`${what}: Deno's own bare 400, before any handler runs`, async () => {
    await using app = await testApp();
    for (const request of requests) {
      const answer = await rawRequest(request, { port: app.port });
      assertBare400(answer, JSON.stringify(String(request).slice(0, 200)));
    }
    assertEquals(app.requests, []);
    await assertStillServes(app);
  });
}

Deno.test("garbage after a request gets Deno's own bare 400, after the request's answer", async () => {
  await using app = await testApp();
  const parts = `${requestText(CONTACT)}BLAH\r\n\r\n`;
  const { answers } = await exchange(parts, { port: app.port, answers: 2 });
  assertEquals(answers[0]!.status, 200);
  assertBare400(answers[1]!);
});
