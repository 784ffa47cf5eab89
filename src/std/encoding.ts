/** The standard library's base64url and hex, typed. */
// @ts-types="./base64url.d.ts"
export * from "deno-std/encoding/base64url.js";
// @ts-types="./hex.d.ts"
export * from "deno-std/encoding/hex.js";
