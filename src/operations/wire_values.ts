/** Fields that several operations share: days, times, names of weekdays, the closed kitchen, money, the language. */
import * as v from "valibot";
import { contactLink, type ContactReason } from "../domain/contact.ts";
import { type Day, DAY_FORM, TIME_FORM, weekdayName, WEEKDAYS } from "../domain/local_time.ts";
import type { Read } from "../domain/read.ts";
import { nextKitchenOpening, openingNow, type Situation } from "../domain/schedule/situation.ts";
import { type Language, LANGUAGES } from "../domain/text.ts";
import { component, described, readBy, text, told } from "../http/wire.ts";
import type { Deps } from "../ports/guests.ts";

export const DAY = component("Day", text("AAAA-MM-DD.", { pattern: DAY_FORM.source }));

/** A time of day on the restaurant's clock. */
export const TIME = component(
  "Time",
  text("HH:MM, restaurant's clock.", { pattern: TIME_FORM.source }),
);

export const SPAN = component("Span", v.object({ abre: TIME, cierra: TIME }));

export const WEEKDAY = component("Weekday", text("Its weekday, in Spanish.", { enum: WEEKDAYS }));

export const CURRENCY = described(v.literal("MXN"), "Currency of every amount (ISO 4217).");

export const VAT_INCLUDED = described(v.literal(true), "Prices include VAT, as charged.");

export const OK = described(v.literal(true), "True where the status is 200.");

export const WHATSAPP = component(
  "WhatsAppLink",
  text("Opens WhatsApp with a first message written; the person sends it."),
);

/** `sábado 2026-03-14`. */
export function dated(day: Day): string {
  return `${weekdayName(day)} ${day}`;
}

/** Fields of quotes and drafts while the kitchen is closed. */
export const KITCHEN_FIELDS = {
  cocina_abierta: v.optional(
    described(v.literal(false), "Present while the kitchen is closed: tell the person.", told),
  ),
  cocina_abre: v.optional(v.nullable(
    text("Next opening, AAAA-MM-DDTHH:MM; null if none in 90 days."),
  )),
};

/** Empty while the kitchen is open. */
export function kitchenFields(
  situation: Situation,
): { readonly cocina_abierta?: false; readonly cocina_abre?: string | null } {
  if (openingNow(situation).kitchenOpen) return {};
  const next = nextKitchenOpening(situation);
  return { cocina_abierta: false, cocina_abre: next && `${next.day}T${next.time}` };
}

/** A language other than es or en. */
export const WRONG_LANGUAGE = {
  status: 400,
  description: "lang is neither es nor en.",
  errors: { lang_desconocido: 'El parámetro lang debe ser "es" o "en".' },
};

/** The parameter for the language of the answer's texts; Spanish if it is not sent. */
export const LANGUAGE = v.optional(
  v.pipe(
    component(
      "Language",
      text("Language of descriptions, FAQ or message; names stay.", {
        enum: LANGUAGES,
        examples: ["en"],
      }),
    ),
    readBy(readLanguage),
  ),
  "es",
);

/** A language, or a regional form of one such as `en-US`. */
function readLanguage(lang: string): Read<Language, "lang_desconocido"> {
  const language = LANGUAGES.find((known) => lang === known || lang.startsWith(`${known}-`));
  return language ? { value: language } : { error: "lang_desconocido" };
}

/** The link to write to the restaurant about `reason`, for failures of which that is the remedy. */
export function contactAbout(
  reason: ContactReason,
): (deps: Pick<Deps, "restaurant">) => string | undefined {
  return ({ restaurant }) => contactLink(restaurant(), reason, "es");
}

/** English names of fields in bodies, which assistants guess. */
export const MISNOMERS = {
  dia: ["date", "day"],
  hora: ["time", "hour"],
  personas: ["party_size", "people", "guests"],
  nombre: ["name"],
  telefono: ["phone", "phone_number"],
  ocasion: ["occasion"],
  comentarios: ["comments", "notes"],
  lineas: ["lines", "items"],
  cantidad: ["quantity"],
  entrega: ["delivery"],
  modo: ["mode"],
  direccion: ["address"],
  lat: ["latitude"],
  lng: ["longitude", "lon"],
};
