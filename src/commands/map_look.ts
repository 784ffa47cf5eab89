/** Commands that look into a map. */
import type { LatLng } from "../domain/location.ts";
import { MAP_STYLES } from "../pages/styles.ts";
import { loadRestaurant } from "../restaurant/load.ts";
import { SNAP_LIMIT_METERS, streetRoutes } from "../routing/built_in_planner.ts";
import { boxAround } from "../routing/coordinates.ts";
import { type MapCoverage, mapCoverage } from "../routing/map_coverage.ts";
import type { MapInfo } from "../routing/map_file/layout.ts";
import { loadMap } from "../routing/map_file/map_file.ts";
import { OSM_CREDIT, routePicture } from "../routing/picture/route_picture.ts";
import { BALANCED } from "../routing/shortest_path_tree.ts";
import { PREFERENCES } from "../service/streets.ts";
import { CannotDo, type Command, type Context, WrongUsage } from "./command.ts";
import { decimals, isPoint } from "./map_import.ts";

/** As guests see it, as an SVG that stands alone. */
export const mapShow: Command = {
  name: "map show",
  usage: "MAP --to LAT,LNG [--from LAT,LNG]",
  summary: "draw the drive from the restaurant to a point, as an SVG",
  options: {
    to: "where the drive ends",
    from: "where it starts; without it, at the restaurant of RESTAURANT_FILE",
  },
  openToRoot: true,
  async run({ words: [file = ""], options }, context) {
    const to = readPoint("to", options.to!);
    const from = options.from === undefined ? null : readPoint("from", options.from);
    const origin = await mapOrigin(from, context);
    if (origin === null) throw new WrongUsage(NO_START);
    const { graph, index, info } = await loadMap(file);
    const { location, preference } = origin;
    refuseOutside(info, { start: location, end: to });
    const routes = streetRoutes(graph, location, { index, preference });
    const source = { graph, index, routes, credit: OSM_CREDIT };
    const picture = routePicture(source, to, "es", MAP_STYLES);
    if (picture === null) throw new CannotDo(NO_ROUTE);
    context.io.out(picture);
  },
};

const NO_START = "where does the drive start? Give --from LAT,LNG, or set RESTAURANT_FILE";
const NO_ROUTE = "no car gets there: no street within 200 m of --to that the drive reaches";

/** Below this share, a guest in the circle is likely to meet a place without a quote. */
export const GOOD_SHARE = 0.9;
const MAX_KM = 100;
const DAY_MS = 24 * 60 * 60_000;
const OLD_DAYS = 365;

export const mapCheck: Command = {
  name: "map check",
  usage: "MAP [--at LAT,LNG] [--radius KM]",
  summary: "say how much of the delivery radius a map covers",
  options: {
    at: "the middle of the circle; without it, the restaurant of RESTAURANT_FILE",
    radius: "kilometres in a straight line; without it, how far that restaurant delivers",
  },
  openToRoot: true,
  async run({ words: [file = ""], options: { at, radius } }, context) {
    const origin = await mapOrigin(at === undefined ? null : readPoint("at", at), context);
    const radiusKm = radius === undefined ? origin?.radiusKm : readRadius(radius);
    if (!origin || !radiusKm) throw new WrongUsage(NO_CIRCLE);
    const { io } = context;
    const { graph, index, info } = await loadMap(file);
    const { location, preference } = origin;
    const { reached } = streetRoutes(graph, location, { index, preference });
    const coverage = mapCoverage(graph, index, reached, location, radiusKm);
    const { says, isOld } = mapAge(info, Date.now());
    io.out(`${file}: ${says}, ${info.attribution}`);
    if (isOld) io.out(OLD_REMEDY);
    for (const line of report(coverage, info, location, radiusKm)) io.out(line);
  },
};

const NO_CIRCLE = "which circle? Give --at LAT,LNG and --radius KM, or set RESTAURANT_FILE";

/** @throws {CannotDo} where one of the points lies outside the map's streets */
function refuseOutside({ bbox }: MapInfo, points: Readonly<Record<string, LatLng>>): void {
  const { south, west, north, east } = bbox;
  const margin = SNAP_LIMIT_METERS / 1e5;
  for (const [end, { lat, lng }] of Object.entries(points)) {
    const inside = lat >= south - margin && lat <= north + margin &&
      lng >= west - margin && lng <= east + margin;
    if (inside) continue;
    throw new CannotDo(
      `the drive's ${end} (${lat}, ${lng}) is outside the map, ` +
        `which lies between ${south}, ${west} and ${north}, ${east}`,
    );
  }
}

/** What to do about a map of old data. */
export const OLD_REMEDY = "The data is over a year old: import a newer extract";

/** How old a map's data is. @param now epoch milliseconds */
export function mapAge(
  { timestamp }: MapInfo,
  now: number,
): { readonly says: string; readonly isOld: boolean } {
  if (timestamp === null) return { says: "data of an unknown time", isOld: false };
  const days = Math.max(0, Math.floor((now - Date.parse(timestamp)) / DAY_MS));
  return { says: `data of ${timestamp}, ${days} days old`, isOld: days > OLD_DAYS };
}

function report(
  { share, reachedKm, unreachedKm }: MapCoverage,
  info: MapInfo,
  { lat, lng }: LatLng,
  radiusKm: number,
): string[] {
  const percent = (Math.floor(share * 1000) / 10).toFixed(1);
  const beyond = sidesBeyond(info, { lat, lng }, radiusKm);
  return [
    `Circle of ${radiusKm} km around ${lat}, ${lng}`,
    `Covered: ${percent} % lies within 200 m of a street that a car gets to`,
    `Streets: ${reachedKm.toFixed(1)} km that a car gets to; ${unreachedKm.toFixed(1)} km ` +
    "cut off, that none gets to",
    beyond.length === 0
      ? "The circle lies within the map's box"
      : `The circle reaches beyond the map's streets to the ${beyond.join(", ")}: ` +
        `import a larger piece, for example with --around ${lat},${lng},${
          Math.ceil(radiusKm * 1.5)
        }`,
    share >= GOOD_SHARE
      ? "Coverage is good"
      : "Coverage is poor: guests elsewhere in the circle are told that there is no route. " +
        "Where fields, woods or water take that room, that is as it should be",
  ];
}

function sidesBeyond({ bbox }: MapInfo, center: LatLng, radiusKm: number): string[] {
  const circle = boxAround(center, radiusKm);
  return [
    ...(circle.north > bbox.north ? ["north"] : []),
    ...(circle.east > bbox.east ? ["east"] : []),
    ...(circle.south < bbox.south ? ["south"] : []),
    ...(circle.west < bbox.west ? ["west"] : []),
  ];
}

/**
 * Where drives start: at the point that was given, else at the restaurant of RESTAURANT_FILE. Null where there is neither; `radiusKm`
 * is how far that restaurant delivers.
 */
async function mapOrigin(given: LatLng | null, { environment }: Context) {
  const file = environment()["RESTAURANT_FILE"];
  if (!file) return given && { location: given, radiusKm: null, preference: BALANCED };
  const { location, tariff, routeChoice } = await loadRestaurant(file);
  const preference = PREFERENCES[routeChoice];
  return { location: given ?? location, radiusKm: tariff.maxRadiusKm, preference };
}

function readPoint(option: string, text: string): LatLng {
  const [lat = NaN, lng = NaN] = decimals(text, 2);
  if (isPoint(lat, lng)) return { lat, lng };
  throw new WrongUsage(
    `--${option} ${text}: give latitude,longitude in degrees, for example 20.967,-89.624`,
  );
}

function readRadius(text: string): number {
  const [km = NaN] = decimals(text, 1);
  if (km >= 0.1 && km <= MAX_KM) return km;
  throw new WrongUsage(`--radius ${text}: give kilometres from 0.1 to ${MAX_KM}, for example 8`);
}
