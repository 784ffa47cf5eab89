/** The keys with which staff sign in. The service makes them. */
import { randomSymbols } from "./text.ts";

/** Random bytes in a key, five bits of each: 140 bits. */
export const STAFF_KEY_BYTES = 28;

const GROUPS = /.{4}(?=.)/g;
const SYMBOLS = /^[0-9A-HJKMNP-TV-Z]{28}$/;

/** A key such as `7H2K-…`. @param randomBytes {@linkcode STAFF_KEY_BYTES} of them, cryptographically strong */
export function madeStaffKey(randomBytes: Uint8Array): string {
  return randomSymbols(randomBytes).replace(GROUPS, "$&-");
}

/** The symbols of a typed key; null if it has another form. Case, dashes, blanks and similar letters do not count. */
export function staffKeySymbols(text: string): string | null {
  const symbols = text.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  return SYMBOLS.test(symbols) ? symbols : null;
}
