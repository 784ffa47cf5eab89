/** Reads a body within a limit of bytes and of time. */

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
    ? whole(request, maxBytes)
    : counted(request.body ?? new Blob().stream(), maxBytes);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    giveUp();
  }, timeoutMs);
  try {
    const body = await result;
    // A body that was given up looks like one that has ended.
    return late ? INCOMPLETE : body;
  } catch {
    return INCOMPLETE;
  } finally {
    clearTimeout(timer);
  }
}

/** A body on its way. */
interface Reading {
  /** Settles soon after it is given up. */
  readonly result: Promise<BodyBytes>;
  giveUp(): void;
}

const INCOMPLETE: BodyBytes = { kind: "incomplete" };

function whole(request: Request, maxBytes: number): Reading {
  const { promise: givenUp, resolve } = Promise.withResolvers<BodyBytes>();
  const read = request.arrayBuffer()
    .then((buffer): BodyBytes =>
      buffer.byteLength > maxBytes
        ? { kind: "too_large" }
        : { kind: "whole", bytes: new Uint8Array(buffer) }
    )
    .catch(() => INCOMPLETE);
  return { result: Promise.race([read, givenUp]), giveUp: () => resolve(INCOMPLETE) };
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
