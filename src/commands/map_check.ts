/** The command that judges a map. */
import type { LatLng } from "../domain/location.ts";
import { boxAround } from "../routing/coordinates.ts";
import { type MapCoverage, mapCoverage } from "../routing/map_coverage.ts";
import type { MapInfo } from "../routing/map_file/layout.ts";
import { mapStreets } from "../service/streets.ts";
import { type Command, WrongUsage } from "./command.ts";
import { namedRestaurant } from "./map_import.ts";

/** With less, a guest within the radius is likely to get no quote. */
export const GOOD_SHARE = 0.9;
const DAY_MS = 24 * 60 * 60_000;
const OLD_DAYS = 365;

export const mapCheck: Command = {
  name: "map check",
  usage: "MAP [--restaurant FILE]",
  summary: "say how much of the delivery radius a map covers",
  options: { restaurant: "where drives start; without it, the restaurant of RESTAURANT_FILE" },
  openToRoot: true,
  async run(given, context) {
    const { io } = context;
    const restaurant = await namedRestaurant(given, context);
    if (restaurant === null) {
      throw new WrongUsage("which restaurant? Give --restaurant FILE, or set RESTAURANT_FILE");
    }
    const [path = ""] = given.words;
    const { location, tariff: { maxRadiusKm } } = restaurant;
    const { graph, index, info, routes } = await mapStreets(path, restaurant);
    const coverage = mapCoverage(graph, index, routes.reached, location, maxRadiusKm);
    const { says, isOld } = mapAge(info, Date.now());
    io.out(`${path}: ${says}, ${info.attribution}`);
    if (isOld) io.out(OLD_REMEDY);
    for (const line of report(coverage, info, location, maxRadiusKm)) io.out(line);
  },
};

/** The remedy for old data. */
export const OLD_REMEDY = "The data is over a year old: import a newer extract";

/** The age of a map's data. @param now epoch milliseconds */
export function mapAge(
  { timestamp }: MapInfo,
  now: number,
): { readonly says: string; readonly isOld: boolean } {
  if (timestamp === null) return { says: "data of an unknown time", isOld: false };
  const days = Math.max(0, Math.floor((now - Date.parse(timestamp)) / DAY_MS));
  return { says: `data of ${timestamp}, ${counted(days, "day")} old`, isOld: days > OLD_DAYS };
}

/** `1 night`, `2 nights`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
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
    "cut off, that no car gets to",
    beyond.length === 0
      ? "The circle lies within the map's box"
      : `The circle reaches beyond the map's streets to the ${beyond.join(", ")}: ` +
        `import a larger piece, for example with --around ${lat},${lng},${
          Math.ceil(radiusKm * 1.5)
        }`,
    share >= GOOD_SHARE
      ? "Coverage is good"
      : "Coverage is poor: guests elsewhere in the circle get no price. " +
        "That is right where there are only fields, woods or water",
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
