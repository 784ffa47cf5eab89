import { parseArgs } from "@std/cli";
import type { Environment } from "../config/config.ts";
import { type LatLng, parseDecimal } from "../domain/location.ts";
import { streetRoutes } from "../routing/built_in_planner.ts";
import { type MapCoverage, mapCoverage } from "../routing/map_coverage.ts";
import type { MapInfo } from "../routing/map_file/layout.ts";
import { loadMap } from "../routing/map_file/map_file.ts";
import { boxAround } from "../routing/coordinates.ts";
import type { CommandIo } from "./io.ts";
import { joinedValues } from "./joined_values.ts";
import { mapCommand, mapOrigin, notAPoint, pointOf } from "./map_command.ts";

const CHECK_USAGE = `usage: sobremesa map check mapa.bin [--at LAT,LNG] [--radius KM]

  --at      the middle of the circle; without it, the restaurant of RESTAURANT_FILE
  --radius  kilometres in a straight line; without it, how far that restaurant delivers`;

/** Below this share, a guest in the circle is likely to meet a place without a quote. */
const GOOD_SHARE = 0.9;
const MAX_KM = 100;
const DAY_MS = 24 * 60 * 60_000;
const OLD_DAYS = 365;

interface CheckArguments {
  readonly file: string;
  readonly at: LatLng | null;
  readonly radiusKm: number | null;
}

/**
 * `sobremesa map check mapa.bin`: says how well a map covers the circle in which a restaurant delivers.
 *
 * @returns the exit code: 0 when it was measured, be it good or poor, 1 when it could not be, 2 when the arguments make no sense
 */
export function checkMap(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
  now: () => number = Date.now,
): Promise<number> {
  return mapCommand(readArgs(args), io, async (wanted) => {
    const origin = await mapOrigin(wanted.at, environment);
    const radiusKm = wanted.radiusKm ?? origin?.radiusKm ?? null;
    if (origin === null || radiusKm === null) {
      io.err("which circle? Give --at LAT,LNG and --radius KM, or set RESTAURANT_FILE");
      return 2;
    }
    const { graph, index, info } = await loadMap(wanted.file);
    const { location, preference } = origin;
    const { tree } = streetRoutes(graph, location, { index, preference });
    const coverage = mapCoverage(graph, index, tree, location, radiusKm);
    const { says, isOld } = mapAge(info, now());
    io.out(`${wanted.file}: ${says}, ${info.attribution}`);
    if (isOld) io.out(OLD_REMEDY);
    for (const line of report(coverage, info, location, radiusKm)) io.out(line);
    return 0;
  });
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
  { share, points, stepMeters, reachedKm, unreachedKm, islands }: MapCoverage,
  info: MapInfo,
  { lat, lng }: LatLng,
  radiusKm: number,
): string[] {
  const percent = (Math.floor(share * 1000) / 10).toFixed(1);
  const beyond = sidesBeyond(info, { lat, lng }, radiusKm);
  return [
    `Circle of ${radiusKm} km around ${lat}, ${lng}: ${points.toLocaleString("en")} points, ` +
    `${Math.round(stepMeters)} m apart`,
    `Covered: ${percent} % lies within 200 m of a street that a car gets to`,
    `Streets: ${reachedKm.toFixed(1)} km that a car gets to; ${unreachedKm.toFixed(1)} km in ` +
    `${islands} cut-off parts that none gets to`,
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

function readArgs(args: readonly string[]): CheckArguments | string {
  let known = true;
  const { _: files, at, radius } = parseArgs(joinedValues(args, ["at", "radius"]), {
    string: ["at", "radius", "_"],
    unknown: (_argument, option) => option === undefined || (known = false),
  });
  if (!known || files.length !== 1) return CHECK_USAGE;
  const center = at === undefined ? null : pointOf(String(at));
  if (at !== undefined && center === null) return notAPoint("at", String(at));
  const radiusKm = radius === undefined ? null : parseDecimal(String(radius));
  if (radius !== undefined && (radiusKm === null || radiusKm < 0.1 || radiusKm > MAX_KM)) {
    return `--radius ${radius}: give kilometres from 0.1 to ${MAX_KM}, for example 8`;
  }
  return { file: String(files[0]), at: center, radiusKm };
}
