/** Texts: normalisation, checks, comparison, and the languages of the service. */
import { levenshteinDistance } from "@std/text";
import type { Read } from "./read.ts";

/** Line and paragraph separators break a line as a newline does. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const CONTROL_BUT_LAYOUT = /[^\P{Cc}\n\t]/u;

/** `text` without blanks around it, in Unicode's composed form (NFC), so that equal texts are equal. */
export function normaliseText(text: string): string {
  // Sorting a run of marks takes quadratic time: it is parted as in Unicode's Stream-Safe Text Format.
  const parted = text.length < 1_000
    ? text
    : text.replace(/\p{M}{31,}/gu, (marks) => marks.replace(/.{30}/gsu, "$&\u034f"));
  return parted.trim().normalize("NFC");
}

/** Like {@linkcode normaliseText}, with every line ending written as a newline. */
export function normaliseMultiline(text: string): string {
  return normaliseText(text.replace(/\r\n?/g, "\n"));
}

/** The length of `text` as people count it: code points, not UTF-16 units. */
export function codePoints(text: string): number {
  return [...text].length;
}

/** Whether `text` is one line that can be stored and shown: no control characters, no half of a surrogate pair. */
export function isPlainLine(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text);
}

/** Whether `text` can be stored and shown: like {@linkcode isPlainLine}, but with newlines and tabs. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !CONTROL_BUT_LAYOUT.test(text);
}

/** A free text as it is stored: trimmed, NFC, line endings as `\n`, null if blank; or the code of its error. */
export function readFreeText<Code extends string>(
  text: string,
  { max, wrong, long }: { readonly max: number; readonly wrong: Code; readonly long: Code },
): Read<string | null, Code> {
  const value = normaliseMultiline(text);
  if (!isPlainText(value)) return { error: wrong };
  return codePoints(value) > max ? { error: long } : { value: value || null };
}

/** Characters that reorder those after them, such as U+202E. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/u;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** Whether at least `min` characters of `text` are visible and none is reordered. */
export function isVisible(text: string, min: number): boolean {
  return !REORDERING.test(text) && codePoints(text.replace(UNSEEN, "")) >= min;
}

/** The languages of the service for guests. Names of dishes, sections and additions are never translated. */
export const LANGUAGES = ["es", "en"] as const;
export type Language = typeof LANGUAGES[number];

export type Bilingual = Readonly<Record<Language, string>>;

/** `text` with a capital first letter. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Apostrophes, and the characters that people type in their place. */
const APOSTROPHES = "'\u2018\u2019\u02bc\u00b4\u0060";

const UNHEARD = new RegExp(`[\\p{M}\\p{Default_Ignorable_Code_Point}${APOSTROPHES}]`, "gu");

/** `text` for comparison: without accents, apostrophes, case and invisible characters, with single blanks. */
export function foldText(text: string): string {
  // Removed before decomposing, which turns an acute accent alone into a blank and a mark.
  const bare = text.replace(UNHEARD, "");
  return bare.normalize("NFKD").toLowerCase().replace(UNHEARD, "").trim().replace(/\s+/g, " ");
}

/** Whether `text` holds each of `words` after the one before it. Compare folded texts. */
export function hasInOrder(text: string, words: readonly string[]): boolean {
  let end = 0;
  return words.every((word) => {
    const at = text.indexOf(word, end);
    end = at + word.length;
    return at >= 0;
  });
}

/** The letters and digits of `text`, lower case, without accents, for comparing misspelt names. */
export function skeleton(text: string): string {
  // Marks go before decomposing: sorting a run of them takes quadratic time.
  const bare = text.replace(/\p{M}+/gu, "");
  return bare.normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

/** The word of `words` that `typed` most likely misspells, by its {@linkcode skeleton}; null if none is near. */
export function nearest(typed: string, words: readonly string[]): string | null {
  const limit = Math.max(1, Math.floor(Math.min(typed.length, 40) / 3));
  const [best] = words
    .filter((word) => Math.abs(word.length - typed.length) <= limit)
    .map((word) => ({ word, typos: levenshteinDistance(skeleton(typed), skeleton(word)) }))
    .sort((a, b) => a.typos - b.typos);
  return best !== undefined && best.typos <= limit ? best.word : null;
}

/** Crockford's base 32: no I, L, O or U, which are misread or misspell. */
const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** One symbol for five bits of each of `randomBytes`: all symbols are equally likely. */
export function randomSymbols(randomBytes: Uint8Array): string {
  let symbols = "";
  for (const byte of randomBytes) symbols += SYMBOLS[byte % SYMBOLS.length];
  return symbols;
}
