import { parseArgs } from "@std/cli";
import type { OsmBox } from "../routing/osm_pbf/elements.ts";
import { boxAround } from "../routing/coordinates.ts";
import { joinedValues } from "./joined_values.ts";

const USAGE =
  `usage: sobremesa map import FILE --out mapa.bin [--bbox S,W,N,E | --around LAT,LNG,KM]

  FILE      OpenStreetMap data: .osm.pbf, .osm.gz, .osm.bz2 or .osm
  --bbox    keep only the streets within these degrees: south, west, north, east
  --around  keep only the streets up to so many kilometres from a point`;

/** What to import, and where to. */
export interface ImportArguments {
  readonly file: string;
  readonly out: string;
  readonly clip: OsmBox | null;
}

/** @returns what the arguments ask for, or else what is wrong with them */
export function importArguments(args: readonly string[]): ImportArguments | string {
  const unknown: string[] = [];
  const { _: files, out, bbox, around } = parseArgs(
    joinedValues(args, ["bbox", "around", "out"]),
    {
      string: ["out", "bbox", "around", "_"],
      unknown: (argument, option) => option === undefined || (unknown.push(argument), false),
    },
  );
  if (unknown.length > 0 || files.length !== 1 || typeof out !== "string" || out === "") {
    return USAGE;
  }
  if (bbox !== undefined && around !== undefined) return "give --bbox or --around, not both";
  const clip = bbox !== undefined
    ? readBox(bbox)
    : around !== undefined
    ? readAround(around)
    : null;
  if (typeof clip === "string") return clip;
  return { file: String(files[0]), out, clip };
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
