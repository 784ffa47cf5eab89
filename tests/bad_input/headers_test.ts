import { assertEquals } from "@std/assert";
import { testApp } from "../support/test_app.ts";
import {
  assertBare400,
  assertDeclared,
  assertStillServes,
  CONTACT,
  EVERY_OPERATION,
  INFO,
  requestText,
  send,
} from "./_requests.ts";

/** A header that makes the head of `operation`'s request `bytes` bytes long. */
function filler(operation: typeof INFO, bytes: number): string {
  const head = requestText(operation).length - operation.body.length;
  return `X-Filler: ${"a".repeat(bytes - head - "X-Filler: \r\n".length)}\r\n`;
}

Deno.test("a head of 64 KB is read by every operation", async () => {
  await using app = await testApp();
  for (const operation of EVERY_OPERATION) {
    const answer = await send(app, operation, { headers: filler(operation, 65_536) });
    assertEquals(answer.status, 200, operation.path);
    assertDeclared(answer, operation);
  }
});

Deno.test("a head of 70 KB or more than a hundred header lines get Deno's own bare 400", async () => {
  await using app = await testApp();
  for (const operation of EVERY_OPERATION) {
    assertBare400(await send(app, operation, { headers: filler(operation, 70_000) }));
    assertBare400(await send(app, operation, { headers: filler(operation, 500_000) }));
    assertBare400(await send(app, operation, { headers: "X-A: a\r\n".repeat(200) }));
  }
  assertEquals(app.requests, []);
  await assertStillServes(app);
});

Deno.test("ninety header lines are read", async () => {
  await using app = await testApp();
  assertEquals((await send(app, CONTACT, { headers: "X-A: a\r\n".repeat(90) })).status, 200);
});

Deno.test("malformed header lines get Deno's own bare 400", async () => {
  await using app = await testApp();
  for (
    const headers of [
      "X A: a\r\n",
      "XA\r\n",
      ": a\r\n",
      "X-A: a\r\n b\r\n",
      "X-A: a\0b\r\n",
      "X-A: a\rb\r\n",
      "X-A: \x7f\r\n",
      "X-A: \x01\r\n",
      "X-Ñ: a\r\n",
    ]
  ) assertBare400(await send(app, CONTACT, { headers }), JSON.stringify(headers));
  await assertStillServes(app);
});

Deno.test("header values of any bytes are read only where they are needed", async () => {
  await using app = await testApp();
  const headers = [
    "Content-Type: ñ\u202e/",
    "Accept: ???",
    "Accept-Language: ,,,;q=",
    "Cookie: \ud83d\ude00",
    "Origin: null",
    "Authorization: Bearer x",
    "Content-Encoding: gzip",
    'Forwarded: for="',
    "X-Forwarded-For: ,,,garbage,%%",
    "X-Forwarded-Host: evil.example",
    "Range: bytes=0-",
    "If-Modified-Since: never",
  ].map((line) => `${line}\r\n`).join("");
  for (const operation of EVERY_OPERATION) {
    const answer = await send(app, operation, { headers });
    assertEquals(answer.status, 200, operation.path);
    assertDeclared(answer, operation);
  }
  await assertStillServes(app);
});

Deno.test("an If-None-Match of any form gets the answer or 304, never an error", async () => {
  await using app = await testApp();
  for (const value of ["", "*", ",", '"', "W/", '"a", W/"b"', "a".repeat(50_000), "ñ", '""""']) {
    const { status } = await send(app, INFO, { headers: `If-None-Match: ${value}\r\n` });
    assertEquals(status, value === "*" ? 304 : 200, value.slice(0, 20));
  }
  await assertStillServes(app);
});

Deno.test("lines may end with a bare newline", async () => {
  await using app = await testApp();
  const { status } = await send(app, CONTACT, { host: "Host: a\n", headers: "X-A: b\n" });
  assertEquals(status, 200);
});
