/** The questions of `setup`, and the reading of their answers. */
import { readNumbers, WrongAnswer, zoneOfState } from "../restaurant/answers.ts";
import { questionOf } from "../restaurant/form.ts";
import { checkFile, SAMPLE_FILE_TEXT } from "../restaurant/load.ts";
import { type RestaurantInput, WEEKDAYS } from "../restaurant/schema.ts";
import { CannotDo, type CommandIo, type Given, WrongUsage } from "./command.ts";

/** The answers so far. The file is valid after each of them. */
export interface Answers {
  readonly file: RestaurantInput;
  /** Of the state. */
  zone: string;
  publicHost: string;
  staffHost: string;
}

/** Asks what no option answers, and repeats a question after a wrong answer. @throws {WrongUsage | CannotDo} */
export function interview({ options }: Given, { ask, out }: CommandIo): Answers {
  const answers = { file: emptyFile(), zone: "", publicHost: "", staffHost: "" };
  const given = givenAnswers(options);
  const asksNothing = options.yes !== undefined;
  if (asksNothing) refuseMissing(given);
  for (const question of QUESTIONS) {
    const { option, asks, help } = question;
    const fallback = question.fallback?.(answers);
    const fixed = given.get(question) ?? (asksNothing ? fallback : undefined);
    for (let done = false; !done;) {
      const more = fallback === undefined ? help && ` (${help})` : ` [${fallback}]`;
      const typed = fixed ?? ask(`${asks}${more ?? ""}:`);
      if (typed === null) throw stopped();
      try {
        answer(question, typed.trim() || (fallback ?? ""), answers);
        done = true;
      } catch (error) {
        if (!(error instanceof WrongAnswer)) throw error;
        if (fixed !== undefined) throw new WrongUsage(`--${option}: ${asks}: ${error.message}`);
        out(`  No: ${error.message}`);
      }
    }
  }
  return answers;
}

/** The error if no answer comes: at a terminal, the owner has typed Ctrl-C or Ctrl-D. */
export function stopped(): CannotDo {
  return new CannotDo(
    Deno.stdin.isTerminal()
      ? "Interrumpido: no se escribió nada."
      : "no se escribió nada: hace falta una terminal para contestar, o --yes y las opciones",
  );
}

/** Keeps the answer. A problem of the file is that of the last answer: the file was valid before. @throws {WrongAnswer} */
function answer({ take }: Question, text: string, answers: Answers): void {
  take(text, answers);
  const checked = checkFile(answers.file);
  if (Array.isArray(checked)) throw new WrongAnswer(checked[0]!.says);
}

interface Question {
  readonly option: string;
  readonly asks: string;
  /** Said where there is no fallback, which says as much. */
  readonly help?: string;
  /** Puts the answer in its place. @throws {WrongAnswer} */
  take(text: string, answers: Answers): void;
  /** The answer of an empty line; absent if the owner must give one. */
  fallback?(answers: Answers): string;
}

const QUESTIONS: readonly Question[] = [
  fieldQuestion("name", "nombre"),
  fieldQuestion("address", "direccion"),
  fieldQuestion("location", "ubicacion"),
  {
    option: "state",
    asks: "Estado de la República",
    take: (text, answers) => answers.zone = zoneOfState(text),
    fallback: () => "Yucatán",
  },
  {
    option: "zone",
    asks: "Zona horaria",
    take: (text, { file }) => file.zona = text,
    fallback: ({ zone }) => zone,
  },
  fieldQuestion("phone", "telefono"),
  { ...fieldQuestion("whatsapp", "whatsapp"), fallback: ({ file }) => file.telefono },
  ...WEEKDAYS.map((day, index): Question => {
    const question = fieldQuestion("hours", "horario", day);
    const before = WEEKDAYS[index - 1];
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
    fallback: () => "25-40",
  },
  {
    option: "tariff",
    asks:
      "Envío: kilómetros que cubre el costo base, ese costo y el de cada km más, como 3, 40, 10",
    take(text, { file }) {
      const [base_km, base_costo, costo_km_extra] = readNumbers(text, 3, "3, 40, 10");
      Object.assign(file.envio!, { base_km, base_costo, costo_km_extra });
    },
  },
  fieldQuestion("radius", "envio", "radio_maximo_km"),
  {
    option: "public",
    asks: 'Dominio para los comensales, como mesa.example, o "localhost" para probar aquí',
    take: (text, answers) => answers.publicHost = hostOf(text),
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
    fallback: ({ publicHost }) => publicHost === LOCAL ? LOCAL : `tablero.${publicHost}`,
  },
];

/** The domain of a service that is tried out without one. */
export const LOCAL = "localhost";

function hostOf(text: string): string {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  const isName = url !== null && /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(url.hostname);
  if (text.toLowerCase() === LOCAL) return LOCAL;
  if (isName && url.pathname === "/" && !url.port && !url.username) return url.hostname;
  throw new WrongAnswer("es un nombre como mesa.example, sin ruta ni puerto");
}

/** A question about one field of the file, in the words of its schema. */
function fieldQuestion(option: string, ...path: readonly string[]): Question {
  const { label, help, read } = questionOf(...path);
  return {
    option,
    asks: label,
    help,
    take(text, { file }) {
      const holder = path.slice(0, -1).reduce((inner: object, key) => Object(inner)[key], file);
      Object.assign(holder, { [path.at(-1)!]: read(text) });
    },
  };
}

/** The answers in options, by question: `--hours` answers seven. @throws {WrongUsage} */
function givenAnswers(options: Given["options"]): Map<Question, string> {
  const given = new Map<Question, string>();
  for (const [option, questions] of Map.groupBy(QUESTIONS, ({ option }) => option)) {
    const text = options[option];
    if (text === undefined) continue;
    const parts = questions.length === 1 ? [text] : text.split(";");
    if (parts.length !== questions.length) {
      throw new WrongUsage(`--${option}: give ${questions.length} parts, separated by ";"`);
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

/**
 * The sample without its invented data. What is asked has the sample's value until it is answered, unless that value would refuse
 * a valid answer to an earlier question.
 */
function emptyFile(): RestaurantInput {
  const { calificacion: _, presentacion: __, ...sample } = JSON.parse(
    SAMPLE_FILE_TEXT,
  ) as RestaurantInput;
  return {
    ...sample,
    cocina: { ...sample.cocina, cierra_antes_minutos: 0, por_dia: {} },
    envio: { ...sample.envio!, radio_maximo_km: 100 },
    valet: false,
    preguntas_frecuentes: [],
    secciones: sample.secciones.map(({ nombre }) => ({ nombre, platillos: [] })),
    adiciones: [],
  };
}
