/** Reads a restaurant's file, and makes the restaurant that it describes. */
import * as v from "valibot";
import type { Dish, Menu } from "../domain/menu.ts";
import type { Face, Restaurant } from "../domain/restaurant.ts";
import { NO_DELIVERY, type Tariff } from "../domain/tariff.ts";
import type { FileProblem, RestaurantArchive } from "../ports/restaurant.ts";
import { unpack } from "./archive.ts";
import { parseJson } from "./json_text.ts";
import { pathInWords, type Problem, RestaurantFileError, structureProblem } from "./problems.ts";
import { type FileDish, ruleProblems, toSchedule } from "./rules.ts";
import text from "./sample/restaurante.json" with { type: "text" };
import { FILE_WEEKDAYS, HIDDEN, type RestaurantFile, restaurantSchema } from "./schema.ts";
import { leftoversOf } from "./warnings.ts";

/** About 1,900 dishes, more than any menu has. */
const MAX_BYTES = 1_000_000;

/** With a photo for each of them. */
const MAX_ARCHIVE_BYTES = 200_000_000;

const MAX_PROBLEMS = 100;

/** @param file its path, for the error @throws {RestaurantFileError} with problems of form, or else of rules */
export function parseRestaurant(text: string, file: string | null = null): Restaurant {
  const { length } = new TextEncoder().encode(text);
  if (length > MAX_BYTES) throw new RestaurantFileError([{ text: tooLarge(MAX_BYTES) }], file);
  const value = parseJson(text, file);
  const checked = checkFile(value);
  if (!Array.isArray(checked)) return toRestaurant(checked, false);
  const problems = checked.slice(0, MAX_PROBLEMS).map(({ path, says }): FileProblem => ({
    text: `${pathInWords(path, value)}: ${says}`,
    typed: { field: inputOf(path), text: says },
  }));
  if (checked.length > MAX_PROBLEMS) problems.push({ text: "y hay más: primero estos" });
  throw new RestaurantFileError(problems, file);
}

/** The input that shows the value at `path`, or its list: rows of a form may be in another order than its items. */
function inputOf(path: Problem["path"]): string {
  const row = path.findIndex((key) => typeof key === "number");
  return path.slice(0, row === -1 ? undefined : row).join(".");
}

/** @returns the file with its defaults, or at most 101 problems */
function checkFile(value: unknown): RestaurantFile | Problem[] {
  const { success, output, issues } = v.safeParse(restaurantSchema, value);
  const found = success ? ruleProblems(output) : issues.values().map(structureProblem);
  const problems = [...onePerPlace(found).take(MAX_PROBLEMS + 1)];
  return success && problems.length === 0 ? output : problems;
}

function* onePerPlace(problems: Iterable<Problem>): Generator<Problem> {
  const places = new Set<string>();
  for (const problem of problems) {
    const place = JSON.stringify(problem.path);
    if (!places.has(place)) yield problem;
    places.add(place);
  }
}

/** What is in the file at `path`; `-` is standard input. @throws {RestaurantFileError} also if it cannot be read */
export async function readRestaurantFile(
  path: string,
): Promise<RestaurantArchive & Readonly<{ restaurant: Restaurant; name: string }>> {
  const name = path === "-" ? "la entrada estándar" : path;
  const bytes = await bytesIn(path).catch((error) => {
    throw new RestaurantFileError([{ text: unreadable(error) }], name);
  });
  const archive = unpack(bytes, name);
  return { ...archive, restaurant: parseRestaurant(archive.text, name), name };
}

async function bytesIn(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { readable } = path === "-" ? Deno.stdin : await Deno.open(path);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const piece of readable) {
    size += piece.length;
    // No more of it is read: it may be a country's map.
    if (size > MAX_ARCHIVE_BYTES) throw new RangeError(tooLarge(MAX_ARCHIVE_BYTES));
    pieces.push(piece);
  }
  return await new Blob(pieces).bytes();
}

function tooLarge(max: number): string {
  return `el archivo pasa de ${
    max / 1e6
  } MB: ninguna carta ocupa tanto, así que parece ser otro archivo`;
}

function unreadable(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) {
    return 'no existe ese archivo: hay que corregir la ruta; "sobremesa export" imprime el que se sirve';
  }
  return error instanceof RangeError
    ? error.message
    : `el archivo no se puede leer: ${error instanceof Error ? error.message : error}`;
}

export const SAMPLE_FILE_TEXT: string = text;

let made: Restaurant | undefined;

/** The sample restaurant, one object. Tests check its file; at run time that would take a tenth of a start. */
export function sampleRestaurant(): Restaurant {
  made ??= toRestaurant(v.parse(restaurantSchema, JSON.parse(SAMPLE_FILE_TEXT)), true);
  return made;
}

/** The text of a restaurant that has no more than its name; the first steps on the board ask for the rest. */
export function blankFileText(nombre: string): string {
  const file = {
    nombre,
    moneda: "MXN",
    horario: Object.fromEntries(FILE_WEEKDAYS.map((day) => [day, []])),
    cocina: { cierra_antes_minutos: 60, minutos_min: 25, minutos_max: 40 },
    reservas: { margen_minutos: 30 },
    valet: false,
    contacto: {
      duda: { es: "Hola, quiero preguntar algo.", en: "Hello, I would like to ask something." },
      pedido: { es: "Hola, quiero pedir.", en: "Hello, I would like to order." },
      reserva: { es: "Hola, les escribo por una mesa.", en: "Hello, I am writing about a table." },
    },
    preguntas_frecuentes: [],
    secciones: [],
    adiciones: [],
  };
  return JSON.stringify(file, null, 2) + "\n";
}

const ROUTE_CHOICE = { equilibrada: "balanced", rapida: "fastest", corta: "shortest" } as const;

/** @param file the output of the schema */
function toRestaurant(file: RestaurantFile, sample: boolean): Restaurant {
  const { reservas: { cupo_en_sala: people, estancia_minutos: stayMinutes } } = file;
  return {
    name: file.nombre,
    timeZone: file.zona ?? "America/Mexico_City",
    location: file.ubicacion ?? { lat: 0, lng: 0 },
    address: file.direccion ?? "",
    town: file.ciudad ?? null,
    phone: file.telefono ?? null,
    whatsapp: file.whatsapp ?? file.telefono ?? null,
    ...toSchedule(file),
    booking: {
      arrivalMarginMinutes: file.reservas.margen_minutos,
      noticeMinutes: file.reservas.anticipacion_minutos,
      peoplePerTime: file.reservas.cupo_por_horario ?? null,
      room: people === undefined ? null : { people, stayMinutes },
    },
    maxParty: file.reservas.personas_maximo,
    tariff: toTariff(file),
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
    privacyText: file.aviso_texto,
    face: toFace(file.presentacion),
    menu: toMenu(file),
    sample,
    leftovers: sample ? [] : leftoversOf(file),
  };
}

function toTariff({ envio }: RestaurantFile): Tariff {
  if (envio === undefined) return NO_DELIVERY;
  const { base_km, base_costo, costo_km_extra, radio_maximo_km: maxRadiusKm } = envio;
  if (base_km === undefined || base_costo === undefined || costo_km_extra === undefined) {
    return { ...NO_DELIVERY, maxRadiusKm, unpriced: true };
  }
  return { baseKm: base_km, baseCents: base_costo, extraKmCents: costo_km_extra, maxRadiusKm };
}

function toFace(face: RestaurantFile["presentacion"]): Face {
  return {
    sentence: face.frase ?? null,
    cuisine: face.tipo_cocina ?? null,
    priceLevel: face.nivel_precios ?? null,
    photo: face.foto ?? null,
    logo: face.logo ?? null,
    accent: face.color ?? null,
    links: face.enlaces.map(({ nombre, direccion }) => ({ name: nombre, url: direccion })),
  };
}

function toMenu({ secciones, adiciones }: RestaurantFile): Menu {
  return {
    sections: secciones.map(({ id, nombre, nombre_en, visible, platillos }) => ({
      id,
      name: nombre,
      english: nombre_en,
      visible: visible === HIDDEN ? "hidden" : visible,
      dishes: platillos.map(toDish),
    })),
    additions: adiciones.map(({ id, nombre, nombre_en, precio }) => ({
      id,
      name: nombre,
      english: nombre_en,
      priceCents: precio,
    })),
  };
}

function toDish(dish: FileDish): Dish {
  return {
    id: dish.id,
    name: dish.nombre,
    description: dish.descripcion ?? { es: "", en: "" },
    presentations: dish.presentaciones.map(({ id, etiqueta, etiqueta_en, precio }) => ({
      id,
      label: etiqueta ?? null,
      english: etiqueta_en,
      priceCents: precio,
    })),
    favourite: dish.favorito,
    featured: dish.destacado,
    soldOut: dish.agotado,
    photo: dish.foto,
  };
}
