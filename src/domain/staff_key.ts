/** The one key with which staff sign in. */
import { codePoints, isPlainLine, normaliseText, randomSymbols } from "./text.ts";

/** Code points of a trimmed key: one of fewer may be guessed, or recovered from a copy of the database. */
export const MIN_STAFF_KEY = 20;
export const MAX_STAFF_KEY = 200;

/** Random bytes in a generated key, five bits of each: 140 bits. */
export const STAFF_KEY_BYTES = 28;

const GROUPS = /.{4}(?=.)/g;
const MADE_FORM = /^[0-9A-HJKMNP-TV-Z]{28}$/;

/** A key that is easy to read out and type: `7H2K-…`. @param randomBytes {@linkcode STAFF_KEY_BYTES}, cryptographically strong */
export function madeStaffKey(randomBytes: Uint8Array): string {
  return randomSymbols(randomBytes).replace(GROUPS, "$&-");
}

export function isStaffKey(text: string): boolean {
  const key = text.trim();
  const length = codePoints(key);
  return length >= MIN_STAFF_KEY && length <= MAX_STAFF_KEY && isPlainLine(key);
}

/**
 * The form of `text` that is compared: trimmed and NFC. Of a generated key, case, dashes, blanks and letters that look like its
 * digits do not count, since people type it from a sheet of paper.
 */
export function comparedStaffKey(text: string): string {
  const key = normaliseText(text);
  const symbols = key.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  return MADE_FORM.test(symbols) ? symbols : key;
}
