/** Reads a body within a limit of bytes and of time, and drains one that is refused. */
import { activeSet } from "../domain/in_progress.ts";
import type { NOT_JSON_ERRORS } from "./failure.ts";

export interface BodyLimits {
  readonly maxBytes: number;
  /** How long it may take to arrive, in milliseconds. */
  readonly timeoutMs: number;
}

/** How long a body may take to arrive by default. */
export const BODY_TIMEOUT_MS = 10_000;

/** `incomplete`: it stalled, or its connection broke. */
type BodyBytes = Uint8Array | "too_large" | "incomplete";

/** The body as bytes, at most as many as are allowed, whatever Content-Length says. Of one that is too large the rest stays unread. */
export async function readBodyBytes(request: Request, limits: BodyLimits): Promise<BodyBytes> {
  const announced = request.headers.get("content-length") ?? "";
  if (Number(announced) > limits.maxBytes) return "too_large";
  // Of one announced length the runtime delivers no more, and reading piece by piece costs three times as much.
  const isBounded = LENGTH_FORM.test(announced) && !request.headers.has("transfer-encoding");
  if (isBounded) return await inTime(limits, request.bytes(), () => {});
  const reader = (request.body ?? new Blob().stream()).getReader();
  const giveUp = () => void reader.cancel(new Error("time-out")).catch(() => {});
  return await inTime(limits, collect(reader, limits.maxBytes), giveUp);
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The body as a JSON value, or the code of why it is none. */
export async function readJson(
  request: Request,
  limits: BodyLimits,
): Promise<
  { readonly value: unknown } | { readonly error: keyof typeof NOT_JSON_ERRORS | "cuerpo_grande" }
> {
  const body = await readBodyBytes(request, limits);
  if (body === "too_large") return { error: "cuerpo_grande" };
  if (body === "incomplete") return { error: "cuerpo_incompleto" };
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    return { error: "utf8_invalido" };
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { error: "json_invalido" };
  }
}

/** Two Content-Length headers, which HTTP/2 lets pass, are read as `7, 7`. */
const LENGTH_FORM = /^\d+$/;

/** @param bytes null where they turn out to be too many */
function inTime(
  { maxBytes, timeoutMs }: BodyLimits,
  bytes: Promise<Uint8Array | null>,
  giveUp: () => void,
): Promise<BodyBytes> {
  return new Promise((resolve) => {
    // A cancelled body may look like one that has ended: only the first outcome counts.
    const arrived = startDeadline(timeoutMs, () => {
      end("incomplete");
      giveUp();
    });
    const end = (body: BodyBytes) => {
      arrived();
      resolve(body);
    };
    bytes.then((bytes) => {
      end(bytes !== null && bytes.byteLength <= maxBytes ? bytes : "too_large");
    }, () => end("incomplete"));
  });
}

/** Copies what arrives: a piece of one byte may keep a buffer of 64 KB alive. */
async function collect(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(maxBytes);
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (size + next.value.byteLength > maxBytes) {
      reader.releaseLock();
      return null;
    }
    bytes.set(next.value, size);
    size += next.value.byteLength;
  }
  return bytes.subarray(0, size);
}

/** How many bytes of a refused body are read, and how many milliseconds the answer waits for them. */
const MAX_DISCARDED = 8_000_000;
const DISCARD_MS = 2_000;
/** A shorter body is read at once: piece by piece a refusal costs three times as much. */
const SHORT: BodyLimits = { maxBytes: 65_536, timeoutMs: DISCARD_MS };

/**
 * Reads and drops what was not read of a refused body. Where bytes stay unread, Deno 2.6 closes the connection without an answer to
 * a client that is still sending, or that keeps the connection for its next request. Never rejects.
 */
export async function discardRest(request: Request): Promise<void> {
  const { body, bodyUsed } = request;
  if (body === null || (bodyUsed && body.locked)) return;
  if (!bodyUsed && await readBodyBytes(request, SHORT) !== "too_large") return;
  let left = MAX_DISCARDED;
  const dropped = new WritableStream<Uint8Array>({
    write({ byteLength }) {
      left -= byteLength;
      if (left <= 0) throw new RangeError("enough");
    },
  });
  // It rejects where its connection has ended, too.
  await body.pipeTo(dropped, { signal: AbortSignal.timeout(DISCARD_MS) }).catch(() => {});
}

interface Deadline {
  /** Of the monotonic clock, in milliseconds. */
  readonly due: number;
  passed(): void;
}

/** All deadlines share one timer: one each would cost more than most of the work they limit. */
const deadlines = activeSet<Deadline>();
let sweeping: ReturnType<typeof setInterval> | undefined;

/** How often to look for deadlines that have passed, in milliseconds. */
const SWEEP_MS = 50;

/** Calls `passed` after `ms` milliseconds and perhaps a few more, unless the returned function is called first. */
function startDeadline(ms: number, passed: () => void): () => void {
  const remove = deadlines.add({ due: performance.now() + ms, passed });
  sweeping ??= setInterval(sweep, SWEEP_MS);
  return () => {
    remove();
    if (deadlines.size > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  };
}

function sweep(): void {
  const now = performance.now();
  for (const { due, passed } of deadlines.items()) if (due <= now) passed();
}
