/** Plans routes by an OSRM, a map file, the sample map or none of these. */
import { basename, resolve } from "node:path";
import { type Config, fileUrl } from "../config/config.ts";
import type { Deps } from "../ports/guests.ts";
import type { PictureWords, RoutePlanner } from "../ports/streets.ts";
import type { LatLng } from "../domain/location.ts";
import { filePath } from "../domain/read.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import { delivers } from "../domain/tariff.ts";
import type { Log } from "../log.ts";
import { exists } from "../storage/database/database_files.ts";
import { type Drives, loadMap, osrmPlanner, sampleMap, type StreetMap } from "../streets/mod.ts";
import type { RestaurantSource } from "./restaurant.ts";

export const MEXICO_EXTRACT = "https://download.geofabrik.de/north-america/mexico-latest.osm.pbf";

/** Where setup's script puts the executable, which its owner calls by a wrapper. */
export const INSTALLED = "/usr/local/lib/sobremesa/sobremesa";

/**
 * The line that makes the map of a restaurant in Mexico, as it is typed where `program` runs. `…` stands for what may
 * be a secret.
 */
export function mapLine(
  { dataDir, databaseUrl, databaseAuthToken, baseUrl }: Pick<
    Config,
    "dataDir" | "databaseUrl" | "databaseAuthToken" | "baseUrl"
  >,
  program: string = Deno.execPath(),
): string {
  const called = basename(program) === "deno"
    ? `npx -y deno@${Deno.version.deno} run -qP src/main.ts`
    : program;
  const [data, path] = [resolve(dataDir), filePath(databaseUrl)];
  const address = /[@?#]/.test(databaseUrl) ? "…" : databaseUrl;
  const database = path === null ? address : fileUrl(resolve(path));
  const settings = [
    ["DATA_DIR", data],
    ["DATABASE_URL", database !== fileUrl(`${data}/sobremesa.db`) && database],
    ["DATABASE_AUTH_TOKEN", databaseAuthToken && "…"],
    ["BASE_URL", baseUrl],
  ].flatMap(([name, value]) => value ? [`${name}='${value}' `] : []);
  const typed = program === INSTALLED ? "sudo sobremesa" : `${settings.join("")}${called}`;
  return `curl -L ${MEXICO_EXTRACT} | ${typed} map import -`;
}

/** Calls that began before a reload use the old map. */
interface Streets extends Pick<Deps, "planner" | "locate" | "findsAddresses" | "townAt"> {
  /** What of the delivery radius the streets cover, in Spanish; null without delivery, a street map or OSRM. */
  covers(): string | null;
  /** Draws the drive to a destination; null if there is none. */
  picture(destination: LatLng, words: PictureWords): string | null;
}

export interface StreetSource extends Streets, Pick<Deps, "hasPrices"> {
  /** The reason why the map in DATA_DIR is not used; null if it is, or there is none. An old map may be. */
  problem(): string | null;
  /**
   * Whether a reload is due: the restaurant needs other streets, or the map file has changed since it was read, and not
   * since the last call, as while it is copied.
   */
  isOutdated(): Promise<boolean>;
  /**
   * Reloads the map, and clears the cache of routes, because OSRM may have a new map. After a failure the old map
   * stays, but plans no routes of a restaurant that has moved.
   */
  reload(): Promise<void>;
}

/** A map that cannot be used is logged, and the service starts without it. */
export async function openStreets(
  config: Config,
  restaurant: RestaurantSource,
  log: Pick<Log, "error">,
): Promise<StreetSource> {
  let served = restaurant.current();
  let problem: string | null = null;
  let [read, seen] = [await stampOf(config.mapFile), ""];
  const withoutMap = () => readStreets({ ...config, mapFile: null }, restaurant);
  let current = await readStreets(config, restaurant).catch((error: Error) => {
    problem = error.message;
    log.error(NO_MAP, problem);
    return withoutMap();
  });
  // Until its reload, a restaurant that is no longer the sample has no map.
  const usable = () => served.sample && !restaurant.current().sample ? NO_STREETS : current;
  // Until its reload, no price and no picture of one that has moved is from its old door.
  const hasMoved = () => !isSameDoor(served, restaurant.current());
  return {
    planner: {
      plan(destination) {
        return hasMoved() ? Promise.reject(new Error(MOVED)) : usable().planner.plan(destination);
      },
      basis: () => hasMoved() ? null : usable().planner.basis?.() ?? null,
    },
    locate: (text, from) => usable().locate(text, from),
    findsAddresses: () => usable().findsAddresses(),
    townAt: (point) => usable().townAt(point),
    hasPrices: () => !restaurant.current().tariff.unpriced && usable().planner !== noMapPlanner,
    picture: (destination, words) => hasMoved() ? null : usable().picture(destination, words),
    problem: () => problem,
    covers: () => usable().covers(),
    async isOutdated() {
      const [stamp, last] = [await stampOf(config.mapFile), seen];
      seen = stamp;
      const { routeChoice, sample, tariff } = restaurant.current();
      const isOther = hasMoved() || routeChoice !== served.routeChoice ||
        sample !== served.sample || tariff.maxRadiusKm !== served.tariff.maxRadiusKm;
      return isOther || stamp !== "" && stamp !== read && stamp === last;
    },
    async reload() {
      read = await stampOf(config.mapFile);
      const next = restaurant.current();
      try {
        current = await readStreets(config, restaurant);
        problem = null;
      } catch (error) {
        problem = (error as Error).message;
        // A price from the restaurant's old place would be wrong, and one on the sample's map is invented.
        if (!isSameDoor(served, next) || served.sample !== next.sample) {
          current = await withoutMap();
        }
        throw error;
      } finally {
        served = next;
      }
    },
  };
}

function isSameDoor({ location: one }: Restaurant, { location: other }: Restaurant): boolean {
  return one.lat === other.lat && one.lng === other.lng;
}

const MOVED = "the restaurant has moved, its routes are not loaded yet";

const NO_MAP =
  "the map in DATA_DIR is not used: the service starts without what needs a map, such as prices";

/** The time and size of a file, which change with it; empty without a file. */
async function stampOf(path: string): Promise<string> {
  const { mtime, size } = await Deno.stat(path).catch(() => ({ mtime: null, size: -1 }));
  return size < 0 ? "" : `${mtime?.getTime()} ${size}`;
}

async function readStreets(
  { osrmUrl, mapFile }: Pick<Config, "osrmUrl"> & { readonly mapFile: string | null },
  restaurant: RestaurantSource,
): Promise<Streets> {
  const served = restaurant.current();
  if (osrmUrl !== null) {
    const now = () => performance.now();
    const planner = osrmPlanner({ url: osrmUrl, origin: served.location, now });
    return withoutPicture(planner, await mapAt(mapFile), OSRM_COVERS);
  }
  const streets = await mapStreets(mapFile, served);
  if (streets === null) return NO_STREETS;
  const { map: { locate, townAt }, drives } = streets;
  const covers = delivers(served) ? drives.reach(served.tariff.maxRadiusKm).says : null;
  return {
    planner: plannerOf(drives),
    locate,
    findsAddresses: () => true,
    townAt,
    picture: drives.picture,
    covers: () => covers,
  };
}

/**
 * The map at `path` if it is there, or else the sample restaurant's own, and the drives on it. Null without one: a real
 * guest must not be charged an invented price. @throws {StreetsError}
 */
export async function mapStreets(
  path: string | null,
  { location, routeChoice, sample }: Restaurant,
): Promise<{ readonly map: StreetMap; readonly drives: Drives } | null> {
  const map = await mapAt(path) ?? (sample ? sampleMap() : null);
  return map && { map, drives: await map.drivesFrom(location, routeChoice) };
}

export async function mapAt(path: string | null): Promise<StreetMap | null> {
  return path !== null && await exists(path) ? await loadMap(path) : null;
}

export function plannerOf(drives: Drives): RoutePlanner {
  return { plan: drives.plan, basis: () => drives };
}

/** Plans for a restaurant without a map, where no point has a route and so no price. */
export const noMapPlanner: RoutePlanner = {
  plan: () => ({ kind: "no_route", street: null, metersToStreet: null }),
};

/** How far the map of OSRM goes is known to it alone. */
export const OSRM_COVERS = "Las rutas son de OSRM";

function withoutPicture(
  planner: RoutePlanner,
  map: StreetMap | null = null,
  covers: string | null = null,
): Streets {
  return {
    planner,
    locate: map?.locate ?? (() => Promise.resolve(null)),
    findsAddresses: () => map !== null,
    townAt: (point) => map?.townAt(point) ?? null,
    picture: () => null,
    covers: () => covers,
  };
}

const NO_STREETS = withoutPicture(noMapPlanner);
