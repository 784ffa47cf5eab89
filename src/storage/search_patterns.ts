/** What is searched for, as patterns of the database's GLOB: it reads a class of characters at the price of one. */

/** A pattern each; one that nothing can match where the text cannot be of that kind. */
export interface SearchPatterns {
  readonly name: string;
  readonly phone: string;
  readonly folio: string;
}

/** No text matches an empty pattern but the empty one, and nothing that is searched is empty. */
const NOTHING = "";
const PHONE_FORM = /^[\d\s\p{Pd}\u2212+.()/]*$/u;
const FOLIO_FORM = /^(?:R[\s\p{Pd}]*)?[0-9A-Z]{2,8}$/u;
const FOLIO_PREFIX = /^R[\s\p{Pd}]+/u;
/** Fewer digits are found in every telephone number. */
const LEAST_DIGITS = 3;

/** The patterns for `text`; null where there is nothing to search for. */
export function searchPatterns(text: string): SearchPatterns | null {
  const wanted = text.toWellFormed().normalize("NFC").trim();
  if (wanted === "") return null;
  return { name: namePattern(wanted), phone: phonePattern(wanted), folio: folioPattern(wanted) };
}

/** Accents and case aside; any blanks for blanks. */
function namePattern(wanted: string): string {
  const classes = Array.from(unaccented(wanted).toLowerCase().replace(/\s+/g, " "), classOf);
  return `*${classes.join("")}*`;
}

/** Any formatting aside. */
function phonePattern(wanted: string): string {
  const digits = wanted.replace(/\D/g, "");
  return PHONE_FORM.test(wanted) && digits.length >= LEAST_DIGITS ? `*${digits}*` : NOTHING;
}

/** With or without `R-`, as people read it out: O for zero, I and L for one. */
function folioPattern(wanted: string): string {
  const upper = wanted.toUpperCase();
  if (!FOLIO_FORM.test(upper)) return NOTHING;
  const symbols = upper.replace(FOLIO_PREFIX, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  return `R-*${symbols}*`;
}

function unaccented(text: string): string {
  return text.normalize("NFD").replace(/\p{Mn}/gu, "").normalize("NFC");
}

/** Every letter that is `letter` but for accents and case. */
const VARIANTS: ReadonlyMap<string, string> = variants();

function classOf(character: string): string {
  const variants = VARIANTS.get(character);
  if (variants !== undefined) return `[${variants}]`;
  return "*?[".includes(character) ? `[${character}]` : character;
}

/** The Latin letters up to where Vietnamese ends. */
function variants(): Map<string, string> {
  const found = new Map<string, string>();
  for (let code = 0x41; code < 0x1f00; code++) {
    if (code === 0x250) code = 0x1e00;
    const letter = String.fromCharCode(code);
    if (!/\p{L}/u.test(letter)) continue;
    const base = unaccented(letter).toLowerCase();
    found.set(base, (found.get(base) ?? "") + letter);
  }
  return found;
}
