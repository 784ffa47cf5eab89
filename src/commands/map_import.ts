import { isDegrees, parseDecimal } from "../domain/location.ts";
import { RestaurantFileError } from "../restaurant/problems.ts";
import { loadRestaurant } from "../restaurant/load.ts";
import { boxAround } from "../routing/coordinates.ts";
import { type ImportedStreets, importStreets } from "../routing/import/import_streets.ts";
import { ATTRIBUTION, boxOf, MapFileError, type MapInfo } from "../routing/map_file/layout.ts";
import { writeMap } from "../routing/map_file/map_file.ts";
import { type OsmBox, OsmFileError } from "../routing/osm_pbf/elements.ts";
import { openOsm } from "../routing/osm_pbf/open_osm.ts";
import { exists } from "../storage/backup.ts";
import {
  CannotDo,
  type Command,
  type CommandIo,
  type Context,
  type Given,
  WrongUsage,
} from "./command.ts";

/** A map that is there already stays as it is until the new one is whole. */
export const mapImport: Command = {
  name: "map import",
  usage: "FILE --out MAP [--restaurant FILE | --around LAT,LNG,KM | --bbox S,W,N,E]",
  summary: "make a map for delivery quotes of OpenStreetMap data (.osm.pbf)",
  options: {
    restaurant:
      "keep the streets around the restaurant of this file; without it, that of RESTAURANT_FILE",
    around: "keep the streets up to so many kilometres from a point",
    bbox: "keep the streets within these degrees: south, west, north, east",
  },
  openToRoot: true,
  async run(given, context) {
    const out = given.options.out!;
    const clip = readClip(given);
    try {
      await importTo(given.words[0]!, out, clip ?? await aroundRestaurant(given, context), context);
    } catch (error) {
      if (!FORESEEN.some((kind) => error instanceof kind)) throw error;
      const kept = await exists(out).catch(() => false) ? `, ${out} is as it was` : "";
      throw new CannotDo(`${(error as Error).message}\nNo map was made${kept}.`);
    }
  },
};

const FORESEEN = [CannotDo, OsmFileError, MapFileError, RestaurantFileError];

/** A larger file holds more than a town: imported whole, it was most likely forgotten to say what to keep. */
const MAX_WHOLE_BYTES = 200e6;

async function importTo(
  file: string,
  out: string,
  clip: OsmBox | null,
  { io }: Context,
): Promise<void> {
  const source = await openOsm(file);
  if (clip === null && source.bytes > MAX_WHOLE_BYTES) {
    throw new WrongUsage(
      `${file} has ${
        megabytes(source.bytes)
      }, more than a town: say what to keep, by --around LAT,LNG,KM ` +
        "or by --restaurant FILE (or RESTAURANT_FILE). No map was made.",
    );
  }
  const onProgress = progress(io, `reading ${file}`, source.bytes, () => performance.now());
  const streets = await importStreets(source, { clip, onProgress });
  if (streets.counts.segments === 0) {
    throw new CannotDo(`${file}: no street for cars ${nowhere(clip)}.`);
  }
  const info: MapInfo = {
    bbox: boxOf(streets.graph),
    timestamp: streets.timestamp?.toString() ?? null,
    attribution: ATTRIBUTION,
    source: file.replace(/^.*[/\\]/, ""),
  };
  const bytes = await writeMap(out, streets.graph, info);
  for (const line of summary(streets, info)) io.out(line);
  io.out(`Wrote ${out}, ${megabytes(bytes)}. Use it with MAP_FILE=${out}`);
}

const LINE_MS = 5_000;

/** @returns what writes a line every five seconds, given the share of `bytes` that is read */
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

/** How much farther than a restaurant delivers its map reaches, and how far at least. */
const RADII = 3;
const MIN_KM = 5;

/** The box around the restaurant that was named, or that of RESTAURANT_FILE; null where there is neither. */
async function aroundRestaurant(
  { options: { restaurant } }: Given,
  { environment, io }: Context,
): Promise<OsmBox | null> {
  const file = restaurant ?? environment()["RESTAURANT_FILE"] ?? "";
  if (file === "") return null;
  const { name, location, tariff } = await loadRestaurant(file);
  const km = Math.max(MIN_KM, RADII * tariff.maxRadiusKm);
  const place = `${name} of ${file} (${location.lat}, ${location.lng})`;
  io.out(
    `Keeping the streets up to ${km} km around ${place}; "sobremesa check" says what is served`,
  );
  return boxAround(location, km);
}

function summary({ counts, timestamp }: ImportedStreets, info: MapInfo): string[] {
  const n = (count: number) => count.toLocaleString("en");
  const { south, west, north, east } = info.bbox;
  return [
    `Data of ${timestamp ?? "an unknown time"}: ${info.attribution}`,
    `Read ${n(counts.waysRead)} ways with a highway tag and ${n(counts.restrictionsRead)} turn ` +
    "restrictions for cars",
    `Kept ${n(counts.waysKept)} ways that cars drive: ${n(counts.junctions)} junctions, ` +
    `${n(counts.segments)} segments, ${n(counts.edges)} directed edges; ` +
    `${n(counts.restrictionsKept)} restricted turns, ${
      n(counts.obstacles)
    } signals, signs and barriers`,
    `They lie between ${south}, ${west} and ${north}, ${east}`,
  ];
}

function nowhere(clip: OsmBox | null): string {
  if (clip === null) return "in it";
  const { south, west, north, east } = clip;
  return `within ${south},${west},${north},${east} (south, west, north, east)`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The clip that the options ask for; null where it is to be around a restaurant. */
function readClip({ options: { restaurant, around, bbox } }: Given): OsmBox | null {
  if ([restaurant, around, bbox].filter((option) => option !== undefined).length > 1) {
    throw new WrongUsage("give one of --restaurant, --around and --bbox, not several");
  }
  if (bbox !== undefined) return readBox(bbox);
  return around === undefined ? null : readAround(around);
}

function readBox(text: string): OsmBox {
  const [south = NaN, west = NaN, north = NaN, east = NaN] = decimals(text, 4);
  if (isPoint(south, west) && isPoint(north, east) && south < north && west < east) {
    return { south, west, north, east };
  }
  throw new WrongUsage(
    `--bbox ${text}: give south,west,north,east in degrees, for example 20.85,-89.75,21.08,-89.5`,
  );
}

function readAround(text: string): OsmBox {
  const [lat = NaN, lng = NaN, km = NaN] = decimals(text, 3);
  if (isPoint(lat, lng) && km > 0 && km <= 1000) return boxAround({ lat, lng }, km);
  throw new WrongUsage(
    `--around ${text}: give latitude,longitude,kilometres (up to 1000), for example 20.967,-89.624,12`,
  );
}

/** So many plain decimals with commas between; none where the text is anything else. */
export function decimals(text: string, count: number): number[] {
  const numbers = text.split(",").map((part) => parseDecimal(part.trim()) ?? NaN);
  return numbers.length === count && !numbers.some(Number.isNaN) ? numbers : [];
}

/** Not where one of them is no number. */
export function isPoint(lat: number, lng: number): boolean {
  return isDegrees("lat", lat) && isDegrees("lng", lng);
}
