import { readNumbers, WrongAnswer, zoneOfState } from "../restaurant/answers.ts";
import { questionOf } from "../restaurant/form.ts";
import { checkFile, SAMPLE_FILE_TEXT } from "../restaurant/load.ts";
import { FILE_WEEKDAYS, type RestaurantInput } from "../restaurant/schema.ts";
import { CannotDo, type CommandIo, type Given, WrongUsage } from "./command.ts";

/** The answers so far. The file is valid after each of them. */
export interface Answers {
  readonly file: RestaurantInput;
  /** The Mexican state; empty before the answer. */
  state: string;
  publicHost: string;
  staffHost: string;
}

const BACK = "<";

/**
 * Asks what no option answers, and repeats a question after a wrong answer.
 * @param before the answers of an earlier setup, which an empty line keeps; null for a new restaurant
 * @throws {WrongUsage | CannotDo}
 */
export function interview(
  { options }: Given,
  { ask, out }: CommandIo,
  before: Answers | null,
): Answers {
  const given = givenAnswers(options);
  const questions = QUESTIONS.filter((one) => given.has(one) || before === null || !one.isOnce);
  if (options.yes !== undefined && before === null) refuseMissing(given);
  const isPointless = (one: Question) => one.isOfDelivery && answers.file.envio === undefined;
  const isAsked = (one: Question) =>
    options.yes === undefined && !given.has(one) && !isPointless(one);
  const answered = new Set(before === null ? [] : questions);
  let answers = before ?? { file: emptyFile(), state: "", publicHost: "", staffHost: "" };
  for (let at = 0; at < questions.length;) {
    const question = questions[at]!;
    if (isPointless(question)) {
      if (given.has(question)) throw new WrongUsage(`--${question.option}: ${NO_DELIVERY}`);
      at++;
      continue;
    }
    const kept = answered.has(question) ? question.shown(answers) : "";
    const offered = kept || question.fallback?.(answers);
    const typed = isAsked(question) ? ask(worded(question, offered)) : given.get(question) ?? "";
    if (typed === null) throw stopped();
    if (typed.trim() === BACK) {
      at = Math.max(0, questions.findLastIndex((one, index) => index < at && isAsked(one)));
      continue;
    }
    try {
      const text = typed.trim();
      if (text !== "" || kept === "") {
        answers = answerTo(question, text || (offered ?? ""), answers);
      }
      if (question.option === "state") answered.delete(ZONE);
      answered.add(question);
      at++;
    } catch (error) {
      if (!(error instanceof WrongAnswer)) throw error;
      if (isAsked(question)) out(`  No: ${error.message}`);
      else throw new WrongUsage(`--${question.option}: ${question.asks}: ${error.message}`);
    }
  }
  return answers;
}

const NO_DELIVERY = "el restaurante no entrega";

function worded({ asks, help = "" }: Question, offered: string | undefined): string {
  if (offered !== undefined) return `${asks} [${offered}]:`;
  return `${asks}${help && ` (${help})`}:`;
}

/** The error for a missing answer: at a terminal, the owner has typed Ctrl-C or Ctrl-D. */
export function stopped(): CannotDo {
  return new CannotDo(
    Deno.stdin.isTerminal()
      ? "Interrumpido: no se escribió nada."
      : "no se escribió nada: hace falta una terminal para contestar, o --yes y las opciones",
  );
}

/** The file was valid before, so that a problem of it is one of this answer. @throws {WrongAnswer} */
function answerTo({ take }: Question, text: string, before: Answers): Answers {
  const answers = structuredClone(before);
  take(text, answers);
  const checked = checkFile(answers.file);
  if (Array.isArray(checked)) throw new WrongAnswer(checked[0]!.says);
  return answers;
}

interface Question {
  readonly option: string;
  readonly asks: string;
  /** Asked only for a new restaurant, because it suggests the next answer. */
  readonly isOnce?: true;
  /** Asked only for a restaurant that delivers. */
  readonly isOfDelivery?: true;
  /** Shown if no answer is offered. */
  readonly help?: string;
  /** Puts the answer in its place. @throws {WrongAnswer} */
  take(text: string, answers: Answers): void;
  /** The present answer, as it would be typed. */
  shown(answers: Answers): string;
  /** The answer of an empty line while there is none; without it, the owner must answer. */
  fallback?(answers: Answers): string;
}

const ZONE: Question = {
  option: "zone",
  asks: "Zona horaria",
  take: (text, { file }) => file.zona = text,
  shown: ({ file }) => file.zona ?? "",
  fallback: ({ state, file }) => state === "" ? file.zona ?? "" : zoneOfState(state),
};

const QUESTIONS: readonly Question[] = [
  fieldQuestion("name", "nombre"),
  fieldQuestion("address", "direccion"),
  { ...fieldQuestion("town", "ciudad"), shown: ({ file }) => file.ciudad ?? "" },
  fieldQuestion("location", "ubicacion"),
  {
    option: "state",
    asks: "Estado de la República",
    isOnce: true,
    take(text, answers) {
      zoneOfState(text);
      answers.state = text;
    },
    shown: ({ state }) => state,
    fallback: () => "Yucatán",
  },
  ZONE,
  fieldQuestion("phone", "telefono"),
  {
    ...fieldQuestion("whatsapp", "whatsapp"),
    shown: ({ file }) => file.whatsapp ?? file.telefono ?? "",
    fallback: ({ file }) => file.telefono ?? "",
  },
  ...FILE_WEEKDAYS.map((day, index): Question => {
    const question = fieldQuestion("hours", "horario", day);
    const before = FILE_WEEKDAYS[index - 1];
    return {
      ...question,
      asks: `Horario del ${question.asks} ("13-17:30, 19-1:30" o "cerrado")`,
      // Most days are like the one before.
      ...(before !== undefined && {
        fallback: ({ file }: Answers) => questionOf("horario", before).write(file.horario[before]),
      }),
    };
  }),
  { ...fieldQuestion("lead", "cocina", "cierra_antes_minutos"), fallback: () => "60" },
  {
    option: "minutes",
    asks: "Minutos que tarda un pedido, de cuántos a cuántos",
    take(text, { file: { cocina } }) {
      [cocina.minutos_min = 0, cocina.minutos_max = 0] = readNumbers(text, 2, "25-40");
    },
    shown: ({ file: { cocina } }) => `${cocina.minutos_min}-${cocina.minutos_max}`,
    fallback: () => "25-40",
  },
  {
    option: "tariff",
    asks:
      'Envío: kilómetros que cubre el costo base, ese costo y el de cada km más, como 3, 40, 10; o "no"',
    take(text, { file }) {
      const { radio_maximo_km = MAX_RADIUS_KM } = file.envio ?? {};
      file.envio = undefined;
      if (/^no$/i.test(text)) return;
      const [base_km = 0, base_costo = 0, costo_km_extra = 0] = readNumbers(text, 3, "3, 40, 10");
      file.envio = { base_km, base_costo, costo_km_extra, radio_maximo_km };
    },
    shown({ file: { envio } }) {
      return envio === undefined
        ? "no"
        : `${envio.base_km}, ${envio.base_costo}, ${envio.costo_km_extra}`;
    },
  },
  { ...fieldQuestion("radius", "envio", "radio_maximo_km"), isOfDelivery: true },
  {
    option: "public",
    asks: 'Dominio para los comensales, como mesa.example, o "localhost" para probar aquí',
    take: (text, answers) => answers.publicHost = hostOf(text),
    shown: ({ publicHost }) => publicHost,
  },
  {
    option: "staff",
    asks: "Dominio para el personal",
    take(text, answers) {
      answers.staffHost = hostOf(text);
      if (answers.staffHost === answers.publicHost && answers.staffHost !== LOCAL) {
        throw new WrongAnswer("tiene que ser otro");
      }
    },
    shown: ({ staffHost }) => staffHost,
    fallback: ({ publicHost }) => publicHost === LOCAL ? LOCAL : `tablero.${publicHost}`,
  },
];

/** The answer for a service that is tried out without a domain. */
export const LOCAL = "localhost";

function hostOf(text: string): string {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  const isName = url !== null && /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(url.hostname);
  if (text.toLowerCase() === LOCAL) return LOCAL;
  if (isName && url.pathname === "/" && !url.port && !url.username) return url.hostname;
  throw new WrongAnswer("es un nombre como mesa.example, sin ruta ni puerto");
}

/** A question about one field of the file, with the label of its schema. */
function fieldQuestion(option: string, ...path: readonly string[]): Question {
  const { label, help, read, write } = questionOf(...path);
  const inside = (file: object, keys: readonly string[]) =>
    keys.reduce((inner: object, key) => Object(inner)[key], file);
  return {
    option,
    asks: label,
    help,
    take: (text, { file }) =>
      Object.assign(inside(file, path.slice(0, -1)), { [path.at(-1)!]: read(text) }),
    shown: ({ file }) => write(inside(file, path)),
  };
}

/** The answers of options by question; `--hours` answers seven. @throws {WrongUsage} */
function givenAnswers(options: Given["options"]): Map<Question, string> {
  const given = new Map<Question, string>();
  for (const [option, questions] of Map.groupBy(QUESTIONS, ({ option }) => option)) {
    const text = options[option];
    if (text === undefined) continue;
    const parts = questions.length === 1 ? [text] : text.split(";");
    if (parts.length !== questions.length) {
      throw new WrongUsage(
        `--${option}: faltan partes: son ${questions.length}, separadas por ";"`,
      );
    }
    questions.forEach((question, index) => given.set(question, parts[index]!));
  }
  return given;
}

function refuseMissing(given: ReadonlyMap<Question, string>): void {
  const missing = QUESTIONS.filter((one) => !given.has(one) && one.fallback === undefined)
    .map(({ option }) => `--${option}`);
  if (missing.length === 0) return;
  throw new WrongUsage(`con --yes hacen falta también ${missing.join(", ")}`);
}

/** Accepts any tariff before the answer to the radius. */
const MAX_RADIUS_KM = 100;

/** The sample without its invented data. Its other values stay until they are asked, or accept any earlier answer. */
function emptyFile(): RestaurantInput {
  const { calificacion: _, presentacion: __, ...sample } = JSON.parse(
    SAMPLE_FILE_TEXT,
  ) as RestaurantInput;
  return {
    ...sample,
    cocina: { ...sample.cocina, cierra_antes_minutos: 0, por_dia: undefined },
    envio: { ...sample.envio!, radio_maximo_km: MAX_RADIUS_KM },
    valet: false,
    preguntas_frecuentes: [],
    secciones: sample.secciones.map(({ nombre }) => ({ nombre, platillos: [] })),
    adiciones: [],
  };
}
