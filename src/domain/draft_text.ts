import type { DraftShapeError } from "./draft_rules.ts";
import { Failure } from "./failure.ts";
import { codePoints, isPlainText, normaliseMultiline } from "./text.ts";

/** A draft of the wrong shape: 400 `forma`, at `campo` where one field is to blame. */
export function malformed(error: DraftShapeError, detalle: string, campo?: string): Failure {
  return new Failure("forma", error, detalle, campo === undefined ? {} : { campo });
}

/**
 * The free text in the field `campo` as the draft keeps it: trimmed, NFC, newlines as `\n`; null where it is absent, null or blank.
 * @throws {Failure} `forma` where it is no string, holds control characters or lone surrogates, or exceeds `max` code points
 */
export function readText(
  value: unknown,
  campo: string,
  max: number,
): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") {
    throw malformed("texto_invalido", `${campo} debe ser un texto entre comillas.`, campo);
  }
  const text = normaliseMultiline(value);
  if (!isPlainText(text)) {
    const detalle = `Quita de ${campo} los caracteres de control y los símbolos incompletos.`;
    throw malformed("texto_invalido", detalle, campo);
  }
  const length = codePoints(text);
  if (length > max) {
    const detalle = `${campo} admite hasta ${max} caracteres y trae ${length}: acórtalo.`;
    throw malformed("texto_largo", detalle, campo);
  }
  return text === "" ? null : text;
}
