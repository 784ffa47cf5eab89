/** The one key with which staff sign in. The service makes it. */
import { randomSymbols } from "./text.ts";

/** Random bytes in a key, five bits of each: 140 bits. */
export const STAFF_KEY_BYTES = 28;

const GROUPS = /.{4}(?=.)/g;
const SYMBOLS = /^[0-9A-HJKMNP-TV-Z]{28}$/;

/** A key that is easy to read out and type: `7H2K-…`. @param randomBytes {@linkcode STAFF_KEY_BYTES}, cryptographically strong */
export function madeStaffKey(randomBytes: Uint8Array): string {
  return randomSymbols(randomBytes).replace(GROUPS, "$&-");
}

/**
 * The symbols of the key that `text` may be; null if it has another form. Case, dashes, blanks and letters that look like digits do not
 * count, since people type it from a sheet of paper.
 */
export function staffKeySymbols(text: string): string | null {
  const symbols = text.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  return SYMBOLS.test(symbols) ? symbols : null;
}
