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

/** The body as bytes, counted as they arrive, whatever Content-Length says. */
export async function readBodyBytes(
  request: Request,
  { maxBytes, timeoutMs }: BodyLimits,
): Promise<BodyBytes> {
  if (Number(request.headers.get("content-length")) > maxBytes) {
    await request.body?.cancel().catch(() => {});
    return { kind: "too_large" };
  }
  if (request.body === null) return { kind: "whole", bytes: new Uint8Array(0) };
  const reader = request.body.getReader();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    reader.cancel(new Error("time-out")).catch(() => {});
  }, timeoutMs);
  try {
    const body = await collect(reader, maxBytes);
    // A body that was given up looks like one that has ended.
    return late ? { kind: "incomplete" } : body;
  } catch {
    return { kind: "incomplete" };
  } finally {
    clearTimeout(timer);
  }
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
