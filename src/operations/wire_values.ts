/** Values that stand in many answers: days, times, names of weekdays, money. */
import * as v from "valibot";
import { DAY_FORM, TIME_FORM, WEEKDAYS } from "../domain/local_time.ts";
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

/** Paths of fields in the request body that nobody will read. */
export const IGNORED = described(
  v.array(v.string()),
  "Paths of fields in the request that are unknown and were not read: put their content into a field that exists.",
);
