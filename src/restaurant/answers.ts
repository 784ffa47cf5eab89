/** Readers of what an owner types: a place, its state, the hours of a day, numbers. */
import { isDay, MINUTES_A_DAY, timeOf } from "../domain/local_time.ts";
import { isInMexico, type LatLng, pointMeant } from "../domain/location.ts";
import { readPoint } from "../domain/map_link.ts";
import { nearest, skeleton } from "../domain/text.ts";

/** The answer cannot be read. The message says why and gives the right form, in Spanish. */
export class WrongAnswer extends Error {
  override readonly name = "WrongAnswer";
}

/**
 * A point in Mexico: coordinates, or a long link of a map service.
 * @throws {WrongAnswer}
 */
export function readPlace(text: string): LatLng {
  const read = readPoint(text);
  if (read === null) throw new WrongAnswer(FORMS);
  if ("error" in read) throw new WrongAnswer(NO_POINT);
  const doubt = doubtAbout(read.value);
  if (doubt !== null) throw new WrongAnswer(`${doubt.says}: ${doubt.remedy}`);
  return read.value;
}

/** What is wrong with coordinates outside Mexico, with those that were probably meant; null for others. */
export function doubtAbout(
  point: LatLng,
): { readonly says: string; readonly remedy: string } | null {
  if (isInMexico(point)) return null;
  const meant = pointMeant(point, isInMexico);
  return {
    says: `el punto ${point.lat}, ${point.lng} está fuera de México`,
    remedy: meant === null
      ? "copia las coordenadas del mapa otra vez"
      : `parece que falta el signo menos o están al revés: ¿es ${meant.lat}, ${meant.lng}?`,
  };
}

const FORMS = "escribe latitud y longitud, por ejemplo 20.967, -89.624, o pega el enlace largo";
const NO_POINT =
  "ese enlace no trae coordenadas (uno corto nunca las trae): abre el mapa en una computadora, haz clic derecho en la puerta del restaurante y copia los dos números";

/** The zone of most of each state: some municipalities have a neighbour's. */
const ZONES: Readonly<Record<string, readonly string[]>> = {
  "America/Merida": ["Yucatán", "Campeche"],
  "America/Cancun": ["Quintana Roo"],
  "America/Monterrey": ["Nuevo León", "Coahuila", "Tamaulipas", "Durango"],
  "America/Chihuahua": ["Chihuahua"],
  "America/Hermosillo": ["Sonora"],
  "America/Mazatlan": ["Sinaloa", "Nayarit", "Baja California Sur"],
  "America/Tijuana": ["Baja California"],
  "America/Mexico_City": [
    ...["Aguascalientes", "Chiapas", "Ciudad de México", "Colima", "Guanajuato", "Guerrero"],
    ...["Hidalgo", "Jalisco", "Estado de México", "Michoacán", "Morelos", "Oaxaca", "Puebla"],
    ...["Querétaro", "San Luis Potosí", "Tabasco", "Tlaxcala", "Veracruz", "Zacatecas"],
  ],
};

/**
 * The IANA time zone of most of the state that `text` names, accents and capitals aside.
 * @throws {WrongAnswer}
 */
export function zoneOfState(text: string): string {
  const wanted = skeleton(text);
  const zones = Object.entries(ZONES);
  const found = zones.find(([, states]) => states.some((one) => skeleton(one) === wanted));
  if (found !== undefined) return found[0];
  const states = zones.flatMap(([, states]) => states);
  const near = nearest(text, states);
  throw new WrongAnswer(
    near === null ? `los estados son ${states.join(", ")}` : `¿quisiste decir ${near}?`,
  );
}

const CLOCK = String.raw`(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm)?`;
const SERVICE = new RegExp(String.raw`^${CLOCK}\s*(?:-|–|—|a)\s*${CLOCK}$`);
const CLOSED = /^(cerrado|cerramos|no abre|no|-)\.?$/;
const HOURS = 'escribe por ejemplo "13-17:30, 19-1:30", o "cerrado"';

/**
 * The services of one day, in the form of the restaurant file; none for "cerrado". An am or pm at one end serves for both.
 * @throws {WrongAnswer} also if morning and afternoon cannot be told apart, as in `1-5`
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(readDayHours("1 a 11 pm"), [{ abre: "13:00", cierra: "23:00" }]);
 * ```
 */
export function readDayHours(text: string): { abre: string; cierra: string }[] {
  const plain = text.trim().toLowerCase().replace(/([ap])\.?\s?m\b\.?/g, "$1m")
    .replace(/\s*(hrs|horas|h)\b\.?/g, "").replace(/^de /, "");
  if (CLOSED.test(plain)) return [];
  return plain.split(/\s*,\s*|\s+y\s+(?:de )?/).map(readService);
}

function readService(text: string): { abre: string; cierra: string } {
  const parts = SERVICE.exec(text);
  if (parts === null) throw new WrongAnswer(`"${text}" no es un horario: ${HOURS}`);
  const [, from = "", , fromHalf, to = "", , toHalf] = parts;
  const opens = minuteOf(parts.slice(1, 4), toHalf);
  const closes = minuteOf(parts.slice(4, 7), fromHalf);
  const minutes = (closes - opens + MINUTES_A_DAY - 1) % MINUTES_A_DAY + 1;
  const opensOf24 = fromHalf === undefined && isOf24(from);
  const closesOf24 = toHalf === undefined && isOf24(to);
  const isClear = (opensOf24 || fromHalf !== undefined) && (closesOf24 || toHalf !== undefined);
  const opensAtNight = !fromHalf && !toHalf && opens >= 60 && opens < 7 * 60;
  const maxHours = opensOf24 || closesOf24 ? 16 : 12;
  if (!isClear && (opensAtNight || minutes > maxHours * 60)) {
    throw new WrongAnswer(`"${text}" puede ser de la mañana o de la tarde: ${WHICH_HALF}`);
  }
  return { abre: timeOf(opens), cierra: timeOf(closes) };
}

const WHICH_HALF = 'para la tarde escribe "13-17" o "1pm-5pm"; para la madrugada, "01-05"';

/** Whether the hour is one of a 24-hour clock: `13`, `0` or `05`. */
function isOf24(hour: string): boolean {
  return hour.startsWith("0") || Number(hour) > 12;
}

/** The minute of the day. @param otherHalf that of the service's other end, if it has one; a bare 12 is noon beside either */
function minuteOf(
  [hour = "", minute = "00", half]: readonly (string | undefined)[],
  otherHalf: string | undefined,
): number {
  const typed = Number(hour);
  if (half && (typed < 1 || typed > 12) || typed > 24 || Number(minute) > 59) {
    throw new WrongAnswer(`${hour}:${minute}${half ?? ""} no es una hora: ${HOURS}`);
  }
  const meant = half ?? (isOf24(hour) || typed === 12 ? undefined : otherHalf);
  const of24 = meant ? typed % 12 + (meant === "pm" ? 12 : 0) : typed % 24;
  return of24 * 60 + Number(minute);
}

/**
 * The `count` numbers in `text`, each at least 0, without their units (`$40`, `3 km`).
 * @param example shows their form in the error
 * @throws {WrongAnswer}
 */
export function readNumbers(text: string, count: number, example: string): number[] {
  const parts = text.replace(/[$]|(km|minutos|min|pesos|mxn)\b\.?/gi, "")
    .split(/[,;]\s+|\s*[,;–-]\s*|\s+a\s+|\s+/).filter(Boolean);
  const numbers = parts.map((part) => /^\d+(\.\d+)?$/.test(part) ? Number(part) : NaN);
  if (numbers.length === count && numbers.every((number) => number >= 0)) return numbers;
  const what = count === 1 ? "un número" : `${count} números`;
  throw new WrongAnswer(`escribe ${what}, por ejemplo ${example}, con punto para los decimales`);
}

/** Whether `text` is a day, `AAAA-MM-DD`, or month and day for every year. The 29th of February is a day of some years. */
export function isSpecialDate(text: string): boolean {
  return isDay(text.length > "MM-DD".length ? text : `2024-${text}`);
}

/**
 * `24/12/2026`, `2026-12-24` or, for every year, `25/12`, `12-25`, `25 de diciembre`, in the form of the restaurant file.
 * @throws {WrongAnswer}
 */
export function readSpecialDate(text: string): string {
  const named = text.toLowerCase().replace(/\s+de(l)?\s+/g, "/")
    .replace(/[a-z]{4,}/, (name) => String(MONTHS.indexOf(name) + 1));
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(named) ?? [];
  const pair = day && month && `${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = pair === undefined ? text : year === undefined ? pair : `${year}-${pair}`;
  if (isSpecialDate(date)) return date;
  throw new WrongAnswer(`"${text}" no es un día: escribe 24/12/2026; o 25/12, para cada año`);
}

const MONTHS = [
  ...["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto"],
  ...["septiembre", "octubre", "noviembre", "diciembre"],
];
