/** The commands that make a map and judge it. */
import { dirname, join, resolve } from "node:path";
import { SYSTEM_FILE } from "../config/environment.ts";
import { isDegrees, type LatLng, parseDecimal } from "../domain/location.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import { loadRestaurant } from "../restaurant/load.ts";
import {
  type Box,
  boxAround,
  type ImportedMap,
  importMap,
  loadMap,
  type MapCoverage,
  type MapInfo,
  openOsm,
} from "../streets/mod.ts";
import {
  type Command,
  type CommandIo,
  type Context,
  counted,
  type Given,
  WrongUsage,
} from "./command.ts";
import { putFile, settingLines, withVariables } from "./settings_file.ts";

/** An existing map stays as it is until the new one is complete. */
export const mapImport: Command = {
  name: "map import",
  usage: "FILE [--out MAP] [--restaurant FILE | --around LAT,LNG,KM]",
  summary: "make a map for delivery quotes from OpenStreetMap data (.osm.pbf)",
  options: {
    out: "write the map there; without it, beside the restaurant's file, which the service reads",
    restaurant:
      "keep the streets around the restaurant of this file; without it, that of RESTAURANT_FILE",
    around: "keep the streets up to so many kilometres from a point",
  },
  openToRoot: true,
  async run(given, context) {
    const { out = mapBeside(context), around } = given.options;
    const clip = around === undefined
      ? await aroundRestaurant(given, context)
      : readAround(around, given);
    await importTo(given.words[0]!, out, clip, context);
    await use(resolve(out), given, context);
  },
};

/** Where a map goes without `--out`. @throws {WrongUsage} if no file of settings says which restaurant's it is */
function mapBeside({ settings, environment }: Context): string {
  const file = environment()["RESTAURANT_FILE"];
  if (settings === null || !file) throw new WrongUsage("--out MAP is missing");
  return join(dirname(file), "mapa.bin");
}

/** Writes MAP_FILE for the service whose settings these are: for root it is the machine's, and without `--out` the owner's. */
async function use(map: string, { options }: Given, { io, settings }: Context): Promise<void> {
  const isOurs = settings !== null && (options.out === undefined || Deno.uid() === 0);
  if (!isOurs) return io.out(`Use it by the line MAP_FILE=${map} in the file of settings`);
  if (settings === SYSTEM_FILE && CLOSED_TO_SERVICE.test(map)) {
    return io.out(`The service sees nothing below ${map}: leave out --out, and it reads the map`);
  }
  const lines = withVariables(await settingLines(settings), { MAP_FILE: map });
  await putFile({ path: settings, text: [...lines, ""].join("\n"), mode: 0o640 });
  const restart = settings === SYSTEM_FILE
    ? "systemctl restart sobremesa"
    : "start the service again";
  io.out(`${settings} has MAP_FILE=${map}; to use it: ${restart}`);
}

/** Folders that the unit hides from the service. */
const CLOSED_TO_SERVICE = /^\/(root|home|run\/user|tmp|var\/tmp)\//;

/** A larger file holds more than a town: most likely, its owner forgot to say what to keep. */
const MAX_WHOLE_BYTES = 200e6;

async function importTo(
  file: string,
  out: string,
  clip: Box | null,
  { io }: Context,
): Promise<void> {
  const source = await openOsm(file);
  if (clip === null && source.bytes > MAX_WHOLE_BYTES) {
    throw new WrongUsage(
      `${file} has ${
        megabytes(source.bytes)
      }, more than a town: say what to keep, by --around LAT,LNG,KM ` +
        "or by --restaurant FILE (or RESTAURANT_FILE)",
    );
  }
  const onProgress = progress(io, `reading ${file}`, source.bytes, () => performance.now());
  const imported = await importMap(source, out, { clip, onProgress });
  // Whatever root's umask: the service has another user.
  if (Deno.uid() === 0) await Deno.chmod(out, 0o644);
  for (const line of summary(imported)) io.out(line);
  io.out(`Wrote ${out}, ${megabytes(imported.bytes)}`);
}

const LINE_MS = 5_000;

/** @returns a function of the share of `bytes` that is read, which writes a line every five seconds */
export function progress(
  io: CommandIo,
  what: string,
  bytes: number,
  now: () => number,
): (share: number) => void {
  const started = now();
  let shown = started;
  return (share) => {
    const time = now();
    if (time - shown < LINE_MS) return;
    shown = time;
    const speed = bytes / 1e6 * share / (time - started) * 1_000;
    io.err(`${what}: ${Math.floor(share * 100)} %, ${speed.toFixed(1)} MB/s`);
  };
}

/** How far a map reaches, in delivery radii and at least in kilometres. */
const RADII = 3;
const MIN_KM = 5;

/** The box around the restaurant; null if none is named. */
async function aroundRestaurant(given: Given, context: Context): Promise<Box | null> {
  const restaurant = await namedRestaurant(given, context);
  if (restaurant === null) return null;
  const { name, location: { lat, lng }, tariff } = restaurant;
  const km = Math.max(MIN_KM, RADII * tariff.maxRadiusKm);
  context.io.out(`Keeping the streets up to ${km} km around ${name} (${lat}, ${lng}) of the file`);
  return boxAround({ lat, lng }, km);
}

/** The restaurant in the file of `--restaurant`, or else of RESTAURANT_FILE; null without either. */
async function namedRestaurant(
  { options: { restaurant } }: Given,
  { environment }: Context,
): Promise<Restaurant | null> {
  const file = restaurant ?? environment()["RESTAURANT_FILE"] ?? "";
  return file === "" ? null : await loadRestaurant(file);
}

function summary(
  { info, segments, restrictions, counts }: ImportedMap,
): string[] {
  const n = (count: number) => count.toLocaleString("en");
  return [
    `Data of ${info.timestamp ?? "an unknown time"}: ${info.attribution}`,
    `Read ${n(counts.waysRead)} ways with a highway tag and ${n(counts.restrictionsRead)} turn ` +
    "restrictions for cars",
    `Kept ${n(counts.waysKept)} ways that cars drive, with ${n(segments)} segments ` +
    `between junctions and ${n(restrictions)} restricted turns`,
    `They lie within ${inWords(info.bbox)}`,
  ];
}

function inWords({ south, west, north, east }: Box): string {
  return `${south},${west},${north},${east} (south, west, north, east)`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function readAround(text: string, { options }: Given): Box {
  if (options.restaurant !== undefined) throw new WrongUsage("give --restaurant or --around");
  const numbers = text.split(",").map((part) => parseDecimal(part.trim()) ?? NaN);
  const [lat = NaN, lng = NaN, km = NaN] = numbers;
  const isPoint = isDegrees("lat", lat) && isDegrees("lng", lng);
  if (numbers.length === 3 && isPoint && km > 0 && km <= 1000) return boxAround({ lat, lng }, km);
  throw new WrongUsage(
    `--around ${text}: give latitude,longitude,kilometres (up to 1000), for example 20.967,-89.624,12`,
  );
}

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
    const { location, routeChoice, tariff: { maxRadiusKm } } = restaurant;
    const { info, drivesFrom } = await loadMap(path);
    const coverage = (await drivesFrom(location, routeChoice)).coverage(maxRadiusKm);
    const { says, isOld } = mapAge(info, Date.now());
    io.out(`${path}: ${says}, ${info.attribution}`);
    if (isOld) io.out(OLD_REMEDY);
    for (const line of report(coverage, info, location, maxRadiusKm)) io.out(line);
  },
};

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

function report(
  { share, reachedKm, unreachedKm }: MapCoverage,
  { bbox }: MapInfo,
  { lat, lng }: LatLng,
  radiusKm: number,
): string[] {
  const percent = (Math.floor(share * 1000) / 10).toFixed(1);
  const circle = boxAround({ lat, lng }, radiusKm);
  const isWithin = circle.north <= bbox.north && circle.east <= bbox.east &&
    circle.south >= bbox.south && circle.west >= bbox.west;
  const around = `--around ${lat},${lng},${Math.ceil(radiusKm * 1.5)}`;
  return [
    `Circle of ${radiusKm} km around ${lat}, ${lng}`,
    `Covered: ${percent} % lies within 200 m of a street that a car gets to`,
    `Streets: ${reachedKm.toFixed(1)} km that a car gets to; ${unreachedKm.toFixed(1)} km ` +
    "cut off, that no car gets to",
    isWithin
      ? "The circle lies within the map's box"
      : `The circle reaches beyond the map: import a larger piece, for example with ${around}`,
    share >= GOOD_SHARE
      ? "Coverage is good"
      : "Coverage is poor: guests elsewhere in the circle get no price. " +
        "That is right where there are only fields, woods or water",
  ];
}
