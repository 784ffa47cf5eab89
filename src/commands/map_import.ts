import { ATTRIBUTION, boxOf, MapFileError, type MapInfo } from "../routing/map_file/layout.ts";
import { writeMap } from "../routing/map_file/write_map.ts";
import { type OsmBox, OsmFileError } from "../routing/osm_pbf/elements.ts";
import { openOsm } from "../routing/osm_pbf/open_osm.ts";
import { type ImportedStreets, importStreets } from "../routing/import/import_streets.ts";
import type { CommandIo } from "./io.ts";
import { type ImportArguments, importArguments } from "./map_import_arguments.ts";
import { progressOf } from "./progress.ts";

/**
 * `sobremesa map import FILE --out mapa.bin`: makes a map for routing of OpenStreetMap data, and says what it read and kept.
 * A map that is there already stays as it is until the new one is whole.
 *
 * @returns the exit code: 0 when the map is written, 1 when it is not, 2 when the arguments make no sense
 */
export async function importMap(args: readonly string[], io: CommandIo): Promise<number> {
  const wanted = importArguments(args);
  if (typeof wanted === "string") {
    io.err(wanted);
    return 2;
  }
  try {
    return await importTo(wanted, io);
  } catch (error) {
    if (!(error instanceof OsmFileError || error instanceof MapFileError)) throw error;
    io.err(error.message);
    io.err(`No map was made${await exists(wanted.out) ? `, ${wanted.out} is as it was` : ""}.`);
    return 1;
  }
}

async function importTo(
  { file, out, clip }: ImportArguments,
  io: CommandIo,
): Promise<number> {
  const source = await openOsm(file);
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
