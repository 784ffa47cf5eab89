/** Reads a body, JSON or a form, within limits of size, time and fields, and drains a refused one. */
import { Buffer } from "node:buffer";
import type { NOT_JSON_ERRORS } from "./failure.ts";

export interface BodyLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

export const BODY_TIMEOUT_MS = 10_000;

/** `incomplete`: it stalled, or its connection broke. */
type BodyBytes = Uint8Array | "too_large" | "too_many_fields" | "incomplete";

/** What separates the fields of a form, and how often it may come. */
interface Separators {
  readonly mark: string;
  readonly max: number;
}

/** The body's bytes, counted as they arrive. What follows the limit of size or fields stays unread. */
async function readBodyBytes(
  request: Request,
  limits: BodyLimits,
  separators?: Separators,
): Promise<BodyBytes> {
  const announced = request.headers.get("content-length") ?? "";
  if (Number(announced) > limits.maxBytes) return "too_large";
  // The runtime delivers no more than one announced length. Reading in pieces costs three times as much.
  const isBounded = LENGTH_FORM.test(announced) && !request.headers.has("transfer-encoding");
  if (isBounded && !separators) return await inTime(limits, request.bytes(), () => {});
  const reader = pieceReader(request.body ?? new Blob().stream());
  const giveUp = () => void reader.cancel(new Error("time-out")).catch(() => {});
  return await inTime(limits, collect(reader, limits.maxBytes, separators), giveUp);
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The body as a JSON value, or the code of why it is not JSON. */
export async function readJsonBody(
  request: Request,
  limits: BodyLimits,
): Promise<
  { readonly value: unknown } | { readonly error: keyof typeof NOT_JSON_ERRORS | "cuerpo_grande" }
> {
  const body = await readBodyBytes(request, limits);
  if (body === "too_large") return { error: "cuerpo_grande" };
  if (typeof body === "string") return { error: "cuerpo_incompleto" };
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

function inTime(
  { maxBytes, timeoutMs }: BodyLimits,
  bytes: Promise<BodyBytes>,
  giveUp: () => void,
): Promise<BodyBytes> {
  return new Promise((resolve) => {
    // A cancelled body may look complete, so only the first outcome counts.
    const timer = setTimeout(() => {
      resolve("incomplete");
      giveUp();
    }, timeoutMs);
    const end = (body: BodyBytes) => {
      clearTimeout(timer);
      resolve(body);
    };
    bytes.then((bytes) => {
      end(typeof bytes === "string" || bytes.byteLength <= maxBytes ? bytes : "too_large");
    }, () => end("incomplete"));
  });
}

function pieceReader(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStreamBYOBReader {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    // Deno 2.9 keeps a body that came with its head in a stream whose readers fill no buffers.
    return body.getReader() as unknown as ReadableStreamBYOBReader;
  }
}

/**
 * Pieces begin small and grow while they are filled. The runtime itself reads into 64 KB, which stalled clients occupy:
 * 4,000 took 610 MB, now 170. Pieces that stay small make the rest of a refused body cost twice as much.
 */
const MIN_PIECE_BYTES = 1_024;
const MAX_PIECE_BYTES = 65_536;

/** Gives `take` each piece, valid until it returns, until it returns false. @returns whether the body has ended */
async function readPieces(
  reader: ReadableStreamBYOBReader,
  take: (piece: Uint8Array) => boolean,
): Promise<boolean> {
  let buffer = new ArrayBuffer(MIN_PIECE_BYTES);
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(buffer));
    if (done) return true;
    if (!take(value)) return false;
    buffer = value.buffer;
    const isFull = value.byteLength === buffer.byteLength;
    if (isFull) buffer = new ArrayBuffer(Math.min(2 * buffer.byteLength, MAX_PIECE_BYTES));
  }
}

async function collect(
  reader: ReadableStreamBYOBReader,
  maxBytes: number,
  { mark, max }: Separators = { mark: "&", max: Infinity },
): Promise<BodyBytes> {
  let bytes = new Uint8Array();
  let [size, from, left] = [0, 0, max];
  const isWhole = await readPieces(reader, (piece) => {
    const end = size + piece.byteLength;
    if (end > maxBytes) return false;
    if (end > bytes.byteLength) bytes = new Uint8Array(bytes.buffer.transfer(2 * end));
    bytes.set(piece, size);
    size = end;
    if (max === Infinity) return true;
    const read = Buffer.from(bytes.buffer, 0, size);
    for (let at; left >= 0 && (at = read.indexOf(mark, from)) >= 0; left--) from = at + mark.length;
    // The end of one piece may begin a separator.
    from = Math.max(from, size - mark.length + 1);
    return left >= 0;
  });
  if (isWhole) return bytes.subarray(0, size);
  reader.releaseLock();
  return left < 0 ? "too_many_fields" : "too_large";
}

/** What is read of the rest of a refused body, and how long the answer waits for it. */
const REST: BodyLimits = { maxBytes: 8_000_000, timeoutMs: 2_000 };
/** A shorter body is read at once: piece by piece a refusal costs three times as much. */
const SHORT: BodyLimits = { maxBytes: 65_536, timeoutMs: REST.timeoutMs };

/**
 * Reads and drops the rest of a refused body. Otherwise Deno 2.6 closes the connection before a client that still sends
 * has read the answer. Never rejects.
 */
export async function discardRest(request: Request): Promise<void> {
  const { body, bodyUsed } = request;
  if (body === null || (bodyUsed && body.locked)) return;
  if (!bodyUsed && await readBodyBytes(request, SHORT) !== "too_large") return;
  const reader = pieceReader(body);
  let left = REST.maxBytes;
  const dropped = readPieces(reader, ({ byteLength }) => (left -= byteLength) > 0);
  await inTime(REST, dropped.then(() => "too_large"), () => {});
  // It rejects if the connection has ended.
  await reader.cancel().catch(() => {});
}

export interface SentForm {
  /** Empty where nothing could be read. Texts are as typed and must be normalised. */
  readonly form: URLSearchParams;
  /** The files by field, if they were asked for as bytes; otherwise their texts are values of the form. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  readonly error: FormError | null;
}

export type FormError = "not_a_form" | "too_large" | "too_many_fields" | "incomplete" | "not_utf8";

export interface FormLimits extends BodyLimits {
  /** How many fields the form's page has, if that depends on stored data. Default: none. */
  readonly fields?: number | undefined;
}

/** How many more fields a form may have. Reading them takes a millisecond. */
const MAX_MORE_FIELDS = 200;

/** Characters of a Content-Type, whose parameters the runtime reads in quadratic time. */
const MAX_TYPE = 200;
const BOUNDARY_FORM = /^multipart\/form-data.*boundary="?([^";]+)/i;

/** Reads a URL-encoded or multipart form. `asBytes` gives files as bytes. Bytes that are not UTF-8 are replaced. */
export async function readForm(
  request: Request,
  { fields: known = 0, ...limits }: FormLimits,
  asBytes = false,
): Promise<SentForm> {
  const form = new URLSearchParams();
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const max = known + MAX_MORE_FIELDS;
  const type = (request.headers.get("content-type") ?? "").slice(0, MAX_TYPE);
  const boundary = BOUNDARY_FORM.exec(type)?.[1];
  // There is one mark fewer than fields between them, and one boundary more.
  const separators = boundary === undefined
    ? { mark: "&", max: max - 1 }
    : { mark: `--${boundary}`, max: max + 1 };
  const body = await readBodyBytes(request, limits, separators);
  if (typeof body === "string") return { form, files, error: body };
  if (boundary !== undefined && hasLongHead(body, separators.mark)) {
    return { form, files, error: "not_a_form" };
  }
  const fields = await new Response(new Uint8Array(body), { headers: { "content-type": type } })
    .formData().catch(() => null);
  if (fields === null) return { form, files, error: "not_a_form" };
  for (const [name, value] of fields) {
    if (typeof value === "string") form.append(name, value);
    else if (asBytes) files.set(name, await value.bytes());
    else form.append(name, await value.text());
  }
  return { form, files, error: form.toString().includes(REPLACEMENT) ? "not_utf8" : null };
}

/** Bytes of the head of a part, which holds its name. Deno 2.6 reads it byte by byte. */
const MAX_PART_HEAD = 1_000;

function hasLongHead(bytes: Uint8Array, mark: string): boolean {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
    const head = body.subarray(at, at + mark.length + MAX_PART_HEAD);
    if (at + head.length < body.length && !head.includes("\r\n\r\n")) return true;
  }
  return false;
}

/** U+FFFD, URL-encoded, which decoders put in the place of bytes that are not UTF-8. */
const REPLACEMENT = "%EF%BF%BD";

/**
 * Whether a page of the service itself, at `origin`, sent the request. Browsers send Sec-Fetch-Site over https and to
 * localhost, and Origin elsewhere; a request with neither is not from a browser.
 */
export function isSameOrigin(headers: Headers, origin: string): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null ? headers.get("origin") === origin : site === "same-origin";
}
