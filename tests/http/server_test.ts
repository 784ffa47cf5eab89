import { assert, assertEquals, assertThrows } from "@std/assert";
import { type Server, startServer } from "../../src/http/server.ts";

const QUIET = { hostname: "127.0.0.1", port: 0, onBroken: () => {} };

const get = (server: Server) => fetch(`http://127.0.0.1:${server.port}/`).then((r) => r.text());

Deno.test("a port that is taken is an error at the start", async () => {
  const server = startServer(() => Promise.resolve(new Response()), QUIET);
  assertThrows(
    () => startServer(() => Promise.resolve(new Response()), { ...QUIET, port: server.port }),
    Deno.errors.AddrInUse,
  );
  await server.shutdown(1_000);
});

Deno.test("the end waits for the answer that is under way", async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const server = startServer(async () => {
    arrive();
    await released;
    return new Response("done");
  }, QUIET);
  const answer = get(server);
  await arrived;
  const ended = server.shutdown(5_000);
  release();
  assertEquals(await answer, "done");
  await ended;
});

Deno.test("the end lets a body that is on its way arrive", async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const server = startServer(async (request) => {
    arrive();
    return new Response(await request.text().catch((error) => `${error}`));
  }, QUIET);
  const client = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
  const send = (text: string) => client.write(new TextEncoder().encode(text));
  await send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nfirst");
  await arrived;
  const ended = server.shutdown(5_000);
  await send("-half");
  let answer = "";
  for await (const bytes of client.readable) answer += new TextDecoder().decode(bytes);
  assert(answer.endsWith("\r\n\r\nfirst-half"), answer);
  await ended;
});
