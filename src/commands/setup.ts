/** Asks the owner what a restaurant of its own needs, and writes the files that serve it. */
import { dirname, join, resolve } from "node:path";
import { SYSTEM_FILE } from "../config/environment.ts";
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
import { parseRestaurant } from "../restaurant/load.ts";
import { hoursProblems } from "../restaurant/rules.ts";
import {
  isTimeZone,
  JSON_SCHEMA_FILE_NAME,
  type RestaurantInput,
  restaurantJsonSchema,
  WEEKDAYS,
} from "../restaurant/schema.ts";
import { locationWarning } from "../restaurant/warnings.ts";
import { exists } from "../storage/backup.ts";
import { CannotDo, type Command, type CommandIo, type Given, WrongUsage } from "./command.ts";
import { caddyfile, unitText } from "./documents.ts";

export const setup: Command = {
  name: "setup",
  usage:
    "[--name TEXT] [--address TEXT] [--location PLACE] [--state NAME] [--zone NAME] [--phone NUMBER] " +
    "[--whatsapp NUMBER] [--hours DAYS] [--lead MINUTES] [--minutes RANGE] [--tariff NUMBERS] " +
    "[--radius KM] [--public DOMAIN] [--staff DOMAIN] [--dir DIR] [--yes] [--replace]",
  summary: "ask about your restaurant, and write its file, settings, unit and Caddyfile",
  options: {
    location: "a pair such as 20.967,-89.624, or a long link of a map",
    hours: 'seven days from Monday, parted by ";": "cerrado; 13-23; 13-23; 13-17:30, 19-1:30; ..."',
    lead: "how long before the end of a service the kitchen closes",
    minutes: "how long an order takes, such as 25-40",
    tariff:
      'kilometres that the base price covers, that price, each further kilometre: "3, 40, 10"',
    dir: "write all into this folder; without it, as root, into /etc",
    yes: "ask nothing: what is not given has its default",
    replace: "replace files that are there already",
  },
  openToRoot: true,
  async run(given, { io, program }) {
    const { dir, yes, replace } = given.options;
    const places = dir === undefined && Deno.uid() === 0 ? SYSTEM : inFolder(dir ?? ".");
    const answers = interview(given, io);
    const files = filesOf(answers, places, program);
    if (yes !== undefined && replace === undefined) await refuseExisting(files);
    const agrees = (isThere: boolean): boolean => {
      if (yes !== undefined) return true;
      return isThere && replace === undefined
        ? /^s/i.test(io.ask("Ya existe otro. ¿Reemplazarlo? [n]:") ?? "")
        : /^(s|$)/i.test(io.ask("¿Escribirlo? [s]:") ?? "no");
    };
    for (const file of files) await write(file, io, agrees);
    for (const line of nextSteps(answers, places)) io.out(line);
  },
};

/** The answers so far. */
interface Answers {
  readonly file: RestaurantInput;
  /** Of the state. */
  zone: string;
  publicHost: string;
  staffHost: string;
}

interface Question {
  readonly option: string;
  readonly asks: string;
  /** The answer of Enter alone; none where the owner must say it. */
  fallback?(answers: Answers): string | undefined;
  /** Keeps the answer. @throws {WrongAnswer} */
  take(text: string, answers: Answers): void;
}

const QUESTIONS: readonly Question[] = [
  {
    option: "name",
    asks: "Nombre del restaurante",
    take: (text, { file }) => file.nombre = lineOf(text, 80),
  },
  {
    option: "address",
    asks: "Dirección, como la escribe la gente",
    take: (text, { file }) => file.direccion = lineOf(text, 200),
  },
  {
    option: "location",
    asks: "Ubicación (latitud y longitud, o el enlace largo del mapa)",
    take(text, { file }) {
      const point = readPoint(text);
      const warning = locationWarning(point);
      if (warning !== null) throw new WrongAnswer(`${warning.says}: ${warning.remedy}`);
      file.ubicacion = point;
    },
  },
  {
    option: "state",
    asks: "Estado de la República",
    fallback: () => "Yucatán",
    take: (text, answers) => answers.zone = zoneOfState(text),
  },
  {
    option: "zone",
    asks: "Zona horaria",
    fallback: ({ zone }) => zone,
    take(text, { file }) {
      if (!isTimeZone(text)) throw new WrongAnswer("es un nombre como America/Merida");
      file.zona = text;
    },
  },
  {
    option: "phone",
    asks: "Teléfono",
    take: (text, { file }) => file.telefono = phoneOf(text),
  },
  {
    option: "whatsapp",
    asks: "WhatsApp",
    fallback: ({ file }) => file.telefono,
    take: (text, { file }) => file.whatsapp = phoneOf(text),
  },
  ...WEEKDAYS.map((day, index): Question => ({
    option: "hours",
    asks: `Horario del ${DAY_NAMES[index]} ("13-17:30, 19-1:30" o "cerrado")`,
    // Most days are like the one before.
    fallback: ({ file }) => index === 0 ? undefined : hoursText(file.horario[WEEKDAYS[index - 1]!]),
    take(text, { file }) {
      file.horario[day] = readDayHours(text);
      const opens = file.horario[day].length > 0;
      if (opens && hoursProblems({ horario: file.horario }).length > 0) {
        file.horario[day] = [];
        throw new WrongAnswer("se encima con otro servicio de ese día o de uno vecino");
      }
      const isLast = index === WEEKDAYS.length - 1;
      if (isLast && WEEKDAYS.every((one) => file.horario[one].length === 0)) {
        throw new WrongAnswer("algún día tiene que abrir");
      }
    },
  })),
  {
    option: "lead",
    asks: "Cuántos minutos antes de cerrar deja de servir la cocina",
    fallback: () => "60",
    take(text, { file }) {
      file.cocina.cierra_antes_minutos = wholeOf(text, 1, "60")[0]!;
      if (hoursProblems(file).length > 0) {
        throw new WrongAnswer("algún servicio es tan corto que nadie alcanzaría a reservar");
      }
    },
  },
  {
    option: "minutes",
    asks: "Minutos que tarda en salir un pedido, de cuántos a cuántos",
    fallback: () => "25-40",
    take(text, { file }) {
      const [min = 0, max = 0] = wholeOf(text, 2, "25-40");
      if (min > max) throw new WrongAnswer("primero los menos, luego los más");
      file.cocina.minutos_min = min;
      file.cocina.minutos_max = max;
    },
  },
  {
    option: "tariff",
    asks:
      "Envío: kilómetros que cubre el costo base, ese costo y el de cada km más, como 3, 40, 10",
    take(text, { file: { envio } }) {
      [envio.base_km, envio.base_costo, envio.costo_km_extra] = readNumbers(
        text,
        3,
        "3, 40, 10",
      ) as [number, number, number];
    },
  },
  {
    option: "radius",
    asks: "Hasta cuántos kilómetros de ruta llevan",
    take(text, { file: { envio } }) {
      const [km = 0] = readNumbers(text, 1, "8");
      if (km <= envio.base_km || km > 100) {
        throw new WrongAnswer(`más de los ${envio.base_km} km que cubre el costo base, hasta 100`);
      }
      envio.radio_maximo_km = km;
    },
  },
  {
    option: "public",
    asks: "Dominio para los comensales, como mesa.example",
    take: (text, answers) => answers.publicHost = hostOf(text),
  },
  {
    option: "staff",
    asks: "Dominio para el personal",
    fallback: ({ publicHost }) => `tablero.${publicHost}`,
    take(text, answers) {
      const host = hostOf(text);
      if (host === answers.publicHost) throw new WrongAnswer("tiene que ser otro dominio");
      answers.staffHost = host;
    },
  },
];

function lineOf(text: string, max: number): string {
  if (text !== "" && isPlainLine(text) && text.length <= max) return text;
  throw new WrongAnswer(`escriba de 1 a ${max} caracteres`);
}

function phoneOf(text: string): string {
  const phone = normalisePhone(text);
  if (phone !== null) return phone;
  throw new WrongAnswer("escriba los diez dígitos, o + y la clave del país antes");
}

/** Whole numbers of minutes up to ten hours. */
function wholeOf(text: string, count: number, example: string): number[] {
  const numbers = readNumbers(text, count, example);
  if (numbers.every((number) => Number.isInteger(number) && number <= 600)) return numbers;
  throw new WrongAnswer("son minutos enteros, hasta 600");
}

function hostOf(text: string): string {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  const isName = url !== null && /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(url.hostname);
  if (isName && url.pathname === "/" && !url.port && !url.username) return url.hostname;
  throw new WrongAnswer("es un nombre como mesa.example, sin ruta ni puerto");
}

function hoursText(services: readonly { abre: string; cierra: string }[]): string {
  if (services.length === 0) return "cerrado";
  return services.map(({ abre, cierra }) => `${abre}-${cierra}`).join(", ");
}

/** Asks what no option answers, again after each wrong answer. @throws {WrongUsage | CannotDo} */
function interview({ options }: Given, { ask, out }: CommandIo): Answers {
  const answers = { file: emptyFile(), zone: "", publicHost: "", staffHost: "" };
  const given = givenAnswers(options);
  const missing = new Set<string>();
  for (const question of QUESTIONS) {
    const { option, asks, take } = question;
    const fallback = question.fallback?.(answers);
    const text = given.get(question) ?? (options.yes === undefined ? undefined : fallback);
    if (text === undefined && options.yes !== undefined) missing.add(option);
    else if (text === undefined) askUntilRight(question, fallback);
    else if (missing.size === 0) {
      try {
        take(text, answers);
      } catch (error) {
        if (!(error instanceof WrongAnswer)) throw error;
        throw new WrongUsage(`--${option}: ${asks}: ${error.message}`);
      }
    }
  }
  if (missing.size === 0) return answers;
  throw new WrongUsage(`with --yes give also ${[...missing].map((one) => `--${one}`).join(", ")}`);

  function askUntilRight({ asks, take }: Question, fallback: string | undefined): void {
    for (;;) {
      const typed = ask(fallback === undefined ? `${asks}:` : `${asks} [${fallback}]:`);
      if (typed === null) throw new CannotDo(STOPPED);
      try {
        return take(typed.trim() || (fallback ?? ""), answers);
      } catch (error) {
        if (!(error instanceof WrongAnswer)) throw error;
        out(`  No: ${error.message}`);
      }
    }
  }
}

const STOPPED =
  "no se escribió nada: hace falta una terminal para contestar, o --yes y las opciones";

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
    questions.forEach((question, index) => given.set(question, parts[index]!.trim()));
  }
  return given;
}

/** A file without a dish, a phone or a rating: what was not asked is added on the board or in the file. */
function emptyFile(): RestaurantInput {
  return {
    $schema: `./${JSON_SCHEMA_FILE_NAME}`,
    nombre: "",
    zona: "",
    ubicacion: { lat: 0, lng: 0 },
    direccion: "",
    telefono: "",
    whatsapp: "",
    moneda: "MXN",
    horario: {
      lunes: [],
      martes: [],
      miercoles: [],
      jueves: [],
      viernes: [],
      sabado: [],
      domingo: [],
    },
    cocina: { cierra_antes_minutos: 0, minutos_min: 0, minutos_max: 0 },
    reservas: { margen_minutos: 30, anticipacion_minutos: 15 },
    envio: { base_km: 0, base_costo: 0, costo_km_extra: 0, radio_maximo_km: 0 },
    valet: false,
    contacto: {
      duda: { es: "Hola, tengo una pregunta:", en: "Hello, I have a question:" },
      pedido: { es: "Hola, quisiera hacer un pedido:", en: "Hello, I would like to order:" },
      reserva: { es: "Hola, les escribo por una reserva:", en: "Hello, I write about a booking:" },
    },
    preguntas_frecuentes: [],
    secciones: SECTIONS.map((nombre) => ({ nombre, platillos: [] })),
    adiciones: [],
  };
}

/** Guests see those that hold a dish. */
const SECTIONS = [
  "Entradas",
  "Sopas y ensaladas",
  "Antojitos",
  "Platos fuertes",
  "Del mar",
  "Postres",
  "Bebidas",
];

interface Places {
  readonly restaurant: string;
  readonly settings: string;
  readonly caddyfile: string;
  /** Null where systemd does not run it. */
  readonly unit: string | null;
  readonly dataDir: string;
}

const SYSTEM: Places = {
  restaurant: "/etc/sobremesa/restaurante.json",
  settings: SYSTEM_FILE,
  caddyfile: "/etc/caddy/Caddyfile",
  unit: "/etc/systemd/system/sobremesa.service",
  dataDir: "/var/lib/sobremesa",
};

function inFolder(dir: string): Places {
  const inside = (name: string) => join(resolve(dir), name);
  return {
    restaurant: inside("restaurante.json"),
    settings: inside("sobremesa.env"),
    caddyfile: inside("Caddyfile"),
    unit: null,
    dataDir: inside("data"),
  };
}

interface NewFile {
  readonly path: string;
  readonly text: string;
  readonly mode: number;
  /** Too long to be read, and the same for every restaurant. */
  readonly hidden?: boolean;
}

/** @throws {RestaurantFileError} where the answers do not go together */
function filesOf({ file, publicHost, staffHost }: Answers, places: Places, program: string) {
  const text = JSON.stringify(file, null, 2) + "\n";
  parseRestaurant(text);
  const [guests, staff] = [`https://${publicHost}`, `https://${staffHost}`];
  const settings = [
    `BASE_URL=${guests}`,
    `STAFF_BASE_URL=${staff}`,
    `RESTAURANT_FILE=${quoted(places.restaurant)}`,
    `DATA_DIR=${quoted(places.dataDir)}`,
    "TRUSTED_PROXIES=127.0.0.1,::1",
  ];
  const proxied = {
    guests,
    guestListener: "127.0.0.1:8000",
    staff,
    staffListener: "127.0.0.1:8001",
  };
  const schema = JSON.stringify(restaurantJsonSchema(), null, 2) + "\n";
  const schemaPath = join(dirname(places.restaurant), JSON_SCHEMA_FILE_NAME);
  const files: NewFile[] = [
    { path: places.restaurant, text, mode: 0o644 },
    { path: schemaPath, text: schema, mode: 0o644, hidden: true },
    // A key may be added to it.
    { path: places.settings, text: settings.join("\n") + "\n", mode: 0o640 },
    { path: places.caddyfile, text: caddyfile(proxied) + "\n", mode: 0o644 },
  ];
  if (places.unit === null) return files;
  return [...files, {
    path: places.unit,
    text: unitText(program, "sobremesa") + "\n",
    mode: 0o644,
  }];
}

/** A path as a file of variables takes it. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `"${path.replace(/["\\$`]/g, "\\$&")}"`;
}

/** Looked at before anything is written, so that a refusal leaves nothing behind. */
async function refuseExisting(files: readonly NewFile[]): Promise<void> {
  for (const { path, text } of files) {
    if (await exists(path) && await Deno.readTextFile(path).catch(() => null) !== text) {
      throw new CannotDo(`${path} exists already and stays as it is; --replace replaces it`);
    }
  }
}

/** Shows the file, and writes it where `agrees`, which is told whether another is there, says so. */
async function write(
  { path, text, mode, hidden }: NewFile,
  { out }: CommandIo,
  agrees: (isThere: boolean) => boolean,
): Promise<void> {
  try {
    const isThere = await exists(path);
    if (isThere && await Deno.readTextFile(path).catch(() => null) === text) {
      return out(`${path}: ya está así`);
    }
    out(`\n== ${path}${hidden ? " (esquema, para que el editor ayude)" : `\n${text}`}`);
    if (!agrees(isThere)) return out(`${path}: no se escribió`);
    await Deno.mkdir(dirname(path), { recursive: true });
    // In one step, and in the place of a link that may be there.
    const staged = `${path}.new`;
    await Deno.writeTextFile(staged, text, { mode, createNew: true });
    await Deno.rename(staged, path);
    out(`${path}: escrito`);
  } catch (error) {
    throw new CannotDo(`${path} cannot be written: ${(error as Error).message}`);
  }
}

function nextSteps({ publicHost, staffHost }: Answers, places: Places): string[] {
  const { settings, dataDir } = places;
  const names = `${publicHost} y ${staffHost} tienen que apuntar a esta máquina.`;
  if (places.unit === null) {
    return [
      "",
      `Sigue (${names} Para probar no hace falta):`,
      `  sobremesa check --env ${settings}`,
      `  sobremesa serve --env ${settings}`,
      `La llave del personal queda en ${dataDir}/staff_key. Los platillos se agregan en el tablero.`,
    ];
  }
  return [
    "",
    `Sigue, como root. ${names}`,
    `  useradd --system --user-group --home-dir ${dataDir} --no-create-home --shell /usr/sbin/nologin sobremesa`,
    `  chown root:sobremesa ${settings}`,
    "  systemctl daemon-reload",
    "  systemctl enable --now sobremesa",
    "  systemctl reload caddy",
    "  sudo -u sobremesa sobremesa doctor",
    `  cat ${dataDir}/staff_key`,
    `Con esa llave se entra en https://${staffHost}, y ahí se agregan los platillos.`,
    'Para cobrar envíos falta un mapa: "sobremesa map import --help", y luego MAP_FILE en los ajustes.',
  ];
}
