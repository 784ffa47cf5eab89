/** Request lines and headers, byte by byte. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import {
  assertDeclared,
  assertRefused,
  assertStillServes,
  type Changes,
  CONTACT,
  EVERY_OPERATION,
  GETS,
  type GoodRequest,
  INFO,
  requestText,
  send,
} from "./_requests.ts";
import { IS_EXECUTABLE, startTarget } from "./_target.ts";

/** A method that Deno 2.6, of which executables are made, refuses by itself with a bare 400. */
const TOKEN = "!#$%&'*+-.^_`|~";

const ALLOW = { GET: "GET, HEAD, OPTIONS", POST: "POST, OPTIONS" } as const;

Deno.test("HEAD of every GET has its headers and no body", async () => {
  await using app = await startTarget();
  for (const operation of GETS) {
    const { headers: { date: _, ...expected } } = await send(app, operation);
    const head = await send(app, operation, { method: "HEAD" }, { head: true });
    const { date: __, ...headers } = head.headers;
    assertEquals([head.status, head.text, headers], [200, "", expected], operation.path);
  }
});

Deno.test("a preflight needs no token", async () => {
  const none = { tokens: 1, seconds: 3_600 };
  await using app = await startTarget({
    limits: { envio: none, ubicacion: none, borrador: none, reserva: none },
  });
  for (const operation of EVERY_OPERATION) {
    for (let round = 0; round < 3; round++) {
      const { status } = await send(app, operation, { method: "OPTIONS" });
      assertEquals(status, 204, operation.path);
    }
  }
});

Deno.test("unknown methods, lower-case ones, TRACE and very long ones are 405 with Allow", async () => {
  await using app = await startTarget();
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
    for (const method of [...methods, "A".repeat(10_000), ...(IS_EXECUTABLE ? [] : [TOKEN])]) {
      const { status, headers, text } = await send(app, operation, { method });
      const { ok, motivo, detalle } = JSON.parse(text);
      assertEquals([status, ok, motivo], [405, false, "metodo"], `${method} ${operation.path}`);
      assertEquals(headers.allow, ALLOW[operation.method]);
      assertStringIncludes(detalle, ALLOW[operation.method]);
    }
  }
  await assertStillServes(app);
  await eventually(() => app.requests().some(({ method }) => method === "GET"));
  const logged = new Set(app.requests().map(({ method }) => method));
  for (const method of ["PUT", "PATCH", "DELETE", "(other)"]) assert(logged.delete(method), method);
  logged.delete("GET");
  assertEquals(logged, new Set());
});

Deno.test("a malformed Host is 400 peticion for every operation, leads to no other, and counts for no rate limit", async () => {
  await using app = await startTarget({
    limits: { reserva: { tokens: 1, seconds: 60 }, envio: { tokens: 1, seconds: 60 } },
  });
  const others = [
    ...["a b", "ñandú", "[::", "%zz", "a:b", "a:123456", "::1", "a,b", "a?b", "a#b", "a@b", "<x>"],
    ...["a\tb", "a\\b", "a/api/contacto?x=", "a/api", "http://a", "a/"],
  ];
  for (const operation of EVERY_OPERATION) {
    for (const host of others) {
      const answer = await send(app, operation, { host: `Host: ${host}\r\n` });
      assertRefused(answer, operation, [400, "peticion"], host);
    }
  }
  await assertStillServes(app);
});

/** Characters that no URL holds: Deno 2.6, of which executables are made, refuses them by itself with a bare 400. */
const NOT_OF_URLS = ["ñ", "\u202eotcatnoc", '"<>^{|}`'];

Deno.test("paths must match exactly: broken, escaped, doubled and non-ASCII ones are 404 no_encontrado", async () => {
  await using app = await startTarget();
  const targets = [
    "/api/%ZZ",
    "/api/contacto%",
    "/api/contact%6f",
    "/api/contacto%00",
    "/api/contacto/",
    "//api/contacto",
    "/x/../api/contacto",
    "/API/CONTACTO",
    "/api/contacto;a=b",
    `/${"a".repeat(60_000)}`,
    "/pedido/a/b",
    "/*",
    "/__proto__",
    "/constructor",
    ...(IS_EXECUTABLE ? [] : NOT_OF_URLS.map((name) => `/api/${name}`)),
  ];
  for (const target of targets) {
    const { status, text } = await send(app, CONTACT, { target });
    const { ok, motivo } = JSON.parse(text);
    assertEquals([status, ok, motivo], [404, false, "no_encontrado"], target.slice(0, 40));
  }
  await eventually(() => app.requests().length === targets.length);
  assertEquals(new Set(app.requests().map(({ route }) => route)), new Set(["(none)"]));
  await assertStillServes(app);
});

/** Of any bytes, which are read only where they are needed. */
const ODD_HEADERS = [
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

/** A header that makes the head of `operation`'s request `bytes` bytes long. */
function filler(operation: GoodRequest, bytes: number): string {
  const head = requestText(operation).length - operation.body.length;
  return `X-Filler: ${"a".repeat(bytes - head - "X-Filler: \r\n".length)}\r\n`;
}

/** Requests that are answered as any other, by what is unusual about them. */
const UNUSUAL: Readonly<Record<string, (good: GoodRequest) => readonly Changes[]>> = {
  "of HTTP/1.0": () => ["", "Host: a\r\n"].map((host) => ({ version: "HTTP/1.0", host })),
  "with a missing or empty Host": () => ["", "Host:\r\n", "Host: \r\n"].map((host) => ({ host })),
  "with an absolute target, whatever its scheme and host": ({ path, search }) =>
    ["http://other.example", "https://o:1", "ftp://o", "http://u:p@o:99999"]
      .map((origin) => ({ target: `${origin}${path}${search}` })),
  "with a head of 64 KB": (good) => [{ headers: filler(good, 65_536) }],
  "with odd headers": () => [{ headers: ODD_HEADERS }],
};

for (const [what, changesOf] of Object.entries(UNUSUAL)) {
  Deno.test(`every operation answers a request ${what}`, async () => {
    await using app = await startTarget();
    for (const operation of EVERY_OPERATION) {
      for (const changes of changesOf(operation)) {
        const answer = await send(app, operation, changes);
        assertEquals(
          answer.status,
          200,
          `${operation.path} ${JSON.stringify(changes).slice(0, 80)}`,
        );
        assertDeclared(answer, operation);
      }
    }
    await assertStillServes(app);
  });
}

Deno.test("an If-None-Match of any form gets the answer or 304, never an error", async () => {
  await using app = await startTarget();
  for (const value of ["", "*", ",", '"', "W/", '"a", W/"b"', "a".repeat(50_000), "ñ", '""""']) {
    const { status } = await send(app, INFO, { headers: `If-None-Match: ${value}\r\n` });
    assertEquals(status, value === "*" ? 304 : 200, value.slice(0, 20));
  }
  await assertStillServes(app);
});
