/** The wire shape of a reservation. */
import * as v from "valibot";
import { FOLIO_FORM, OCCASIONS, RESERVATION_LIMITS } from "../domain/reservation/reservation.ts";
import { DAY_FORM, TIME_FORM } from "../domain/local_time.ts";
import { described } from "../http/wire.ts";
import { DAY, IGNORED, OK, TIME, WHATSAPP } from "./wire_values.ts";

const { partySize, name, comments, source } = RESERVATION_LIMITS;

/** Body of POST /api/reserva; its fields stand in the contract's order, which is the order in which they are checked. */
export const reservationBody = v.object({
  dia: described(v.string(), "Day, AAAA-MM-DD, from today to 90 days ahead.", {
    pattern: DAY_FORM.source,
  }),
  hora: described(v.string(), "One of that day's horas_reservables, HH:MM.", {
    pattern: TIME_FORM.source,
  }),
  personas: described(v.number(), "How many people; large groups are welcome.", {
    type: "integer",
    minimum: partySize.min,
    maximum: partySize.max,
  }),
  nombre: described(v.string(), "Real name of the person who will attend.", {
    minLength: name.min,
    maxLength: name.max,
  }),
  telefono: described(
    v.string(),
    "Real phone of the person who will attend: + and country code (E.164), or ten digits for Mexico. Never make one up.",
  ),
  ocasion: v.nullish(described(
    v.string(),
    "cumpleanos: staff prepare the table for a birthday. Default general.",
    { enum: OCCASIONS },
  )),
  comentarios: v.nullish(described(
    v.string(),
    "Read by a person: allergies, baby chair, terrace, celebration.",
    { maxLength: comments.max },
  )),
  landing: v.nullish(described(
    v.string(),
    "Where the reservation comes from. An assistant sends its own name, so that staff know one wrote it.",
    { maxLength: source.max },
  )),
});

/** Answer of POST /api/reserva. */
export const reservationResponse = v.object({
  ok: OK,
  folio: described(
    v.string(),
    "Identifier of the reservation. Tell it to the person: changes are made by WhatsApp with it.",
    { pattern: FOLIO_FORM.source },
  ),
  status: described(v.literal("confirmed"), "The table is held."),
  reservation: v.object({
    date: DAY,
    time: TIME,
    party_size: described(v.number(), "How many people.", { type: "integer" }),
  }),
  whatsapp: WHATSAPP,
  repetida: v.optional(described(
    v.literal(true),
    "Present where the same request came within 10 minutes before: this is that reservation, no second one.",
  )),
  ignorados: IGNORED,
});

const HELD = {
  ok: true as const,
  folio: "R-7K3M9Q2T",
  status: "confirmed" as const,
  reservation: { date: "2026-11-27", time: "20:30", party_size: 4 },
  whatsapp:
    "https://wa.me/529990000000?text=Hola%2C%20Sobremesa%20de%20la%2058.%20Les%20escribo%20por%20mi%20reservaci%C3%B3n%20con%20folio%20R-7K3M9Q2T.",
  ignorados: [],
};

/** Bodies and answers as they are really sent. */
export const RESERVATION_EXAMPLES = {
  request: {
    cena: {
      dia: "2026-11-27",
      hora: "20:30",
      personas: 4,
      nombre: "Guadalupe Pech",
      telefono: "9990000000",
      ocasion: "cumpleanos",
      comentarios: "Una persona es alérgica a la nuez.",
      landing: "Asistente de ejemplo",
    },
  },
  response: { confirmada: HELD, repetida: { ...HELD, repetida: true as const } },
};
