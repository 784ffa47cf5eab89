import { DRAFT_LIMITS, type DraftShapeError } from "./draft_rules.ts";
import { Failure } from "./failure.ts";

/** Control characters other than tab and newline. */
// deno-lint-ignore no-control-regex -- these are what it looks for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** A draft of the wrong shape: 400 `forma`, at `campo` where one field is to blame. */
export function malformed(error: DraftShapeError, detalle: string, campo?: string): Failure {
  return new Failure("forma", error, detalle, campo === undefined ? {} : { campo });
}

/**
 * A free text as the draft keeps it: trimmed, NFC, newlines as `\n`; null where it is absent, null or blank.
 * @throws {Failure} `forma` where it is no string, holds control characters or lone surrogates, or is too long
 */
export function readText(
  value: unknown,
  campo: "entrega.direccion" | "entrega.referencias" | "comentarios",
): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") {
    throw malformed("texto_invalido", `${campo} debe ser un texto entre comillas.`, campo);
  }
  const text = value.replaceAll("\r\n", "\n").trim().normalize("NFC");
  if (!text.isWellFormed() || CONTROLS.test(text)) {
    const detalle = `Quita de ${campo} los caracteres de control y los símbolos incompletos.`;
    throw malformed("texto_invalido", detalle, campo);
  }
  const length = [...text].length;
  const { max } = DRAFT_LIMITS.comments;
  if (length > max) {
    const detalle = `${campo} admite hasta ${max} caracteres y trae ${length}: acórtalo.`;
    throw malformed("texto_largo", detalle, campo);
  }
  return text === "" ? null : text;
}
