import { parseArgs } from "@std/cli";
import type { Environment } from "../config/config.ts";
import { RestaurantFileError } from "../restaurant/problems.ts";
import { loadRestaurant } from "../restaurant/load.ts";
import { boxAround } from "../routing/coordinates.ts";
import { type ImportedStreets, importStreets } from "../routing/import/import_streets.ts";
import { ATTRIBUTION, boxOf, MapFileError, type MapInfo } from "../routing/map_file/layout.ts";
import { writeMap } from "../routing/map_file/map_file.ts";
import { type OsmBox, OsmFileError } from "../routing/osm_pbf/elements.ts";
import { openOsm } from "../routing/osm_pbf/open_osm.ts";
import type { CommandIo } from "./io.ts";
import { joinedValues } from "./joined_values.ts";
import { progressOf } from "./progress.ts";

const USAGE =
  `usage: sobremesa map import FILE --out mapa.bin [--restaurant FILE | --around LAT,LNG,KM | --bbox S,W,N,E]

  FILE          OpenStreetMap data: .osm.pbf
  --restaurant  keep the streets around the restaurant of this file; without it, that of RESTAURANT_FILE
  --around      keep the streets up to so many kilometres from a point
  --bbox        keep the streets within these degrees: south, west, north, east`;

/**
 * `sobremesa map import FILE --out mapa.bin`: makes a map for routing of OpenStreetMap data, and says what it read and kept.
 * A map that is there already stays as it is until the new one is whole.
 *
 * @returns the exit code: 0 when the map is written, 1 when it is not, 2 when the arguments make no sense
 */
export async function importMap(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  const wanted = importArguments(args);
  if (typeof wanted === "string") {
    io.err(wanted);
    return 2;
  }
  try {
    return await importTo(wanted, environment, io);
  } catch (error) {
    if (!FORESEEN.some((kind) => error instanceof kind)) throw error;
    io.err((error as Error).message);
    io.err(`No map was made${await exists(wanted.out) ? `, ${wanted.out} is as it was` : ""}.`);
    return 1;
  }
}

const FORESEEN = [OsmFileError, MapFileError, RestaurantFileError];

/** Larger files hold more than a town: who imports one whole has forgotten to say what to keep. */
const MAX_WHOLE_BYTES = 200e6;

async function importTo(
  wanted: ImportArguments,
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  const { file, out } = wanted;
  const source = await openOsm(file);
  const clip = wanted.clip ?? await aroundRestaurant(wanted, environment, io);
  if (clip === null && source.bytes > MAX_WHOLE_BYTES) {
    io.err(
      `${file} has ${
        megabytes(source.bytes)
      }, more than a town: say what to keep, by --around LAT,LNG,KM ` +
        "or by --restaurant FILE (or RESTAURANT_FILE). No map was made.",
    );
    return 2;
  }
  const progress = progressOf(io, `reading ${file}`, source.bytes);
  const streets = await importStreets(source, {
    clip,
    onProgress: progress.show,
  }).finally(progress.end);
  if (streets.counts.segments === 0) {
    io.err(`${file}: no street for cars ${nowhere(clip, streets.file.bbox)}. No map was made.`);
    return 1;
  }
  const info: MapInfo = {
    bbox: boxOf(streets.graph),
    timestamp: streets.file.timestamp?.toString() ?? null,
    attribution: ATTRIBUTION,
    source: file.replace(/^.*[/\\]/, ""),
  };
  const bytes = await writeMap(out, streets.graph, info);
  for (const line of summary(streets, info)) io.out(line);
  io.out(`Wrote ${out}, ${megabytes(bytes)}. Use it with MAP_FILE=${out}`);
  return 0;
}

/** How much farther than a restaurant delivers its map reaches, and how far at least. */
const RADII = 3;
const MIN_KM = 5;

/** The box around the restaurant that was named, or that of RESTAURANT_FILE; null where there is neither. */
async function aroundRestaurant(
  { restaurant }: ImportArguments,
  environment: Environment,
  io: CommandIo,
): Promise<OsmBox | null> {
  const file = restaurant ?? environment["RESTAURANT_FILE"] ?? "";
  if (file === "") return null;
  const { name, location, tariff } = await loadRestaurant(file);
  const km = Math.max(MIN_KM, RADII * tariff.maxRadiusKm);
  io.out(`Keeping the streets up to ${km} km around ${name} (${location.lat}, ${location.lng})`);
  return boxAround(location, km);
}

function summary({ counts, file }: ImportedStreets, info: MapInfo): string[] {
  const n = (count: number) => count.toLocaleString("en");
  const { south, west, north, east } = info.bbox;
  return [
    `Data of ${file.timestamp ?? "an unknown time"}: ${info.attribution}`,
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

function nowhere(clip: OsmBox | null, bbox: OsmBox | null): string {
  if (clip === null) return "in it";
  const words = ({ south, west, north, east }: OsmBox) => `${south},${west},${north},${east}`;
  const data = bbox === null ? "" : `, the file says that its data is within ${words(bbox)}`;
  return `within ${words(clip)} (south, west, north, east)${data}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

async function exists(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}

/** What to import, and where to. */
export interface ImportArguments {
  readonly file: string;
  readonly out: string;
  readonly clip: OsmBox | null;
  /** A restaurant file to take the clip from; null where none was given. */
  readonly restaurant: string | null;
}

/** @returns what the arguments ask for, or else what is wrong with them */
export function importArguments(args: readonly string[]): ImportArguments | string {
  const unknown: string[] = [];
  const { _: files, out, bbox, around, restaurant } = parseArgs(
    joinedValues(args, ["bbox", "around", "out", "restaurant"]),
    {
      string: ["out", "bbox", "around", "restaurant", "_"],
      unknown: (argument, option) => option === undefined || (unknown.push(argument), false),
    },
  );
  if (unknown.length > 0 || files.length !== 1 || typeof out !== "string" || out === "") {
    return USAGE;
  }
  if ([bbox, around, restaurant].filter((option) => option !== undefined).length > 1) {
    return "give one of --restaurant, --around and --bbox, not several";
  }
  const clip = bbox !== undefined
    ? readBox(bbox)
    : around !== undefined
    ? readAround(around)
    : null;
  if (typeof clip === "string") return clip;
  return { file: String(files[0]), out, clip, restaurant: restaurant ? String(restaurant) : null };
}

function readBox(text: unknown): OsmBox | string {
  const [south, west, north, east] = numbers(text, 4);
  const valid = south !== undefined && isPoint(south, west!) && isPoint(north!, east!) &&
    south < north! && west! < east!;
  if (valid) return { south, west: west!, north: north!, east: east! };
  return `--bbox ${text}: give south,west,north,east in degrees, for example 20.85,-89.75,21.08,-89.5`;
}

function readAround(text: unknown): OsmBox | string {
  const [lat, lng, km] = numbers(text, 3);
  if (lat !== undefined && isPoint(lat, lng!) && km! > 0 && km! <= 1000) {
    return boxAround({ lat, lng: lng! }, km!);
  }
  return `--around ${text}: give latitude,longitude,kilometres (up to 1000), for example 20.967,-89.624,12`;
}

/** So many plain decimals with commas between; none where the text is anything else. */
function numbers(text: unknown, count: number): number[] {
  const parts = String(text).split(",").map((part) => part.trim());
  const plain = parts.length === count && parts.every((part) => /^-?\d+(\.\d+)?$/.test(part));
  return plain ? parts.map(Number) : [];
}

function isPoint(lat: number, lng: number): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
}
