/** Accents, and characters that are not seen at all. */
const UNHEARD = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * `text` as it sounds, for comparing what people type: without accents, case, invisible characters and blanks around it, every
 * run of blanks as one.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(foldText("  José   PÉREZ\n"), "jose perez");
 * ```
 */
export function foldText(text: string): string {
  return text.normalize("NFKD").toLowerCase().replace(UNHEARD, "").trim().replace(/\s+/g, " ");
}
