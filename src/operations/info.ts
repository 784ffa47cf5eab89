import * as v from "valibot";
import type { Language } from "../domain/text.ts";
import { timeOf, WEEKDAYS } from "../domain/local_time.ts";
import { reservationsActive } from "../domain/schedule/switches.ts";
import { openingNow } from "../domain/schedule/situation.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import type { WeeklyHours } from "../domain/schedule/services.ts";
import { INTERNAL, UNREADABLE } from "../http/failure.ts";
import { defineOperation } from "../http/operation.ts";
import { described } from "../http/wire.ts";
import { nowDependsOn, situationNow } from "./availability.ts";
import { DAY, LANG_PARAMETER, LANGUAGE, NULLABLE_TIME, TIME, WEEKDAY } from "./wire_values.ts";
import type { Deps } from "../ports.ts";

/** Answer of GET /api/info. */
const response = v.object({
  nombre: described(v.string(), "Name of the restaurant."),
  direccion: described(v.string(), "Street address."),
  ahora: described(
    v.object({
      dia: DAY,
      dia_semana: WEEKDAY,
      hora: TIME,
      abierto: described(v.boolean(), "Whether the venue is open now."),
      cocina_abierta: described(
        v.boolean(),
        "Whether food is served now. Whether someone can come to dine now is answered by this, not by abierto.",
      ),
      cocina_cierra: described(
        NULLABLE_TIME,
        "When the kitchen of the running service closes, else of today's next or last one; null where none starts today.",
      ),
      valet: described(v.boolean(), "Whether there is valet parking."),
      reservas_activas: described(v.boolean(), "Whether reservations are taken now."),
    }),
    "The restaurant at this minute of its own clock.",
  ),
  horario: described(
    v.array(v.object({
      dia_semana: WEEKDAY,
      servicios: v.array(v.object({ abre: TIME, cierra: TIME })),
    })),
    "Usual weekly hours, Monday first; a service whose cierra is not after its abre ends after midnight.",
  ),
  envio: described(
    v.object({
      base_km: described(v.number(), "Route kilometres that the base price covers."),
      base_costo: described(v.number(), "Base price in MXN, VAT included."),
      costo_km_extra: described(v.number(), "Price of each further kilometre in MXN."),
      radio_maximo_km: described(v.number(), "Route kilometres beyond which nothing is delivered."),
    }),
    "Delivery tariff. For the price of one address call GET /api/envio.",
  ),
  calificacion: described(
    v.object({
      puntaje: described(v.number(), "Stars, 0 to 5."),
      total: described(v.number(), "How many ratings.", { type: "integer" }),
      fuente: described(v.string(), "Where they were given."),
    }),
    "Rating by guests.",
  ),
  preguntas_frecuentes: described(
    v.array(v.object({ pregunta: v.string(), respuesta: v.string() })),
    "FAQ, whole, in the language asked for.",
  ),
  aviso_privacidad: v.optional(described(v.string(), "URL of the privacy notice.")),
  muestra: v.optional(
    described(v.literal(true), "Present where this is a sample, not a real restaurant."),
  ),
});

type Response = v.InferOutput<typeof response>;

const week = [{ abre: "13:00", cierra: "23:00" }];
const weekend = [{ abre: "13:00", cierra: "17:30" }, { abre: "19:00", cierra: "01:30" }];
const sunday = [{ abre: "12:00", cierra: "19:00" }];
const servicios = [[], week, week, week, weekend, weekend, sunday];

/** An answer as it is really sent. */
const EXAMPLE: Response = {
  nombre: "Sobremesa de la 58",
  direccion: "Calle 58 por 59 y 61, Centro, 97000 Mérida, Yucatán",
  ahora: {
    dia: "2026-11-21",
    dia_semana: "sábado",
    hora: "20:15",
    abierto: true,
    cocina_abierta: true,
    cocina_cierra: "00:30",
    valet: true,
    reservas_activas: true,
  },
  horario: WEEKDAYS.map((dia_semana, index) => ({ dia_semana, servicios: servicios[index]! })),
  envio: { base_km: 0.7, base_costo: 25, costo_km_extra: 15, radio_maximo_km: 1.4 },
  calificacion: { puntaje: 4.7, total: 1284, fuente: "Google" },
  preguntas_frecuentes: [{
    pregunta: "¿Hay estacionamiento?",
    respuesta:
      "Tenemos valet parking en la puerta durante todo el servicio. A una cuadra hay también estacionamientos públicos.",
  }],
};

/** GET /api/info: who the restaurant is, and whether it is open. */
export const info = defineOperation<Deps>()({
  operationId: "info",
  method: "GET",
  path: "/api/info",
  summary: "Opening state, hours, delivery tariff, rating and FAQ",
  description:
    "Call this first for anything about the restaurant itself. ahora.cocina_abierta tells whether someone can come to eat now: the kitchen closes before the venue. For the price of one delivery call GET /api/envio, for times to reserve GET /api/disponibilidad.",
  consequential: false,
  query: { lang: LANG_PARAMETER },
  response: {
    description: "The restaurant now.",
    schema: response,
    examples: { abierto: EXAMPLE },
  },
  failures: [LANGUAGE, UNREADABLE, INTERNAL],
  caching: "etag",
  dependsOn: nowDependsOn,
  handle({ query: { lang } }, deps) {
    const situation = situationNow(deps);
    const { restaurant, state, now } = situation;
    const opening = openingNow(situation);
    return {
      nombre: restaurant.name,
      direccion: restaurant.address,
      ahora: {
        dia: opening.day,
        dia_semana: opening.weekday,
        hora: opening.time,
        abierto: opening.open,
        cocina_abierta: opening.kitchenOpen,
        cocina_cierra: opening.kitchenCloses,
        valet: restaurant.valet,
        reservas_activas: reservationsActive(state, now),
      },
      ...unchanging(restaurant, lang),
    };
  },
});

function unchanging(
  { hours, tariff, rating, faq, privacyNotice, sample }: Restaurant,
  lang: Language,
): Omit<Response, "nombre" | "direccion" | "ahora"> {
  return {
    horario: weekly(hours),
    envio: {
      base_km: tariff.baseKm,
      base_costo: tariff.baseCents / 100,
      costo_km_extra: tariff.extraKmCents / 100,
      radio_maximo_km: tariff.maxRadiusKm,
    },
    calificacion: { puntaje: rating.score, total: rating.count, fuente: rating.source },
    preguntas_frecuentes: faq.map(({ question, answer }) => ({
      pregunta: question[lang],
      respuesta: answer[lang],
    })),
    ...(privacyNotice === null ? {} : { aviso_privacidad: privacyNotice }),
    ...(sample ? { muestra: true as const } : {}),
  };
}

function weekly(hours: WeeklyHours): Response["horario"] {
  return hours.map(({ services }, index) => ({
    dia_semana: WEEKDAYS[index]!,
    servicios: services.map(({ opens, closes }) => ({
      abre: timeOf(opens),
      cierra: timeOf(closes),
    })),
  }));
}
