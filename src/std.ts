/** The parts of the standard library in use, typed. Single files, because `http/mod.js` does not load. */
import * as base64url from "deno-std/encoding/base64url.js";
import * as entities from "deno-std/html/entities.js";
import * as etag from "deno-std/http/etag.js";
import * as negotiation from "deno-std/http/negotiation.js";
import * as levenshtein from "deno-std/text/levenshtein_distance.js";

/** Base64url without padding (RFC 4648, section 5). */
export const encodeBase64Url: (bytes: Uint8Array | ArrayBuffer) => string =
  base64url.encodeBase64Url;

/** @throws {TypeError} if `text` is not base64url */
export const decodeBase64Url: (text: string) => Uint8Array<ArrayBuffer> = base64url.decodeBase64Url;

/** Escapes `&`, `<`, `>`, `"` and `'` for HTML text and quoted attributes. */
export const escape: (text: string) => string = entities.escape;

/** The number of insertions, deletions and replacements of letters that turn `b` into `a`. */
export const levenshteinDistance: (a: string, b: string) => number =
  levenshtein.levenshteinDistance;

/** The entity tag of `entity`: its length and SHA-256, quoted. */
export const eTag: (entity: string) => Promise<string> = etag.eTag;

/** Whether to send the entity: false if `value` (If-None-Match) contains `etag`, compared weakly. */
export const ifNoneMatch: (value: string | null, etag: string | undefined) => boolean =
  etag.ifNoneMatch;

/** The one of `languages` that the request's Accept-Language prefers; undefined if it accepts none. */
export const acceptsLanguages: (request: Request, ...languages: string[]) => string | undefined =
  negotiation.acceptsLanguages;
