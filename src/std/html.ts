/** The standard library's HTML escaping, typed. */
import { escape as untyped } from "deno-std/html/entities.js";

/** Escapes `&`, `<`, `>`, `"` and `'` for HTML text and quoted attributes. */
export const escape: (text: string) => string = untyped;
