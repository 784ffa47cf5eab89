import { assert, assertEquals } from "@std/assert";
import { discardRest, readJsonBody as readJsonOrError } from "../../src/http/body.ts";

const MOST = 100;
const encoder = new TextEncoder();

function request(body: BodyInit | null, headers: Record<string, string> = {}): Request {
  return new Request("http://127.0.0.1/", { method: "POST", body, headers });
}

/** A body that arrives in `chunks`, and ends only where `ends`. */
function streamed(
  chunks: readonly (string | Uint8Array<ArrayBuffer>)[],
  { ends = true, onCancel = () => {} } = {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) {
        controller.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
      }
      if (ends) controller.close();
    },
    cancel: onCancel,
  });
}

/** A JSON string of exactly `bytes` bytes. */
const jsonOf = (bytes: number) => JSON.stringify("x".repeat(bytes - 2));

function read(body: Request, timeoutMs = 1_000) {
  return readJsonOrError(body, { maxBytes: MOST, timeoutMs });
}

async function readJson(body: Request): Promise<unknown> {
  const json = await read(body);
  if ("error" in json) throw new Error(json.error);
  return json.value;
}

async function errorOf(body: Request, timeoutMs?: number): Promise<string> {
  const json = await read(body, timeoutMs);
  return "error" in json ? json.error : `read ${JSON.stringify(json.value)}`;
}

Deno.test("a body may arrive in any number of pieces, cut through a character", async () => {
  const bytes = encoder.encode('"ñandú"');
  const pieces = [...bytes].map((byte) => Uint8Array.of(byte));
  assertEquals(await readJson(request(streamed(pieces))), "ñandú");
});

Deno.test("a byte order mark before the JSON is no part of it", async () => {
  assertEquals(await readJson(request("\ufeff7")), 7);
});

Deno.test("bytes are counted as they arrive, and once there are too many the rest stays where it is", async () => {
  let pieces = 0;
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      pieces++;
      controller.enqueue(encoder.encode("x".repeat(60)));
    },
  });
  const refused = request(endless);
  assertEquals(await errorOf(refused), "cuerpo_grande");
  assert(pieces <= MOST / 60 + 3, `${pieces} pieces were asked for`);
  const before = pieces;
  await discardRest(refused);
  assert(pieces > before, "the rest is read, up to a limit");
});

Deno.test("a Content-Length within the limit is not believed", async () => {
  const body = request(streamed([jsonOf(MOST + 1)]), { "content-length": "5" });
  assertEquals(await errorOf(body), "cuerpo_grande");
});

Deno.test("a body that drips does not win time by it", async () => {
  let timer: ReturnType<typeof setInterval> | undefined;
  const drip = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) =>
      void (timer = setInterval(() => controller.enqueue(encoder.encode(" ")), 2)),
    cancel: () => clearInterval(timer),
  });
  assertEquals(await errorOf(request(drip), 50), "cuerpo_incompleto");
});

/** Announcements that do not bound a body: twice, as HTTP/2 lets pass, or beside a coding that has its own end. */
const NO_BOUNDS: readonly Record<string, string>[] = [
  { "content-length": "400000000, 7" },
  { "content-length": "7", "transfer-encoding": "chunked" },
];

for (const headers of NO_BOUNDS) {
  Deno.test(`a length is not believed, bytes are counted: ${JSON.stringify(headers)}`, async () => {
    let ticked = Promise.resolve();
    const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        // So that a timer ends a reading that counts nothing.
        ticked = new Promise((resolve) => setTimeout(resolve));
        await ticked;
        controller.enqueue(encoder.encode("x".repeat(60)));
      },
    });
    assertEquals(await errorOf(request(endless, headers), 2_000), "cuerpo_grande");
    assertEquals(await readJson(request("[1]", headers)), [1]);
    await ticked;
  });
}
