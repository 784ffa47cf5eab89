/** The standard library's assertions, typed: `deno-std` ships the code without its types. */
// @ts-types="./assert.d.ts"
export * from "deno-std/assert/mod.js";
