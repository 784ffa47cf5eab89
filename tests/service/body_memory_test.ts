import { assert, assertMatch } from "@std/assert";
import { residentMb } from "../support/process_memory.ts";
import { startServiceProcess } from "../support/service_process.ts";

/** As many bytes as a draft may have, each a chunk of its own: 187 KB on the wire. */
const CHUNKS = 32_000;
/** Each chunk comes in a buffer of 64 KB: kept until the last of them, they would be 2 GB. */
const MOST_MORE_MEGABYTES = 400;

Deno.test("a body of single bytes takes no more memory than a body of its length should", async () => {
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
  assert(more < MOST_MORE_MEGABYTES, `${more} MB more`);
});

async function send(connection: Deno.Conn, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}
