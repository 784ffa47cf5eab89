/** Reads the owner's answers: a place, its state, the hours of a day, numbers, dates. */
import { isDay, MINUTES_A_DAY, timeOf } from "../domain/local_time.ts";
import { isInMexico, type LatLng, pointMeant } from "../domain/location.ts";
import { readPoint } from "../domain/map_link.ts";
import { foldText, nearest, skeleton } from "../domain/text.ts";

/** The answer cannot be read. The message gives the reason and the right form, in Spanish. */
export class WrongAnswer extends Error {
  override readonly name = "WrongAnswer";
}

/** Reads a point in Mexico: coordinates, or a long link of a map service. @throws {WrongAnswer} */
export function readPlace(text: string): LatLng {
  const read = readPoint(text);
  if (read === null) throw new WrongAnswer(FORMS);
  if ("error" in read) throw new WrongAnswer(NO_POINT);
  const doubt = doubtAbout(read.value);
  if (doubt !== null) throw new WrongAnswer(`${doubt.says}: ${doubt.remedy}`);
  return read.value;
}

/** The problem of a point outside Mexico, with the point that was probably meant; null for others. */
export function doubtAbout(point: LatLng): Readonly<Record<"says" | "remedy", string>> | null {
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

/** The zone of most of each state. Some municipalities have that of a neighbour. */
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

/** In alphabetical order. Not by a locale's rules: ICU's tables of these would take 6 ms of every start. */
export const MEXICAN_STATES: readonly string[] = Object.values(ZONES).flat().sort((a, b) =>
  skeleton(a) < skeleton(b) ? -1 : 1
);

/** The IANA time zone of most of the state `text`; accents and capitals do not count. @throws {WrongAnswer} */
export function zoneOfState(text: string): string {
  const wanted = skeleton(text);
  const zones = Object.entries(ZONES);
  const found = zones.find(([, states]) => states.some((one) => skeleton(one) === wanted));
  if (found !== undefined) return found[0];
  const near = nearest(text, MEXICAN_STATES);
  throw new WrongAnswer(
    near === null ? `los estados son ${MEXICAN_STATES.join(", ")}` : `¿quisiste decir ${near}?`,
  );
}

const CLOCK = String.raw`(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm)?`;
const SERVICE = new RegExp(String.raw`^${CLOCK}\s*(?:-|–|—|a|hasta)\s*${CLOCK}$`);
const CLOSED = /^(cerrado|cerramos|no abre|no abrimos|descanso|descansamos|no|-)\.?$/;
const ALL_DAY = /^(abierto )?((las )?24(\/7)?|todo el dia)$/;
const HOURS = 'escribe por ejemplo "1 pm a 11 pm", "13-17:30, 19-1:30" o "cerrado"';

/** How people say times, and how the rest of this file reads them. */
const SPOKEN: readonly (readonly [said: RegExp, read: string])[] = [
  [/\s*(hrs|horas|h)\b\.?/g, ""],
  [/\b(las )?12 de la noche|(la )?media ?noche/g, "24"],
  [/\b(las )?12 del dia|(el )?medio ?dia/g, "12pm"],
  [/(?<=\d)\s*([ap])\.?\s?m\b\.?/g, "$1m"],
  [/ de la (tarde|noche)/g, "pm"],
  [/ de la (manana|madrugada)/g, "am"],
  [/(^|\s)(de )?las? (?=\d)/g, "$1"],
  [/^de /, ""],
];

/** Characters of the hours of a day: more are not read. Six services in words are shorter. */
const MAX_HOURS = 500;

/** None for "cerrado". @throws {WrongAnswer} also if `1-5` may be in the morning or in the afternoon */
export function readDayHours(text: string): { abre: string; cierra: string }[] {
  if (text.length > MAX_HOURS) throw new WrongAnswer(`es demasiado largo: ${HOURS}`);
  const plain = SPOKEN.reduce(
    (plain, [said, read]) => plain.replace(said, read),
    foldText(text).trim(),
  );
  if (CLOSED.test(plain)) return [];
  // Two services: one that closes when it opened is more often a slip.
  const services = ALL_DAY.test(plain)
    ? ["00:00-12:00", "12:00-00:00"]
    : plain.split(/\s*[,;/]\s*|\s+y\s+(?:de )?/);
  let after = 0;
  return services.map((service) => {
    const { opens, closes } = readService(service, after);
    after = Math.max(after, closes);
    return { abre: timeOf(opens), cierra: timeOf(closes) };
  });
}

/** Minutes of the second service of a day: of a longer one, its end is more likely in the other half. */
const MAX_LIKELY = 10 * 60;

/** @param after when the service before it closes, by which `7 a 11 pm` is in the evening */
function readService(text: string, after: number): { opens: number; closes: number } {
  const [, from, fromMinute, fromHalf, to, toMinute, toHalf] = SERVICE.exec(text) ?? [];
  if (from === undefined || to === undefined) {
    throw new WrongAnswer(`"${text}" no es un horario: ${HOURS}`);
  }
  const isSaid = fromHalf !== undefined || toHalf !== undefined;
  const isSure = [[from, fromHalf], [to, toHalf]].every(([hour, half]) => half || isOf24(hour!));
  const maxHours = isSaid || isOf24(from) || isOf24(to) ? 16 : 12;
  const meant = minutesOf(from, fromMinute, fromHalf, isSaid).flatMap((opens) =>
    minutesOf(to, toMinute, toHalf, isSaid).map((closes) => {
      const minutes = (closes - opens + MINUTES_A_DAY - 1) % MINUTES_A_DAY + 1;
      return { opens, closes, minutes };
    })
  ).filter(({ opens, minutes }) => {
    const opensAtNight = !fromHalf && !isOf24(from) && opens >= 60 && opens < 7 * 60;
    return !opensAtNight && (isSure || minutes <= maxHours * 60);
  });
  const isOne = meant.length === 1;
  const likely = meant.filter(({ opens, minutes }) =>
    opens >= after && (isOne || minutes <= MAX_LIKELY)
  );
  // After 13-17 even `7-11`, which names no half, is more likely in the evening.
  const isOpeningSure = fromHalf !== undefined || isOf24(from);
  const [only, ...others] = after === 0 || isOne && isOpeningSure ? meant : likely;
  if (only === undefined || others.length > 0) {
    throw new WrongAnswer(`"${text}" puede ser de la mañana o de la tarde: ${WHICH_HALF}`);
  }
  return only;
}

const WHICH_HALF = 'escribe "1 pm a 5 pm" o "13-17"; para la madrugada, "01-05"';

/** Whether the hour is one of a 24-hour clock: `13`, `0` or `05`. */
function isOf24(hour: string): boolean {
  return hour.startsWith("0") || Number(hour) > 12;
}

/** The minutes of the day that are meant. @param isSaid whether the other end of the service may say which half */
function minutesOf(hour: string, minute = "00", half: string | undefined, isSaid: boolean) {
  if (Number(hour) > 24 || Number(minute) > 59) {
    throw new WrongAnswer(`${hour}:${minute} no es una hora: ${HOURS}`);
  }
  const at = (hours: number) => hours % 24 * 60 + Number(minute);
  if (isOf24(hour) || half === undefined && !isSaid) return [at(Number(hour))];
  const [morning, evening] = [at(Number(hour) % 12), at(Number(hour) % 12 + 12)];
  return half === undefined ? [morning, evening] : [half === "am" ? morning : evening];
}

/** Whether `text` is a day, `AAAA-MM-DD`, or `MM-DD` for every year that has that day. */
export function isSpecialDate(text: string): boolean {
  return isDay(text.length > "MM-DD".length ? text : `2024-${text}`);
}

const DATE =
  /^(\d{1,2})(?: ?[/.-] ?| (?:de )?)(\d{1,2}|[a-z]{3,})\.?(?:(?: ?[/.-] ?| (?:del? )?)(20)?(\d{2}))?$/;
const MONTHS = ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"];

/** Reads `24/12/2026`, `24 de diciembre`, `24 dic 26`, `2026-12-24` or `12-25`. @throws {WrongAnswer} */
export function readSpecialDate(text: string): string {
  const [, day = "", month = "", , year] = DATE.exec(foldText(text)) ?? [];
  const nth = MONTHS.indexOf(month.slice(0, 3)) + 1 || Number(month);
  const parts = [year && `20${year}`, String(nth).padStart(2, "0"), day.padStart(2, "0")];
  const date = parts.filter(Boolean).join("-");
  // The day comes first where it can: `12-10` is the twelfth of October, as `12/10` is.
  const found = [date, text].find(isSpecialDate);
  if (found !== undefined) return found;
  throw new WrongAnswer(`"${text}" no es un día: escribe 24/12/2026; o 25/12, para cada año`);
}
