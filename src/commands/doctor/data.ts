/** The checks of the restaurant, its map and its database. */
import type { Config } from "../../config/config.ts";
import type { Restaurant } from "../../domain/restaurant.ts";
import { warningsOf } from "../../restaurant/warnings.ts";
import { readServed } from "../../service/restaurant.ts";
import { type CopiesState, copiesState, isOverdue } from "../../service/copies.ts";
import { refuseLost } from "../../storage/database/backup.ts";
import { minuteOf, newestTime } from "../../storage/database/believed_clock.ts";
import { type DatabaseFiles, databaseFilesOf } from "../../storage/database/database_files.ts";
import { onThread } from "../../storage/database/file_database.ts";
import { openServer } from "../../storage/database/open_database.ts";
import { SCHEMA_STEP, schemaStep, stepProblem } from "../../storage/database/schema.ts";
import type { CheckedFile } from "../../storage/database/sqlite_tasks.ts";
import { loadMap } from "../../streets/mod.ts";
import { counted } from "../command.ts";
import { fail, type Finding, ok, reason, warn } from "./machine.ts";

/** The restaurant, null if its file is invalid, and the findings. @param now epoch milliseconds */
export async function checkRestaurant(
  config: Config,
  now: number,
): Promise<{ readonly restaurant: Restaurant | null; readonly findings: readonly Finding[] }> {
  try {
    const { restaurant, says } = await readServed(config);
    const finding = restaurant.sample
      ? warn("restaurant", "MUESTRA: this is the sample", SAMPLE_REMEDY)
      : ok("restaurant", `${restaurant.name}: ${says}`);
    const warnings = warningsOf(restaurant, now)
      .map(({ field, says, remedy }) => warn(`restaurant, ${field}`, says, remedy));
    return { restaurant, findings: [finding, ...warnings] };
  } catch (error) {
    const remedy = 'correct the file: "sobremesa check" names each place';
    return { restaurant: null, findings: [fail("restaurant", reason(error), remedy)] };
  }
}

const SAMPLE_REMEDY = "set RESTAURANT_FILE to a file made with sobremesa setup";

/** Checks whether delivery can be priced, and where. @param now epoch milliseconds */
export async function checkMap(
  { mapFile, osrmUrl }: Config,
  restaurant: Restaurant,
  now: number,
): Promise<Finding> {
  if (osrmUrl !== null) return ok("map", "routes come from OSRM");
  if (mapFile === null) {
    if (restaurant.sample) return ok("map", "the sample's own");
    const remedy = "make one with sobremesa map import and set MAP_FILE";
    return warn("map", "there is none: no delivery is priced", remedy);
  }
  try {
    return await judgedMap(mapFile, restaurant, now);
  } catch (error) {
    return fail("map", reason(error), "make it again with sobremesa map import");
  }
}

async function judgedMap(path: string, restaurant: Restaurant, now: number): Promise<Finding> {
  const { location, routeChoice, tariff: { maxRadiusKm } } = restaurant;
  const { info: { timestamp }, drivesFrom } = await loadMap(path);
  const share = (await drivesFrom(location, routeChoice)).coverage(maxRadiusKm);
  const days = timestamp === null ? 0 : daysSince(Date.parse(timestamp), now);
  const age = timestamp === null
    ? "data of an unknown time"
    : `data of ${timestamp}, ${counted(days, "day")} old`;
  const says = `${age}, covers ${Math.floor(share * 100)} % of the delivery radius`;
  if (share < GOOD_SHARE) {
    const around = `--around ${location.lat},${location.lng},${Math.ceil(maxRadiusKm * 1.5)}`;
    return warn("map", says, `import a larger piece, unless there are only fields: ${around}`);
  }
  return days > OLD_DAYS ? warn("map", says, OLD_REMEDY) : ok("map", says);
}

function daysSince(then: number, now: number): number {
  return Math.max(0, Math.floor((now - then) / DAY_MS));
}

/** With less, a guest within the radius is likely to get no quote. */
const GOOD_SHARE = 0.9;
const DAY_MS = 24 * 60 * 60_000;
const OLD_DAYS = 365;
const OLD_REMEDY = "The data is over a year old: import a newer extract";

/** Changes nothing. @returns also the newest time that a service believed, in epoch milliseconds; null if none is known */
export async function examineDatabase(
  config: Config,
): Promise<{ readonly finding: Finding; readonly newest: number | null }> {
  try {
    const files = await databaseFilesOf(config.databaseUrl);
    const found = files === null ? await examineServer(config) : await examineFile(files);
    if (found !== null) return { finding: judged(found), newest: found.newest };
    const remedy = '"sobremesa serve" makes it at its first start';
    return { finding: warn("database", "there is none yet", remedy), newest: null };
  } catch (error) {
    const remedy =
      'correct what it says, or stop the service and put a copy back with "sobremesa restore"';
    return { finding: fail("database", reason(error), remedy), newest: null };
  }
}

function judged({ step }: CheckedFile): Finding {
  const problem = stepProblem(step);
  if (problem !== null) return fail("database", problem.says, problem.remedy);
  if (step === SCHEMA_STEP) return ok("database", "answers and is sound");
  const next = `the next start brings it from step ${step} to ${SCHEMA_STEP}`;
  return ok("database", `answers and is sound; ${next}`);
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

/** Checks whether last night's copy exists, and whether copies reach another machine. @param now epoch milliseconds */
export async function checkCopies(config: Config, now: number): Promise<Finding[]> {
  const state = await copiesState(config, now);
  if (state !== null) return [await checkMade(state, now), checkSent(state, now)];
  return [ok("backups", "the database is on a server: its operator makes the copies")];
}

/** The copy of a night is made by 16:30 UTC of its day in every time zone. */
const MAX_AGE_MS = 41 * 60 * 60_000;

async function checkMade({ nights }: CopiesState, now: number): Promise<Finding> {
  const last = nights.at(-1);
  const remedy = 'let the service run at night, or copy now with "sobremesa backup FILE"';
  if (last === undefined) return warn("backups", "there is no nightly copy yet", remedy);
  const { size } = await Deno.stat(last.path);
  const age = now - Date.parse(last.day);
  const says = `${counted(nights.length, "night")}, the last of ${last.day}, ${
    counted(daysSince(Date.parse(last.day), now), "day")
  } ago (${(size / 1e6).toFixed(1)} MB)`;
  return age < MAX_AGE_MS ? ok("backups", says) : warn("backups", says, remedy);
}

function checkSent({ sentAt, isSent }: CopiesState, now: number): Finding {
  const about = "copies elsewhere";
  if (!isSent) return warn(about, "there are none: this disk may die", SENDING_REMEDY);
  const says = sentAt === null ? "sent never" : `sent last at ${minuteOf(sentAt)}`;
  const remedy = "systemctl status sobremesa-copies says why";
  return isOverdue(sentAt, now) ? warn(about, says, remedy) : ok(about, says);
}

const SENDING_REMEDY = '"sobremesa unit --copies REMOTE", as the guide "Running it" describes';
