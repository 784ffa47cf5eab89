/** The standard library's base64url, typed. */
import * as base64url from "deno-std/encoding/base64url.js";

/** Base64url without padding (RFC 4648, section 5). */
export const encodeBase64Url: (bytes: Uint8Array | ArrayBuffer) => string =
  base64url.encodeBase64Url;

/** @throws {TypeError} if `text` is not base64url */
export const decodeBase64Url: (text: string) => Uint8Array<ArrayBuffer> = base64url.decodeBase64Url;
