/** An answer before it becomes a Response, so that its size is known and it can be given again. */
import { eTag, ifNoneMatch } from "@std/http";
import { Buffer } from "node:buffer";
import type { Failure } from "./failure.ts";

type HeaderFields = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly body: string | null;
  /** Sent in the place of `body`. */
  readonly stream?: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Set-Cookie headers, which `headers` cannot hold: it has one value for each name. */
  readonly cookies?: readonly string[];
  /** The refusal that the answer tells, for a route that forwards to another. */
  readonly failure?: Failure;
  /** A Response to clone: cloning neither validates headers nor encodes the body again. */
  readonly template?: Sized;
}

/** Headers of everything the API answers: any page and any assistant may read it. */
export const API_HEADERS: HeaderFields = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Retry-After, ETag, Idempotent-Replayed",
  "x-content-type-options": "nosniff",
};

/** Deno compressed bodies until 2.8 and said so to caches: 304 and HEAD, which have none, must say the same. */
const VARY = { vary: "Accept-Encoding" };

const JSON_HEADERS = { ...API_HEADERS, "content-type": "application/json", ...VARY };

/** 303: after a change, the browser goes to a page that can be reloaded. */
export function seeOther(location: string, headers: HeaderFields = {}): Answer {
  return {
    status: 303,
    headers: { location, "cache-control": "no-store", ...headers },
    body: null,
  };
}

/** `value` as JSON. Caches must not keep it, unless `headers` say otherwise. */
export function jsonAnswer(status: number, value: unknown, headers: HeaderFields = {}): Answer {
  return {
    status,
    headers: { ...JSON_HEADERS, "cache-control": "no-store", ...headers },
    body: JSON.stringify(value),
  };
}

export function downloadHeaders(type: string, name: string): HeaderFields {
  return {
    "content-type": type,
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
}

/** The contract's error body, with Retry-After if the failure says how long to wait. */
export function failureAnswer(failure: Failure, headers: HeaderFields = {}): Answer {
  const { status, body } = failure;
  const wait = body.reintentar_en_segundos;
  const all = wait === undefined ? headers : { "retry-after": String(wait), ...headers };
  return { ...jsonAnswer(status, body, all), failure };
}

/** `bytes` is the length of the body, 0 for a stream. */
export interface Sized {
  readonly response: Response;
  readonly bytes: number;
}

export function toResponse(answer: Answer): Sized {
  const { template, body, stream } = answer;
  if (template) return { response: template.response.clone(), bytes: template.bytes };
  const bytes = body === null ? 0 : Buffer.byteLength(body);
  return { response: responseOf(answer, stream ?? body), bytes };
}

/** `answer`, which has a body, to be given again. */
export function repeatable(answer: Answer): Answer {
  const body = new TextEncoder().encode(answer.body!);
  const template = { response: responseOf(answer, body), bytes: body.length };
  return { ...answer, template };
}

export const IMMUTABLE = "public, max-age=31536000, immutable";

export function bytesAnswer(headers: HeaderFields, bytes: Uint8Array<ArrayBuffer>): Answer {
  const sized = { ...headers, "content-length": String(bytes.length) };
  const answer = { status: 200, headers: sized, body: null };
  return { ...answer, template: { response: responseOf(answer, bytes), bytes: bytes.length } };
}

/** The answer to HEAD for GET's: over HTTP/2 the runtime would send the body, which no client expects. */
export function withoutBody({ stream, body, template: _, ...answer }: Answer): Answer {
  stream?.cancel().catch(() => {});
  if (body === null) return { ...answer, body };
  const length = String(Buffer.byteLength(body));
  const headers = { ...VARY, ...answer.headers, "content-length": length };
  return { ...answer, headers, body: null };
}

function responseOf({ status, headers, cookies = [] }: Answer, body: BodyInit | null): Response {
  const response = new Response(body, { status, headers });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** `value` as JSON with an entity tag: caches may keep it, and must revalidate it. */
export async function taggedAnswer(value: unknown, headers: HeaderFields = {}): Promise<Answer> {
  const answer = jsonAnswer(200, value, { ...headers, "cache-control": "no-cache" });
  return { ...answer, headers: { ...answer.headers, etag: await eTag(answer.body!) } };
}

/** A longer If-None-Match is ignored: reading its blanks takes quadratic time. */
const MAX_TAG_LIST = 1_024;

/** `answer`, or 304 in its place if the request's If-None-Match names its entity tag. */
export function unlessKnown(request: Request, answer: Answer): Answer {
  const { etag } = answer.headers;
  if (etag === undefined) return answer;
  const known = request.headers.get("if-none-match");
  if (known === null || known.length > MAX_TAG_LIST || ifNoneMatch(known, etag)) return answer;
  const { "content-type": _, ...headers } = answer.headers;
  return { status: 304, headers: { ...VARY, ...headers }, body: null };
}
