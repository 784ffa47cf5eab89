/** Warnings about a valid restaurant file: data of the sample, a place that is probably wrong, gaps. */
import { normalisePhone } from "../domain/contact.ts";
import { wallMinute } from "../domain/local_time.ts";
import { noticeHref, type Restaurant } from "../domain/restaurant.ts";
import { hasHours, UNSWITCHED } from "../domain/schedule/services.ts";
import { currentServiceDay, isOnMenu } from "../domain/schedule/situation.ts";
import { delivers } from "../domain/tariff.ts";
import { doubtAbout } from "./answers.ts";
import text from "./sample/restaurante.json" with { type: "text" };
import type { RestaurantFile } from "./schema.ts";

/** In Spanish, for the owner. */
export interface Warning {
  readonly field: string;
  readonly says: string;
  readonly remedy: string;
}

/** Lists the sample's invented data that `file` still holds. A dish of the sample is known by its description. */
export function leftoversOf(file: RestaurantFile): readonly string[] {
  const sample = JSON.parse(text) as RestaurantFile;
  const invented = new Set(descriptionsIn(sample));
  const dishes = descriptionsIn(file).filter((description) => invented.has(description)).length;
  const { nombre, telefono, whatsapp, presentacion: { foto }, calificacion: rating } = file;
  const left = {
    "el nombre": nombre === sample.nombre,
    "el teléfono": [telefono, whatsapp].includes(normalisePhone(sample.telefono!)!),
    "la foto": foto === sample.presentacion.foto,
    "la calificación": rating?.total === sample.calificacion?.total &&
      rating?.puntaje === sample.calificacion?.puntaje,
    [dishes === 1 ? "1 platillo" : `${dishes} platillos`]: dishes > 0,
  };
  return Object.entries(left).filter(([, isLeft]) => isLeft).map(([what]) => what);
}

function descriptionsIn({ secciones }: RestaurantFile): string[] {
  return secciones.flatMap(({ platillos }) =>
    platillos.flatMap(({ descripcion }) => descripcion?.es ?? [])
  );
}

/** The warnings about a restaurant. @param now epoch milliseconds */
export function warningsOf(restaurant: Restaurant, now: number): readonly Warning[] {
  if (restaurant.sample) return [];
  const { leftovers, menu, town, phone } = restaurant;
  if (phone === null) return [NOT_BEGUN];
  const doubt = doubtAbout(restaurant.location);
  const day = currentServiceDay({ restaurant, state: UNSWITCHED, now });
  const warnings = [
    leftovers.length > 0 && {
      field: "archivo",
      says: `SIN TERMINAR: aún trae de la muestra ${leftovers.join(", ")}`,
      remedy: "cambia lo inventado por lo de tu restaurante, o quítalo",
    },
    doubt === null ? zoneWarning(restaurant, now) : { field: "ubicacion", ...doubt },
    !hasHours(restaurant) && {
      field: "horario",
      says: "no hay horario, y tus clientes leen que abres pronto",
      remedy: "ponlo en Ajustes, o en horario en el archivo",
    },
    !menu.sections.some((each) => each.dishes.length > 0 && isOnMenu(each, day)) && {
      field: "secciones",
      says: "la carta no tiene platillos a la vista",
      remedy: "agrégalos en el tablero o en el archivo",
    },
    town === null && delivers(restaurant) && {
      field: "ciudad",
      says: "falta la ciudad, que se dice con cada dirección de entrega",
      remedy: "ponla en Ajustes, o en ciudad en el archivo",
    },
    noticeHref(restaurant, "/") === null && {
      field: "aviso_privacidad",
      says: "falta el aviso de privacidad, que la ley pide a quien guarda nombres y teléfonos",
      remedy: "en Ajustes hay un borrador; o pon su dirección web en aviso_privacidad",
    },
  ];
  return warnings.filter((warning) => warning !== false && warning !== null);
}

const NOT_BEGUN: Warning = {
  field: "restaurante",
  says: "todavía no hay restaurante, y tus clientes leen que abres pronto",
  remedy: "los primeros pasos del tablero preguntan lo que falta",
};

const DEGREES_AN_HOUR = 15;
const MAX_HOURS_OFF = 3;

/** Warns of a time zone whose clock is far from solar time at the restaurant; null for another. */
function zoneWarning({ timeZone, location }: Restaurant, now: number): Warning | null {
  const hours = (wallMinute(now, timeZone) - Math.floor(now / 60_000)) / 60;
  const off = Math.abs(hours - location.lng / DEGREES_AN_HOUR);
  if (off <= MAX_HOURS_OFF) return null;
  return {
    field: "zona",
    says:
      `el reloj de ${timeZone} no es el de la ubicación: difieren más de ${MAX_HOURS_OFF} horas`,
    remedy: 'pon la zona horaria de la ubicación, por ejemplo "America/Merida"',
  };
}
