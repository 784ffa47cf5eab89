/** Calls of ALERT_URL by a real service. */
import { assert, assertEquals } from "@std/assert";
import { startServiceProcess } from "../support/service_process.ts";
import { eventually } from "../support/eventually.ts";
import { freeSlot, reserve } from "./_guests.ts";

Deno.test("a reservation that no board shows is reported to ALERT_URL, which is in no log line", async () => {
  const called: { readonly path: string; readonly body: unknown }[] = [];
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      called.push({ path: `${pathname}${search}`, body: await request.json() });
      return new Response(null, { status: 204 });
    },
  );
  const ALERT_URL = `http://127.0.0.1:${server.addr.port}/hook?token=SECRET`;
  await using service = await startServiceProcess({ env: { ALERT_URL } });
  const made = Date.now();
  assertEquals((await reserve(service.url, 1, await freeSlot(service.url))).status, 200);
  const answered = Date.now();
  // A start waits ten seconds for boards to reconnect.
  await eventually(() => called.length > 0);
  await service.stop();
  const [{ path, body } = { path: "", body: {} }] = called;
  const { sin_ver, desde, ...rest } = body as Record<string, unknown>;
  assertEquals([path, sin_ver, rest], ["/hook?token=SECRET", 1, {}]);
  const since = Date.parse(String(desde));
  // In whole seconds.
  assert(made - made % 1_000 <= since && since <= answered, String(desde));
  assertEquals(service.lines.filter((line) => line.includes("SECRET")), []);
});
