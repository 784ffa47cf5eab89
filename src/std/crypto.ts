/** The standard library's comparison in constant time, typed. */
// @ts-types="./timing_safe_equal.d.ts"
export * from "deno-std/crypto/timing_safe_equal.js";
