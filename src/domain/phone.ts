/** Phone numbers as people write them, and as they are kept: E.164. */
import { isPlainLine } from "./text.ts";

/** What E.164 allows: a plus sign and 8 to 15 digits, the first from 1 to 9. */
export const E164_FORM = /^\+[1-9][0-9]{7,14}$/;

/** Blanks and dashes of every kind, dots, parentheses, and the invisible direction marks that phones copy along. */
const DECORATION = /[\p{Zs}\p{Pd}\p{Bidi_Control}\u2212.()]/gu;
const TEN_DIGITS = /^[0-9]{10}$/;
/** How Mexican mobile numbers were written for callers from abroad until 2019. */
const OLD_MEXICAN_MOBILE = /^\+521([0-9]{10})$/;

/**
 * `text` in E.164, or null where it is no phone number. Ten digits are taken as Mexican; `+521` and ten digits lose the 1 that
 * such numbers no longer have.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(normalisePhone("(999) 123-45.67"), "+529991234567");
 * assertEquals(normalisePhone("+52 1 999 123 4567"), "+529991234567");
 * assertEquals(normalisePhone("52 999 123 4567"), null);
 * ```
 */
export function normalisePhone(text: string): string | null {
  const trimmed = text.trim();
  if (!isPlainLine(trimmed)) return null;
  const digits = trimmed.replace(DECORATION, "");
  if (TEN_DIGITS.test(digits)) return `+52${digits}`;
  const phone = digits.replace(OLD_MEXICAN_MOBILE, "+52$1");
  return E164_FORM.test(phone) ? phone : null;
}
