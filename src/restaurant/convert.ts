/** From the file's words to the domain's: a good file in, a {@linkcode Restaurant} out. */
import { minuteOfDay, MINUTES_A_DAY } from "../domain/local_time.ts";
import { normalisePhone } from "../domain/contact.ts";
import { type Bilingual, normaliseText } from "../domain/text.ts";
import type { Dish, Menu, Presentation } from "../domain/menu.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import type { ServiceHours, WeeklyHours } from "../domain/schedule/services.ts";
import { type RestaurantFile, WEEKDAYS } from "./schema.ts";

const ROUTE_CHOICE = { equilibrada: "balanced", rapida: "fastest", corta: "shortest" } as const;

type FileDish = RestaurantFile["secciones"][number]["platillos"][number];

/** The restaurant that `file` describes. Texts are trimmed and NFC-normalised, pesos become centavos. */
export function toRestaurant(file: RestaurantFile, sample: boolean): Restaurant {
  return {
    name: normaliseText(file.nombre),
    timeZone: file.zona,
    location: file.ubicacion,
    address: normaliseText(file.direccion),
    phone: normalisePhone(file.telefono) ?? file.telefono,
    currency: file.moneda,
    hours: toHours(file),
    booking: {
      arrivalMarginMinutes: file.reservas.margen_minutos,
      noticeMinutes: file.reservas.anticipacion_minutos,
      peoplePerTime: file.reservas.cupo_por_horario ?? null,
    },
    tariff: {
      baseKm: file.envio.base_km,
      baseCents: toCents(file.envio.base_costo),
      extraKmCents: toCents(file.envio.costo_km_extra),
      maxRadiusKm: file.envio.radio_maximo_km,
    },
    routeChoice: ROUTE_CHOICE[file.ruta],
    kitchenMinutes: { min: file.cocina.minutos_min, max: file.cocina.minutos_max },
    valet: file.valet,
    rating: {
      score: file.calificacion.puntaje,
      count: file.calificacion.total,
      source: normaliseText(file.calificacion.fuente),
    },
    contactTexts: {
      duda: normaliseBoth(file.contacto.duda),
      pedido: normaliseBoth(file.contacto.pedido),
      reserva: normaliseBoth(file.contacto.reserva),
    },
    faq: file.preguntas_frecuentes.map(({ pregunta, respuesta }) => ({
      question: normaliseBoth(pregunta),
      answer: normaliseBoth(respuesta),
    })),
    privacyNotice: file.aviso_privacidad ?? null,
    menu: toMenu(file),
    sample,
  };
}

/** A service as the file writes it, `HH:MM` both: closing at or before opening means after midnight. */
export function toService({ abre, cierra }: { abre: string; cierra: string }): ServiceHours {
  const opens = minuteOfDay(abre);
  const closes = minuteOfDay(cierra);
  return { opens, closes: closes <= opens ? closes + MINUTES_A_DAY : closes };
}

function toHours({ horario, cocina }: RestaurantFile): WeeklyHours {
  return WEEKDAYS.map((day) => ({
    services: horario[day].map(toService).sort((a, b) => a.opens - b.opens),
    kitchenLeadMinutes: cocina.por_dia[day] ?? cocina.cierra_antes_minutos,
  }));
}

function toMenu({ secciones, adiciones }: RestaurantFile): Menu {
  return {
    sections: secciones.map(({ nombre, platillos }) => ({
      name: normaliseText(nombre),
      dishes: platillos.map(toDish),
    })),
    additions: adiciones.map(({ id, nombre, precio }) => ({
      id,
      name: normaliseText(nombre),
      priceCents: toCents(precio),
    })),
  };
}

function toDish(dish: FileDish): Dish {
  return {
    id: dish.id,
    name: normaliseText(dish.nombre),
    description: normaliseBoth(dish.descripcion),
    presentations: toPresentations(dish),
    favourite: dish.favorito,
    featured: dish.destacado,
    soldOut: dish.agotado,
  };
}

function toPresentations({ id, precio, presentaciones }: FileDish): Presentation[] {
  if (precio !== undefined) {
    return [{ id: onlyPresentationId(id), label: null, priceCents: toCents(precio) }];
  }
  return (presentaciones ?? []).map(({ id, etiqueta, precio }) => ({
    id,
    label: etiqueta === null ? null : normaliseText(etiqueta),
    priceCents: toCents(precio),
  }));
}

/** The id of the presentation of a dish that has one price and does not name its presentations. */
export function onlyPresentationId(dishId: string): string {
  return `${dishId}-1`;
}

function toCents(pesos: number): number {
  return Math.round(pesos * 100);
}

function normaliseBoth({ es, en }: Bilingual): Bilingual {
  return { es: normaliseText(es), en: normaliseText(en) };
}
