import { dirname, join, resolve } from "node:path";
import { type Environment, readConfig } from "../config/config.ts";
import { parseEnvFile, SYSTEM_FILE } from "../config/environment.ts";
import { parseJson } from "../restaurant/json_text.ts";
import { parseRestaurant, readRestaurantFile } from "../restaurant/load.ts";
import type { RestaurantInput } from "../restaurant/schema.ts";
import { readServed } from "../service/restaurant.ts";
import { exists } from "../storage/database/database_files.ts";
import type { Command } from "./command.ts";
import { type Answers, interview, LOCAL } from "./interview.ts";
import { weekInWords } from "./restaurant_file.ts";
import { rootRefusal } from "./root_refusal.ts";
import { cannotWrite, quoted, settingLines } from "./settings_file.ts";
import {
  type Compared,
  filesOf,
  isWanted,
  KEPT,
  type Places,
  refuseOthers,
  type Setup,
  type Start,
  write,
} from "./setup_files.ts";

export const setup: Command = {
  name: "setup",
  usage:
    "[--name TEXT] [--address TEXT] [--town NAME] [--location PLACE] [--state NAME] [--zone NAME] [--phone NUMBER] " +
    "[--whatsapp NUMBER] [--hours DAYS] [--lead MINUTES] [--minutes RANGE] [--tariff NUMBERS] " +
    "[--radius KM] [--public DOMAIN] [--staff DOMAIN] [--from FILE] [--dir DIR] [--yes] [--replace]",
  summary:
    "pregunta por tu restaurante, y escribe su archivo, sus variables, su unidad y su Caddyfile",
  options: {
    location: "latitud y longitud, como 20.967,-89.624, o el enlace largo de un mapa",
    hours:
      'siete días desde el lunes, separados por ";": "cerrado; 13-23; 13-23; 13-17:30, 19-1:30; ..."',
    lead: "cuánto antes de cerrar deja de servir la cocina",
    minutes: "cuánto tarda un pedido, como 25-40",
    tariff:
      'kilómetros del costo base, ese costo y el de cada kilómetro más: "3, 40, 10"; o no, si no se entrega',
    from: "empieza de este archivo, como el que imprime export, y no de lo que se sirve",
    dir: "escribe en esta carpeta; sin ella en la actual, o como root en /etc",
    yes: "no pregunta nada: lo que no se da queda como siempre",
    replace: "reemplaza los archivos que ya existen",
  },
  openToRoot: true,
  async run(given, { io, program }) {
    const { dir, from, yes, replace } = given.options;
    const system = dir === undefined && Deno.uid() === 0;
    const usual = system ? SYSTEM : inFolder(dir ?? ".");
    const { dataDir: _, ...paths } = usual;
    for (const path of Object.values(paths)) if (path !== null) await refuseUnwritable(path);
    const old = await settingLines(usual.settings);
    const environment = parseEnvFile(old.join("\n"), usual.settings);
    // An earlier setup, or its owner, may have chosen other places.
    const { RESTAURANT_FILE: restaurantFile, DATA_DIR: dataDir } = environment;
    const places = {
      ...usual,
      ...(restaurantFile && { restaurant: restaurantFile }),
      ...(dataDir && { dataDir }),
    };
    const start = await startOf(from ?? null, places, environment);
    for (const line of start?.says ?? FIRST) io.out(line);
    const answers = interview(given, io, start?.answers ?? null);
    const hasMap = await exists(readConfig({ DATA_DIR: places.dataDir }).mapFile);
    const run = { places, program, old, environment, start, hasMap };
    const files = await filesOf(answers, run);
    if (yes !== undefined && replace === undefined) refuseOthers(files);
    io.out("\nHorario:");
    const restaurant = parseRestaurant(JSON.stringify(answers.file));
    for (const line of weekInWords(restaurant)) io.out(`  ${line}`);
    const agreed = files.filter((file) => isWanted(file, given, io));
    for (const file of agreed) await write(file, io);
    const refused = files.filter((file) => file.present !== "same" && !agreed.includes(file));
    for (const line of nextSteps(answers, run, refused)) io.out(line);
    const isNew = start !== null && agreed.some(({ path }) => path === places.restaurant);
    if (isNew) io.out(`Después, para que se sirva lo nuevo:\n  ${importOf(run)}`);
  },
};

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

/** Runs before the first question, so that no answer is lost. @throws {CannotDo} */
async function refuseUnwritable(path: string): Promise<void> {
  try {
    let dir = dirname(path);
    while (!(await exists(dir))) dir = dirname(dir);
    await Deno.remove(await Deno.makeTempFile({ dir, prefix: "setup-" }));
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

const BACK = '"<" vuelve a la pregunta anterior.';
const FIRST = [`Enter acepta lo que está entre corchetes; ${BACK}`];

/** What is served or, if this user may not read it, the file; null for a first setup. @throws {RestaurantFileError} */
async function startOf(
  from: string | null,
  { restaurant, settings }: Places,
  environment: Environment,
): Promise<Start | null> {
  const begin = (text: string, what: string, ...warning: string[]): Start => ({
    text,
    answers: earlierAnswers(text, environment),
    says: [`Empiezo de ${what}. Enter deja cada respuesta como está; ${BACK}`, ...warning],
  });
  const fromFile = async (path: string, ...warning: string[]) => {
    const text = await readRestaurantFile(path);
    parseRestaurant(text, path);
    return begin(text, path, ...warning);
  };
  if (from !== null) return await fromFile(from);
  if (!(await exists(settings)) || !(await exists(restaurant))) return null;
  const config = readConfig(environment);
  const refusal = await rootRefusal(config, "export");
  if (refusal !== null) return await fromFile(restaurant, ...mayKnowMore(refusal.owner));
  try {
    const { text, says } = await readServed(config);
    return begin(text, says);
  } catch (error) {
    return await fromFile(restaurant, `No se leyó lo que se sirve: ${(error as Error).message}`);
  }
}

function mayKnowMore(owner: string): string[] {
  return [
    "El tablero puede saber más que ese archivo. Para empezar de lo que se sirve, sal con Ctrl-C y corre:",
    `  sudo -u ${owner} sobremesa export > servido.json`,
    "  sobremesa setup --from servido.json",
  ];
}

function earlierAnswers(text: string, environment: Environment): Answers {
  const hostIn = (name: string) => {
    const { hostname = "" } = URL.parse(environment[name] ?? "") ?? {};
    return hostname.startsWith("127.") ? LOCAL : hostname;
  };
  return {
    file: parseJson(text) as RestaurantInput,
    state: "",
    publicHost: hostIn("BASE_URL"),
    staffHost: hostIn("STAFF_BASE_URL"),
  };
}

/** @param refused the files that the owner refused to write */
function nextSteps(answers: Answers, setup: Setup, refused: readonly Compared[]): string[] {
  const { places: { restaurant, settings, unit, dataDir }, program } = setup;
  const call = callOf(program);
  const missing = refused.filter(({ present }) => present === "nothing").map(({ path }) => path)
    .filter((path) => path === restaurant || path === settings);
  if (missing.length > 0) {
    const again = `${call} setup${unit === null ? ` --dir ${quoted(dirname(settings))}` : ""}`;
    return ["", `Contesta "s" en otro ${again}: para seguir falta ${missing.join(" y ")}.`];
  }
  if (unit !== null) return systemSteps(answers, setup, refused.map(({ path }) => path));
  return [
    "",
    "Sigue:",
    `  ${call} check --env ${quoted(settings)}`,
    `  ${call} serve --env ${quoted(settings)}`,
    `La clave del personal queda en ${dataDir}/staff_key.`,
    "Los platillos se agregan en el tablero.",
    ...withoutMap(answers, setup),
  ];
}

function systemSteps(
  answers: Answers,
  setup: Setup,
  refused: readonly string[],
): string[] {
  const { settings, caddyfile, unit, dataDir } = setup.places;
  const { publicHost, staffHost } = answers;
  const isRefused = (path: string | null) => path !== null && refused.includes(path);
  return [
    "",
    `Sigue, como root. ${publicHost} y ${staffHost} tienen que apuntar a esta máquina.`,
    "  getent passwd sobremesa ||",
    `  useradd --system --user-group --home-dir ${dataDir} --no-create-home --shell /usr/sbin/nologin sobremesa`,
    `  chown root:sobremesa ${settings}`,
    ...(isRefused(unit) ? [`  sobremesa unit > ${unit}`] : []),
    ...(isRefused(caddyfile)
      ? [`  cp ${caddyfile} ${caddyfile}${KEPT}`, `  sobremesa caddy > ${caddyfile}`]
      : []),
    "  systemctl daemon-reload",
    "  systemctl enable sobremesa",
    "  systemctl restart sobremesa",
    ...(publicHost === LOCAL ? [] : ["  systemctl reload caddy"]),
    "  sudo -u sobremesa sobremesa doctor",
    `  cat ${dataDir}/staff_key`,
    `Con esa clave se entra en https://${staffHost}, y ahí se agregan los platillos.`,
    ...withoutMap(answers, setup),
  ];
}

/** Only the first file is imported by itself. */
function importOf({ places: { restaurant, settings, unit }, program }: Setup): string {
  if (unit !== null) return `sudo -u sobremesa sobremesa import ${quoted(restaurant)}`;
  return `${callOf(program)} import ${quoted(restaurant)} --env ${quoted(settings)}`;
}

function withoutMap({ file }: Answers, { hasMap }: Setup): string[] {
  if (hasMap || file.envio === undefined) return [];
  return ['Para cobrar envíos falta un mapa: "sobremesa map import --help" dice cómo hacerlo.'];
}

/** How `sobremesa` is typed here. From sources, npm's Deno is not on the PATH. */
function callOf(program: string): string {
  if (Deno.build.standalone) return "sobremesa";
  const deno = program.includes("/node_modules/") ? `npx -y deno@${Deno.version.deno}` : "deno";
  return `${deno} run -qP src/main.ts`;
}
