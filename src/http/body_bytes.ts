/** Reads a body within a limit of bytes and of time. */
import { startDeadline } from "./deadlines.ts";

export interface BodyLimits {
  readonly maxBytes: number;
  /** How long it may take to arrive, in milliseconds. */
  readonly timeoutMs: number;
}

/** How long a body may take to arrive where nobody says otherwise. */
export const BODY_TIMEOUT_MS = 10_000;

export type BodyBytes =
  | { readonly kind: "whole"; readonly bytes: Uint8Array }
  | { readonly kind: "too_large" }
  /** It stalled, or its connection broke. */
  | { readonly kind: "incomplete" };

/** The body as bytes, at most as many as are allowed, whatever Content-Length says. */
export async function readBodyBytes(
  request: Request,
  { maxBytes, timeoutMs }: BodyLimits,
): Promise<BodyBytes> {
  const announced = request.headers.get("content-length");
  if (Number(announced) > maxBytes) {
    await request.body?.cancel().catch(() => {});
    return { kind: "too_large" };
  }
  // Of an announced length the runtime delivers no more, and reading piece by piece costs three times as much.
  const isBounded = announced !== null && !request.headers.has("transfer-encoding");
  const { result, giveUp } = isBounded
    ? { result: whole(request, maxBytes), giveUp() {} }
    : counted(request.body ?? new Blob().stream(), maxBytes);
  return await new Promise((resolve) => {
    // What is given up may look like a body that has ended: the first word counts.
    const inTime = startDeadline(timeoutMs, () => {
      resolve(INCOMPLETE);
      giveUp();
    });
    const end = (body: BodyBytes) => {
      inTime();
      resolve(body);
    };
    result.then(end, () => end(INCOMPLETE));
  });
}

/** A body on its way. */
interface Reading {
  readonly result: Promise<BodyBytes>;
  giveUp(): void;
}

const INCOMPLETE: BodyBytes = { kind: "incomplete" };

async function whole(request: Request, maxBytes: number): Promise<BodyBytes> {
  const buffer = await request.arrayBuffer();
  if (buffer.byteLength > maxBytes) return { kind: "too_large" };
  return { kind: "whole", bytes: new Uint8Array(buffer) };
}

/** Counts bytes as they arrive. */
function counted(body: ReadableStream<Uint8Array>, maxBytes: number): Reading {
  const reader = body.getReader();
  return {
    result: collect(reader, maxBytes),
    giveUp: () => void reader.cancel(new Error("time-out")).catch(() => {}),
  };
}

async function collect(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<BodyBytes> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > maxBytes) {
      await reader.cancel().catch(() => {});
      return { kind: "too_large" };
    }
    chunks.push(next.value);
  }
  return { kind: "whole", bytes: chunks.length === 1 ? chunks[0]! : joined(chunks, size) };
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
