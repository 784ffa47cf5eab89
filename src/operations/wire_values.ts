/** What several operations ask for and answer with: days, times, names of weekdays, money, the language. */
import * as v from "valibot";
import { DAY_FORM, TIME_FORM, WEEKDAYS } from "../domain/local_time.ts";
import { LANGUAGES } from "../domain/text.ts";
import type { FailureDeclaration } from "../http/failure.ts";
import type { QueryParameter } from "../http/operation.ts";
import { described } from "../http/wire.ts";

export const DAY = described(v.string(), "Calendar day, AAAA-MM-DD.", {
  pattern: DAY_FORM.source,
});

/** A time of day on the restaurant's clock. */
export const TIME = described(v.string(), "Time of day, HH:MM, restaurant's clock.", {
  pattern: TIME_FORM.source,
});

export const NULLABLE_TIME = v.nullable(TIME);

export const WEEKDAY = described(v.string(), "Weekday of that day, in Spanish.", {
  enum: WEEKDAYS,
});

export const CURRENCY = described(v.literal("MXN"), "Currency of every amount (ISO 4217).");

export const VAT_INCLUDED = described(v.literal(true), "Prices include VAT, as charged.");

export const OK = described(v.literal(true), "True in every answer with status 200.");

export const WHATSAPP = described(
  v.string(),
  "Link that opens WhatsApp to the restaurant with a first message written; the person sends it.",
);

/** Paths of unknown fields in the request body. */
export const IGNORED = described(
  v.array(v.string()),
  "Paths of fields in the request that are unknown and were not read: put their content into a field that exists.",
);

/** What the contact link looks like in examples. */
export const EXAMPLE_WHATSAPP = "https://wa.me/529990000000?text=Hola";

/** A language other than es or en. */
export const LANGUAGE = {
  motivo: "lang",
  status: 400,
  description: "lang is neither es nor en.",
  errors: {
    lang_desconocido: {
      cause: "neither es nor en",
      detalle: 'El parámetro lang debe ser "es" o "en".',
    },
  },
  example: { error: "lang_desconocido", campo: "lang" },
} as const satisfies FailureDeclaration;

/** The language of the answer's texts; Spanish where it is not sent. */
export const LANG_PARAMETER = {
  schema: v.optional(
    described(v.picklist(LANGUAGES, "lang_desconocido"), "Language of the answer's texts."),
    "es",
  ),
  description: "Language of descriptions and FAQ; names are never translated.",
  example: "en",
} as const satisfies QueryParameter;
