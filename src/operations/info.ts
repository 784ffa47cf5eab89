import * as v from "valibot";
import type { Language } from "../domain/text.ts";
import { addDays, localDateTime, startOfDay, timeOf, WEEKDAYS } from "../domain/local_time.ts";
import { mapLink } from "../domain/location.ts";
import { RESERVATION_LIMITS } from "../domain/reservation/fields.ts";
import { announcedClosures, type ClosureRun, specialDays } from "../domain/schedule/closures.ts";
import { reservationsActive } from "../domain/schedule/services.ts";
import { nowDependsOn, openingNow, situationNow } from "../domain/schedule/situation.ts";
import { largestParty, noticeHref, type Restaurant } from "../domain/restaurant.ts";
import { defineOperation } from "../http/operation.ts";
import { component, described, fields, flag, number, text } from "../http/wire.ts";
import { neverPriced, NO_PRICE, type NoPrice } from "./delivery.ts";
import {
  DAY,
  KITCHEN_FIELDS,
  kitchenFields,
  LANGUAGE,
  SPAN,
  TIME,
  WEEKDAY,
  WRONG_LANGUAGE,
} from "./wire_values.ts";
import type { Deps } from "../ports/guests.ts";

const { daysAhead } = RESERVATION_LIMITS;

/** A closure, or the service of a day whose hours differ. */
const DIFFERENCE = component(
  "Difference",
  v.object({
    desde: v.string(),
    hasta: v.string(),
    dia_completo: flag("Whether it holds for all that day's services, also after midnight."),
    motivo: described(v.nullable(v.string()), "In the restaurant's words; null if not public."),
  }),
);

const response = v.object({
  nombre: text("Name of the restaurant."),
  direccion: v.optional(text("Address.")),
  ahora: component(
    "Now",
    v.object({
      dia: DAY,
      dia_semana: WEEKDAY,
      hora: TIME,
      abierto: flag("Whether the venue is open now."),
      cocina_abierta: flag("Whether food is served: someone can come to dine now only if it is."),
      cocina_abre: KITCHEN_FIELDS.cocina_abre,
      cocina_cierra: described(
        v.nullable(TIME),
        "Of the running service, else of today's next or last; null where none starts today.",
      ),
      valet: flag("Whether there is valet parking."),
      reservas_activas: flag("Whether reservations are taken now."),
    }),
  ),
  horario: described(
    v.array(component("WeekdayHours", v.object({ dia_semana: WEEKDAY, servicios: v.array(SPAN) }))),
    "Usual weekly hours, Monday first; a service whose cierra is not after its abre ends after midnight.",
  ),
  cierres: described(
    v.array(DIFFERENCE),
    `Closures of the next ${daysAhead} days beside horario, in order; hasta is exclusive.`,
  ),
  aperturas_especiales: described(
    v.array(DIFFERENCE),
    "Likewise, services of days on which they replace horario.",
  ),
  telefono: v.optional(text("Phone, E.164.")),
  mapa: v.optional(text("Link to the place on a map.")),
  reservar_en: text(
    "Page where a person reserves; ?dia=&hora=&personas= choose.",
  ),
  carta_en: text("Page with the menu."),
  personas_maximo: number("Largest party that reserves on line; more write.", { type: "integer" }),
  anticipacion_minutos: number("Minutes from now to the first time listed.", { type: "integer" }),
  envio: component(
    "Tariff",
    v.object({
      base_km: v.optional(number("Route kilometres that the base price covers.")),
      base_costo: v.optional(number("Base price in MXN, VAT included.")),
      costo_km_extra: v.optional(number("Price of each further kilometre in MXN.")),
      radio_maximo_km: number("Most route kilometres; 0: no delivery."),
      detalle: v.optional(text("In Spanish: what instead, where no delivery is priced.")),
    }),
  ),
  calificacion: component(
    "Rating",
    v.object({
      puntaje: number("Stars, 0 to 5."),
      total: number("How many ratings.", { type: "integer" }),
      fuente: text("Where they were given."),
    }),
  ),
  preguntas_frecuentes: v.array(
    component("Question", v.object({ pregunta: v.string(), respuesta: v.string() })),
  ),
  aviso_privacidad: v.optional(text("URL of the privacy notice.")),
  muestra: v.optional(described(v.literal(true), "Present where this is a sample restaurant.")),
});

export const info = defineOperation<Deps>()({
  operationId: "info",
  method: "GET",
  path: "/api/info",
  summary: "Opening state, hours, closures, delivery tariff, rating and FAQ",
  description:
    "Call this first for anything about the restaurant. ahora.cocina_abierta: whether someone can come to eat now: the kitchen closes before the venue. horario is the usual week, cierres and aperturas_especiales what differs. For one delivery's price call envio, for times getAvailableReservationTimes.",
  query: fields({ lang: LANGUAGE }),
  response,
  failures: { lang: WRONG_LANGUAGE },
  caching: "etag",
  dependsOn: (deps) => [...nowDependsOn(deps), neverPriced(deps)],
  handle({ query: { lang } }, deps) {
    const situation = situationNow(deps);
    const { restaurant, state } = situation;
    const opening = openingNow(situation);
    return {
      nombre: restaurant.name,
      direccion: restaurant.address || undefined,
      ahora: {
        dia: opening.day,
        dia_semana: opening.weekday,
        hora: opening.time,
        abierto: opening.open,
        cocina_abierta: opening.kitchenOpen,
        cocina_abre: kitchenFields(situation).cocina_abre,
        cocina_cierra: opening.kitchenCloses,
        valet: restaurant.valet,
        reservas_activas: reservationsActive(state),
      },
      cierres: announcedClosures(situation).flatMap(closuresIn)
        .sort((one, other) => one.desde.localeCompare(other.desde)),
      aperturas_especiales: specialDays(situation).flatMap(openingsOn),
      telefono: restaurant.phone ?? undefined,
      mapa: restaurant.phone === null ? undefined : mapLink(restaurant.location),
      reservar_en: `${deps.baseUrl}/reservar`,
      carta_en: `${deps.baseUrl}/carta`,
      personas_maximo: largestParty(restaurant),
      anticipacion_minutos: restaurant.booking.noticeMinutes,
      aviso_privacidad: noticeHref(restaurant, `${deps.baseUrl}/aviso`) ?? undefined,
      ...unchanging(restaurant, lang, neverPriced(deps)),
    };
  },
});

/** A run of days is listed day by day, so that a program can compare each with the day in question. */
function closuresIn({ closures, reason, isPublic }: ClosureRun) {
  return closures.map((each) => {
    const isDay = each.kind === "day";
    const [desde, hasta] = isDay
      ? [`${each.day}T00:00`, `${addDays(each.day, 1)}T00:00`]
      : [each.from, each.to];
    return { desde, hasta, dia_completo: isDay, motivo: isPublic ? reason : null };
  });
}

function openingsOn(
  { day, special: { services, reason } }: ReturnType<typeof specialDays>[number],
) {
  const midnight = startOfDay(day);
  return services.map(({ opens, closes }) => ({
    desde: localDateTime(midnight + opens),
    hasta: localDateTime(midnight + closes),
    dia_completo: true,
    motivo: reason,
  }));
}

function unchanging(restaurant: Restaurant, lang: Language, unpriced: NoPrice | null) {
  const { hours, tariff, rating, faq, sample } = restaurant;
  return {
    horario: hours.map(({ services }, index) => ({
      dia_semana: WEEKDAYS[index]!,
      servicios: services.map(({ opens, closes }) => ({
        abre: timeOf(opens),
        cierra: timeOf(closes),
      })),
    })),
    envio: {
      ...(!tariff.unpriced && {
        base_km: tariff.baseKm,
        base_costo: tariff.baseCents / 100,
        costo_km_extra: tariff.extraKmCents / 100,
      }),
      radio_maximo_km: tariff.maxRadiusKm,
      detalle: unpriced ? NO_PRICE[unpriced] : undefined,
    },
    calificacion: { puntaje: rating.score, total: rating.count, fuente: rating.source },
    preguntas_frecuentes: faq.map(({ question, answer }) => ({
      pregunta: question[lang],
      respuesta: answer[lang],
    })),
    muestra: sample || undefined,
  };
}
