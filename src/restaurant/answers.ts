/** Readers of what an owner types: a place, its state, the hours of a day, numbers. */
import { isDay, MINUTES_A_DAY, timeOf } from "../domain/local_time.ts";
import { isInMexico, type LatLng, pointMeant } from "../domain/location.ts";
import { nearest, skeleton } from "../domain/text.ts";

/** The answer cannot be read. The message says why and gives the right form, in Spanish. */
export class WrongAnswer extends Error {
  override readonly name = "WrongAnswer";
}

const DECIMAL = String.raw`(-?\d{1,3}(?:\.\d+)?)`;

/** The places of a point in links of map services, the most exact first: a pin, a search, the middle of the view. */
const IN_LINKS: readonly RegExp[] = [
  new RegExp(`!3d${DECIMAL}!4d${DECIMAL}`),
  new RegExp(`[?&]mlat=${DECIMAL}&mlon=${DECIMAL}`),
  new RegExp(
    String.raw`[?&](?:q|query|ll|sll|destination|daddr|center)=(?:loc:)?${DECIMAL},[ +]*${DECIMAL}`,
  ),
  new RegExp(String.raw`/(?:place|search|dir/[^@]*)/?${DECIMAL},[ +]*${DECIMAL}`),
  new RegExp(`^geo:${DECIMAL},${DECIMAL}`),
  new RegExp(`@${DECIMAL},${DECIMAL}`),
  new RegExp(String.raw`#map=[\d.]+/${DECIMAL}/${DECIMAL}`),
];

const SHORT_LINK =
  /^(https?:\/\/)?(maps\.app\.goo\.gl|goo\.gl|g\.co|bit\.ly|tinyurl\.com|t\.co)\//i;

const SIDE = "([NSEWO]?)";
/** `20.967`, `20° 58' 1.2" N`, `W 89.624°`; O is West in Spanish. */
const ANGLE = String
  .raw`${SIDE}\s*(-?\d+(?:\.\d+)?)\s*°?\s*(?:(\d+(?:\.\d+)?)\s*['′’]\s*)?(?:(\d+(?:\.\d+)?)\s*(?:["″”]|''|’’)\s*)?${SIDE}`;
const TWO_ANGLES = new RegExp(String.raw`^\(?\s*${ANGLE}\s*[,;\s]\s*${ANGLE}\s*\)?$`, "i");

/** A decimal pair, degrees with minutes and seconds, or a long link of a map service. @throws {WrongAnswer} */
export function readPoint(text: string): LatLng {
  const typed = text.trim();
  if (SHORT_LINK.test(typed)) throw new WrongAnswer(SHORT);
  const isLink = /^(https?:\/\/|geo:|www\.)/i.test(typed);
  const point = isLink ? pointInLink(typed) : pointInDegrees(typed);
  if (point === null) throw new WrongAnswer(isLink ? NO_POINT : FORMS);
  return point;
}

/** A {@linkcode readPoint} in Mexico. @throws {WrongAnswer} */
export function readPlace(text: string): LatLng {
  const point = readPoint(text);
  const doubt = doubtAbout(point);
  if (doubt !== null) throw new WrongAnswer(`${doubt.says}: ${doubt.remedy}`);
  return point;
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
const HOW =
  "abre el mapa en una computadora, haz clic derecho en la puerta del restaurante y copia los dos números";
const SHORT = `un enlace corto no dice dónde está: ${HOW}`;
const NO_POINT = `ese enlace no trae coordenadas: ${HOW}`;

function pointInLink(link: string): LatLng | null {
  const plain = link.replace(/%2c/gi, ",").replace(/%20/g, " ");
  for (const form of IN_LINKS) {
    // In directions, the last pin is the destination.
    const found = [...plain.matchAll(new RegExp(form, "gi"))].at(-1);
    if (found) return { lat: Number(found[1]), lng: Number(found[2]) };
  }
  return null;
}

function pointInDegrees(text: string): LatLng | null {
  const parts = TWO_ANGLES.exec(text);
  if (parts === null) return null;
  const first = degrees(parts.slice(1, 6));
  const second = degrees(parts.slice(6, 11));
  if (/[NS]/.test(second.side) || /[EW]/.test(first.side)) {
    return { lat: second.value, lng: first.value };
  }
  return { lat: first.value, lng: second.value };
}

function degrees([before, whole, minutes = "0", seconds = "0", after]: readonly string[]) {
  const side = (before || after || "").toUpperCase().replace("O", "W");
  const size = Math.abs(Number(whole)) + Number(minutes) / 60 + Number(seconds) / 3600;
  const isNegative = whole!.startsWith("-") || /[SW]/.test(side);
  // A ten-millionth of a degree is a centimetre.
  const rounded = Math.round(size * 1e7) / 1e7;
  return { side, value: isNegative ? -rounded : rounded };
}

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

/** The IANA time zone of most of the state that `text` names, accents and capitals aside. @throws {WrongAnswer} */
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

const CLOCK = String.raw`(\d{1,2})(?:[:.](\d{2}))?`;
const SERVICE = new RegExp(String.raw`^${CLOCK}\s*(?:-|–|—|a)\s*${CLOCK}$`);
const CLOSED = /^(cerrado|cerramos|no abre|no|-)\.?$/;
const HOURS = 'escribe por ejemplo "13-17:30, 19-1:30", o "cerrado"';

/** None for "cerrado". @throws {WrongAnswer} also if morning and afternoon cannot be told apart, as in `1-5` */
export function readDayHours(text: string): { abre: string; cierra: string }[] {
  const plain = text.trim().toLowerCase().replace(/\s*(hrs|horas|h)\b\.?/g, "").replace(/^de /, "");
  if (CLOSED.test(plain)) return [];
  return plain.split(/\s*,\s*|\s+y\s+(?:de )?/).map(readService);
}

function readService(text: string): { abre: string; cierra: string } {
  const [, from, fromMinute, to, toMinute] = SERVICE.exec(text) ?? [];
  if (from === undefined || to === undefined) {
    throw new WrongAnswer(`"${text}" no es un horario: ${HOURS}`);
  }
  const opens = minuteOf(from, fromMinute);
  const closes = minuteOf(to, toMinute);
  const minutes = (closes - opens + MINUTES_A_DAY - 1) % MINUTES_A_DAY + 1;
  const opensAtNight = !isOf24(from) && opens >= 60 && opens < 7 * 60;
  const maxHours = isOf24(from) || isOf24(to) ? 16 : 12;
  if (opensAtNight || minutes > maxHours * 60 && !(isOf24(from) && isOf24(to))) {
    throw new WrongAnswer(`"${text}" puede ser de la mañana o de la tarde: ${WHICH_HALF}`);
  }
  return { abre: timeOf(opens), cierra: timeOf(closes) };
}

const WHICH_HALF = 'para la tarde escribe "13-17"; para la madrugada, "01-05"';

/** Whether the hour is one of a 24-hour clock: `13`, `0` or `05`. */
function isOf24(hour: string): boolean {
  return hour.startsWith("0") || Number(hour) > 12;
}

function minuteOf(hour: string, minute = "00"): number {
  if (Number(hour) > 24 || Number(minute) > 59) {
    throw new WrongAnswer(`${hour}:${minute} no es una hora: ${HOURS}`);
  }
  return Number(hour) % 24 * 60 + Number(minute);
}

/** Each at least 0, without units (`$40`, `3 km`). @param example shows their form in the error @throws {WrongAnswer} */
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

/** `24/12/2026`, `2026-12-24` or, for every year, `25/12`, `12-25`, in the form of the restaurant file. @throws {WrongAnswer} */
export function readSpecialDate(text: string): string {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(text) ?? [];
  const parts = [year, month?.padStart(2, "0"), day?.padStart(2, "0")];
  const date = parts.filter(Boolean).join("-") || text;
  if (isSpecialDate(date)) return date;
  throw new WrongAnswer(`"${text}" no es un día: escribe 24/12/2026; o 25/12, para cada año`);
}
