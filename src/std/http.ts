/** The standard library's entity tags, cookies and negotiation, typed. Its `http/mod.js` does not load; its single files do. */
import * as cookie from "deno-std/http/cookie.js";
import * as etag from "deno-std/http/etag.js";
import * as negotiation from "deno-std/http/negotiation.js";

/** The entity tag of `entity`: its length and SHA-256, quoted. */
export const eTag: (entity: string | Uint8Array, options?: { weak?: boolean }) => Promise<string> =
  etag.eTag;

/** Whether to send the entity: false if `value` (If-None-Match) contains `etag`, compared weakly. */
export const ifNoneMatch: (value: string | null, etag: string | undefined) => boolean =
  etag.ifNoneMatch;

export interface Cookie {
  name: string;
  value: string;
  /** Seconds; 0 deletes it. */
  maxAge?: number;
  path?: string;
  secure?: boolean;
  httpOnly?: boolean;
  sameSite?: "Strict" | "Lax" | "None";
}

/** Appends Set-Cookie to `headers`. @throws {SyntaxError} for a name or value that a cookie cannot hold */
export const setCookie: (headers: Headers, cookie: Cookie) => void = cookie.setCookie;

/** The one of `languages` that the request's Accept-Language prefers; undefined if it accepts none. */
export const acceptsLanguages: (request: Request, ...languages: string[]) => string | undefined =
  negotiation.acceptsLanguages;
