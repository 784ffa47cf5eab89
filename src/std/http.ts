/** The standard library's entity tags, status codes and cookies, typed. Its `http/mod.js` does not load, its single files do. */
// @ts-types="./etag.d.ts"
export * from "deno-std/http/etag.js";
// @ts-types="./status.d.ts"
export * from "deno-std/http/status.js";
// @ts-types="./cookie.d.ts"
export * from "deno-std/http/cookie.js";
