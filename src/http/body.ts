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

export type BodyBytes =
  | { readonly kind: "whole"; readonly bytes: Uint8Array }
  | { readonly kind: "too_large" }
  /** It stalled, or its connection broke. */
  | { readonly kind: "incomplete" };

/** The body as bytes, at most as many as are allowed, whatever Content-Length says. Of one that is too large the rest stays unread. */
export async function readBodyBytes(request: Request, limits: BodyLimits): Promise<BodyBytes> {
  const announced = request.headers.get("content-length") ?? "";
  if (Number(announced) > limits.maxBytes) return TOO_LARGE;
  // Of one announced length the runtime delivers no more, and reading piece by piece costs three times as much.
  const isBounded = LENGTH_FORM.test(announced) && !request.headers.has("transfer-encoding");
  const { maxBytes } = limits;
  const reading = isBounded
    ? { bytes: request.bytes(), giveUp() {} }
    : counted(request.body ?? new Blob().stream(), maxBytes);
  return await inTime(limits, reading);
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
  if (body.kind === "too_large") return { error: "cuerpo_grande" };
  if (body.kind === "incomplete") return { error: "cuerpo_incompleto" };
  let text: string;
  try {
    text = decoder.decode(body.bytes);
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
const TOO_LARGE: BodyBytes = { kind: "too_large" };
const INCOMPLETE: BodyBytes = { kind: "incomplete" };

/** A body on its way. */
interface Reading {
  /** Null where the body turns out to be too large. */
  readonly bytes: Promise<Uint8Array | null>;
  giveUp(): void;
}

function inTime({ maxBytes, timeoutMs }: BodyLimits, reading: Reading): Promise<BodyBytes> {
  return new Promise((resolve) => {
    // A cancelled body may look like one that has ended: only the first outcome counts.
    const arrived = startDeadline(timeoutMs, () => {
      resolve(INCOMPLETE);
      reading.giveUp();
    });
    const end = (body: BodyBytes) => {
      arrived();
      resolve(body);
    };
    reading.bytes.then(
      (bytes) => {
        const isWhole = bytes !== null && bytes.byteLength <= maxBytes;
        end(isWhole ? { kind: "whole", bytes } : TOO_LARGE);
      },
      () => end(INCOMPLETE),
    );
  });
}

/** Counts bytes as they arrive. */
function counted(body: ReadableStream<Uint8Array>, maxBytes: number): Reading {
  const reader = body.getReader();
  return {
    bytes: collect(reader, maxBytes),
    giveUp: () => void reader.cancel(new Error("time-out")).catch(() => {}),
  };
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

/** Whether some of the body may not have been read. */
export function hasRest({ body, bodyUsed }: Request): boolean {
  return body !== null && !(bodyUsed && body.locked);
}

/**
 * Reads and drops the rest of a refused body. Where bytes stay unread, Deno 2.6 closes the connection without an answer to a client
 * that is still sending, or that keeps the connection for its next request. Never rejects.
 */
export async function discardRest(request: Request): Promise<void> {
  if (!request.bodyUsed) {
    const { kind } = await readBodyBytes(request, SHORT);
    if (kind !== "too_large") return;
  }
  const reader = request.body!.getReader();
  const giveUp = () => reader.cancel().catch(() => {});
  const ended = startDeadline(DISCARD_MS, giveUp);
  try {
    for (let left = MAX_DISCARDED; left > 0;) {
      const { done, value } = await reader.read();
      if (done) return;
      left -= value.byteLength;
    }
    await giveUp();
  } catch {
    // Its connection has ended.
  } finally {
    ended();
  }
}

/** All deadlines share one timer: one each would cost more than most of the work they limit. */
interface Deadline {
  /** Of the monotonic clock, in milliseconds. */
  readonly due: number;
  passed(): void;
}

const deadlines = activeSet<Deadline>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** When the timer goes off. */
let next = Infinity;

/** Calls `passed` after `ms` milliseconds, unless the returned function is called first. */
export function startDeadline(ms: number, passed: () => void): () => void {
  const due = performance.now() + ms;
  const remove = deadlines.add({
    due,
    passed() {
      remove();
      passed();
    },
  });
  if (due < next) wakeAt(due);
  return () => {
    remove();
    if (deadlines.size === 0) wakeAt(Infinity);
  };
}

function wakeAt(due: number): void {
  if (due === next) return;
  clearTimeout(timer);
  next = due;
  if (due < Infinity) timer = setTimeout(wake, Math.max(0, due - performance.now()));
}

function wake(): void {
  next = Infinity;
  const now = performance.now();
  const byDue = deadlines.items().sort((a, b) => a.due - b.due);
  wakeAt(byDue.find(({ due }) => due > now)?.due ?? Infinity);
  for (const { due, passed } of byDue) if (due <= now) passed();
}
