/** The standard library's HTML escaping, typed. */
// @ts-types="./html.d.ts"
export * from "deno-std/html/entities.js";
