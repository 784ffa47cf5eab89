import { assert, assertEquals } from "@std/assert";
import { exchange } from "../support/raw_http.ts";
import {
  assertRefused,
  assertStillServes,
  CONTACT,
  DRAFT,
  GETS,
  type GoodRequest,
  POSTS,
  requestText,
  RESERVATION,
  send,
} from "./_requests.ts";
import { startTarget, type Target } from "./_target.ts";

/** The `motivo` for a body that is not JSON. */
const NOT_JSON = { [DRAFT.path]: "forma", [RESERVATION.path]: "json" } as const;

const length = (bytes: number | string) => `Content-Length: ${bytes}\r\n`;
const bytesOf = (text: string) => new TextEncoder().encode(text).length;
const chunked = (...chunks: string[]) => ({
  framing: "Transfer-Encoding: chunked\r\n",
  body: chunks.map((chunk) => `${bytesOf(chunk).toString(16)}\r\n${chunk}\r\n`).join(""),
});

function assertIncomplete(
  answer: { status: number; text: string },
  operation: GoodRequest,
): void {
  assertRefused(answer, operation, [400, NOT_JSON[operation.path]!]);
  assertEquals(JSON.parse(answer.text).error, "cuerpo_incompleto");
}

Deno.test("a Content-Length longer than the body ends with the body's time-out, without a reservation", async () => {
  await using app = await startTarget({ bodyTimeoutMs: 50 });
  await Promise.all(POSTS.map(async (operation) => {
    const framing = length(bytesOf(operation.body) + 5);
    assertIncomplete(await send(app, operation, { framing }), operation);
  }));
  assertEquals(await app.reservations(), 0);
  await assertStillServes(app);
});

Deno.test("after a body that timed out, the connection serves the next request", async () => {
  await using app = await startTarget({ bodyTimeoutMs: 50 });
  const late = requestText(RESERVATION, { framing: length(bytesOf(RESERVATION.body) + 5) });
  const first = await exchange(late, { port: app.port });
  assertEquals(first.answers.map(({ status }) => status), [400]);
  const { answers } = await exchange([late, "     ", requestText(CONTACT)], {
    port: app.port,
    answers: 2,
  });
  assertEquals(answers.map(({ status }) => status).at(-1), 200);
});

Deno.test("a body that is cut short is 400 if the caller still listens, without a reservation", async () => {
  await using app = await startTarget();
  for (const operation of POSTS) {
    for (const sent of ["", "{", operation.body, operation.body.slice(0, -1)]) {
      const framing = length(bytesOf(operation.body) + 1);
      const answer = await send(app, operation, { framing, body: sent }, { halfClose: true });
      assertIncomplete(answer, operation);
    }
  }
  assertEquals(await app.reservations(), 0);
  await assertStillServes(app);
});

Deno.test("a caller that disconnects in the middle of its body does no harm", async () => {
  await using app = await startTarget();
  for (const operation of POSTS) {
    for (let round = 0; round < 10; round++) {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port: app.port });
      const text = requestText(operation, { framing: length(bytesOf(operation.body) + 9) });
      await connection.write(new TextEncoder().encode(text));
      connection.close();
    }
  }
  assertEquals(await app.reservations(), 0);
  await assertStillServes(app);
});

Deno.test("a body that is missing, not announced or longer than its Content-Length is not JSON", async () => {
  await using app = await startTarget();
  for (const operation of POSTS) {
    for (
      const changes of [
        { body: "" },
        { framing: "" },
        ...[0, 1, bytesOf(operation.body) - 1].map((bytes) => ({ framing: length(bytes) })),
      ]
    ) {
      const answer = await send(app, operation, changes);
      assertRefused(answer, operation, [400, NOT_JSON[operation.path]!]);
    }
  }
  assertEquals(await app.reservations(), 0);
  await assertStillServes(app);
});

Deno.test("chunked bodies are read, in one chunk or byte by byte, with trailers or without", async () => {
  await using app = await startTarget();
  for (const operation of POSTS) {
    for (const chunks of [[operation.body], [...operation.body]]) {
      for (const end of ["0\r\n\r\n", "0\r\nX-Trailer: 1\r\n\r\n", "0;extension=1\r\n\r\n"]) {
        const { framing, body } = chunked(...chunks);
        const answer = await send(app, operation, { framing, body: body + end });
        assertEquals(answer.status, 200, `${operation.path} ${end}`);
      }
    }
  }
  assertEquals(await app.reservations(), 1);
});

Deno.test("a chunked body that never ends is 413 past the limit, or 400 at the time-out", async () => {
  await using app = await startTarget({ bodyTimeoutMs: 50 });
  await Promise.all(POSTS.map(async (operation) => {
    const { framing, body } = chunked(operation.body);
    assertIncomplete(await send(app, operation, { framing, body }), operation);
    const long = chunked(...Array(40).fill(" ".repeat(1_024)));
    assertRefused(await send(app, operation, long), operation, [413, "grande"]);
  }));
  await assertStillServes(app);
});

const BROKEN_CHUNKS = [
  "zz\r\n{}\r\n",
  "-5\r\n{}\r\n",
  "ffffffffffffffffff\r\n",
  "1\r\n{}}\r\n",
];

Deno.test("a broken chunk that comes after the head is 400", async () => {
  await using app = await startTarget();
  for (const operation of POSTS) {
    for (const chunk of BROKEN_CHUNKS) {
      assertIncomplete(await lateBody(app, operation, chunk), operation);
    }
  }
  assertEquals(await app.reservations(), 0);
  await assertStillServes(app);
});

Deno.test("pipelined requests are answered one by one, in order, good and bad", async () => {
  await using app = await startTarget();
  const requests = [
    requestText(CONTACT),
    requestText(CONTACT, { target: "/api/nada" }),
    requestText(RESERVATION),
    requestText(RESERVATION, { body: "{" }),
    requestText(DRAFT),
    requestText(DRAFT, { method: "PUT" }),
    requestText(CONTACT, { host: "Host: a b\r\n" }),
    requestText(CONTACT),
  ];
  const { answers } = await exchange(requests.join(""), {
    port: app.port,
    answers: requests.length,
  });
  assertEquals(answers.map(({ status }) => status), [200, 404, 200, 400, 200, 405, 400, 200]);
});

Deno.test("a small body on a GET is ignored, and the connection serves the next request, unless the body came in chunks", async () => {
  await using app = await startTarget();
  for (const operation of GETS) {
    const parts = [requestText(operation, { body: "hello" }), requestText(CONTACT)];
    const { answers } = await exchange(parts, { port: app.port, answers: 2 });
    assertEquals(answers.map(({ status }) => status), [200, 200], operation.path);
    const { framing, body } = chunked("hello");
    const { status, headers } = await send(app, operation, { framing, body: `${body}0\r\n\r\n` });
    assertEquals([status, headers.connection], [200, "close"], operation.path);
  }
});

Deno.test("a body that is refused unread, for its size or by the rate limit, does not break the next request", async () => {
  const one = { tokens: 1, seconds: 60 };
  await using app = await startTarget({ limits: { reserva: one, borrador: one } });
  for (const [operation, limit] of [[RESERVATION, 8_192], [DRAFT, 32_768]] as const) {
    const big = requestText(operation, { body: "x".repeat(1_000_000) });
    const within = requestText(operation, { body: "x".repeat(limit) });
    const parts = [big, big, within, requestText(CONTACT)];
    const { answers } = await exchange(parts, { port: app.port, answers: parts.length });
    assertEquals(answers.map(({ status }) => status), [413, 429, 429, 200], operation.path);
  }
});

Deno.test("a Content-Length over the limit is refused before a byte of the body comes", async () => {
  await using app = await startTarget();
  await Promise.all(POSTS.map(async (operation) => {
    const answer = await send(app, operation, { framing: length(9_999_999_999), body: "" });
    assertRefused(answer, operation, [413, "grande"]);
  }));
});

Deno.test("a body for an unknown path or method does not break the next request", async () => {
  await using app = await startTarget();
  const body = "x".repeat(1_000_000);
  const parts = [
    requestText(RESERVATION, { target: "/api/nada", body }),
    requestText(RESERVATION, { method: "PUT", body }),
    requestText(RESERVATION, { host: "Host: a b\r\n", body }),
    requestText(CONTACT),
  ];
  const { answers } = await exchange(parts, { port: app.port, answers: parts.length });
  assertEquals(answers.map(({ status }) => status), [404, 405, 400, 200]);
});

/** Sends the head, waits until the server has read it, then sends `body`. */
async function lateBody(app: Target, operation: GoodRequest, body: string) {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: app.port });
  const encoder = new TextEncoder();
  const head = requestText(operation, { framing: "Transfer-Encoding: chunked\r\n", body: "" });
  await connection.write(encoder.encode(`${head}1\r\n{\r\n`));
  // Once a later request is answered, this one's head has been read.
  await assertStillServes(app);
  await connection.write(encoder.encode(body));
  const buffer = new Uint8Array(4_096);
  const count = await connection.read(buffer);
  connection.close();
  const text = new TextDecoder().decode(buffer.subarray(0, count ?? 0));
  assert(text.startsWith("HTTP/1.1 "), text);
  return { status: Number(text.slice(9, 12)), text: text.slice(text.indexOf("\r\n\r\n") + 4) };
}
