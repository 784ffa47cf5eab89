/** The one key that lets staff in. */
import { codePoints, isPlainLine, randomSymbols } from "./text.ts";

/** Code points of a key, blanks around it aside. */
export const MIN_STAFF_KEY = 16;
export const MAX_STAFF_KEY = 200;
/** A chosen key of fewer may be guessed, or found out of a copy of the database. */
const SAFE_STAFF_KEY = 20;

/** How many random bytes a key is made of: 140 bits, five of each. */
export const STAFF_KEY_BYTES = 28;

const GROUPS = /.{4}(?=.)/g;
const MADE_FORM = /^[0-9A-HJKMNP-TV-Z]{28}$/;

/**
 * A key that can be read out and typed: seven groups of four symbols, `7H2K-…`.
 * @param randomBytes {@linkcode STAFF_KEY_BYTES} of them, cryptographically strong
 */
export function madeStaffKey(randomBytes: Uint8Array): string {
  return randomSymbols(randomBytes).replace(GROUPS, "$&-");
}

/** Whether `text` can be a staff's key at all. */
export function isStaffKey(text: string): boolean {
  const key = text.trim();
  const length = codePoints(key);
  return length >= MIN_STAFF_KEY && length <= MAX_STAFF_KEY && isPlainLine(key);
}

/** What is wrong with a key that was chosen; null where it is long enough. */
export function staffKeyWarning(key: string): string | null {
  const length = codePoints(key.trim());
  if (length >= SAFE_STAFF_KEY) return null;
  return `STAFF_KEY has ${length} characters, and may be guessed: choose ${SAFE_STAFF_KEY} or more`;
}

/**
 * What of `text` is compared: blanks around it aside, in one Unicode form. Of a key that was made here case, dashes and blanks
 * do not count, nor do the letters that look like its digits, since people type it from a sheet of paper.
 */
export function comparedStaffKey(text: string): string {
  const key = text.trim().normalize("NFC");
  const symbols = key.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  return MADE_FORM.test(symbols) ? symbols : key;
}
