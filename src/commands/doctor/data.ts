import { resolve } from "node:path";
import type { Config } from "../../config/config.ts";
import type { Restaurant } from "../../domain/restaurant.ts";
import { delivers } from "../../domain/tariff.ts";
import { RestaurantFileError } from "../../restaurant/problems.ts";
import { warningsOf } from "../../restaurant/warnings.ts";
import { readServed } from "../../service/restaurant.ts";
import { type CopiesState, copiesState, isOverdue } from "../../service/copies.ts";
import { staffKeyFile } from "../../service/staff_key.ts";
import { mapLine, mapStreets } from "../../service/streets.ts";
import { readNewestRestaurant } from "../../storage/book/restaurant_versions.ts";
import { isOwnersKey } from "../../storage/book/staff_key.ts";
import { refuseLost } from "../../storage/database/backup.ts";
import { minuteOf, newestTime } from "../../storage/database/believed_clock.ts";
import {
  DatabaseDamaged,
  type DatabaseUnusable,
  explainDatabaseError,
  isClosed,
} from "../../storage/database/database.ts";
import {
  type DatabaseFiles,
  databaseFilesOf,
  exists,
} from "../../storage/database/database_files.ts";
import { onThread } from "../../storage/database/file_database.ts";
import { openDatabase, openServer } from "../../storage/database/open_database.ts";
import { lastStep, schemaStep, stepProblem } from "../../storage/database/schema.ts";
import type { CheckedFile } from "../../storage/database/sqlite_tasks.ts";
import { boxAround, loadMap } from "../../streets/mod.ts";
import { counted } from "../command.ts";
import {
  diskRemedy,
  fail,
  type Finding,
  FIRST_START,
  ok,
  reason,
  RESTART,
  warn,
  writeError,
} from "./machine.ts";

/** The restaurant is null if its file is invalid. @param now epoch milliseconds */
export async function checkRestaurant(
  config: Config,
  now: number,
): Promise<{ readonly restaurant: Restaurant | null; readonly findings: readonly Finding[] }> {
  try {
    const { restaurant, name } = await readServed(config);
    const finding = restaurant.sample
      ? warn("restaurante", "MUESTRA: es el restaurante de muestra", SAMPLE_REMEDY)
      : ok("restaurante", `${restaurant.name}: ${name}`);
    const warnings = warningsOf(restaurant, now)
      .map(({ field, says, remedy }) => warn(`restaurante, ${field}`, says, remedy));
    return { restaurant, findings: [finding, ...warnings] };
  } catch (error) {
    const remedy = await restaurantRemedy(error, config);
    return { restaurant: null, findings: [fail("restaurante", reason(error), remedy)] };
  }
}

/** A service does not start with a newest version that it refuses, so that there may be no board. */
async function restaurantRemedy(error: unknown, config: Config): Promise<string> {
  if (!(error instanceof RestaurantFileError)) return 'haz lo que "base de datos" dice abajo';
  const { databaseUrl: url, databaseAuthToken: authToken } = config;
  return await readNewestRestaurant({ url, authToken }) === null
    ? `corrige el archivo, y ${RESTART}`
    : "`sudo sobremesa export > restaurante.json`, corrige ahí lo que dice, " +
      `\`sudo sobremesa import restaurante.json --yes\`, y ${RESTART}`;
}

const SAMPLE_REMEDY = "pon BASE_URL, y los primeros pasos están en el tablero";

/** Checks whether delivery can be priced, and where. @param now epoch milliseconds */
export async function checkMap(
  config: Config,
  restaurant: Restaurant,
  now: number,
): Promise<Finding> {
  const { mapFile, osrmUrl } = config;
  const line = mapLine(config);
  const unneeded = !delivers(restaurant)
    ? "no hace falta: no se lleva a domicilio"
    : restaurant.tariff.unpriced
    ? "no hace falta: los envíos se cotizan por WhatsApp"
    : null;
  if (!(await exists(mapFile))) {
    if (osrmUrl !== null) return ok("mapa", OF_OSRM);
    if (unneeded !== null) return ok("mapa", unneeded);
    if (restaurant.sample) return ok("mapa", "el de la muestra");
    return warn("mapa", "no hay: ningún envío tiene precio", `hazlo: \`${line}\``);
  }
  try {
    if (osrmUrl === null && unneeded === null) {
      return await judgedMap(mapFile, restaurant, now, line);
    }
    await (osrmUrl === null ? mapStreets(mapFile, restaurant) : loadMap(mapFile));
    return ok(
      "mapa",
      osrmUrl === null ? unneeded! : `${OF_OSRM}, y las direcciones de ${mapFile}`,
    );
  } catch (error) {
    return fail("mapa", reason(error), `hazlo otra vez: \`${line}\``);
  }
}

const OF_OSRM = "las rutas vienen de OSRM";

async function judgedMap(
  path: string,
  restaurant: Restaurant,
  now: number,
  line: string,
): Promise<Finding> {
  const { location, routeChoice, tariff: { maxRadiusKm } } = restaurant;
  const { info: { timestamp, bbox }, drivesFrom } = await loadMap(path);
  const reach = (await drivesFrom(location, routeChoice)).reach(maxRadiusKm);
  const days = timestamp === null ? 0 : daysSince(Date.parse(timestamp), now);
  const age = timestamp === null
    ? "datos de fecha desconocida"
    : `datos de ${timestamp}, hace ${counted(days, "día")}`;
  const says = `${age}. ${reach.says}`;
  if (reach.share < GOOD_SHARE) return warn("mapa", says, CUT_OFF_REMEDY);
  const { south, west, north, east } = boxAround(location, GOOD_SHARE * maxRadiusKm);
  if (south < bbox.south || west < bbox.west || north > bbox.north || east > bbox.east) {
    const around = `--around ${location.lat},${location.lng},${Math.ceil(maxRadiusKm * 1.5)}`;
    return warn("mapa", says, `si ahí no hay solo campo: \`${line} ${around}\``);
  }
  if (days <= OLD_DAYS) return ok("mapa", says);
  return warn("mapa", says, `los datos tienen más de un año: \`${line}\``);
}

function daysSince(then: number, now: number): number {
  return Math.max(0, Math.floor((now - then) / DAY_MS));
}

const CUT_OFF_REMEDY =
  "lo demás no se cotiza: revisa en el tablero (Ajustes, Nombre) que la ubicación esté sobre su calle";
/** With a smaller share of the radius or of its streets, guests within it are likely to get no quote. */
const GOOD_SHARE = 0.9;
const DAY_MS = 24 * 60 * 60_000;
const OLD_DAYS = 365;

/** Changes nothing. @returns also the newest time that a service believed (epoch milliseconds); null if unknown */
export async function examineDatabase(
  config: Config,
): Promise<{ readonly finding: Finding; readonly newest: number | null }> {
  try {
    const files = await databaseFilesOf(config.databaseUrl);
    const found = files === null ? await examineServer(config) : await examineFile(files);
    if (found !== null) return { finding: judged(found), newest: found.newest };
    return { finding: warn("base de datos", "todavía no hay", FIRST_START), newest: null };
  } catch (error) {
    const explained = explainDatabaseError(error, config.databaseUrl);
    const remedy = await databaseRemedy(explained, config);
    return { finding: fail("base de datos", explained.message, remedy), newest: null };
  }
}

/** A file that its disk keeps from being opened is sound, as far as is known: a copy would lose what came after it. */
async function databaseRemedy(error: DatabaseUnusable, config: Config): Promise<string> {
  if (error instanceof DatabaseDamaged && !error.passing) return await restoreRemedy(config);
  const { cause } = error;
  // SQLite says of a full disk and of one for reading only that it cannot open a file.
  const obstacle = isClosed(cause) ? await writeError(config.dataDir) : null;
  return diskRemedy(obstacle ?? cause, config.dataDir);
}

async function restoreRemedy(config: Config): Promise<string> {
  const newest = (await copiesState(config, Date.now()))?.copies.at(-1)?.path ?? "COPIA";
  return `repón la última copia: \`sudo systemctl stop sobremesa\`, \`sudo sobremesa restore ${newest}\`, \`sudo systemctl start sobremesa\``;
}

function judged({ step }: CheckedFile): Finding {
  const problem = stepProblem(step);
  if (problem !== null) return fail("base de datos", problem.says, problem.remedy);
  if (step === lastStep()) return ok("base de datos", "responde y está sana");
  const next = `el siguiente arranque la lleva del paso ${step} al ${lastStep()}`;
  return ok("base de datos", `responde y está sana; ${next}`);
}

/** Null if there is no such file, nor a copy of one. */
async function examineFile(files: DatabaseFiles): Promise<CheckedFile | null> {
  return await refuseLost(files) === "absent" ? null : await onThread("check", files.path);
}

/** Null if no service has used it. */
async function examineServer(
  { databaseUrl, databaseAuthToken }: Config,
): Promise<CheckedFile | null> {
  const server = await openServer(databaseUrl, databaseAuthToken);
  try {
    const step = await schemaStep(server);
    return step === 0 ? null : { step, newest: await newestTime(server) };
  } finally {
    await server.close();
  }
}

/** Checks the file of the owner's key, on the database of a service that runs. */
export async function checkStaffKey(config: Config): Promise<Finding> {
  const { path, read } = staffKeyFile(config.dataDir);
  const { databaseUrl: url, databaseAuthToken: authToken } = config;
  // Of the instances on a server, the one that made the key has it in a file: another key would end their sessions.
  const isShared = await databaseFilesOf(url) === null;
  const remedy = isShared
    ? `la que abre la tiene otra instancia: \`sudo rm ${path}\``
    : "haz otra: `sudo sobremesa staff rotate-key`";
  const key = await read();
  if (key === null) {
    return isShared
      ? ok("clave", "la del dueño la tiene la instancia que la hizo")
      : warn("clave", `no hay ninguna en ${path}`, remedy);
  }
  const database = await openDatabase({ url, authToken, now: Date.now, mustBeServed: true });
  try {
    if (await isOwnersKey(database, key)) return ok("clave", `la del dueño está en ${path}`);
    return warn("clave", `la de ${path} no es la que abre el tablero`, remedy);
  } finally {
    await database.close();
  }
}

/** Checks the newest copy, and whether copies reach another machine. @param now epoch milliseconds */
export async function checkCopies(config: Config, now: number): Promise<Finding[]> {
  const state = await copiesState(config, now);
  if (state !== null) return [await checkMade(state, now), checkSent(state, config, now)];
  return [ok("copias", "la base está en un servidor: quien lo opera hace las copias")];
}

/** In every time zone, the copy of a night is made by 16:30 UTC of its day. */
const MAX_AGE_MS = 41 * 60 * 60_000;

async function checkMade({ copies }: CopiesState, now: number): Promise<Finding> {
  const last = copies.at(-1);
  const remedy = "deja el servicio encendido, o haz una ahora: `sudo sobremesa backup`";
  if (last === undefined) return warn("copias", "todavía no hay ninguna copia", remedy);
  const { size } = await Deno.stat(last.path);
  const [count, mb] = [counted(copies.length, "copia"), (size / 1e6).toFixed(1)];
  const made = last.kind === "hour" ? minuteOf(last.at) : `de la noche del ${last.day}`;
  const says = `${count}, la última ${made} (${mb} MB)`;
  return now - last.at < MAX_AGE_MS ? ok("copias", says) : warn("copias", says, remedy);
}

function checkSent(
  { sentAt, isSent }: CopiesState,
  { dataDir }: Config,
  now: number,
): Finding {
  const about = "copias fuera";
  if (!isSent) return warn(about, "no hay, y este disco puede morir", sending(dataDir));
  const says = sentAt === null
    ? "nunca salió ninguna"
    : `salieron por última vez: ${minuteOf(sentAt)}`;
  const remedy =
    "`sudo systemctl start sobremesa-copies`; journalctl -u sobremesa-copies -n 20 dice por qué";
  return isOverdue(sentAt, now) ? warn(about, says, remedy) : ok(about, says);
}

/** The second line asks where to: it is made a remote `nube`, and on it one that encrypts, `copias`. */
function sending(dataDir: string): string {
  const config = `${resolve(dataDir)}/rclone.conf`;
  const rclone = "setpriv --reuid=sobremesa --regid=sobremesa --init-groups rclone";
  return "haz un remoto en otro lugar, y sobre él uno crypt de nombre copias: `sudo apt-get install -y rclone`, " +
    `\`sudo ${rclone} --config ${config} config\`, ` +
    "`sudo sobremesa print copies --remote copias: | sudo sh`, `sudo systemctl start sobremesa-copies`";
}
