/** Reads the restaurant's file: a {@linkcode Restaurant}, or everything that is wrong with it. */
import * as v from "valibot";
import type { Dish, Menu, Presentation } from "../domain/menu.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import type { WeeklyHours } from "../domain/schedule/services.ts";
import { type ReadJson, readJson } from "./json_text.ts";
import {
  inWords,
  MAX_PROBLEMS,
  type Problem,
  RestaurantFileError,
  structureProblems,
  unknownFields,
} from "./problems.ts";
import {
  hoursProblems,
  kitchenProblems,
  menuProblems,
  onlyPresentationId,
  tariffProblems,
  toService,
} from "./rules.ts";
import text from "./sample/restaurante.json" with { type: "text" };
import { type RestaurantFile, restaurantSchema, WEEKDAYS } from "./schema.ts";
import { leftoversOf } from "./warnings.ts";

/** 700 dishes, the most that the schema allows, take about 375 KB. */
const MAX_BYTES = 1_000_000;

const encoder = new TextEncoder();

/**
 * The restaurant that the JSON `text` describes, deeply frozen.
 * @param file where it was read, for the error
 * @throws {RestaurantFileError} with every problem of the text, up to a hundred
 */
export function parseRestaurant(text: string, file: string | null = null): Restaurant {
  if (encoder.encode(text).length > MAX_BYTES) throw new RestaurantFileError([TOO_LARGE], file);
  const read = readJson(text, file);
  const { value } = read;
  const problems = [
    ...unknownFields(restaurantSchema, value),
    ...structureProblems(restaurantSchema, value),
    ...hoursProblems(value),
    ...kitchenProblems(value),
    ...tariffProblems(value),
    ...menuProblems(value),
  ];
  if (problems.length > 0) throw new RestaurantFileError(limited(problems, read), file);
  return deepFreeze(toRestaurant(v.parse(restaurantSchema, value), false));
}

function limited(problems: readonly Problem[], read: ReadJson): readonly string[] {
  const told = problems.slice(0, MAX_PROBLEMS).map((problem) => inWords(problem, read));
  return problems.length <= MAX_PROBLEMS ? told : [...told, "y hay más: primero estos"];
}

/**
 * The text of the file at `path`.
 * @throws {RestaurantFileError} where it cannot be read, or is no text of a restaurant's size
 */
export async function readRestaurantFile(path: string): Promise<string> {
  const bytes = await readStart(path).catch((error) => {
    throw new RestaurantFileError([unreadable(error)], path);
  });
  if (bytes.length > MAX_BYTES) throw new RestaurantFileError([TOO_LARGE], path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new RestaurantFileError([NOT_UTF8], path);
  }
}

/**
 * The restaurant in the file at `path`.
 * @throws {RestaurantFileError} with every problem of the file, or that it cannot be read
 */
export async function loadRestaurant(path: string): Promise<Restaurant> {
  return parseRestaurant(await readRestaurantFile(path), path);
}

const TOO_LARGE =
  "el archivo pasa de 1 MB: ninguna carta ocupa tanto, así que parece ser otro archivo";

/** The file's bytes; of one that is too large, at least one more than {@linkcode MAX_BYTES}. */
async function readStart(path: string): Promise<Uint8Array<ArrayBuffer>> {
  using file = await Deno.open(path);
  const bytes = new Uint8Array(MAX_BYTES + 1);
  let length = 0;
  while (length < bytes.length) {
    const read = await file.read(bytes.subarray(length));
    if (read === null) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

function unreadable(error: unknown): string {
  return error instanceof Deno.errors.NotFound
    ? 'no existe ese archivo: hay que corregir la ruta, o hacer uno con "sobremesa setup"'
    : `el archivo no se puede leer: ${error instanceof Error ? error.message : error}`;
}

const NOT_UTF8 = "el archivo no es texto UTF-8: hay que guardarlo con la codificación UTF-8";

/** The sample restaurant's file, as text. */
export const SAMPLE_FILE_TEXT: string = text;

let made: Restaurant | undefined;

/**
 * The restaurant that comes with the program: the same object every time. Only tests check its file, because that would take a tenth
 * of every start.
 */
export function sampleRestaurant(): Restaurant {
  made ??= deepFreeze(toRestaurant(v.parse(restaurantSchema, JSON.parse(SAMPLE_FILE_TEXT)), true));
  return made;
}

/** Freezes `value` and all it holds, and gives it back: plain objects and arrays without cycles. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const held of Object.values(value)) deepFreeze(held);
  return Object.freeze(value);
}

const ROUTE_CHOICE = { equilibrada: "balanced", rapida: "fastest", corta: "shortest" } as const;

type FileDish = RestaurantFile["secciones"][number]["platillos"][number];

/** The restaurant that `file`, as its schema gives it, describes. */
function toRestaurant(file: RestaurantFile, sample: boolean): Restaurant {
  return {
    name: file.nombre,
    timeZone: file.zona,
    location: file.ubicacion,
    address: file.direccion,
    phone: file.telefono,
    whatsapp: file.whatsapp ?? file.telefono,
    currency: file.moneda,
    hours: toHours(file),
    booking: {
      arrivalMarginMinutes: file.reservas.margen_minutos,
      noticeMinutes: file.reservas.anticipacion_minutos,
      peoplePerTime: file.reservas.cupo_por_horario ?? null,
    },
    tariff: {
      baseKm: file.envio.base_km,
      baseCents: file.envio.base_costo,
      extraKmCents: file.envio.costo_km_extra,
      maxRadiusKm: file.envio.radio_maximo_km,
    },
    routeChoice: ROUTE_CHOICE[file.ruta],
    kitchenMinutes: { min: file.cocina.minutos_min, max: file.cocina.minutos_max },
    valet: file.valet,
    rating: {
      score: file.calificacion?.puntaje ?? 0,
      count: file.calificacion?.total ?? 0,
      source: file.calificacion?.fuente ?? "",
    },
    contactTexts: file.contacto,
    faq: file.preguntas_frecuentes.map(({ pregunta, respuesta }) => ({
      question: pregunta,
      answer: respuesta,
    })),
    privacyNotice: file.aviso_privacidad ?? null,
    menu: toMenu(file),
    sample,
    leftovers: sample ? [] : leftoversOf(file),
  };
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
      name: nombre,
      dishes: platillos.map(toDish),
    })),
    additions: adiciones.map(({ id, nombre, precio }) => ({
      id,
      name: nombre,
      priceCents: precio,
    })),
  };
}

function toDish(dish: FileDish): Dish {
  return {
    id: dish.id,
    name: dish.nombre,
    description: dish.descripcion,
    presentations: toPresentations(dish),
    favourite: dish.favorito,
    featured: dish.destacado,
    soldOut: dish.agotado,
  };
}

function toPresentations({ id, precio, presentaciones }: FileDish): Presentation[] {
  const written = presentaciones ??
    [{ id: onlyPresentationId(id), etiqueta: null, precio: precio! }];
  return written.map(({ id, etiqueta, precio }) => ({ id, label: etiqueta, priceCents: precio }));
}
