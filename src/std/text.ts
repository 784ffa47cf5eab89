/** The standard library's edit distance, typed. */
import { levenshteinDistance as untyped } from "deno-std/text/levenshtein_distance.js";

/** How many letters must be inserted, deleted or replaced to turn `b` into `a`. */
export const levenshteinDistance: (a: string, b: string) => number = untyped;
