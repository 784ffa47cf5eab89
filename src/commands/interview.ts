/** Asks the owner about the restaurant, one question after the other. */
import { normalisePhone } from "../domain/contact.ts";
import { WEEKDAYS as DAY_NAMES } from "../domain/local_time.ts";
import { isPlainLine } from "../domain/text.ts";
import {
  readDayHours,
  readNumbers,
  readPoint,
  WrongAnswer,
  zoneOfState,
} from "../restaurant/answers.ts";
import { SAMPLE_FILE_TEXT } from "../restaurant/load.ts";
import { hoursProblems } from "../restaurant/rules.ts";
import { isTimeZone, type RestaurantInput, WEEKDAYS } from "../restaurant/schema.ts";
import { locationWarning } from "../restaurant/warnings.ts";
import { CannotDo, type CommandIo, type Given, WrongUsage } from "./command.ts";

/** The answers so far. */
export interface Answers {
  readonly file: RestaurantInput;
  /** Of the state. */
  zone: string;
  publicHost: string;
  staffHost: string;
}

/** Asks what no option answers, again after each wrong answer. @throws {WrongUsage | CannotDo} */
export function interview({ options }: Given, { ask, out }: CommandIo): Answers {
  const answers = { file: emptyFile(), zone: "", publicHost: "", staffHost: "" };
  const given = givenAnswers(options);
  const asksNothing = options.yes !== undefined;
  if (asksNothing) refuseMissing(given);
  for (const question of QUESTIONS) {
    const { option, asks, take } = question;
    const fallback = question.fallback?.(answers);
    const told = given.get(question) ?? (asksNothing ? fallback : undefined);
    for (let done = false; !done;) {
      const typed = told ?? ask(fallback === undefined ? `${asks}:` : `${asks} [${fallback}]:`);
      if (typed === null) throw new CannotDo(STOPPED);
      try {
        take(typed.trim() || (fallback ?? ""), answers);
        done = true;
      } catch (error) {
        if (!(error instanceof WrongAnswer)) throw error;
        if (told !== undefined) throw new WrongUsage(`--${option}: ${asks}: ${error.message}`);
        out(`  No: ${error.message}`);
      }
    }
  }
  return answers;
}

const STOPPED =
  "no se escribió nada: hace falta una terminal para contestar, o --yes y las opciones";

interface Question {
  readonly option: string;
  readonly asks: string;
  /** Keeps the answer. @throws {WrongAnswer} */
  take(text: string, answers: Answers): void;
  /** The answer of Enter alone; absent where the owner must give one. */
  fallback?(answers: Answers): string;
}

function question(
  option: string,
  asks: string,
  take: Question["take"],
  fallback?: Question["fallback"],
): Question {
  return { option, asks, take, fallback };
}

const QUESTIONS: readonly Question[] = [
  question("name", "Nombre del restaurante", (text, { file }) => file.nombre = lineOf(text, 80)),
  question(
    "address",
    "Dirección, como la escribe la gente",
    (text, { file }) => file.direccion = lineOf(text, 200),
  ),
  question("location", "Ubicación (latitud y longitud, o el enlace largo del mapa)", takeLocation),
  question(
    "state",
    "Estado de la República",
    (text, answers) => answers.zone = zoneOfState(text),
    () => "Yucatán",
  ),
  question("zone", "Zona horaria", (text, { file }) => {
    if (!isTimeZone(text)) throw new WrongAnswer("es un nombre como America/Merida");
    file.zona = text;
  }, ({ zone }) => zone),
  question("phone", "Teléfono", (text, { file }) => file.telefono = phoneOf(text)),
  question(
    "whatsapp",
    "WhatsApp",
    (text, { file }) => file.whatsapp = phoneOf(text),
    ({ file }) => file.telefono,
  ),
  ...WEEKDAYS.map((_, day) =>
    question(
      "hours",
      `Horario del ${DAY_NAMES[day]} ("13-17:30, 19-1:30" o "cerrado")`,
      (text, { file: { horario } }) => takeHours(text, horario, day),
      // Most days are like the one before.
      day === 0 ? undefined : ({ file: { horario } }) => hoursText(horario[WEEKDAYS[day - 1]!]),
    )
  ),
  question("lead", "Cuántos minutos antes de cerrar deja de servir la cocina", (text, { file }) => {
    [file.cocina.cierra_antes_minutos] = minutesOf(text, 1, "60") as [number];
    if (hoursProblems(file).length === 0) return;
    throw new WrongAnswer("algún servicio es tan corto que nadie alcanzaría a reservar");
  }, () => "60"),
  question("minutes", "Minutos que tarda un pedido, de cuántos a cuántos", (text, { file }) => {
    const [min, max] = minutesOf(text, 2, "25-40") as [number, number];
    if (min > max) throw new WrongAnswer("primero los menos, luego los más");
    Object.assign(file.cocina, { minutos_min: min, minutos_max: max });
  }, () => "25-40"),
  question(
    "tariff",
    "Envío: kilómetros que cubre el costo base, ese costo y el de cada km más, como 3, 40, 10",
    (text, { file: { envio } }) => {
      const [base_km = 0, ...costs] = readNumbers(text, 3, "3, 40, 10");
      if (costs.some((cost) => cost > 100_000 || Number(cost.toFixed(2)) !== cost)) {
        throw new WrongAnswer("son pesos, con dos decimales cuando más");
      }
      const [base_costo, costo_km_extra] = costs;
      Object.assign(envio, { base_km, base_costo, costo_km_extra });
    },
  ),
  question("radius", "Hasta cuántos kilómetros de ruta llevan", (text, { file: { envio } }) => {
    const [km = 0] = readNumbers(text, 1, "8");
    if (km <= envio.base_km || km > 100) {
      throw new WrongAnswer(`más de los ${envio.base_km} km que cubre el costo base, hasta 100`);
    }
    envio.radio_maximo_km = km;
  }),
  question(
    "public",
    'Dominio para los comensales, como mesa.example, o "localhost" para probar aquí',
    (text, answers) => answers.publicHost = hostOf(text),
  ),
  question("staff", "Dominio para el personal", (text, answers) => {
    answers.staffHost = hostOf(text);
    if (answers.staffHost === answers.publicHost && answers.staffHost !== LOCAL) {
      throw new WrongAnswer("tiene que ser otro");
    }
  }, ({ publicHost }) => publicHost === LOCAL ? LOCAL : `tablero.${publicHost}`),
];

function takeLocation(text: string, { file }: Answers): void {
  file.ubicacion = readPoint(text);
  const warning = locationWarning(file.ubicacion);
  if (warning !== null) throw new WrongAnswer(`${warning.says}: ${warning.remedy}`);
}

function takeHours(text: string, hours: RestaurantInput["horario"], day: number): void {
  const name = WEEKDAYS[day]!;
  hours[name] = readDayHours(text);
  if (hours[name].length > 0 && hoursProblems({ horario: hours }).length > 0) {
    hours[name] = [];
    throw new WrongAnswer("se encima con otro servicio de ese día o de uno vecino");
  }
  const isLast = day === WEEKDAYS.length - 1;
  if (isLast && Object.values(hours).every((services) => services.length === 0)) {
    throw new WrongAnswer("algún día tiene que abrir");
  }
}

function lineOf(text: string, max: number): string {
  if (text !== "" && isPlainLine(text) && text.length <= max) return text;
  throw new WrongAnswer(`escriba de 1 a ${max} caracteres`);
}

function phoneOf(text: string): string {
  const phone = normalisePhone(text);
  if (phone !== null) return phone;
  throw new WrongAnswer("escriba los diez dígitos, o + y la clave del país antes");
}

function minutesOf(text: string, count: number, example: string): number[] {
  const numbers = readNumbers(text, count, example);
  if (numbers.every((number) => Number.isInteger(number) && number <= 600)) return numbers;
  throw new WrongAnswer("son minutos enteros, hasta 600");
}

/** Of a service that is tried out without a domain. */
export const LOCAL = "localhost";

function hostOf(text: string): string {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  const isName = url !== null && /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(url.hostname);
  if (text === LOCAL) return LOCAL;
  if (isName && url.pathname === "/" && !url.port && !url.username) return url.hostname;
  throw new WrongAnswer("es un nombre como mesa.example, sin ruta ni puerto");
}

function hoursText(services: RestaurantInput["horario"]["lunes"]): string {
  return services.map(({ abre, cierra }) => `${abre}-${cierra}`).join(", ") || "cerrado";
}

/** By question; `--hours` answers seven. @throws {WrongUsage} */
function givenAnswers(options: Given["options"]): Map<Question, string> {
  const given = new Map<Question, string>();
  for (const [option, questions] of Map.groupBy(QUESTIONS, ({ option }) => option)) {
    const text = options[option];
    if (text === undefined) continue;
    const parts = questions.length === 1 ? [text] : text.split(";");
    if (parts.length !== questions.length) {
      throw new WrongUsage(`--${option}: give ${questions.length} parts, parted by ";"`);
    }
    questions.forEach((question, index) => given.set(question, parts[index]!));
  }
  return given;
}

function refuseMissing(given: ReadonlyMap<Question, string>): void {
  const missing = QUESTIONS.filter((one) => !given.has(one) && one.fallback === undefined);
  if (missing.length === 0) return;
  const options = missing.map(({ option }) => `--${option}`);
  throw new WrongUsage(`with --yes give also ${options.join(", ")}`);
}

/** The sample without what is invented in it: what is not asked is added on the board or in the file. */
function emptyFile(): RestaurantInput {
  const { calificacion: _, ...sample } = JSON.parse(SAMPLE_FILE_TEXT) as RestaurantInput;
  const closed = Object.fromEntries(WEEKDAYS.map((day) => [day, []]));
  return {
    ...sample,
    horario: closed as unknown as RestaurantInput["horario"],
    cocina: { ...sample.cocina, por_dia: {} },
    valet: false,
    preguntas_frecuentes: [],
    secciones: sample.secciones.map(({ nombre }) => ({ nombre, platillos: [] })),
    adiciones: [],
  };
}
