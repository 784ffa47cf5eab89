import { assert, assertEquals } from "@std/assert";
import { testApp } from "../support/test_app.ts";
import {
  assertBare400,
  assertDeclared,
  assertStillServes,
  CONTACT,
  EVERY_OPERATION,
  GETS,
  POSTS,
  send,
} from "./_requests.ts";

const ALLOW = { GET: "GET, HEAD, OPTIONS", POST: "POST, OPTIONS" } as const;

Deno.test("HEAD of every GET has its headers and no body", async () => {
  await using app = await testApp();
  for (const operation of GETS) {
    const answer = await send(app, operation);
    const head = await send(app, operation, { method: "HEAD" }, { head: true });
    const { date: _, ...headers } = head.headers;
    const { date: __, ...expected } = answer.headers;
    assertEquals([head.status, head.text, headers], [200, "", expected], operation.path);
  }
});

Deno.test("HEAD of an error has its headers and no body", async () => {
  await using app = await testApp();
  const head = await send(
    app,
    CONTACT,
    { method: "HEAD", target: "/api/contacto?motivo=x" },
    { head: true },
  );
  assertEquals([head.status, head.text], [400, ""]);
  assert(Number(head.headers["content-length"]) > 0);
});

Deno.test("OPTIONS of every operation answers a preflight and needs no token", async () => {
  const none = { tokens: 1, seconds: 3_600 };
  await using app = await testApp({ limits: { envio: none, borrador: none, reserva: none } });
  for (const operation of EVERY_OPERATION) {
    for (let round = 0; round < 3; round++) {
      const { status, headers, text } = await send(app, operation, {
        method: "OPTIONS",
        headers:
          "Origin: https://chat.example\r\nAccess-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: content-type, idempotency-key\r\n",
      });
      assertEquals([status, text], [204, ""]);
      assertEquals(headers["access-control-allow-methods"], ALLOW[operation.method]);
      assertEquals(headers["access-control-allow-headers"], "content-type, idempotency-key");
    }
  }
});

Deno.test("unknown methods, lower-case ones, TRACE and very long ones are 405 with Allow", async () => {
  await using app = await testApp();
  const methods = [
    "PUT",
    "PATCH",
    "DELETE",
    "TRACE",
    "PROPFIND",
    "get",
    "post",
    "Get",
    "__proto__",
  ];
  for (const operation of EVERY_OPERATION) {
    for (const method of [...methods, "!#$%&'*+-.^_`|~", "A".repeat(10_000)]) {
      const { status, headers, text } = await send(app, operation, { method });
      const { ok, motivo } = JSON.parse(text);
      assertEquals([status, ok, motivo], [405, false, "metodo"], `${method} ${operation.path}`);
      assertEquals(headers.allow, ALLOW[operation.method]);
    }
  }
  const logged = new Set(app.requests.map(({ method }) => method));
  assertEquals(logged, new Set(["PUT", "PATCH", "DELETE", "(other)"]));
  await assertStillServes(app);
});

Deno.test("HEAD of a POST operation is 405", async () => {
  await using app = await testApp();
  for (const operation of POSTS) {
    const { status, headers } = await send(app, operation, { method: "HEAD" }, { head: true });
    assertEquals([status, headers.allow], [405, ALLOW.POST]);
  }
});

Deno.test("OPTIONS * is 404 no_encontrado, CONNECT to an authority 405 metodo", async () => {
  await using app = await testApp();
  const star = await send(app, CONTACT, { method: "OPTIONS", target: "*" });
  assertEquals([star.status, JSON.parse(star.text).motivo], [404, "no_encontrado"]);
  const connect = await send(app, CONTACT, { method: "CONNECT", target: "mesa.example:443" });
  assertEquals([connect.status, JSON.parse(connect.text).motivo], [405, "metodo"]);
  await assertStillServes(app);
});

Deno.test("CONNECT to a path, and methods with NUL, blanks or beyond ASCII, get Deno's own bare 400", async () => {
  await using app = await testApp();
  for (const operation of EVERY_OPERATION) {
    for (const method of ["CONNECT", "G\0T", "GE T", "GÉT", "", "(GET)"]) {
      assertBare400(await send(app, operation, { method }), `${method} ${operation.path}`);
    }
  }
  assertEquals(app.requests, []);
  await assertStillServes(app);
});

Deno.test("every operation answers HTTP/1.0, with or without a Host", async () => {
  await using app = await testApp();
  for (const operation of EVERY_OPERATION) {
    for (const host of ["", "Host: mesa.example\r\n"]) {
      const answer = await send(app, operation, { version: "HTTP/1.0", host });
      assertEquals(answer.status, 200, operation.path);
      assertDeclared(answer, operation);
    }
  }
});

Deno.test("unknown HTTP versions get Deno's own bare 400", async () => {
  await using app = await testApp();
  for (
    const version of ["HTTP/1.9", "HTTP/2.0", "HTTP/0.9", "http/1.1", "HTTP", "HTTP/1.1 x", ""]
  ) {
    assertBare400(await send(app, CONTACT, { version }), version);
  }
  await assertStillServes(app);
});

Deno.test("a request for another protocol is answered over HTTP/1.1", async () => {
  await using app = await testApp();
  for (
    const headers of [
      "Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n",
      "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAAAAAAIAAAAA\r\n",
    ]
  ) assertEquals((await send(app, CONTACT, { headers })).status, 200);
});
