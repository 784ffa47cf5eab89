/** The standard library's command line parser, typed. */
// @ts-types="./cli.d.ts"
export * from "deno-std/cli/parse_args.js";
