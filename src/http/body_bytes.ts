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
export async function readBodyBytes(request: Request, limits: BodyLimits): Promise<BodyBytes> {
  const announced = request.headers.get("content-length");
  if (Number(announced) > limits.maxBytes) {
    await request.body?.cancel().catch(() => {});
    return TOO_LARGE;
  }
  // Of an announced length the runtime delivers no more, and reading piece by piece costs three times as much.
  const isBounded = announced !== null && !request.headers.has("transfer-encoding");
  const { maxBytes } = limits;
  const reading = isBounded
    ? whole(request)
    : counted(request.body ?? new Blob().stream(), maxBytes);
  return await inTime(limits, reading);
}

const TOO_LARGE: BodyBytes = { kind: "too_large" };
const INCOMPLETE: BodyBytes = { kind: "incomplete" };

/** A body on its way. */
interface Reading {
  /** Null where there turn out to be too many. */
  readonly bytes: Promise<Uint8Array | null>;
  giveUp(): void;
}

function inTime({ maxBytes, timeoutMs }: BodyLimits, { bytes, giveUp }: Reading) {
  return new Promise<BodyBytes>((resolve) => {
    // What is given up may look like a body that has ended: the first word counts.
    const arrived = startDeadline(timeoutMs, () => {
      resolve(INCOMPLETE);
      giveUp();
    });
    bytes.then((bytes) => {
      arrived();
      const isWhole = bytes !== null && bytes.byteLength <= maxBytes;
      resolve(isWhole ? { kind: "whole", bytes } : TOO_LARGE);
    }, () => {
      arrived();
      resolve(INCOMPLETE);
    });
  });
}

function whole(request: Request): Reading {
  return { bytes: request.bytes(), giveUp() {} };
}

/** Counts bytes as they arrive. */
function counted(body: ReadableStream<Uint8Array>, maxBytes: number): Reading {
  const reader = body.getReader();
  return {
    bytes: collect(reader, maxBytes),
    giveUp: () => void reader.cancel(new Error("time-out")).catch(() => {}),
  };
}

async function collect(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > maxBytes) {
      await reader.cancel().catch(() => {});
      return null;
    }
    chunks.push(next.value);
  }
  return chunks.length === 1 ? chunks[0]! : joined(chunks, size);
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
