/** What is searched for, in the terms of the database. */

export interface SearchPatterns {
  /** For LIKE: lets every name through that could match, and most others not. It costs a fifth of what the other costs. */
  readonly nameSketch: string;
  /** For GLOB: the names that match, accents and case aside, anything for blanks. */
  readonly name: string;
  /** Digits in a row of a telephone number; null where the text is none. */
  readonly phone: string | null;
  /** Symbols in a row of a folio, with its `R-` where the text has it; null where the text is none. */
  readonly folio: string | null;
}

const PHONE_FORM = /^[\d\p{Zs}\p{Pd}\u2212+.()/]*$/u;
/** Fewer digits are found in too many telephone numbers. */
const LEAST_DIGITS = 3;
/** How Mexican mobile numbers were written for callers from abroad until 2019; they are kept without the 1. */
const OLD_MEXICAN_MOBILE = /^(?:00)?521(?=\d{10}$)/;

/** Fewer symbols are found in too many folios, unless it is said that they are a folio's first. */
const FOLIO_FORM = /^(R[\s\p{Pd}]+)?([0-9A-Z]{1,8})$/u;
const LEAST_SYMBOLS = 4;

/** The patterns for `text`; null where there is nothing to search for. */
export function searchPatterns(text: string): SearchPatterns | null {
  // The database's patterns end where a NUL is.
  const wanted = text.toWellFormed().normalize("NFC").replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (wanted === "") return null;
  const letters = Array.from(unaccented(wanted).toLowerCase());
  return {
    nameSketch: `%${letters.map(sketchOf).join("")}%`,
    name: `*${letters.map(classOf).join("")}*`,
    phone: phoneDigits(wanted),
    folio: folioSymbols(wanted.toUpperCase()),
  };
}

/** Any formatting aside. */
function phoneDigits(wanted: string): string | null {
  if (!PHONE_FORM.test(wanted)) return null;
  const digits = wanted.replace(/\D/g, "").replace(OLD_MEXICAN_MOBILE, "52");
  return digits.length >= LEAST_DIGITS ? digits : null;
}

/** With or without `R-`, as people read it out: O for zero, I and L for one. */
function folioSymbols(upper: string): string | null {
  const [, prefix, symbols = ""] = FOLIO_FORM.exec(upper) ?? [];
  const read = symbols.replaceAll("O", "0").replace(/[IL]/g, "1");
  if (prefix !== undefined) return `R-${read}`;
  return symbols.length >= LEAST_SYMBOLS ? read : null;
}

function unaccented(text: string): string {
  return text.normalize("NFD").replace(/\p{Mn}/gu, "").normalize("NFC");
}

/** Letters that rarely bear accents, and what is none: LIKE knows their case. */
const PLAIN = /^[bdfghjklmp-tvwxz0-9.,'&-]$/;

function sketchOf(letter: string): string {
  if (letter === " ") return "%";
  return PLAIN.test(letter) ? letter : "_";
}

/** Every letter that is another one but for accents and case, by that one: reckoned at the first search. */
let known: ReadonlyMap<string, string> | undefined;

function classOf(letter: string): string {
  if (letter === " ") return "*";
  known ??= variants();
  const letters = known.get(letter);
  if (letters !== undefined) return `[${letters}]`;
  return "*?[".includes(letter) ? `[${letter}]` : letter;
}

/** Of the Latin letters: up to U+024F, and those with two marks from U+1E00. */
function variants(): Map<string, string> {
  const found = new Map<string, string>();
  for (const [from, to] of [[0x41, 0x250], [0x1e00, 0x1f00]] as const) {
    for (let code = from; code < to; code++) {
      const letter = String.fromCharCode(code);
      if (!/\p{L}/u.test(letter)) continue;
      const base = unaccented(letter).toLowerCase();
      found.set(base, (found.get(base) ?? "") + letter);
    }
  }
  return found;
}

/** For GLOB: names in which letters that are plain elsewhere may bear accents. */
export const FAR_LETTERS = "*[\u0100-\u1fff]*";
