/** Bodies that are too large. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { startServiceProcess } from "../support/service_process.ts";
import { NO_LIMITS } from "./_guests.ts";
import { residentMb } from "../support/process_memory.ts";

const TIMES = 40;

/** Sends `size` bytes to `path` repeatedly, on kept connections. @returns the number of answers by status */
async function statuses(url: string, path: string, size: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const body = "x".repeat(size);
  for (let time = 0; time < TIMES; time++) {
    const request = { method: "POST", headers: { origin: url }, body, redirect: "manual" } as const;
    const status = await fetch(`${url}${path}`, request).then(
      async (response) => {
        await response.body?.cancel();
        return String(response.status);
      },
      (error) => String(error),
    );
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

Deno.test("a body that is too large is refused each time, at any size and on kept connections", async () => {
  await using service = await startServiceProcess({ env: NO_LIMITS });
  for (const size of [9_000, 70_000, 1_000_000, 5_000_000]) {
    assertEquals(await statuses(service.url, "/api/reserva", size), { 413: TIMES }, `${size}`);
    assertEquals(await statuses(service.url, "/api/nada", size), { 404: TIMES }, `${size}`);
  }
});

Deno.test("the board answers large bodies each time", async () => {
  await using service = await startServiceProcess({ env: {} });
  assertEquals(await statuses(service.staffUrl, "/casa", 70_000), { 403: TIMES });
  assertEquals(await statuses(service.staffUrl, "/salir", 70_000), { 303: TIMES });
});

Deno.test("a client over the rate limit gets 429, also while it sends a large body", async () => {
  await using service = await startServiceProcess({ env: {} });
  await statuses(service.url, "/api/reserva", 100);
  assertEquals(await statuses(service.url, "/api/reserva", 70_000), { 429: TIMES });
});

/** Almost the size limit of a draft, each byte a chunk: 187 KB on the wire. */
const CHUNKS = 32_000;
/** Each chunk arrives in a buffer of 64 KB: all of them would be 2 GB. */
const MAX_EXTRA_MB = 400;

Deno.test("a body sent as single bytes takes little memory", async () => {
  await using service = await startServiceProcess();
  const before = await residentMb(service.pid);
  const { hostname, port } = new URL(service.url);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const head =
    "POST /api/pedido/borrador HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  await send(connection, `${head}${"1\r\nx\r\n".repeat(CHUNKS)}0\r\n\r\n`);
  const answer = new Uint8Array(1_024);
  const length = await connection.read(answer);
  assertMatch(new TextDecoder().decode(answer.subarray(0, length ?? 0)), /^HTTP\/1\.1 400 /);
  const more = await residentMb(service.pid) - before;
  assert(more < MAX_EXTRA_MB, `${more} MB more`);
});

async function send(connection: Deno.Conn, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}
