import { assertEquals } from "@std/assert";
import { rawRequest } from "../support/raw_http.ts";
import { testApp } from "../support/test_app.ts";
import {
  assertBare400,
  assertDeclared,
  assertRefused,
  assertStillServes,
  AVAILABILITY,
  CONTACT,
  EVERY_OPERATION,
  QUOTE,
  send,
} from "./_requests.ts";

Deno.test("a malformed Host is 400 peticion for every operation, before rate limits count", async () => {
  await using app = await testApp({
    limits: { reserva: { tokens: 1, seconds: 60 }, envio: { tokens: 1, seconds: 60 } },
  });
  for (const operation of EVERY_OPERATION) {
    for (
      const host of [
        "a b",
        "ñandú",
        "[::",
        "%zz",
        "a:b",
        "a?b",
        "a#b",
        "a@b",
        "<x>",
        "a\tb",
        "a\\b",
      ]
    ) {
      const answer = await send(app, operation, { host: `Host: ${host}\r\n` });
      assertRefused(answer, operation, 400, "peticion", host);
    }
  }
  await assertStillServes(app);
});

Deno.test("a Host that contains a path does not lead to another operation", async () => {
  await using app = await testApp();
  for (const host of ["a/api/contacto?x=", "a/api", "http://a", "a/"]) {
    const answer = await send(app, AVAILABILITY, { host: `Host: ${host}\r\n` });
    assertRefused(answer, AVAILABILITY, 400, "peticion", host);
  }
  await assertStillServes(app);
});

Deno.test("a missing or empty Host is accepted: nothing depends on it", async () => {
  await using app = await testApp();
  for (const operation of EVERY_OPERATION) {
    for (const host of ["", "Host:\r\n", "Host: \r\n"]) {
      const answer = await send(app, operation, { host });
      assertEquals(answer.status, 200, `${operation.path} ${host}`);
      assertDeclared(answer, operation);
    }
  }
  await assertStillServes(app);
});

Deno.test("two Hosts, or NUL in one, get Deno's own bare 400", async () => {
  await using app = await testApp();
  for (const operation of EVERY_OPERATION) {
    assertBare400(await send(app, operation, { host: "Host: a\r\nHost: b\r\n" }));
    assertBare400(await send(app, operation, { host: "Host: a\0b\r\n" }));
  }
  assertEquals(app.requests, []);
  await assertStillServes(app);
});

Deno.test("an absolute-form target is the same as its path, whatever its scheme and host", async () => {
  await using app = await testApp();
  for (const operation of EVERY_OPERATION) {
    for (const origin of ["http://other.example", "https://o:1", "ftp://o", "http://u:p@o:99999"]) {
      const target = `${origin}${operation.path}${operation.search}`;
      const answer = await send(app, operation, { target });
      assertEquals(answer.status, 200, target);
      assertDeclared(answer, operation);
    }
  }
  await assertStillServes(app);
});

Deno.test("an absolute-form target without a path is the root, even with an operation's path in its query", async () => {
  await using app = await testApp();
  for (const target of ["http://o.example", "http://o.example?x=/api/contacto"]) {
    const { status, headers } = await send(app, CONTACT, { target });
    assertEquals([status, headers["content-type"]], [200, "text/html; charset=utf-8"], target);
  }
  assertEquals(app.requests.map(({ route }) => route), ["/", "/"]);
});

Deno.test("paths must match exactly: broken, escaped, doubled and non-ASCII ones are 404 no_encontrado", async () => {
  await using app = await testApp();
  for (
    const target of [
      "/api/%ZZ",
      "/api/contacto%",
      "/api/contact%6f",
      "/api/contacto%00",
      "/api/contacto/",
      "//api/contacto",
      "/x/../api/contacto",
      "/api/ñ",
      "/api/\u202eotcatnoc",
      "/API/CONTACTO",
      "/api/contacto;a=b",
      '/api/"<>^{|}`',
      `/${"a".repeat(60_000)}`,
      "/pedido/a/b",
    ]
  ) {
    const { status, text } = await send(app, CONTACT, { target });
    const { ok, motivo } = JSON.parse(text);
    assertEquals([status, ok, motivo], [404, false, "no_encontrado"], target.slice(0, 40));
  }
  assertEquals(new Set(app.requests.map(({ route }) => route)), new Set(["(none)"]));
  await assertStillServes(app);
});

Deno.test("a draft's link with a broken token gets a 404 page, whatever its bytes", async () => {
  await using app = await testApp();
  for (const token of ["%", "%ZZ", "%00", "%ff", "%ED%A0%80", "ñ", "a".repeat(50_000), "..%2f.."]) {
    const { status, headers } = await send(app, CONTACT, { target: `/pedido/${token}` });
    assertEquals([status, headers["content-type"]], [404, "text/html; charset=utf-8"], token);
  }
  await assertStillServes(app);
});

Deno.test("a fragment in a target is dropped", async () => {
  await using app = await testApp();
  const { status, text } = await send(app, CONTACT, { target: "/api/contacto#motivo=x" });
  assertEquals([status, JSON.parse(text).ok], [200, true]);
});

Deno.test("targets with blanks or NUL, without a slash, or over 64 KB get Deno's own bare 400", async () => {
  await using app = await testApp();
  for (
    const target of [
      "/api/con tacto",
      "/api/con\0tacto",
      "api/contacto",
      "?motivo=duda",
      "\\api\\contacto",
      "*",
      "",
      `/${"a".repeat(70_000)}`,
      `/api/contacto?${"a".repeat(70_000)}`,
    ]
  ) assertBare400(await send(app, CONTACT, { target }), target.slice(0, 40));
  const latin1 = Uint8Array.from("GET /\xf1 HTTP/1.1\r\nHost: a\r\n\r\n", (c) => c.charCodeAt(0));
  assertBare400(await rawRequest(latin1, { port: app.port }), "bytes that are not UTF-8");
  await assertStillServes(app);
});

Deno.test("the first of repeated query parameters counts", async () => {
  await using app = await testApp();
  const first = await send(app, QUOTE, {
    target: "/api/envio?lat=20.9745&lng=-89.6212&lat=x&lng=0",
  });
  assertEquals([first.status, JSON.parse(first.text).calle], [200, "Calle 58"]);
  assertRefused(
    await send(app, QUOTE, { target: "/api/envio?lat=x&lat=20.9745&lng=-89.6212" }),
    QUOTE,
    400,
    "coordenadas",
  );
  const reason = await send(app, CONTACT, { target: "/api/contacto?motivo=duda&motivo=x" });
  assertEquals(reason.status, 200);
  const days = await send(app, AVAILABILITY, { target: "/api/disponibilidad?dias=2&dias=x" });
  assertEquals([days.status, JSON.parse(days.text).dias.length], [200, 2]);
});

Deno.test("a query may have tens of thousands of parameters, or one of 60 KB", async () => {
  await using app = await testApp();
  for (
    const search of [
      "?" + "&".repeat(60_000),
      `?a=${"%".repeat(60_000)}`,
      "?" + "a&".repeat(30_000),
    ]
  ) {
    assertEquals((await send(app, CONTACT, { target: CONTACT.path + search })).status, 200);
  }
});
