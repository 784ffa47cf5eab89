import { assertEquals } from "@std/assert";
import { testApp } from "../support/test_app.ts";
import {
  assertRefused,
  assertStillServes,
  DRAFT,
  type GoodRequest,
  RESERVATION,
  send,
} from "./_requests.ts";

const encoder = new TextEncoder();

/** The operation's good body with an unknown field that makes it `bytes` bytes long, in characters of two bytes each. */
function bodyOf({ body }: GoodRequest, bytes: number): string {
  const open = `${body.slice(0, -1)},"x":"`;
  const room = bytes - open.length - encoder.encode(body).length + body.length - 2;
  const text = `${open}${"ñ".repeat(room >> 1)}${"x".repeat(room & 1)}"}`;
  assertEquals(encoder.encode(text).length, bytes);
  return text;
}

function inChunks(body: string): { framing: string; body: string } {
  const size = encoder.encode(body).length.toString(16);
  return {
    framing: "Transfer-Encoding: chunked\r\n",
    body: `${size}\r\n${body}\r\n0\r\n\r\n`,
  };
}

for (const [operation, limit] of [[RESERVATION, 8_192], [DRAFT, 32_768]] as const) {
  Deno.test(`a body of ${limit} bytes passes ${operation.path}, one byte more is 413 grande, chunked or not`, async () => {
    await using app = await testApp();
    const [fits, exceeds] = [bodyOf(operation, limit), bodyOf(operation, limit + 1)];
    for (const changes of [{ body: fits }, inChunks(fits)]) {
      const { status, text } = await send(app, operation, changes);
      assertEquals([status, JSON.parse(text).ignorados], [200, ["x"]]);
    }
    for (const changes of [{ body: exceeds }, inChunks(exceeds)]) {
      assertRefused(await send(app, operation, changes), operation, 413, "grande");
    }
    await assertStillServes(app);
  });

  Deno.test(`a Content-Length over ${limit} is refused by ${operation.path} before a byte of the body comes`, async () => {
    await using app = await testApp();
    for (const length of [limit + 1, 9_999_999_999]) {
      const answer = await send(app, operation, {
        framing: `Content-Length: ${length}\r\n`,
        body: "",
      });
      assertRefused(answer, operation, 413, "grande");
    }
    await assertStillServes(app);
  });

  Deno.test(`any body of 5 MB is 413 at ${operation.path}`, async () => {
    await using app = await testApp();
    for (const body of ["[".repeat(5_000_000), bodyOf(operation, 5_000_000)]) {
      assertRefused(await send(app, operation, { body }), operation, 413, "grande");
    }
    await assertStillServes(app);
  });
}
