/** The identifier of a reservation, short enough to be read out over the phone. */

/** Crockford's base 32: no I, L, O or U, which are misread or misspell. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** How many random bytes a folio is made of: 40 bits, eight symbols of five. */
export const FOLIO_BYTES = 5;

/** `R-` and eight symbols. */
export const FOLIO_FORM = /^R-[0-9A-HJKMNP-TV-Z]{8}$/;

/**
 * The folio that `randomBytes` spell, every one as likely as any other.
 * @throws {RangeError} where there are not {@linkcode FOLIO_BYTES} of them
 */
export function folio(randomBytes: Uint8Array): string {
  if (randomBytes.length !== FOLIO_BYTES) {
    throw new RangeError(`a folio takes ${FOLIO_BYTES} random bytes, got ${randomBytes.length}`);
  }
  // Forty bits fit a double exactly; bitwise operators would cut them to 32.
  let rest = randomBytes.reduce((number, byte) => number * 256 + byte, 0);
  let symbols = "";
  for (let place = 0; place < 8; place++) {
    symbols = ALPHABET[rest % 32] + symbols;
    rest = Math.floor(rest / 32);
  }
  return `R-${symbols}`;
}
