/** The standard library's edit distance, typed. */
import { levenshteinDistance as untyped } from "deno-std/text/levenshtein_distance.js";

/** The number of insertions, deletions and replacements of letters that turn `b` into `a`. */
export const levenshteinDistance: (a: string, b: string) => number = untyped;
