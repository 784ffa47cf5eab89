/** Graphs as map files, for tests that take maps through the door of the streets. */
import { join } from "node:path";
import { boxOf } from "../../src/streets/coordinates.ts";
import { ATTRIBUTION, writeMap } from "../../src/streets/map_file.ts";
import { loadMap, type StreetMap } from "../../src/streets/mod.ts";
import type { StreetGraph } from "../../src/streets/street_graph.ts";
import { streetIndex } from "../../src/streets/street_index.ts";
import { tempFolder } from "../support/temp_folder.ts";

/** Writes a map file. @param timestamp of the data */
export async function writeMapOf(
  graph: StreetGraph,
  path: string,
  timestamp: string | null = null,
): Promise<void> {
  const info = { bbox: boxOf(graph), timestamp, attribution: ATTRIBUTION };
  await writeMap(path, { graph, index: streetIndex(graph), info });
}

/** The map of a graph, as it is loaded. */
export async function mapOf(graph: StreetGraph): Promise<StreetMap> {
  await using folder = await tempFolder();
  const path = join(folder.path, "mapa.bin");
  await writeMapOf(graph, path);
  return await loadMap(path);
}
