import type { Deps } from "../ports.ts";
import { reservationsActive } from "../domain/schedule/switches.ts";
import type { Language } from "../domain/text.ts";
import { timeOf, WEEKDAYS } from "../domain/local_time.ts";
import { openingNow } from "../domain/schedule/situation.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import type { WeeklyHours } from "../domain/schedule/services.ts";
import { defineOperation } from "../http/operation.ts";
import { INTERNAL, LANG_PARAMETER, LANGUAGE, UNREADABLE } from "./failures.ts";
import { INFO_EXAMPLE, type InfoResponse, infoResponse } from "./info_schema.ts";
import { keptResults, minuteOf } from "./kept.ts";

const kept = keptResults<InfoResponse>();

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
    schema: infoResponse,
    examples: { abierto: INFO_EXAMPLE },
  },
  failures: [LANGUAGE, UNREADABLE, INTERNAL],
  caching: "etag",
  handle({ query: { lang } }, deps) {
    const [restaurant, house, now] = [deps.restaurant(), deps.house(), deps.now()];
    const active = reservationsActive(house, now);
    return kept(deps, lang, [restaurant, house, active, minuteOf(now)], () => {
      const opening = openingNow({ restaurant, house, now });
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
          valet: opening.valet,
          reservas_activas: active,
        },
        ...unchanging(restaurant, lang),
      };
    });
  },
});

function unchanging(
  { hours, tariff, rating, faq, privacyNotice, sample }: Restaurant,
  lang: Language,
): Omit<InfoResponse, "nombre" | "direccion" | "ahora"> {
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

function weekly(hours: WeeklyHours): InfoResponse["horario"] {
  return hours.map(({ services }, index) => ({
    dia_semana: WEEKDAYS[index]!,
    servicios: services.map(({ opens, closes }) => ({
      abre: timeOf(opens),
      cierra: timeOf(closes),
    })),
  }));
}
