/** Failures that several operations declare, and the words they share. */
import { Failure } from "../domain/failure.ts";
import { LANGUAGES } from "../domain/text.ts";
import type { FailureDeclaration, QueryParameter } from "../http/operation.ts";
import { described } from "../http/wire.ts";
import * as v from "valibot";

/** What the contact link looks like in examples. */
export const EXAMPLE_WHATSAPP = "https://wa.me/529990000000?text=Hola";

/** The list form of a domain's error table, as declarations take it. */
export function causesOf(
  errors: readonly { readonly error: string; readonly cause: string }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(errors.map(({ error, cause }) => [error, cause]));
}

/** Any operation may fail through a fault of the service's own. */
export const INTERNAL: FailureDeclaration = {
  motivo: "interno",
  status: 500,
  description: "A fault of the service itself. Try again later, or offer the messaging contact.",
  errors: { error_interno: "unexpected; nothing about it is told" },
  example: {
    ok: false,
    motivo: "interno",
    error: "error_interno",
    detalle: "Algo falló de nuestro lado: intenta de nuevo.",
  },
};

/** A request whose Host header or target cannot be read. */
export const UNREADABLE: FailureDeclaration = {
  motivo: "peticion",
  status: 400,
  description: "The Host header or the request target cannot be read.",
  errors: { destino_invalido: "malformed Host or target" },
  example: {
    ok: false,
    motivo: "peticion",
    error: "destino_invalido",
    detalle: "La cabecera Host o la URL no son válidas.",
  },
};

/** A language other than es or en. */
export const LANGUAGE: FailureDeclaration = {
  motivo: "lang",
  status: 400,
  description: "lang is neither es nor en.",
  errors: { lang_desconocido: "neither es nor en" },
  example: {
    ok: false,
    motivo: "lang",
    error: "lang_desconocido",
    campo: "lang",
    detalle: 'El parámetro lang debe ser "es" o "en".',
  },
};

/** The language of the answer's texts; Spanish where it is not sent. */
export const LANG_PARAMETER = {
  schema: v.optional(
    described(v.picklist(LANGUAGES), "Language of the answer's texts."),
    "es",
  ),
  description: "Language of descriptions and FAQ; names are never translated.",
  example: "en",
  refuse: () => failureOf(LANGUAGE),
} as const satisfies QueryParameter;

/** Too many requests from one address. */
export function tooMany(detalle: string): FailureDeclaration {
  return {
    motivo: "demasiadas",
    status: 429,
    description: "Too many requests from this address. Wait Retry-After seconds, then try again.",
    errors: { limite_por_direccion: "the address has used up its requests" },
    example: {
      ok: false,
      motivo: "demasiadas",
      error: "limite_por_direccion",
      detalle: `${detalle} Espera 12 s.`,
      reintentar_en_segundos: 12,
    },
  };
}

/** A body over the limit. */
export function tooLarge(maxBytes: number): FailureDeclaration {
  return {
    motivo: "grande",
    status: 413,
    description: `The body exceeds ${maxBytes} bytes.`,
    errors: { cuerpo_grande: `over ${maxBytes} bytes` },
    example: {
      ok: false,
      motivo: "grande",
      error: "cuerpo_grande",
      detalle: `El cuerpo pasa de ${maxBytes} bytes: acórtalo y envíalo otra vez.`,
    },
  };
}

/** The causes for which a body is not JSON. */
export const NOT_JSON_ERRORS = {
  json_invalido: "not valid JSON",
  utf8_invalido: "not UTF-8",
  cuerpo_incompleto: "did not arrive whole in time",
} as const;

/** The failure that a declaration's example shows. */
export function failureOf({ motivo, example }: FailureDeclaration): Failure {
  const { error, detalle, campo } = example;
  return new Failure(motivo, error, detalle, campo === undefined ? {} : { campo });
}
